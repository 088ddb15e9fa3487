// P-matrices, and matrices that just miss it.
#include <cmath>

#include "verification/cases/case_random.hpp"
#include "verification/cases/exact_truth.hpp"
#include "verification/cases/families.hpp"

namespace perpend::cases {

namespace {

Case p_case(const MatrixX& a) {
  return {.name = "",
          .question = Question::p_matrix,
          .truth = is_p_matrix_exactly(a),
          .reason = "principal minors in exact integers",
          .a = sparse_rows(a)};
}

}  // namespace

/// Whole numbers with a large diagonal: often P, seldom definite.
Case whole_p(std::uint64_t seed, long index) {
  CaseRandom random = random_of("whole_p", seed, index);
  const int n = random.whole(2, 5);
  MatrixX a = random.whole_matrix(n, n, 3);
  for (int i = 0; i < n; ++i) a(i, i) = random.whole(1, 4);
  return p_case(a);
}

/// One principal minor that is 0 but for rounding.
Case hairline_p(std::uint64_t seed, long index) {
  CaseRandom random = random_of("hairline_p", seed, index);
  const int n = random.whole(2, 5);
  MatrixX a = random.whole_matrix(n, n, 1);
  for (int i = 0; i < n; ++i) a(i, i) = random.whole(3, 9);
  const int i = random.whole(0, n - 2);
  a(i, i + 1) = random.whole(1, 9);
  a(i + 1, i) = a(i, i) * a(i + 1, i + 1) / a(i, i + 1);
  const double factor = random.one_in(2) ? 0.1 : 1.0 / 3.0;
  return p_case(factor * a);
}

}  // namespace perpend::cases
