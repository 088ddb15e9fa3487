// All solutions of a small complementarity problem w = A z + b, 0 <= z perp w >= 0. One entry of each pair is 0: each
// of the 2^n choices of entries that may be positive gives a polyhedron
//     { z_a >= 0, A_aa z_a = -b_a, A_ba z_a + b_b >= 0 },
// and the solutions are their union [CottlePangStone92].
#pragma once

#include "verification/checker/arithmetic/program.hpp"
#include "verification/checker/lcp/lcp.hpp"

namespace perpend::checker {

using Functions = std::vector<std::vector<Rational>>;  ///< of z, row by row

/// Isolated values, and continua on which they vary.
struct Count {
  int isolated = 0;
  int continua = 0;
};

class Solutions {
 public:
  explicit Solutions(const Lcp& lcp);
  /// Counts the values that functions take over all solutions.
  [[nodiscard]] Count count(const Functions& functions) const;
  [[nodiscard]] bool is_empty() const { return points_.empty() && continua_.empty(); }

 private:
  struct Piece {
    std::vector<char> is_active;
    std::vector<Rational> z;
  };
  [[nodiscard]] int size() const { return static_cast<int>(b_.size()); }
  void try_choice(const std::vector<char>& is_active);
  void drop_held();
  [[nodiscard]] Rational slack(const std::vector<Rational>& z, int i) const;
  [[nodiscard]] Program polyhedron(const std::vector<char>& is_active) const;
  /// Directions in which the polyhedron can be left at z without leaving it.
  [[nodiscard]] Program directions(const Piece& piece) const;
  [[nodiscard]] bool can_change(const Piece& piece, const std::vector<Rational>& function, int sign) const;
  [[nodiscard]] bool varies(const Piece& piece, const Functions& functions) const;
  [[nodiscard]] bool attains(const Piece& piece, const Functions& functions, const std::vector<Rational>& values) const;
  [[nodiscard]] bool holds_point(const Piece& piece, const std::vector<Rational>& z) const;
  [[nodiscard]] bool holds(const Piece& outer, const Piece& inner) const;
  [[nodiscard]] std::vector<Rational> entry_of_z(int i) const;
  [[nodiscard]] std::vector<Rational> entry_of_w(int i) const;

  Matrix a_;
  std::vector<Rational> b_;
  std::vector<Piece> points_, continua_;
};

}  // namespace perpend::checker
