// Which options of perpend certify belong to which kinds of statements.
#pragma once

#include <string>
#include <vector>

namespace perpend::cli {

/// Why one of the options that were given says nothing of this kind; empty: all of them do.
[[nodiscard]] std::string misplaced_option(const std::vector<std::string>& given, const std::string& kind);

}  // namespace perpend::cli
