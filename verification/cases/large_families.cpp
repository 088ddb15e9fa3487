// LCPs of 8 to 2,000 rows, sparse, around an answer or a contradiction in whole numbers: nothing is rounded.
#include <cmath>

#include "verification/cases/families.hpp"
#include "verification/cases/row_builder.hpp"

namespace perpend::cases {

namespace {

/// b = w - A z; in each pair z or w is whole and positive, or neither in a third of them.
Case plant(CaseRandom& random, const RowBuilder& rows, Question question, std::string reason, bool is_degenerate) {
  Case made{.name = "", .question = question, .truth = true, .reason = std::move(reason), .a = rows.rows()};
  VectorX z = VectorX::Zero(rows.size()), w = VectorX::Zero(rows.size());
  for (int i = 0; i < rows.size(); ++i) {
    const int kind = random.whole(0, is_degenerate ? 2 : 1);
    if (kind < 2) (kind == 0 ? z : w)[i] = random.whole(1, 5);
  }
  made.b = w - times(made.a, z);
  made.solution = z;
  return made;
}

RowBuilder large_definite(CaseRandom& random, int n) {
  RowBuilder a(n);
  a.add_gram(near_entries(random, n, n, 3, 2));
  for (int i = 0; i < n; ++i) a.at(i, i) += 1.0;
  a.add_skew(random);
  return a;
}

Case definite_case(Question question, const char* family, bool is_degenerate, std::uint64_t seed, long index) {
  CaseRandom random = random_of(family, seed, index);
  const RowBuilder a = large_definite(random, size_of_large(index));
  return only(plant(random, a, question, "made around an answer in whole numbers; x^T A x >= x^T x", is_degenerate));
}

/// Blocks on the diagonal that are P but neither large_definite nor H+, anything below them near by, in any order. A
/// principal minor is the product of those of the blocks. `broken`: one block has a minor that is not positive.
RowBuilder triangle_of_blocks(CaseRandom& random, int n, bool is_broken) {
  RowBuilder a(n);
  const int broken = is_broken ? random.whole(0, n / 2 - 1) : n;
  for (int i = 0; i < n;) {
    for (int k = 0; k < 2; ++k) a.at(i, std::max(0, i - random.whole(1, 6))) = random.whole(-2, 2);
    const bool is_wrong = i >= broken && i + 2 <= n && is_broken;
    const int rows = is_wrong ? 2 : random.one_in(2) && i + 3 <= n ? 3 : 1;
    for (int k = 0; k < rows; ++k) a.at(i + k, i + k) = 1.0;
    if (is_wrong) {  // [[1, 1], [1, 1]] or [[1, 2], [2, 1]]
      a.at(i, i + 1) = a.at(i + 1, i) = random.whole(1, 2);
      is_broken = false;
    }
    // The circulant of (1, 0, 2): minors 1 and 9.
    if (rows == 3) a.at(i, i + 2) = a.at(i + 1, i) = a.at(i + 2, i + 1) = 2.0;
    i += rows;
  }
  a.permute(random);
  return a;
}

Case p_case(Question question, const char* family, std::uint64_t seed, long index) {
  CaseRandom random = random_of(family, seed, index);
  const RowBuilder a = triangle_of_blocks(random, size_of_large(index), false);
  return only(plant(random, a, question, "made around an answer in whole numbers; a triangle of P-matrices", false));
}

Case h_plus_case(Question question, const char* family, std::uint64_t seed, long index) {
  CaseRandom random = random_of(family, seed, index);
  const int n = size_of_large(index);
  RowBuilder a = near_entries(random, n, n, 5, 3);
  for (int i = 0; i < n; ++i) {
    double sum = 0.0;
    for (const auto& [j, value] : a.row(i)) sum += j == i ? 0.0 : std::abs(value);
    a.at(i, i) = sum + 1.0;
  }
  return only(plant(random, a, question,
                    "made around an answer in whole numbers; each diagonal entry exceeds the rest of its row", false));
}

/// y > 0 of ones and twos with y^T A <= 0 by the diagonal, and b^T y = -gap. By a hair: no entry off the diagonal is
/// negative and y^T A = 0, so that y alone shows it.
Case contradiction(const char* family, std::uint64_t seed, long index, bool is_by_a_hair) {
  CaseRandom random = random_of(family, seed, index);
  const int n = size_of_large(index);
  RowBuilder a = near_entries(random, n, n, 5, 3);
  VectorX y(n), b(n), sum = VectorX::Zero(n);
  for (double& x : y) x = random.whole(1, 2);
  for (int i = 0; i < n; ++i) {
    if (is_by_a_hair) a.at(i, (i + 1) % n) = 1.0;
    a.at(i, i) = 0.0;
    b[i] = random.whole(-3, 3);
    for (const auto& [j, value] : a.row(i)) {
      if (is_by_a_hair) a.at(i, j) = std::abs(value);
      sum[j] += y[i] * a.at(i, j);
    }
  }
  for (int j = 0; j < n; ++j) a.at(j, j) = -(sum[j] + (is_by_a_hair ? 0 : random.whole(0, 2))) / y[j];
  const double gap = is_by_a_hair ? std::ldexp(1.0, -random.whole(20, 34)) : random.whole(1, 4);
  b[0] = -(b.tail(n - 1).dot(y.tail(n - 1)) + gap) / y[0];
  Case made{.name = "", .question = Question::solvable, .truth = false, .reason = "", .a = a.rows(), .b = b};
  made.reason = "y > 0 with A^T y <= 0 and b^T y < 0: the rows contradict each other";
  made.num_solutions = 0;
  return made;
}

}  // namespace

Case large_definite(std::uint64_t seed, long index) {
  return definite_case(Question::solvable, "large_definite", false, seed, index);
}

Case large_definite_answer(std::uint64_t seed, long index) {
  return definite_case(Question::lcp, "large_definite_answer", false, seed, index);
}

Case large_degenerate(std::uint64_t seed, long index) {
  return definite_case(Question::solvable, "large_degenerate", true, seed, index);
}

Case large_degenerate_answer(std::uint64_t seed, long index) {
  return definite_case(Question::lcp, "large_degenerate_answer", true, seed, index);
}

Case large_semidefinite(std::uint64_t seed, long index) {
  CaseRandom random = random_of("large_semidefinite", seed, index);
  const int n = size_of_large(index);
  RowBuilder a(n);
  a.add_gram(near_entries(random, n, n / 2, 2, 2));
  a.add_skew(random);
  return plant(random, a, Question::solvable, "made around an answer in whole numbers", false);
}

Case large_p(std::uint64_t seed, long index) {
  return p_case(Question::solvable, "large_p", seed, index);
}

Case large_p_answer(std::uint64_t seed, long index) {
  return p_case(Question::lcp, "large_p_answer", seed, index);
}

Case large_p_class(std::uint64_t seed, long index) {
  CaseRandom random = random_of("large_p_class", seed, index);
  const bool is_broken = random.one_in(2);
  return {.name = "",
          .question = Question::p_matrix,
          .truth = !is_broken,
          .reason = is_broken ? "a triangle of blocks, one of which has a minor that is not positive"
                              : "a triangle of P-matrices: a principal minor is a product of theirs",
          .a = triangle_of_blocks(random, size_of_large(index), is_broken).rows()};
}

Case large_h_plus(std::uint64_t seed, long index) {
  return h_plus_case(Question::solvable, "large_h_plus", seed, index);
}

Case large_h_plus_answer(std::uint64_t seed, long index) {
  return h_plus_case(Question::lcp, "large_h_plus_answer", seed, index);
}

Case large_any(std::uint64_t seed, long index) {
  CaseRandom random = random_of("large_any", seed, index);
  const int n = size_of_large(index);
  return plant(random, near_entries(random, n, n, 5, 4), Question::solvable, "made around an answer in whole numbers",
               false);
}

Case large_infeasible(std::uint64_t seed, long index) {
  return contradiction("large_infeasible", seed, index, false);
}

Case large_infeasible_by_a_hair(std::uint64_t seed, long index) {
  return contradiction("large_infeasible_by_a_hair", seed, index, true);
}

}  // namespace perpend::cases
