// Digests of bytes, and bytes as text.
#pragma once

#include <string>
#include <string_view>

namespace perpend::reports {

/// SHA-256: of a scene, of the results, of a run's key.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
/// As a page's security policy names the inline script that it admits.
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

/// RFC 4648, padded, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace perpend::reports
