// Runs a program of somebody else: without a shell, no longer than it may, with no more output than is read.
#pragma once

#include <string>
#include <vector>

namespace perpend {

struct ChildRun {
  enum class End { exited, signalled, timed_out, interrupted, not_started };
  End end = End::not_started;
  int code = 0;          ///< exit code, signal, or errno of what kept it from starting
  double seconds = 0.0;  ///< CPU time of all its threads, its start included
};

/// Its own group of processes, all of which are gone on return. No standard input; `out` and `err`: files.
[[nodiscard]] ChildRun run_child(const std::vector<std::string>& words, const std::string& out, const std::string& err,
                                 double most_seconds);

}  // namespace perpend
