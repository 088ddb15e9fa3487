// Files that the user names for output.
#pragma once

#include <string>

namespace perpend::cli {

/// What the path leads to, links followed: a file named by its link is written where the link points. Files of a result
/// folder are not: a link among them is replaced.
[[nodiscard]] std::string place_of(const std::string& path);

}  // namespace perpend::cli
