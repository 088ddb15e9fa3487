// Rows that depend on each other, and rows that do but for their last bits.
#include <cmath>

#include "verification/cases/case_random.hpp"
#include "verification/cases/exact_truth.hpp"
#include "verification/cases/families.hpp"

namespace perpend::cases {

/// Whole rows; the last is a combination of the others, or misses one by 2^-k in one entry.
Case dependent_rows(std::uint64_t seed, long index) {
  CaseRandom random = random_of("dependent_rows", seed, index);
  const int rows = random.whole(2, 6);
  MatrixX j = random.whole_matrix(rows, rows + random.whole(0, 3), 5);
  const int kind = random.whole(0, 2);
  if (kind > 0) {
    j.row(rows - 1).setZero();
    for (int i = 0; i + 1 < rows; ++i) j.row(rows - 1) += random.whole(-3, 3) * j.row(i);
  }
  if (kind == 2) j(rows - 1, random.whole(0, static_cast<int>(j.cols()) - 1)) += std::ldexp(1.0, -random.whole(10, 42));
  return {.name = "",
          .question = Question::rank,
          .truth = has_full_row_rank_exactly(j),
          .reason = "det(J J^T) in exact integers",
          .a = sparse_rows(j)};
}

}  // namespace perpend::cases
