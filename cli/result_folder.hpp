// Where results go: the folder of one scene, whether what it holds is still good, who writes into it, and files that
// the user names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "dsl/load.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::cli {

/// DIR for one scene, DIR/<folder of the scene>/<scene> for several; empty when nothing is written.
[[nodiscard]] std::string result_folder(const RunArguments& arguments, const std::string& file);

/// Two scenes that would write over each other's results, in words.
[[nodiscard]] std::optional<std::string> find_shared_folder(const RunArguments& arguments);

/// What the results of a scene depend on: the program, the text of all files, and the options.
[[nodiscard]] std::string stamp_key(const RunArguments& arguments, const dsl::Document& document);

/// The exit code of the earlier run that made the results in `folder`, if it had the same key and they are all there.
[[nodiscard]] std::optional<ExitCode> find_unchanged(const std::string& folder, const std::string& key);

/// Takes earlier results away just before new ones come: after a failure nobody finds the two mixed.
void remove_results(const std::string& folder);

/// Where results of a run that was broken off go: those of one that came to its end are not replaced by them.
[[nodiscard]] std::string incomplete_folder(const std::string& folder);

/// The same for one file: table.incomplete.html of table.html.
[[nodiscard]] std::string incomplete_name(const std::string& path);

/// Takes them away before others come.
void remove_incomplete(const std::string& folder);

/// Written last: says that the results are all there, figures included.
[[nodiscard]] std::optional<reports::WriteError> write_stamp(const std::string& folder, const std::string& key,
                                                             ExitCode code);

/// One process at a time writes into a folder of results, or a part of it. Holds a file in it, which is gone
/// afterwards. A process that ends in whatever way lets go of it.
class FolderLock {
 public:
  /// Pre: the folder is there.
  explicit FolderLock(const std::string& folder, const std::string& name = ".lock");
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// False: another process has it, or it cannot be made.
  [[nodiscard]] bool is_held() const { return trouble_.empty(); }
  /// Why it is not held, who holds it, and what to do.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  [[nodiscard]] bool try_once(const std::string& folder);
  void write_owner() const;

  std::string path_;
  std::string trouble_;
  int descriptor_ = -1;
};

/// What the path leads to, links followed: a file named by its link is written where the link points. Files of a result
/// folder are not: a link among them is replaced.
[[nodiscard]] std::string place_of(const std::string& path);

[[nodiscard]] std::string read_bytes(const std::string& path);

}  // namespace perpend::cli
