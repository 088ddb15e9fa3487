// A file of `perpend certify --certificate`: one statement a line, each with its own data.
#pragma once

#include <istream>

#include "verification/checker/certificate_file.hpp"

namespace perpend::checker {

[[nodiscard]] bool is_statement_header(const nlohmann::json& header);

/// Reads what follows the header; fills the groups, one a kind, the failures, and a line of words for each statement.
void check_statements(std::istream& from, const nlohmann::json& header, FileReport& report, const Listener& listener);

}  // namespace perpend::checker
