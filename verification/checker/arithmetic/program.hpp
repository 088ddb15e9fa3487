// Exact linear programming for small systems: is there an x with G x = h whose signed entries are >= 0?
#pragma once

#include "verification/checker/arithmetic/rational.hpp"

namespace perpend::checker {

struct ProgramRow {
  std::vector<Rational> coefficients;  ///< of every variable
  Rational right;
};

/// Coefficients of one program: 1 GB.
inline constexpr std::size_t most_coefficients = std::size_t{1} << 26;

/// Throws TooLarge when it grows beyond what is worked on here.
struct Program {
  std::vector<char> is_free;  ///< of each variable; the others are >= 0
  std::vector<ProgramRow> rows;

  /// Rows that exist have 0 there.
  int add_variable(bool free_sign);
  ProgramRow& add_row(const Rational& right);
  /// `row` >= its right side: a new variable takes what is more.
  void add_slack(std::size_t row, int sign = -1);

 private:
  void expect_room(std::size_t num_rows, std::size_t num_variables) const;
};

struct Decision {
  bool is_feasible = false;
  std::vector<Rational> x;  ///< when feasible
};

/// Phase 1 of the simplex method with Bland's rule. What it finds is not believed but put in: an x that fulfils every
/// row and sign, or a y with y^T G <= 0 for signed variables, = 0 for free ones, and y^T h > 0 [CottlePangStone92].
[[nodiscard]] Decision decide(const Program& program);

}  // namespace perpend::checker
