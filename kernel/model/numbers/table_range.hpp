// How messages name a table.
#pragma once

#include <string>

#include "kernel/model/numbers/table.hpp"

namespace perpend {

/// "the table 'force.csv' goes from 0 to 3 in SI units"
[[nodiscard]] std::string describe_range(const Table& table);

}  // namespace perpend
