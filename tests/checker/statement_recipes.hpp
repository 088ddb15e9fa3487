// What the examples of statements are made from.
#pragma once

#include "tests/cli/program.hpp"

namespace perpend::test {

struct Recipe {
  const char* name;
  const char* kind;
  std::vector<std::string> files;  ///< texts
  Arguments more;
};

/// One for each kind and way of proof.
[[nodiscard]] std::vector<Recipe> statement_recipes();

}  // namespace perpend::test
