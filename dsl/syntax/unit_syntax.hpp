// The unit after a number, vector or list: "m/s^2", "/s", "1/s", "kg m^2". One '/' divides by the one factor after it.
#pragma once

#include <optional>
#include <string>

#include "dsl/load.hpp"

namespace perpend::dsl {

struct UnitReading {
  const char* end = nullptr;  ///< after the unit; the start when there is none
  std::optional<Unit> unit;
  std::string error;  ///< a word that is no unit, or an absurd power
  std::string hint;
};

[[nodiscard]] UnitReading read_unit(const char* begin, const char* end);

}  // namespace perpend::dsl
