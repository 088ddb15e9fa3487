// Any lines are judged by perpend-check: proved again, open or wrong, or no file of certificates.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "verification/checker/certificate_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace perpend::checker;
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  const FileReport report = check_text(lines, "fuzz.jsonl", {});
  for (const GroupReport& group : report.groups)
    if (group.reproved + group.without_data + group.undecided + group.open > group.lines ||
        (group.wrong > 0 && !report.is_wrong()))
      std::abort();
  if (as_text(report).empty() || as_json({report}).empty()) std::abort();
  return 0;
}
