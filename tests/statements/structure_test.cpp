// What a matrix of any size gives by its structure, and LCPs that doubles and 2^n choices leave open.
#include <boost/test/unit_test.hpp>
#include <numeric>

#include "tests/statements/matrices.hpp"
#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/statements/basis_guess.hpp"
#include "verification/statements/basis_proof.hpp"
#include "verification/statements/copositive_structure.hpp"
#include "verification/statements/p_structure.hpp"
#include "verification/statements/simple_fractions.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::test::of_structure {
namespace {

/// A chain of particles between contacts, k of them, each with two directions of friction: normals, pairs of beta,
/// sigma. The Gram block has 2 and -1 off the diagonal.
MatrixX friction_chain(int k, double mu) {
  MatrixX a = MatrixX::Zero(4 * k, 4 * k);
  for (int i = 0; i < k; ++i) {
    for (int j = std::max(0, i - 1); j < std::min(k, i + 2); ++j) {
      const double g = i == j ? 2.0 : -1.0;
      a(i, j) = g;
      for (const int s : {0, 1})
        for (const int t : {0, 1}) a(k + 2 * i + s, k + 2 * j + t) = s == t ? g : -g;
    }
    a(3 * k + i, i) = mu;
    for (const int s : {0, 1}) {
      a(k + 2 * i + s, 3 * k + i) = 1.0;
      a(3 * k + i, k + 2 * i + s) = -1.0;
    }
  }
  return a;
}

MatrixX repeated(const MatrixX& block, int times) {
  const Eigen::Index n = block.rows();
  MatrixX a = MatrixX::Zero(n * times, n * times);
  for (int k = 0; k < times; ++k) a.block(n * k, n * k, n, n) = block;
  return a;
}

VectorX repeated_vector(std::initializer_list<double> part, int times) {
  VectorX b(static_cast<Eigen::Index>(part.size()) * times);
  for (Eigen::Index i = 0; i < b.size(); ++i) b[i] = *(part.begin() + i % static_cast<Eigen::Index>(part.size()));
  return b;
}

/// Whole numbers for normals and directions; b of opposite directions is opposite, b of slips is 0.
VectorX chain_load(int k, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> pick(-9, 9);
  VectorX b = VectorX::Zero(4 * k);
  for (int i = 0; i < k; ++i) {
    b[i] = pick(random);
    b[k + 2 * i] = pick(random);
    b[k + 2 * i + 1] = -b[k + 2 * i];
  }
  return b;
}

std::string class_name(const MatrixX& a) {
  return fact(state_class(rows_of(a), {.seconds = 5.0}), FactKind::class_name);
}

BOOST_AUTO_TEST_SUITE(structure)

BOOST_AUTO_TEST_CASE(contacts_with_friction_are_copositive_by_what_their_entries_say) {
  const MatrixX a = friction_chain(12, 0.5);
  const CopositiveStructure found = find_copositive_structure(rows_of(a), {});
  BOOST_TEST((found.block == CopositiveStructure::Block::definite));
  BOOST_TEST(found.opposite.size() == 12U);
  BOOST_TEST(class_name(a) == "copositive");
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Statement statement = state_solvability(rows_of(a), chain_load(12, seed));
    BOOST_TEST((statement.verdict == Verdict::proved));
    BOOST_TEST(to_string(statement.decided_by().level) == "structure");
  }
}

/// The circulant of (1, 0, 2) is P, neither definite nor H+; below the blocks anything may stand.
BOOST_AUTO_TEST_CASE(a_block_triangle_is_p_exactly_when_its_blocks_are) {
  MatrixX a = repeated(matrix(3, {1, 0, 2, 2, 1, 0, 0, 2, 1}), 8);
  for (int i = 3; i < 24; ++i) a(i, i % 3) = 5.0;
  BOOST_TEST(strong_components(rows_of(a)).size() == 8U);
  BOOST_TEST((p_by_blocks(rows_of(a), 12) == Verdict::proved));
  BOOST_TEST((state_solvability(rows_of(a), -VectorX::Ones(24)).verdict == Verdict::proved));
  a(22, 22) = -1.0;
  BOOST_TEST((p_by_blocks(rows_of(a), 12) == Verdict::refuted));
}

/// [1 1; 1 1]: the equations of both rows are one equation.
BOOST_AUTO_TEST_CASE(equations_that_follow_from_others_are_left_out) {
  const MatrixX a = repeated(matrix(2, {1, 1, 1, 1}), 7);
  const std::vector<int> first = {0, 2, 4, 6, 8, 10, 12};
  std::vector<int> all(14);
  std::iota(all.begin(), all.end(), 0);
  BOOST_TEST(independent_rows(rows_of(a), first, all) == first);
  BOOST_TEST(independent_rows(rows_of(a), all, all).empty());
  BOOST_TEST(prove_basis(rows_of(a), VectorX::Constant(14, -0.1), first, first).is_proved);
}

BOOST_AUTO_TEST_CASE(fractions_near_an_answer_solve_or_contradict_exactly_or_not_at_all) {
  const SparseRows a = rows_of(matrix(2, {3, 1, 1, 3}));
  VectorX b(2), z(2);
  b << -1, -1;
  z << 0.25 + 1e-13, 0.25;
  BOOST_TEST(solve_in_fractions(a, b, z) == (std::vector<std::string>{"1/4", "1/4"}));
  b << -1, -0.9;  // no nine tenths
  z << 0.2625, 0.2125;
  BOOST_TEST(solve_in_fractions(a, b, z).empty());
  const SparseRows skew = rows_of(matrix(2, {0, 1, -1, 0}));
  b << 1, -1;
  z << 0.0, 1.0 / 3.0;
  BOOST_TEST(contradict_in_fractions(skew, b, z) == (std::vector<std::string>{"0", "1"}));
  b << 1, 0;
  BOOST_TEST(contradict_in_fractions(skew, b, z).empty());
}

BOOST_AUTO_TEST_CASE(one_bit_off_in_the_slip_rows_and_there_is_no_structure) {
  const MatrixX a = friction_chain(12, 0.5);
  MatrixX broken = a;
  broken(12, 36) = std::nextafter(1.0, 0.0);  // beta_1 in the row of sigma_1 keeps its -1
  BOOST_TEST(class_name(broken) == "");
  broken = a;
  broken(36, 0) = -0.5;  // mu
  BOOST_TEST(class_name(broken) == "");
  broken = a;
  broken(0, 1) = -1.0 + 0x1p-50;  // the Gram block is symmetric to the last bit or does not count
  BOOST_TEST(class_name(broken) == "");
}

/// Seven wedges of two opposite planes: pressing from both sides is possible at will, so b_1 + b_2 >= 0 is needed.
BOOST_AUTO_TEST_CASE(a_wedge_is_solvable_exactly_when_nothing_overlaps_on_both_sides) {
  const MatrixX a = repeated(matrix(2, {1, -1, -1, 1}), 7);
  BOOST_TEST((state_solvability(rows_of(a), repeated_vector({-3, 3}, 7)).verdict == Verdict::proved));
  BOOST_TEST((state_solvability(rows_of(a), repeated_vector({-3, 4}, 7)).verdict == Verdict::proved));
  VectorX b = repeated_vector({-3, 3}, 7);
  b[5] = 2.5;
  const Statement refuted = state_solvability(rows_of(a), b);
  BOOST_TEST((refuted.verdict == Verdict::refuted));
  BOOST_REQUIRE(!refuted.witness.empty());
  Rational last = 0;
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    const Rational y(refuted.witness[0].second[i]);
    BOOST_TEST((y >= 0));
    last += y * exact(b[i]);
  }
  BOOST_TEST((last < 0));
}

/// Three supports under one body, 1 too many: singular to the last bit.
BOOST_AUTO_TEST_CASE(redundant_supports_are_semidefinite_in_integers_and_solvable_by_a_linear_program) {
  const MatrixX normals = matrix(2, {1, -1, 1, 0, 1, 1, -1, 0});  // from below at -1, 0, 1, and from above
  const MatrixX a = normals * normals.transpose();
  BOOST_TEST(is_semidefinite(a));
  MatrixX lower = a;
  lower(1, 1) = std::nextafter(lower(1, 1), 0.0);
  BOOST_TEST(!is_semidefinite(lower));
  const SparseRows rows = rows_of(repeated(a, 4));
  const CopositiveStructure found = find_copositive_structure(rows, {});
  BOOST_TEST(found.is_copositive());
  BOOST_TEST(prove_wedge(rows, repeated_vector({-1, -1, -1, 1}, 4), found).is_open);
  BOOST_TEST(!prove_wedge(rows, repeated_vector({-1, -1, -1, 0.5}, 4), found).is_open);
}

/// G of supports that push one way, spoiled by rounding: no longer semidefinite, and still copositive.
BOOST_AUTO_TEST_CASE(a_gram_matrix_indefinite_by_rounding_is_a_definite_one_and_a_nonnegative_one) {
  MatrixX normals(20, 3);
  for (int i = 0; i < 20; ++i) normals.row(i) << 1.0, std::sin(0.7 * i), std::cos(0.3 * i);
  const MatrixX product = normals * normals.transpose();
  const MatrixX a = 0.5 * (product + product.transpose());
  BOOST_TEST(!is_semidefinite(a));
  BOOST_REQUIRE(a.minCoeff() < 0.0);  // not by its entries alone
  const CopositiveStructure found = find_copositive_structure(rows_of(a), {});
  BOOST_REQUIRE((found.block == CopositiveStructure::Block::above_definite));
  const MatrixX g = a(found.kept, found.kept);
  BOOST_TEST((below(g, found.factor, found.direction).array() <= g.array()).all());
  VectorX b = VectorX::Constant(20, -1.0);
  BOOST_TEST((state_solvability(rows_of(a), b).verdict == Verdict::proved));
}

BOOST_AUTO_TEST_CASE(a_diagonal_that_makes_the_symmetric_part_definite_shows_a_p_matrix) {
  MatrixX a = repeated(matrix(2, {1, -8, 1, 1}), 15);
  for (int i = 1; i < 29; i += 2) {  // one block: each row reaches each
    a(i, i + 1) = 0.125;
    a(i + 1, i) = -0.125;
  }
  const Statement statement = state_class(rows_of(a), {.seconds = 5.0});
  BOOST_TEST((statement.verdict == Verdict::proved));
  BOOST_TEST(fact(statement, FactKind::class_name) == "P");
  BOOST_TEST(fact(statement, FactKind::structure).find("D A") == 0U);
  BOOST_TEST(class_name(repeated(matrix(2, {1, -8, -1, 1}), 15)) == "");
}

/// C with rho(|C|) near 0.8, its Cayley transform, rows and columns scaled: neither definite nor H+, and P.
BOOST_AUTO_TEST_CASE(a_contracting_cayley_transform_shows_a_p_matrix_where_no_search_has_the_time) {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> entry(-1.0, 1.0);
  std::uniform_int_distribution<int> power(-9, 9);
  for (const auto& [n, seconds] : {std::pair(20, 60.0), std::pair(90, 0.2)}) {
    const MatrixX unit = MatrixX::Identity(n, n);
    const MatrixX c = 1.6 / n * MatrixX::NullaryExpr(n, n, [&] { return entry(random); });
    MatrixX a = (unit - c) * approximate_inverse(unit + c);
    for (Eigen::Index i = 0; i < n; ++i) {
      a.row(i) *= std::ldexp(1.0, power(random));
      a.col(i) *= std::ldexp(1.0, power(random));
    }
    const Statement statement = state_class(rows_of(a), {.seconds = seconds});
    BOOST_TEST(fact(statement, FactKind::class_name) == "P", n);
    BOOST_TEST(fact(statement, FactKind::structure).find("D A") == 0U, n);
    BOOST_TEST((statement.property(FactKind::h_plus) != Verdict::proved));
    BOOST_TEST((statement.property(FactKind::positive_definite) != Verdict::proved));
    a.row(3) *= -1.0;
    BOOST_TEST((state_class(rows_of(a), {.seconds = seconds}).verdict != Verdict::proved), n);
  }
}

BOOST_AUTO_TEST_CASE(degenerate_pairs_are_decided_over_the_rationals_and_wrong_rows_are_seen) {
  const SparseRows a = rows_of(repeated(matrix(2, {2, 1, 1, 2}), 10));
  const VectorX b = repeated_vector({-2, -1}, 10);
  std::vector<int> active;
  for (int i = 0; i < 20; i += 2) active.push_back(i);
  const BasisProof proof = prove_basis(a, b, active);
  BOOST_TEST(proof.is_proved);
  BOOST_TEST(!proof.is_strict);
  BOOST_TEST(proof.z == repeated_vector({1, 0}, 10));
  active[3] = 7;
  BOOST_TEST(!prove_basis(a, b, active).is_proved);
  active.erase(active.begin() + 3);
  BOOST_TEST(!prove_basis(a, b, active).is_proved);
  BOOST_TEST(
      !prove_basis(rows_of(repeated(matrix(2, {1, 1, 1, 1}), 2)), repeated_vector({-1, -1}, 2), {0, 1}).is_proved);
}

BOOST_AUTO_TEST_CASE(guessed_rows_of_a_chain_solve_it_and_those_of_a_contradiction_show_it) {
  const SparseRows a = rows_of(friction_chain(8, 0.25));
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const VectorX b = chain_load(8, seed);
    const BasisGuess guess = guess_basis(a, b, 0);
    BOOST_REQUIRE((guess.kind == GuessKind::solution));
    BOOST_TEST(prove_basis(a, b, guess.active).is_proved);
  }
  const SparseRows skew = rows_of(repeated(matrix(2, {0, 1, -1, 0}), 8));
  const VectorX b = repeated_vector({-1, -1}, 8);
  const BasisGuess guess = guess_basis(skew, b, 0);
  BOOST_REQUIRE((guess.kind == GuessKind::contradiction));
  BOOST_TEST(!prove_contradiction(skew, b, guess.rows, guess.active).empty());
  BOOST_TEST(prove_contradiction(skew, VectorX(-b), guess.rows, guess.active).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_structure
