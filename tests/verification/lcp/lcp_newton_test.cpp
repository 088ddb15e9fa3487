// Solutions with pairs that are both nearly 0, planted: enclosed, and never falsely.
#include <boost/test/unit_test.hpp>

#include <random>

#include "verification/arithmetic/rational.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/lcp/lcp_solutions.hpp"

namespace perpend::test::of_lcp_newton {

using namespace perpend;

namespace {

/// z and w exact, one of each pair 0, and b = w - A z without rounding: numbers are multiples of 2^-44 below 2^9.
struct Planted {
  MatrixX a;
  VectorX b, z, w;
};

/// Diagonal 1 or 2 next to entries of up to 2 on one side: neither H nor definite, seldom P.
MatrixX skewed_matrix(int n, std::mt19937_64& random) {
  std::uniform_int_distribution<int> entry(-2, 2), diagonal(1, 2);
  MatrixX a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = i == j ? diagonal(random) : entry(random);
  return a;
}

/// A third of the pairs: 0 and 0, or 0 and some 2^-40 (about 1e-12).
Planted planted(int n, std::mt19937_64& random) {
  std::uniform_int_distribution<int> kind(0, 5), size(1, 7);
  Planted problem{skewed_matrix(n, random), {}, VectorX::Zero(n), VectorX::Zero(n)};
  for (int i = 0; i < n; ++i) {
    const int chosen = kind(random);
    const double value = size(random) * (chosen >= 2 ? 1.0 : 0x1p-40);
    if (chosen == 0) continue;
    (chosen % 2 == 0 ? problem.z : problem.w)[i] = value;
  }
  problem.b = problem.w - problem.a * problem.z;
  return problem;
}

/// As a solver leaves it: off by up to 1e-11, which hides which of a small pair is 0.
VectorX blurred(const VectorX& z, std::mt19937_64& random) {
  std::uniform_real_distribution<double> noise(-1e-11, 1e-11);
  VectorX result = z;
  for (double& x : result) x = std::max(0.0, x + noise(random));
  return result;
}

/// Some solution of the exact list lies within; of a continuum nothing is known but that it exists.
bool holds_a_solution(const LcpEnclosure& found, const VectorX& y, const SolutionSet& truth) {
  for (const SolutionPiece& piece : truth.pieces) {
    bool is_within = true;
    for (Eigen::Index i = 0; i < y.size(); ++i)
      is_within = is_within && abs(piece.exact[static_cast<std::size_t>(i)] - y[i]).lo <= found.radius[i];
    if (is_within || piece.is_continuum) return true;
  }
  return false;
}

bool is_by_newton(const LcpEnclosure& found) {
  return std::string(found.theorem).starts_with("Newton");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_newton)

BOOST_AUTO_TEST_CASE(a_degenerate_pair_is_enclosed_where_nothing_else_does) {
  // P, neither H nor definite; z = (1, 0, 0), w = (0, 0, 1).
  const MatrixX a = (MatrixX(3, 3) << 1, 3, 0, 0, 1, 3, 3, 0, 1).finished();
  const VectorX b = Vec3(-1.0, 0.0, -2.0);
  const LcpCertificate found = certify_lcp(sparse_rows(a), b, Vec3(1.0 + 0x1p-40, 0x1p-40, 0.0));
  BOOST_REQUIRE(found.enclosures.size() == 1U);
  BOOST_TEST(is_by_newton(found.enclosures[0]));
  BOOST_TEST(!found.enclosures[0].is_strict);
  BOOST_TEST(std::abs(found.y[0] - 1.0) <= found.enclosures[0].radius[0]);
  BOOST_TEST(found.enclosures[0].radius.maxCoeff() < 0x1p-38);
  const LcpEffort without{.most_ambiguous = 0};
  BOOST_TEST(certify_lcp(sparse_rows(a), b, Vec3(1.0 + 0x1p-40, 0x1p-40, 0.0), without).enclosures.empty());
}

BOOST_AUTO_TEST_CASE(a_degenerate_pair_outside_class_p_stays_open) {
  // w = -z: z = 0 is a solution, and b one bit lower leaves none.
  const SparseRows a = sparse_rows(MatrixX::Constant(1, 1, -1.0));
  BOOST_TEST(certify_lcp(a, VectorX::Zero(1), VectorX::Zero(1)).enclosures.empty());
  BOOST_TEST(certify_lcp(a, VectorX::Constant(1, -0x1p-60), VectorX::Zero(1)).enclosures.empty());
  BOOST_TEST(certify_lcp(a, VectorX::Constant(1, 0x1p-60), VectorX::Constant(1, 0x1p-60)).enclosures.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_pair_chosen_wrongly_by_the_answer_is_put_right) {
  const MatrixX a = (MatrixX(3, 3) << 1, 3, 0, 0, 1, 3, 3, 0, 1).finished();
  const VectorX z = Vec3(1.0, 0x1p-40, 0.0);
  const VectorX b = Vec3(0.0, 0.0, 1.0) - a * z;
  const LcpCertificate found = certify_lcp(sparse_rows(a), b, Vec3(1.0, 0.0, 0.0));
  BOOST_REQUIRE(found.enclosures.size() == 1U);
  BOOST_TEST(found.enclosures[0].is_strict);
  BOOST_TEST(found.enclosures[0].radius[1] >= 0x1p-40);
  BOOST_TEST(found.enclosures[0].radius[1] < 0x1.01p-40);
}

BOOST_AUTO_TEST_CASE(no_planted_problem_is_falsely_enclosed) {
  std::mt19937_64 random(17);
  int by_newton = 0, degenerate = 0, is_false = 0;
  for (int trial = 0; trial < 2400; ++trial) {
    const Planted problem = planted(2 + trial % 4, random);
    const SparseRows a = sparse_rows(problem.a);
    // Every fifth b is off by its last bits, so that degenerate problems may lose their solution.
    VectorX b = problem.b;
    if (trial % 5 == 0)
      for (double& x : b) x -= 0x1p-50;
    const LcpCertificate found = certify_lcp(a, b, blurred(problem.z, random));
    if (found.enclosures.empty()) continue;
    const SolutionSet truth = list_solutions(a, b);
    for (const LcpEnclosure& enclosure : found.enclosures) {
      by_newton += is_by_newton(enclosure) ? 1 : 0;
      degenerate += is_by_newton(enclosure) && !enclosure.is_strict ? 1 : 0;
      is_false += holds_a_solution(enclosure, found.y, truth) ? 0 : 1;
    }
  }
  BOOST_TEST(is_false == 0);
  BOOST_TEST(by_newton > 400);
  BOOST_TEST(degenerate > 100);
  BOOST_TEST_MESSAGE(by_newton << " by Newton, " << degenerate << " of them degenerate");
}

BOOST_AUTO_TEST_CASE(many_ambiguous_pairs_of_a_large_problem_are_followed_or_left) {
  // Blocks [[1, 3, 0], [0, 1, 3], [3, 0, 1]]: P, neither H nor definite. One exactly degenerate pair in some of them.
  for (const int ambiguous : {1, 6, 10, 11}) {
    const int n = 60;
    MatrixX a = MatrixX::Zero(n, n);
    VectorX z = VectorX::Zero(n), w = VectorX::Zero(n);
    for (int i = 0; i < n; ++i) {
      a(i, i) = 1.0;
      a(i, i - i % 3 + (i + 1) % 3) = 3.0;
      if (i % 3 == 0) z[i] = 1.0;
      if (i % 3 == 2 || (i % 3 == 1 && i / 3 >= ambiguous)) w[i] = 1.0;
    }
    const LcpCertificate found = certify_lcp(sparse_rows(a), w - a * z, z);
    BOOST_TEST(found.enclosures.size() == (ambiguous <= 10 ? 1U : 0U));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_newton
