// What goes to standard output.
#pragma once

#include <string>

#include "cli/commands.hpp"
#include "kernel/model/record.hpp"

namespace perpend::cli {

/// A text for each scene, or one JSON document, which is an array for several scenes. Nothing when quiet.
class Output {
 public:
  explicit Output(const RunArguments& arguments);
  void add(const ExperimentRecord& record);
  /// Results of an earlier run that still hold.
  void add_kept(const std::string& file, const std::string& folder);
  void finish();

 private:
  void print(const std::string& text);

  bool is_quiet_;
  bool is_json_;
  bool is_array_;
  int count_ = 0;
};

}  // namespace perpend::cli
