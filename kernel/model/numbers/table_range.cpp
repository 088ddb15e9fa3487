#include "kernel/model/numbers/table_range.hpp"

#include <fmt/format.h>

namespace perpend {

std::string describe_range(const Table& table) {
  return fmt::format("the table '{}' goes from {:g} to {:g} in SI units", table.name, table.x.front(), table.x.back());
}

}  // namespace perpend
