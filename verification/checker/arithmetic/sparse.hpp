// Sparse matrices of exact numbers, row by row, and vectors.
#pragma once

#include "verification/checker/arithmetic/matrix.hpp"

namespace perpend::checker {

struct Entry {
  int column;
  Rational value;
};
using SparseRow = std::vector<Entry>;

struct SparseMatrix {
  int num_rows = 0;
  int num_columns = 0;
  std::vector<SparseRow> rows;  ///< columns increase

  [[nodiscard]] bool is_square() const { return num_rows == num_columns; }
};

[[nodiscard]] Rational dot(const std::vector<Rational>& x, const std::vector<Rational>& y);
[[nodiscard]] Rational largest_of(const std::vector<Rational>& values);  ///< |x_i|
[[nodiscard]] Rational size_of(const SparseRow& row);                    ///< sum of |a_j|

/// For each row below n, its place in `rows`; -1: it is not among them.
[[nodiscard]] std::vector<int> places(const std::vector<int>& rows, int n);
/// These rows and columns.
[[nodiscard]] SparseMatrix principal_block(const SparseMatrix& a, const std::vector<int>& rows);
[[nodiscard]] Matrix dense_block(const SparseMatrix& a, const std::vector<int>& rows, const std::vector<int>& columns);
[[nodiscard]] SparseMatrix sparse(const Matrix& a);
[[nodiscard]] Matrix dense(const SparseMatrix& a);

/// Things in groups, joined two by two.
class Groups {
 public:
  explicit Groups(int count);
  /// A thing that stands for the group of this one.
  [[nodiscard]] int of(int i);
  void join(int i, int j) { above_[of(i)] = of(j); }

 private:
  std::vector<int> above_;
};

/// For each row, a representative of its connected component: of all rows that nonzero entries of A join to it in any
/// number of steps. Pre: square. The first `num_in_blocks` rows are of blocks, of `block` rows each, which are joined
/// within by a law of their own.
[[nodiscard]] std::vector<int> joined_rows(const SparseMatrix& a, int block = 1, int num_in_blocks = 0);
/// For each of the rows [begin, end), the largest of `size` among those of them joined to it.
void take_largest_joined(const std::vector<int>& joined, const std::vector<Rational>& size, int begin, int end,
                         std::vector<Rational>& largest);

/// By column: (row, value).
[[nodiscard]] std::vector<SparseRow> transposed(const std::vector<SparseRow>& rows, int num_columns);
[[nodiscard]] SparseMatrix transposed(const SparseMatrix& a);
[[nodiscard]] bool is_symmetric(const SparseMatrix& a);
/// sign A + diag(d).
[[nodiscard]] SparseMatrix with_diagonal(const SparseMatrix& a, int sign, const std::vector<Rational>& d);
/// A + A^T.
[[nodiscard]] SparseMatrix twice_symmetric_part(const SparseMatrix& a);
[[nodiscard]] std::vector<Rational> diagonal(const SparseMatrix& a);
[[nodiscard]] std::vector<Rational> product(const SparseMatrix& a, const std::vector<Rational>& x);
/// A x + b.
[[nodiscard]] std::vector<Rational> image(const SparseMatrix& a, const std::vector<Rational>& x,
                                          const std::vector<Rational>& b);
/// x^T A y.
[[nodiscard]] Rational form(const std::vector<Rational>& x, const SparseMatrix& a, const std::vector<Rational>& y);

}  // namespace perpend::checker
