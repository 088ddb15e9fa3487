// Provenance as rows of a table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/files/json.hpp"

namespace perpend::reports {

[[nodiscard]] Json named_values(const std::vector<std::pair<std::string, std::string>>& pairs);

/// Build, host, command and date: what the content of the results does not depend on.
[[nodiscard]] Json provenance_rows(const Provenance& provenance);

}  // namespace perpend::reports
