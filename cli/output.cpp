#include "cli/output.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/result_folder.hpp"
#include "cli/standard_streams.hpp"
#include "reports/text/tables.hpp"

namespace perpend::cli {

Output::Output(const RunArguments& arguments)
    : is_quiet_(arguments.quiet),
      is_json_(arguments.format == "json"),
      is_array_(is_json_ && arguments.files.size() > 1),
      waiting_(arguments.files.size()) {}

void Output::print(std::size_t number, std::string text) {
  const std::lock_guard lock(mutex_);
  if (is_array_)
    waiting_[number] = std::move(text);
  else
    print_out("{}\n", text);
}

void Output::add(std::size_t number, const ExperimentRecord& record) {
  if (!is_quiet_) print(number, is_json_ ? reports::json_report(record) : reports::text_report(record));
}

void Output::add_kept(std::size_t number, const std::string& file, const std::string& folder) {
  if (!is_quiet_) print(number, is_json_ ? read_bytes(folder + "/results.json") : file + ": unchanged, results kept");
}

void Output::finish() {
  if (is_quiet_ || !is_array_) return;
  const char* separator = "[";
  for (const std::string& text : waiting_) {
    if (text.empty()) continue;
    print_out("{}{}\n", separator, text);
    separator = ",";
  }
  print_out("{}]\n", *separator == '[' ? "[" : "");
}

}  // namespace perpend::cli
