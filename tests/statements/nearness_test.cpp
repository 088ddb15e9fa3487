// Distances of answers to the solutions of their problems, from below and from above, against exact ones.
#include <boost/test/unit_test.hpp>

#include "tests/statements/matrices.hpp"
#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_solutions.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_nearness {
namespace {

constexpr BoundKind least_of_x = BoundKind::x_least_distance;
constexpr BoundKind most_of_x = BoundKind::x_only_distance;
constexpr BoundKind least_of_z = BoundKind::z_least_distance;

class Draws {
 public:
  explicit Draws(unsigned seed) : random_(seed) {}
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  MatrixX matrix(int n, int largest) {
    return MatrixX::NullaryExpr(n, n, [&] { return static_cast<double>(whole(-largest, largest)); });
  }
  VectorX vector(int n, int largest) {
    return VectorX::NullaryExpr(n, [&] { return static_cast<double>(whole(-largest, largest)); });
  }

 private:
  std::mt19937 random_;
};

double largest(const VectorX& x) {
  return x.cwiseAbs().maxCoeff();
}

/// Near the eigenvector of the smallest eigenvalue.
VectorX hardly_seen(const MatrixX& a) {
  const MatrixX inverse = approximate_inverse(a);
  return inverse * (inverse * VectorX::Unit(a.rows(), a.rows() - 1));
}

/// 0 where the statement has no such bound.
double least(const Statement& statement, BoundKind kind) {
  const double bound = statement.bound(kind);
  return std::isnan(bound) ? 0.0 : bound;
}

/// Columns scaled by 2^k, so that entries of x are scaled by 2^-k and stay exact.
void scale_unknowns(MatrixX& a, VectorX& x, Draws& draws) {
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    const int k = draws.whole(-20, 20);
    a.col(j) *= std::ldexp(1.0, k);
    x[j] *= std::ldexp(1.0, -k);
  }
}

BOOST_AUTO_TEST_SUITE(nearness)

BOOST_AUTO_TEST_CASE(a_planted_distance_of_a_system_lies_between_its_bounds_and_decides_the_claim) {
  Draws draws(11);
  int decided = 0;
  for (int round = 0; round < 300; ++round) {
    const int n = draws.whole(1, 6);
    MatrixX a = draws.matrix(n, 9);
    VectorX x = draws.vector(n, 9);
    if (round % 2 == 1) scale_unknowns(a, x, draws);
    const VectorX b = a * x;  // whole multiples of one power of two, below 2^53
    VectorX answer = x;
    const int digits = draws.whole(1, 7), places = draws.whole(0, 20);
    answer[draws.whole(0, n - 1)] += std::ldexp(digits, -places);
    const double truth = largest(answer - x);  // exact: the entries have few digits
    const Statement found = state_linear(rows_of(a), answer, b);
    if (std::isnan(found.bound(most_of_x))) continue;  // singular
    BOOST_TEST(least(found, least_of_x) <= truth);
    BOOST_TEST(found.bound(most_of_x) >= truth);
    const auto verdict = [&](double share) { return state_linear(rows_of(a), answer, b, {}, share * truth).verdict; };
    BOOST_TEST((verdict(1.001) != Verdict::refuted));
    BOOST_TEST((verdict(0.999) != Verdict::proved));
    if (verdict(1.001) == Verdict::proved && verdict(0.999) == Verdict::refuted) ++decided;
  }
  BOOST_TEST(decided > 270);  // about one in twenty small whole matrices is singular
}

BOOST_AUTO_TEST_CASE(an_answer_far_off_with_a_tiny_residual_is_refuted) {
  for (const int n : {4, 8, 12}) {
    const MatrixX a = scaled_hilbert(n);
    const VectorX b = a * VectorX::Constant(n, 1.0);
    // Along the direction that A hardly sees.
    const VectorX null = hardly_seen(a);
    const VectorX answer = VectorX::Constant(n, 1.0) + 1e-3 * null / largest(null);
    const double truth = largest(answer - VectorX::Constant(n, 1.0));
    BOOST_TEST((state_linear(rows_of(a), answer, b, {}, 0.9 * truth).verdict == Verdict::refuted), n);
    BOOST_TEST((state_linear(rows_of(a), answer, b, {}, 1.1 * truth).verdict == Verdict::proved), n);
  }
}

BOOST_AUTO_TEST_CASE(a_singular_system_refutes_by_its_residual_alone) {
  const SparseRows a = rows_of(matrix(2, {1, 1, 1, 1}));
  const VectorX b = VectorX::Constant(2, 2.0), far = VectorX::Constant(2, 3.0);
  const Statement statement = state_linear(a, far, b, {}, 1.0);
  BOOST_TEST((statement.verdict == Verdict::refuted));
  BOOST_TEST(statement.bound(least_of_x) == 2.0);  // the solution (1, 1) is as near
  BOOST_TEST((state_linear(a, far, b, {}, 3.0).verdict == Verdict::undecided));
  BOOST_TEST((state_linear(a, VectorX::Constant(2, 1.0), b, {}, 0.0).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(a_row_of_zeros_with_a_right_side_has_no_solution_near_or_far) {
  const Statement statement =
      state_linear(rows_of(matrix(2, {1, 2, 0, 0})), VectorX::Zero(2), VectorX::Constant(2, 1.0), {}, 1e9);
  BOOST_TEST((statement.verdict == Verdict::refuted));
  BOOST_TEST(fact(statement, FactKind::solution) == "none: row 2 of A is 0, and b is not");
}

BOOST_AUTO_TEST_CASE(a_distance_that_is_none_is_refused) {
  const SparseRows a = rows_of(matrix(1, {1}));
  const VectorX one = VectorX::Constant(1, 1.0);
  for (const double within : {-1.0, std::nan("")}) {
    BOOST_TEST((state_linear(a, one, one, {}, within).verdict == Verdict::not_run));
    BOOST_TEST((state_lcp(a, -one, one, {}, within).verdict == Verdict::not_run));
  }
}

/// Distance of z to the nearest isolated solution, with few digits; NaN where there are continua, or none at all.
double distance_to_list(const SolutionSet& all, const VectorX& z) {
  double nearest = infinity;
  if (all.has_continuum() || all.pieces.empty()) return std::nan("");
  for (const SolutionPiece& piece : all.pieces) nearest = std::min(nearest, largest(piece.z - z));
  return nearest;
}

BOOST_AUTO_TEST_CASE(no_solution_of_a_listed_problem_is_nearer_than_the_bound) {
  Draws draws(5);
  int refuted = 0, proved = 0;
  for (int round = 0; round < 400; ++round) {
    const int n = draws.whole(1, 4);
    MatrixX a = draws.matrix(n, 3);
    if (round % 2 == 0) a = a * a.transpose() + MatrixX::Identity(n, n);  // definite: one solution
    VectorX b = draws.vector(n, 4);
    const SolutionSet all = list_solutions(rows_of(a), b);
    VectorX z = draws.vector(n, 3) / 4.0;
    if (!all.pieces.empty() && round % 3 == 0) z = all.pieces[0].z + VectorX::Unit(n, draws.whole(0, n - 1)) / 64.0;
    const double truth = distance_to_list(all, z);
    if (std::isnan(truth)) continue;
    const double slack = 1e-12;  // pieces are rounded
    const Statement found = state_lcp(rows_of(a), b, z);
    BOOST_TEST(least(found, least_of_z) <= truth + slack);
    for (const double share : {0.5, 0.99, 1.01, 2.0}) {
      const Verdict verdict = state_lcp(rows_of(a), b, z, {}, share * truth).verdict;
      if (truth > slack) BOOST_TEST((verdict != (share < 1.0 ? Verdict::proved : Verdict::refuted)), share);
      if (round % 2 == 0 && truth > slack) BOOST_TEST((verdict != Verdict::undecided), share);
      refuted += verdict == Verdict::refuted ? 1 : 0;
      proved += verdict == Verdict::proved ? 1 : 0;
    }
  }
  BOOST_TEST(refuted > 400);
  BOOST_TEST(proved > 400);
}

BOOST_AUTO_TEST_CASE(an_answer_with_the_wrong_active_rows_of_an_ill_conditioned_problem_is_refuted) {
  const MatrixX a = scaled_hilbert(9);
  const VectorX solution = VectorX::Constant(9, 1.0);
  const VectorX b = -(a * solution);
  VectorX z = solution - 2.0 * hardly_seen(a).normalized();
  z = z.cwiseMax(0.0);
  const double truth = largest(z - solution);
  BOOST_TEST((state_lcp(rows_of(a), b, z, {}, 0.99 * truth).verdict == Verdict::refuted));
  BOOST_TEST((state_lcp(rows_of(a), b, z, {}, 1.01 * truth).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_nearness
