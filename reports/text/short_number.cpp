#include "reports/text/short_number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace perpend::reports {

Json short_number(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
}

}  // namespace perpend::reports
