// SHA-256 for the hash of a scene, of the results, and of the inline script that the page's security policy admits.
#pragma once

#include <string>
#include <string_view>

namespace perpend::reports {

[[nodiscard]] std::string sha256_hex(std::string_view bytes);
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

}  // namespace perpend::reports
