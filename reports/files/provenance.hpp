// How the numbers came to be: enough to make them again.
#pragma once

#include <string>
#include <string_view>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// `command` and `seconds` are left for the program to fill in. `scene` is what was read, includes and all.
[[nodiscard]] Provenance collect_provenance(std::string_view scene);

/// SHA-256 of this program's file: pages and files that another one writes may differ.
[[nodiscard]] const std::string& program_hash();

}  // namespace perpend::reports
