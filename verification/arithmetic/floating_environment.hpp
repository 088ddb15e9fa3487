// Every bound here assumes IEEE 754 doubles, round to nearest and gradual underflow. One library that was built to
// flush small numbers changes that for the whole process, so the program asks before it certifies.
#pragma once

#include <optional>
#include <string>

namespace perpend {

/// What is wrong with the arithmetic of this thread, or nullopt.
[[nodiscard]] std::optional<std::string> check_floating_environment();

}  // namespace perpend
