// Digests of bytes, and bytes as text.
#pragma once

#include <string>
#include <string_view>

namespace perpend::reports {

/// SHA-256: of a scene, of the results, of a run's key.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);
/// What can be read of a file, a piece at a time: as a whole it would be several times in memory.
[[nodiscard]] std::string sha256_hex_of_file(const char* path);
/// As a page's security policy names the inline script that it admits.
[[nodiscard]] std::string sha256_base64(std::string_view bytes);

/// RFC 4648, padded, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace perpend::reports
