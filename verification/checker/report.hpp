// What was found, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "verification/checker/certificate_file.hpp"

namespace perpend::checker {

enum ExitCode { all_reproved = 0, something_wrong = 1, file_wrong = 2, some_open = 5 };

[[nodiscard]] ExitCode exit_code(const std::vector<FileReport>& reports);
[[nodiscard]] std::string as_text(const FileReport& report);
[[nodiscard]] std::string as_json(const std::vector<FileReport>& reports);

}  // namespace perpend::checker
