// Rows that contradict each other, against exact arithmetic: nothing false is proved, and what differs by more than
// rounding is found.
#include <boost/test/unit_test.hpp>

#include <array>
#include <random>

#include "verification/arithmetic/exact_program.hpp"
#include "verification/lcp/lcp_contradiction.hpp"

namespace perpend::test::of_lcp_contradiction {

using namespace perpend;

namespace {

struct Doubles {
  MatrixX a;
  VectorX b;

  [[nodiscard]] EnclosedLcp enclosed() const {
    EnclosedLcp lcp{{}, {b.begin(), b.end()}};
    for (const auto row : a.rowwise()) lcp.a.emplace_back(row.begin(), row.end());
    return lcp;
  }

  /// By exact linear programming: w_i - (A z)_i = b_i with w_i = 0 in the equations, z >= 0 in the columns.
  [[nodiscard]] bool is_contradictory(unsigned columns, unsigned equations) const {
    LinearSystemOfSigns system;
    const int n = static_cast<int>(b.size());
    for (int j = 0; j < 2 * n; ++j) system.add_variable(false);
    for (int i = 0; i < n; ++i) {
      LinearRow& row = system.add_row(-exact(b[i]));
      for (int j = 0; j < n; ++j)
        if (has(columns, j)) row.coefficients[j] = exact(a(i, j));
      if (!has(equations, i)) row.coefficients[n + i] = -1;
    }
    return !decide_feasibility(system).is_feasible;
  }

  [[nodiscard]] bool is_shown(unsigned columns, unsigned equations) const {
    const EnclosedLcp lcp = enclosed();
    return ContradictionSearch(lcp).contradicts(columns, equations);
  }
};

Doubles two(double a, double b, double c, double d, double e, double f) {
  return {(MatrixX(2, 2) << a, b, c, d).finished(), Vec2(e, f)};
}

constexpr unsigned all = 3, none = 0;

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_contradiction)

BOOST_AUTO_TEST_CASE(a_row_that_no_column_lifts_contradicts) {
  BOOST_TEST(two(-1, -2, 0, 1, -1, 1).is_shown(all, none));
  BOOST_TEST(!two(-1, 2, 0, 1, -1, 1).is_shown(all, none));
  BOOST_TEST(two(-1, 2, 0, 1, -1, 1).is_shown(1, none));
  BOOST_TEST(is_contradictory(two(-1, -2, 0, 1, -1, 1).enclosed()));
}

BOOST_AUTO_TEST_CASE(equations_are_held_from_both_sides) {
  BOOST_TEST(!two(1, 1, 0, 1, 1, 1).is_shown(all, none));
  BOOST_TEST(two(1, 1, 0, 1, 1, 1).is_shown(all, 1));
  // A singular block: twice a row with another right-hand side.
  BOOST_TEST(two(1, 1, 2, 2, -1, -1).is_shown(all, all));
  BOOST_TEST(!two(1, 1, 2, 2, -1, -2).is_shown(all, all));
  BOOST_TEST(two(1, 1, 2, 2, -1, -2 - 0x1p-20).is_shown(all, all));
}

/// What rounding may have made is not known.
BOOST_AUTO_TEST_CASE(a_difference_within_rounding_is_no_contradiction) {
  BOOST_TEST(!two(1, 1, 2, 2, -1, -2.0000000000000004).is_shown(all, all));
  BOOST_TEST(two(1, 1, 2, 2, -1, -2.0000000000000004).is_contradictory(all, all));
  // Any y has a sum of 0 in a column, which rounding may lift.
  BOOST_TEST(!two(1, -1, 2, -2, -1, -1).is_shown(all, all));
  BOOST_TEST(two(1, -1, 2, -2, -1, -1).is_contradictory(all, all));
  // An enclosure that holds a problem with a solution.
  EnclosedLcp wide = two(1, 1, 2, 2, -1, -1).enclosed();
  BOOST_TEST(ContradictionSearch(wide).contradicts(all, all));
  wide.b[1] = Interval(-2.0, -1.0);
  BOOST_TEST(!ContradictionSearch(wide).contradicts(all, all));
}

BOOST_AUTO_TEST_CASE(nothing_is_shown_of_numbers_that_are_not_known_or_overflow) {
  const EnclosedLcp unknown = unknown_lcp(3);
  BOOST_TEST(!is_contradictory(unknown));
  Doubles huge = two(-1e300, -1e300, -1e-300, -1e-300, -1e300, -1e-300);
  BOOST_TEST((!huge.is_shown(all, all) || huge.is_contradictory(all, all)));
  EnclosedLcp partly = two(-1, -2, 0, 1, -1, 1).enclosed();
  partly.a[0][1] = Interval();
  BOOST_TEST(!is_contradictory(partly));
  BOOST_TEST(!is_contradictory(EnclosedLcp{}));
}

/// Whole numbers make ties and rows that depend on each other.
BOOST_AUTO_TEST_CASE(against_exact_programs_nothing_false_is_shown_and_hardly_anything_missed) {
  std::mt19937_64 random(21);
  std::normal_distribution<double> normal;
  std::array<int, 2> contradictory{}, shown{};
  for (int trial = 0; trial < 600; ++trial) {
    const bool is_whole = trial % 2 == 0;
    const int n = 2 + trial % 5;
    Doubles lcp{MatrixX(n, n), VectorX(n)};
    const auto number = [&] { return is_whole ? static_cast<double>(random() % 5) - 2.0 : normal(random); };
    for (double& x : lcp.a.reshaped()) x = number();
    for (double& x : lcp.b) x = number();
    if (trial % 3 == 0) lcp.a.row(n - 1) = lcp.a.row(0) - 2.0 * lcp.a.row(n / 2);
    const unsigned columns = static_cast<unsigned>(random()) & ((1U << n) - 1U);
    const unsigned equations = trial % 4 == 0 ? 0U : columns;
    const bool is_true = lcp.is_contradictory(columns, equations);
    const bool is_shown = lcp.is_shown(columns, equations);
    BOOST_TEST((is_true || !is_shown));
    contradictory[trial % 2] += is_true ? 1 : 0;
    shown[trial % 2] += is_shown ? 1 : 0;
  }
  for (int i = 0; i < 2; ++i) {
    BOOST_TEST(contradictory[i] > 100);
    BOOST_TEST(shown[i] >= 0.95 * contradictory[i]);
  }
}

/// Contradictory rows where one number is changed until they have a solution that was planted.
BOOST_AUTO_TEST_CASE(a_problem_with_a_planted_solution_is_never_contradictory) {
  std::mt19937_64 random(22);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + trial % 6;
    const auto whole = [&](int most) { return static_cast<double>(random() % (2 * most + 1)) - most; };
    Doubles lcp{MatrixX(n, n), VectorX(n)};
    for (double& x : lcp.a.reshaped()) x = whole(3);
    const unsigned active = static_cast<unsigned>(random()) & ((1U << n) - 1U);
    VectorX z(n);
    for (int i = 0; i < n; ++i) z[i] = has(active, i) ? static_cast<double>(random() % 3) : 0.0;
    lcp.b = -lcp.a * z;
    for (int i = 0; i < n; ++i)
      if (!has(active, i)) lcp.b[i] += static_cast<double>(random() % 2);
    BOOST_TEST(!lcp.is_shown(active, active));
    BOOST_TEST(!lcp.is_shown((1U << n) - 1U, 0U));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_contradiction
