// How the numbers came to be: enough to make them again.
#pragma once

#include <string>
#include <string_view>

#include "kernel/model/record.hpp"

namespace perpend::reports {

/// `command` and `seconds` are left for the program to fill in. `scene` is what was read, includes and all.
[[nodiscard]] Provenance collect_provenance(std::string_view scene);

/// SHA-256 of this program's file and of the versions that the C library, FLINT, Arb, GMP, MPFR and zlib have while it
/// runs: other bits may come from another.
[[nodiscard]] const std::string& program_hash();

}  // namespace perpend::reports
