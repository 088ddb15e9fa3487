// An LCP as its certificates read it: its sizes checked, its numbers as doubles, dense or exact.
#pragma once

#include <string>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

/// Why nothing can be proved of such data, or null. `z`: null when there is none.
[[nodiscard]] const char* why_unfit(const SparseRows& a, const VectorX& b, const VectorX* z);
/// The same, with the sizes where these are why.
[[nodiscard]] std::string why_unfit_in_words(const SparseRows& a, const VectorX& b, const VectorX* z);
/// The same of a matrix of any shape.
[[nodiscard]] const char* why_not_a_matrix(const SparseRows& a);
/// The same of a square one.
[[nodiscard]] const char* why_unfit(const SparseRows& a);

/// (A x + b)_i.
[[nodiscard]] Interval enclose_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i);
/// Both of these at once, about as sharp as doubles can say it and for a fraction of the time: products and sums with
/// their rounding errors [OgitaRumpOishi05].
struct RowEnclosure {
  Interval value;
  double size = 0.0;  ///< as row_size
};
[[nodiscard]] RowEnclosure measure_row(const SparseRows& a, const VectorX& b, const VectorX& x, int i);
/// Component that each row belongs to, named by one of its rows: entries of A that are not 0 join rows.
/// The first `num_in_blocks` rows are of blocks, of `block` rows each, which are joined within by a law of their own.
[[nodiscard]] std::vector<int> joined_rows(const SparseRows& a, int block = 1, int num_in_blocks = 0);
/// (|A| |x| + |b|)_i, rounded: relative error at most gamma of twice the entries of the row. NaN where overflow or
/// underflow leaves no such bound: verification/arithmetic/wide_rows.hpp.
[[nodiscard]] double row_size(const SparseRows& a, const VectorX& b, const VectorX& x, int i);

}  // namespace perpend
