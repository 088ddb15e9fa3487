// Numbers for the scripts of the page.
#pragma once

#include "reports/files/json.hpp"

namespace perpend::reports {

/// Short digits: a picture shows no more, and the page stays small. null where there is nothing to draw.
[[nodiscard]] Json short_number(double value, int digits);

}  // namespace perpend::reports
