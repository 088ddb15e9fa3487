// A linear complementarity problem in exact numbers: w = A z + b, 0 <= z perp w >= 0.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verification/checker/arithmetic/sparse.hpp"

namespace perpend::checker {

struct Lcp {
  SparseMatrix a;
  std::vector<Rational> b;
  [[nodiscard]] int size() const { return static_cast<int>(b.size()); }
};
/// A and b; throws DataError.
[[nodiscard]] Lcp read_lcp(const nlohmann::json& data);

/// A z + b.
[[nodiscard]] inline std::vector<Rational> slack_of(const Lcp& lcp, const std::vector<Rational>& z) {
  return image(lcp.a, z, lcp.b);
}

/// z >= 0, w >= 0 and z_i w_i = 0, without any error.
[[nodiscard]] bool is_solution(const Lcp& lcp, const std::vector<Rational>& z);

/// A solution from marks of its pairs: 1: w = 0; 0: z = 0; 1/2: one or the other, or both. The active equations are
/// solved over the rationals, each choice of the ambiguous rows is tried on what is left of them, and all signs are
/// checked. Nothing when no choice is a solution, or there are too many.
[[nodiscard]] std::optional<std::vector<Rational>> marked_solution(const Lcp& lcp, const std::vector<Rational>& marks);

}  // namespace perpend::checker
