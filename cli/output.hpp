// What goes to standard output.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "kernel/model/record.hpp"

namespace perpend::cli {

/// A text for each scene when it has ended, or one JSON document, which is an array in the order of the files for
/// several scenes. Nothing when quiet. `number`: of the file. May be used by several threads.
class Output {
 public:
  explicit Output(const RunArguments& arguments);
  void add(std::size_t number, const ExperimentRecord& record);
  /// Results of an earlier run that still hold.
  void add_kept(std::size_t number, const std::string& file, const std::string& folder);
  void finish();

 private:
  void print(std::size_t number, std::string text);

  bool is_quiet_;
  bool is_json_;
  bool is_array_;
  std::mutex mutex_;
  std::vector<std::string> waiting_;  // of an array, by file
};

}  // namespace perpend::cli
