// Files of contact problems, from the data of a statement.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace perpend::test {

/// The form of Siconos: W, q, mu, or M, H, q, w, mu.
[[nodiscard]] std::string siconos_text(const nlohmann::ordered_json& data);

/// A file of FCLIB, byte for byte: W, q, mu, and the solution x with its velocities u.
[[nodiscard]] std::string fclib_bytes(const nlohmann::ordered_json& data);

/// Compressed rows of a full matrix, as statements have them.
[[nodiscard]] nlohmann::ordered_json compressed(const std::vector<std::vector<double>>& rows);
[[nodiscard]] nlohmann::ordered_json hexadecimal(const std::vector<double>& numbers);

}  // namespace perpend::test
