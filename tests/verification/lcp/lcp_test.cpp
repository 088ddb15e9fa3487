// Complementarity problems with known answers: what is proved of them, and that nothing false is.
#include <boost/test/unit_test.hpp>

#include <random>

#include "verification/arithmetic/rational.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_solutions.hpp"

namespace perpend::test::of_lcp {

using namespace perpend;

namespace {

SparseRows sparse(const MatrixX& a) {
  SparseRows rows;
  rows.num_rows = static_cast<int>(a.rows());
  rows.num_columns = static_cast<int>(a.cols());
  rows.first = {0};
  for (int i = 0; i < a.rows(); ++i) {
    for (int j = 0; j < a.cols(); ++j) {
      if (a(i, j) == 0.0) continue;
      rows.column.push_back(j);
      rows.value.push_back(a(i, j));
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
  return rows;
}

struct Lcp {
  MatrixX a;
  VectorX b;
  [[nodiscard]] SolutionSet list() const { return list_solutions(sparse(a), b); }
};

Lcp two(double a, double b, double c, double d, double e, double f) {
  return {(MatrixX(2, 2) << a, b, c, d).finished(), Vec2(e, f)};
}

bool lists(const SolutionSet& set, const VectorX& z) {
  for (const SolutionPiece& piece : set.pieces)
    if (!piece.is_continuum && piece.z == z) return true;
  return false;
}

bool proves(Verdict verdict) {
  return verdict == Verdict::proved;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp)

BOOST_AUTO_TEST_CASE(all_solutions_of_the_known_problems_are_listed) {
  const SolutionSet unique = two(1, -3, 0, 1, -1, -1).list();
  BOOST_TEST(proves(unique.verdict));
  BOOST_TEST(unique.pieces.size() == 1);
  BOOST_TEST(lists(unique, Vec2(4, 1)));

  const Lcp cyclic{(MatrixX(3, 3) << 1, 2, 0, 0, 1, 2, 2, 0, 1).finished(), VectorX::Constant(3, -1.0)};
  const SolutionSet third = cyclic.list();
  BOOST_TEST(third.pieces.size() == 1);
  for (const Interval& z : third.pieces[0].exact)
    BOOST_TEST((exact(z.lo) < Rational(1, 3) && Rational(1, 3) < exact(z.hi)));

  BOOST_TEST(two(0, 1, -1, 0, -1, -1).list().pieces.empty());

  const SolutionSet three = two(1, 2, 2, 1, -1, -1).list();
  BOOST_TEST(three.num_isolated() == 3);
  BOOST_TEST(lists(three, Vec2(1, 0)));
  BOOST_TEST(lists(three, Vec2(0, 1)));

  const SolutionSet segment = two(1, 1, 1, 1, -1, -1).list();
  BOOST_TEST(segment.pieces.size() == 1);
  BOOST_TEST(segment.has_continuum());

  const SolutionSet degenerate = two(2, 1, 1, 2, -2, -1).list();
  BOOST_TEST(degenerate.pieces.size() == 1);
  BOOST_TEST(lists(degenerate, Vec2(1, 0)));
  BOOST_TEST(degenerate.pieces[0].is_degenerate);

  const Lcp circulant{(MatrixX(3, 3) << 1, 0, 2, 2, 1, 0, 0, 2, 1).finished(), VectorX::Ones(3)};
  BOOST_TEST(lists(circulant.list(), VectorX::Zero(3)));
  BOOST_TEST(circulant.list().pieces.size() == 1);
}

BOOST_AUTO_TEST_CASE(murtys_matrix_has_the_one_solution_that_pivots_look_for_so_long) {
  const int n = 8;
  MatrixX a = MatrixX::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) a(i, j) = 2.0;
  const SolutionSet set = list_solutions(sparse(a), VectorX::Constant(n, -1.0));
  BOOST_TEST(set.pieces.size() == 1);
  BOOST_TEST(lists(set, VectorX::Unit(n, 0)));
  BOOST_TEST(proves(classify(sparse(a)).p_matrix));
}

BOOST_AUTO_TEST_CASE(the_rod_of_painleve_has_no_two_or_one_solution) {
  const auto rod = [](double b) { return Lcp{MatrixX::Constant(1, 1, -0.8), VectorX::Constant(1, b)}.list(); };
  BOOST_TEST(rod(-2.0).pieces.empty());  // w^2 = 10
  const SolutionSet both = rod(2.0);     // w^2 = 15
  BOOST_TEST(both.num_isolated() == 2);
  BOOST_TEST(lists(both, VectorX::Zero(1)));
  BOOST_TEST(lists(both, VectorX::Constant(1, 2.5)));
  BOOST_TEST(rod(0.0).num_isolated() == 1);
}

BOOST_AUTO_TEST_CASE(a_zero_matrix_gives_a_continuum_where_b_is_zero) {
  BOOST_TEST((Lcp{MatrixX::Zero(1, 1), VectorX::Zero(1)}.list().has_continuum()));
  BOOST_TEST((Lcp{MatrixX::Zero(1, 1), VectorX::Ones(1)}.list().num_isolated() == 1));
  BOOST_TEST((Lcp{MatrixX::Zero(2, 2), VectorX::Zero(2)}.list().pieces.size() == 1));  // the quadrant holds its edges
  BOOST_TEST((Lcp{MatrixX(0, 0), VectorX(0)}.list().num_isolated() == 1));
}

BOOST_AUTO_TEST_CASE(continua_that_meet_in_a_point_are_each_their_own) {
  const SolutionSet rays = two(0, 1, 1, 0, 0, 0).list();  // z_1 z_2 = 0
  BOOST_TEST(rays.pieces.size() == 2);
  BOOST_TEST(rays.num_isolated() == 0);
  // Three such unknowns: three rays. With a third that is free of them: two quadrants that share an edge.
  const MatrixX others = MatrixX::Ones(3, 3) - MatrixX::Identity(3, 3);
  BOOST_TEST((Lcp{others, VectorX::Zero(3)}.list().pieces.size() == 3));
  MatrixX free = MatrixX::Zero(3, 3);
  free(0, 1) = free(1, 0) = 1.0;
  const SolutionSet quadrants = Lcp{free, VectorX::Zero(3)}.list();
  BOOST_TEST(quadrants.pieces.size() == 2);
  for (const SolutionPiece& piece : quadrants.pieces) BOOST_TEST(piece.z[2] > 0.0);
}

BOOST_AUTO_TEST_CASE(a_matrix_of_class_p_has_exactly_one_solution_whatever_b_is) {
  std::mt19937_64 random(4);
  std::uniform_int_distribution<int> entry(-4, 4);
  int p_matrices = 0;
  int others = 0;
  for (int trial = 0; trial < 200; ++trial) {
    MatrixX a(3, 3);
    VectorX b(3);
    for (double& x : a.reshaped()) x = entry(random);
    a.diagonal().array() += 3.0;
    for (double& x : b) x = entry(random);
    const SolutionSet set = list_solutions(sparse(a), b);
    const LcpClassReport report = classify(sparse(a));
    if (proves(report.p_matrix)) {
      ++p_matrices;
      BOOST_TEST(set.pieces.size() == 1);
      BOOST_TEST(!set.has_continuum());
    } else {
      others += set.pieces.size() != 1 ? 1 : 0;
    }
    if (proves(report.positive_definite) || proves(report.h_plus)) BOOST_TEST(proves(report.p_matrix));
    if (proves(report.semidefinite)) BOOST_TEST(proves(report.copositive));
    for (const SolutionPiece& piece : set.pieces) {
      const VectorX w = a * piece.z + b;
      BOOST_TEST(piece.z.minCoeff() >= 0.0);
      BOOST_TEST(w.minCoeff() >= -1e-12);
      BOOST_TEST(std::abs(piece.z.dot(w)) <= 1e-12);
    }
  }
  BOOST_TEST(p_matrices > 20);
  BOOST_TEST(others > 20);
}

BOOST_AUTO_TEST_CASE(classes_of_the_known_matrices) {
  const LcpClassReport h = classify(sparse(two(1, -3, 0, 1, 0, 0).a));
  BOOST_TEST(proves(h.h_plus));
  BOOST_TEST(proves(h.p_matrix));
  BOOST_TEST((h.positive_definite == Verdict::refuted));
  const LcpClassReport p = classify(sparse((MatrixX(3, 3) << 1, 2, 0, 0, 1, 2, 2, 0, 1).finished()));
  BOOST_TEST(proves(p.p_matrix));
  BOOST_TEST((p.h_plus == Verdict::refuted));
  const LcpClassReport skew = classify(sparse(two(0, 1, -1, 0, 0, 0).a));
  BOOST_TEST(proves(skew.semidefinite));
  BOOST_TEST((skew.positive_definite == Verdict::refuted));
  BOOST_TEST((skew.p_matrix == Verdict::refuted));
  const LcpClassReport equal = classify(sparse(two(1, 2, 2, 1, 0, 0).a));
  BOOST_TEST((equal.semidefinite == Verdict::refuted));
  BOOST_TEST(proves(equal.copositive));
  BOOST_TEST((classify(sparse(two(1, -2, -2, 1, 0, 0).a)).copositive == Verdict::refuted));
  // Copositive but neither semidefinite nor nonnegative after scaling: Horn's matrix.
  MatrixX horn(5, 5);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) horn(i, j) = (i - j + 5) % 5 == 1 || (j - i + 5) % 5 == 1 ? -1.0 : 1.0;
  BOOST_TEST(proves(classify(sparse(horn)).copositive));
  BOOST_TEST((classify(sparse(horn)).semidefinite == Verdict::refuted));
  horn(0, 0) = 0.875;
  BOOST_TEST((classify(sparse(horn)).copositive == Verdict::refuted));
  // 1 - 2^-52 compared with 1: only exact arithmetic tells.
  BOOST_TEST(proves(classify(sparse(two(1, 1 - 0x1p-52, 1 - 0x1p-52, 1, 0, 0).a)).positive_definite));
  BOOST_TEST((classify(sparse(two(1, 1 + 0x1p-52, 1 + 0x1p-52, 1, 0, 0).a)).semidefinite == Verdict::refuted));
}

BOOST_AUTO_TEST_CASE(infeasible_problems_have_a_witness_and_feasible_ones_a_point) {
  const Lcp impossible = two(0, 1, -1, 0, -1, -1);
  const Unsolvable found = certify_infeasible(sparse(impossible.a), impossible.b);
  BOOST_TEST(proves(found.verdict));
  BOOST_TEST(found.witness[0] == 0.0);
  BOOST_TEST(found.witness[1] > 0.0);
  const VectorX ray = Vec2(0.0, 1.0);
  BOOST_TEST(proves(certify_infeasible(sparse(impossible.a), impossible.b, &ray, 0).verdict));
  const VectorX wrong = Vec2(1.0, 0.0);
  BOOST_TEST((certify_infeasible(sparse(impossible.a), impossible.b, &wrong, 0).verdict == Verdict::undecided));
  const Lcp possible = two(1, 2, 2, 1, -1, -1);
  const Unsolvable point = certify_infeasible(sparse(possible.a), possible.b);
  BOOST_TEST((point.verdict == Verdict::refuted));
  const VectorX slack = possible.a * point.witness + possible.b;
  BOOST_TEST(slack.minCoeff() >= 0.0);
  BOOST_TEST(point.is_solution == (slack.dot(point.witness) == 0.0));
  const Lcp unsolvable = two(0, 0, 1, -1, 1, -1);
  const Unsolvable apart = certify_infeasible(sparse(unsolvable.a), unsolvable.b);
  BOOST_TEST((apart.verdict == Verdict::refuted));
  BOOST_TEST(!apart.is_solution);
}

BOOST_AUTO_TEST_CASE(answers_with_a_strict_pair_in_each_row_are_enclosed) {
  const Lcp problem = two(1, -3, 0, 1, -1, -1);
  const LcpCertificate certificate = certify_lcp(sparse(problem.a), problem.b, Vec2(4.0, 1.0));
  BOOST_TEST(proves(certificate.verdict));
  BOOST_TEST(certificate.backward_error == 0.0);
  BOOST_TEST(certificate.enclosures.size() == 2);  // strict, and H+; the symmetric part is indefinite
  BOOST_TEST(certificate.enclosures[0].radius.maxCoeff() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_degenerate_answer_is_enclosed_where_the_matrix_is_definite) {
  const Lcp problem = two(2, 1, 1, 2, -2, -1);
  const LcpCertificate certificate = certify_lcp(sparse(problem.a), problem.b, Vec2(1.0 + 1e-9, 1e-12));
  BOOST_TEST(proves(certificate.verdict));
  BOOST_TEST(certificate.enclosures.size() == 2);
  for (const LcpEnclosure& enclosure : certificate.enclosures) {
    BOOST_TEST(enclosure.is_unique);
    for (int i = 0; i < 2; ++i) BOOST_TEST(std::abs(certificate.y[i] - (i == 0 ? 1.0 : 0.0)) <= enclosure.radius[i]);
    BOOST_TEST(enclosure.radius.maxCoeff() < 1e-7);
  }
}

BOOST_AUTO_TEST_CASE(wrong_answers_are_refuted_and_their_residuals_told_apart) {
  const Lcp problem = two(2, 1, 1, 2, -2, -1);
  const LcpCertificate negative = certify_lcp(sparse(problem.a), problem.b, Vec2(-0.25, 1.0));
  BOOST_TEST(negative.negative_z == 0.25);
  BOOST_TEST(negative.negative_w == 1.5);
  BOOST_TEST((negative.verdict == Verdict::refuted));
  const LcpCertificate inside = certify_lcp(sparse(problem.a), problem.b, Vec2(1.5, 0.0));
  BOOST_TEST(inside.negative_z == 0.0);
  BOOST_TEST(inside.negative_w == 0.0);
  BOOST_TEST(inside.complementarity == 1.5);
  BOOST_TEST((inside.verdict == Verdict::refuted));
  BOOST_TEST((certify_lcp(sparse(problem.a), problem.b, Vec2(std::nan(""), 0.0)).verdict == Verdict::undecided));
  BOOST_TEST((certify_lcp(sparse(problem.a), problem.b, VectorX::Zero(3)).verdict == Verdict::undecided));
  SparseRows broken = sparse(problem.a);
  broken.column[1] = 7;
  BOOST_TEST((certify_lcp(broken, problem.b, Vec2(1.0, 0.0)).verdict == Verdict::undecided));
}

BOOST_AUTO_TEST_CASE(the_true_solution_lies_in_every_enclosure) {
  std::mt19937_64 random(9);
  std::uniform_int_distribution<int> entry(-3, 3);
  std::uniform_real_distribution<double> small(-1e-9, 1e-9);
  int enclosed = 0;
  for (int trial = 0; trial < 150; ++trial) {
    MatrixX a(4, 4);
    VectorX b(4);
    for (double& x : a.reshaped()) x = entry(random);
    a.diagonal().array() += trial % 2 == 0 ? 9.0 : 4.0;
    for (double& x : b) x = entry(random);
    const SolutionSet set = list_solutions(sparse(a), b);
    if (set.pieces.size() != 1 || set.has_continuum()) continue;
    VectorX near = set.pieces[0].z;
    for (double& x : near) x += small(random);
    const LcpCertificate certificate = certify_lcp(sparse(a), b, near);
    for (const LcpEnclosure& enclosure : certificate.enclosures) {
      ++enclosed;
      for (int i = 0; i < 4; ++i) {
        const Interval z = set.pieces[0].exact[i];
        BOOST_TEST((abs(z - certificate.y[i]).lo <= enclosure.radius[i]));
      }
    }
  }
  BOOST_TEST(enclosed > 100);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp
