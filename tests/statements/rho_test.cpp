// Spectral radii on the unit circle, where eigenvalue routines guess.
#include <boost/test/unit_test.hpp>
#include <Eigen/LU>

#include "tests/statements/matrices.hpp"
#include "verification/statements/statements.hpp"
#include "verification/statements/stein.hpp"

namespace perpend::test::of_rho {
namespace {

Statement judge(const MatrixX& x) {
  return state_rho(rows_of(x));
}

bool powers_grow(const Statement& statement) {
  return std::get<bool>(statement.find(FactKind::powers_grow)->value);
}

/// [[0, -b], [1, a]]: roots of z^2 - a z + b.
MatrixX companion(double a, double b) {
  return matrix(2, {0, -b, 1, a});
}

/// X in whole coordinates T, whose inverse is whole too.
MatrixX disguised(const MatrixX& x, std::mt19937_64& random) {
  const Eigen::Index n = x.rows();
  std::uniform_int_distribution<int> entry(-2, 2);
  MatrixX lower = MatrixX::Identity(n, n);
  MatrixX upper = MatrixX::Identity(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      lower(i, j) = entry(random);
      upper(j, i) = entry(random);
    }
  const MatrixX t = lower * upper;
  const MatrixX inverse = upper.triangularView<Eigen::UnitUpper>().solve(
      MatrixX(lower.triangularView<Eigen::UnitLower>().solve(MatrixX::Identity(n, n))));
  return t * x * inverse;
}

BOOST_AUTO_TEST_SUITE(rho)

BOOST_AUTO_TEST_CASE(two_by_two_blocks_obey_jury_s_inequalities) {
  struct Case {
    double trace, determinant;
    Verdict verdict;
  };
  for (const Case& c :
       {Case{0, 0, Verdict::proved}, Case{1, 0.25, Verdict::proved}, Case{2, 1, Verdict::proved},
        Case{-2, 1, Verdict::proved}, Case{0, 1, Verdict::proved}, Case{1, 1, Verdict::proved},
        Case{0, -1, Verdict::proved}, Case{2.01, 1, Verdict::refuted}, Case{0, 1.0000001, Verdict::refuted},
        Case{2 - 0x1p-40, 1, Verdict::proved}, Case{2 + 0x1p-40, 1, Verdict::refuted}, Case{0.5, -0.5, Verdict::proved},
        Case{0.5, -0.50000001, Verdict::refuted}})
    BOOST_TEST((judge(companion(c.trace, c.determinant)).verdict == c.verdict), c.trace << " " << c.determinant);
}

BOOST_AUTO_TEST_CASE(small_random_blocks_agree_with_jury_exactly) {
  std::mt19937_64 random(8);
  std::uniform_int_distribution<int> entry(-9, 9);
  int refuted = 0, on_circle = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const MatrixX x = matrix(2, {entry(random) / 4.0, entry(random) / 4.0, entry(random) / 4.0, entry(random) / 4.0});
    const Rational t = exact(x(0, 0)) + exact(x(1, 1));
    const Rational d = exact(x(0, 0)) * exact(x(1, 1)) - exact(x(0, 1)) * exact(x(1, 0));
    const bool is_stable = abs(d) <= 1 && abs(t) <= 1 + d;
    on_circle += is_stable && (d == 1 || abs(t) == 1 + d) ? 1 : 0;
    refuted += is_stable ? 0 : 1;
    BOOST_REQUIRE((judge(x).verdict == (is_stable ? Verdict::proved : Verdict::refuted)));
  }
  BOOST_TEST(refuted > 500);
  BOOST_TEST(on_circle > 5);
}

BOOST_AUTO_TEST_CASE(defective_eigenvalues_on_the_circle_are_stable_and_grow) {
  std::mt19937_64 random(9);
  MatrixX x = MatrixX::Identity(4, 4);
  BOOST_TEST(!powers_grow(judge(disguised(x, random))));
  x(0, 1) = 1.0;
  const Statement grows = judge(disguised(x, random));
  BOOST_TEST((grows.verdict == Verdict::proved));
  BOOST_TEST((grows.decided_by().level == Level::exact));
  BOOST_TEST(powers_grow(grows));
  // A quarter turn twice over, coupled.
  MatrixX turn = MatrixX::Zero(4, 4);
  turn.topLeftCorner(2, 2) = turn.bottomRightCorner(2, 2) = companion(0, 1);
  BOOST_TEST(!powers_grow(judge(disguised(turn, random))));
  turn(0, 2) = 1.0;
  BOOST_TEST(powers_grow(judge(disguised(turn, random))));
  BOOST_TEST((judge(disguised(turn, random)).count(FactKind::on_circle) == 2));
}

BOOST_AUTO_TEST_CASE(a_rotation_by_a_rational_angle_is_on_the_circle_and_doubles_beside_it_are_not) {
  const MatrixX turn = matrix(2, {0.6, -0.8, 0.8, 0.6});  // as doubles 0.36 + 0.64 is not 1
  const Rational determinant = exact(0.6) * exact(0.6) + exact(0.8) * exact(0.8);
  BOOST_TEST((judge(turn).verdict == (determinant <= 1 ? Verdict::proved : Verdict::refuted)));
  BOOST_TEST((judge(matrix(2, {0.28125, -1.0, 1.0 - 0.0791015625, 0.0})).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(nilpotent_and_contracting_matrices_are_strictly_inside) {
  std::mt19937_64 random(10);
  MatrixX nilpotent = MatrixX::Zero(6, 6);
  for (int i = 0; i < 5; ++i) nilpotent(i, i + 1) = 3.0;
  BOOST_TEST(judge(disguised(nilpotent, random)).has(FactKind::strict));
  BOOST_TEST(judge(0.5 * MatrixX::Identity(5, 5)).has(FactKind::strict));
  MatrixX far = 0.5 * MatrixX::Identity(6, 6);
  far(2, 2) = -1.0 - 0x1p-20;
  BOOST_TEST((judge(disguised(far, random)).verdict == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(large_matrices_on_the_circle_are_undecided_with_an_estimate) {
  const Statement statement = state_rho(rows_of(MatrixX::Identity(300, 300)), {.seconds = 5.0});
  BOOST_TEST((statement.verdict == Verdict::undecided));
  BOOST_TEST(statement.reason.find("takes about") != std::string::npos);
  BOOST_TEST((judge(matrix(3, {1, 2, 3})).verdict == Verdict::not_run));
}

/// Blocks with eigenvalues r exp(+-i phi) in random coordinates.
MatrixX planted_rotations(int blocks, double largest, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const Eigen::Index n = 2 * blocks;
  MatrixX x = MatrixX::Zero(n, n);
  for (int k = 0; k < blocks; ++k) {
    const double r = k == 0 ? largest : 0.9 * k / blocks;
    x.block(2 * k, 2 * k, 2, 2) << r * std::cos(k + 1.0), -r * std::sin(k + 1.0), r * std::sin(k + 1.0),
        r * std::cos(k + 1.0);
  }
  MatrixX t(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      t(i, j) = normal(random) / std::sqrt(static_cast<double>(n)) + (i == j ? 2.0 : 0.0);
  return t * x * t.inverse();
}

BOOST_AUTO_TEST_CASE(larger_matrices_are_decided_on_both_sides_of_the_circle_by_a_matrix_of_stein) {
  for (const unsigned seed : {1U, 2U}) {
    const Statement inside = judge(planted_rotations(40, 0.9999, seed));
    BOOST_TEST((inside.verdict == Verdict::proved));
    BOOST_TEST(inside.theorem.find("Stein") != std::string::npos);
    const Statement outside = judge(planted_rotations(40, 1.0001, seed));
    BOOST_TEST((outside.verdict == Verdict::refuted));
    for (const Statement& found : {inside, outside}) BOOST_TEST(found.witness.at(0).first == "H");
    BOOST_TEST(outside.witness.at(1).second.size() == 80U);
  }
}

BOOST_AUTO_TEST_CASE(an_eigenvalue_on_the_circle_is_on_neither_side) {
  const MatrixX x = planted_rotations(30, 1.0, 3);
  BOOST_TEST((prove_inside(x).verdict == Verdict::undecided));
  BOOST_TEST((prove_outside(x).verdict == Verdict::undecided));
  BOOST_TEST((prove_inside(planted_rotations(30, 1.01, 3)).verdict == Verdict::undecided));
  BOOST_TEST((prove_outside(planted_rotations(30, 0.99, 3)).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(a_circle_of_any_radius_is_that_of_the_matrix_divided_by_it) {
  const auto within = [](const MatrixX& x, double radius) {
    return std::string(to_string(state_rho(rows_of(x), {}, radius).verdict));
  };
  const MatrixX turning = companion(0, 1.5625);  // eigenvalues 1.25 i, -1.25 i
  BOOST_TEST(within(turning, 1.25) == "proved");
  BOOST_TEST(within(turning, 1.25 + 0x1p-52) == "proved");
  BOOST_TEST(within(turning, 1.25 - 0x1p-52) == "refuted");
  BOOST_TEST(within(8.0 * turning, 10.0) == "proved");
  BOOST_TEST(within(8.0 * turning, 9.999) == "refuted");
  BOOST_TEST(within(companion(2, 1), 1.0 + 0x1p-40) == "proved");  // 1, defective
  const MatrixX large = planted_rotations(120, 1.0, 5);            // rounded: some eigenvalues a little outside
  BOOST_TEST(within(large, 1.0 + 1e-9) == "proved");
  BOOST_TEST(within(large, 1.0 - 1e-9) == "refuted");
  BOOST_TEST(within(turning, 0.0) == "not_run");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_rho
