// How the numbers came to be: enough to make them again.
#pragma once

#include <string>
#include <string_view>

#include "kernel/model/record.hpp"

namespace perpend::reports {

/// `command` and `seconds` are left for the program to fill in. `scene` is what was read, includes and all.
[[nodiscard]] Provenance collect_provenance(std::string_view scene);

/// SHA-256: of a scene, of the results, and of the inline script that the page's security policy admits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

}  // namespace perpend::reports
