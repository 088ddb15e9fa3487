// Runs a program of somebody else: without a shell, no longer than it may, with no more output than is read.
#pragma once

#include <string>
#include <vector>

namespace perpend::reports {

struct ChildRun {
  enum class End { exited, signalled, timed_out, interrupted, not_started };
  End end = End::not_started;
  int code = 0;          ///< exit code, signal, or errno of what kept it from starting
  double seconds = 0.0;  ///< CPU time of all its threads, its start included
};

/// Its own group of processes, all of which are gone on return. No standard input; `out` and `err`: files.
[[nodiscard]] ChildRun run_child(const std::vector<std::string>& words, const std::string& out, const std::string& err,
                                 double most_seconds);

/// A folder of its own for what a program reads and answers, removed at the end.
class ScratchFolder {
 public:
  /// "perpend-NAME-..." in the folder of temporary files.
  explicit ScratchFolder(const char* name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Empty where it cannot be made.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Why not.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  std::string path_;
  std::string trouble_;
};

}  // namespace perpend::reports
