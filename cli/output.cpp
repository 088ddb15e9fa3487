#include "cli/output.hpp"

#include <fmt/format.h>

#include "cli/result_folder.hpp"
#include "cli/standard_streams.hpp"
#include "reports/text/tables.hpp"

namespace perpend::cli {

Output::Output(const RunArguments& arguments)
    : is_quiet_(arguments.quiet),
      is_json_(arguments.format == "json"),
      is_array_(is_json_ && arguments.files.size() > 1) {}

void Output::print(const std::string& text) {
  const char* separator = !is_array_ ? "" : count_ == 0 ? "[" : ",";
  print_out("{}{}\n", separator, text);
  ++count_;
}

void Output::add(const ExperimentRecord& record) {
  if (!is_quiet_) print(is_json_ ? reports::json_report(record) : reports::text_report(record));
}

void Output::add_kept(const std::string& file, const std::string& folder) {
  if (!is_quiet_) print(is_json_ ? read_bytes(folder + "/results.json") : file + ": unchanged, results kept");
}

void Output::finish() {
  if (!is_quiet_ && is_array_) print_out("{}]\n", count_ == 0 ? "[" : "");
}

}  // namespace perpend::cli
