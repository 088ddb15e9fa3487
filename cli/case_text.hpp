// The table of cases for a terminal.
#pragma once

#include <string>

#include "reports/referee/case_table.hpp"

namespace perpend::cli {

[[nodiscard]] std::string case_text(const reports::CaseTable& table);

}  // namespace perpend::cli
