// Statements of `perpend certify` with their data, of each kind and way of proof.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/program.hpp"

namespace perpend::test {

struct StatementExample {
  nlohmann::ordered_json header, line;
  [[nodiscard]] std::string text() const { return header.dump() + '\n' + line.dump() + '\n'; }
};

/// Made once, by the program. "spd refuted": the kind, and what is special.
[[nodiscard]] const std::map<std::string, StatementExample>& statement_examples();

/// What the program says of the data of a line: "proved", or "none" where it makes no statement.
[[nodiscard]] std::string verdict_anew(const nlohmann::ordered_json& line);

/// What an example is made from.
struct Recipe {
  const char* name;
  const char* kind;
  std::vector<std::string> files;  ///< texts
  Arguments more;
};

/// One for each kind and way of proof.
[[nodiscard]] std::vector<Recipe> statement_recipes();

/// Files of contact problems, from the data of a statement. The form of Siconos: W, q, mu, or M, H, q, w, mu.
[[nodiscard]] std::string siconos_text(const nlohmann::ordered_json& data);
/// A file of FCLIB, byte for byte: W, q, mu, and the solution x with its velocities u.
[[nodiscard]] std::string fclib_bytes(const nlohmann::ordered_json& data);
/// Compressed rows of a full matrix, as statements have them.
[[nodiscard]] nlohmann::ordered_json compressed(const std::vector<std::vector<double>>& rows);
[[nodiscard]] nlohmann::ordered_json hexadecimal(const std::vector<double>& numbers);

}  // namespace perpend::test
