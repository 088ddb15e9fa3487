// Matrices of statements: compressed rows of exact numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verification/checker/data.hpp"

namespace perpend::checker {

struct SparseMatrix {
  int num_rows = 0;
  int num_columns = 0;
  std::vector<SparseRow> rows;  ///< columns increase

  [[nodiscard]] bool is_square() const { return num_rows == num_columns; }
  [[nodiscard]] long num_entries() const;
};

/// For each row below n, its place in `rows`; -1: it is not among them.
[[nodiscard]] std::vector<int> places(const std::vector<int>& rows, int n);
/// These rows and columns.
[[nodiscard]] SparseMatrix principal_block(const SparseMatrix& a, const std::vector<int>& rows);

/// {num_rows, num_columns, first, column, value}; throws DataError.
[[nodiscard]] SparseMatrix read_matrix(const nlohmann::json& data, const char* name);
/// Throws DataError when the matrix is not square.
[[nodiscard]] SparseMatrix read_square(const nlohmann::json& data, const char* name);
/// Throws DataError unless it has `size` entries.
[[nodiscard]] std::vector<Rational> read_vector(const nlohmann::json& data, const char* name, int size);

/// For each row, a representative of its connected component: of all rows that nonzero entries of A join to it in any
/// number of steps. Pre: square. The first `num_in_blocks` rows are of blocks, of `block` rows each, which are joined
/// within by a law of their own.
[[nodiscard]] std::vector<int> joined_rows(const SparseMatrix& a, int block = 1, int num_in_blocks = 0);
/// For each of the rows [begin, end), the largest of `size` among those of them joined to it.
void take_largest_joined(const std::vector<int>& joined, const std::vector<Rational>& size, int begin, int end,
                         std::vector<Rational>& largest);
[[nodiscard]] SparseMatrix transposed(const SparseMatrix& a);
[[nodiscard]] bool is_symmetric(const SparseMatrix& a);
/// sign A + diag(d).
[[nodiscard]] SparseMatrix with_diagonal(const SparseMatrix& a, int sign, const std::vector<Rational>& d);
/// A + A^T.
[[nodiscard]] SparseMatrix twice_symmetric_part(const SparseMatrix& a);
[[nodiscard]] std::vector<Rational> diagonal(const SparseMatrix& a);
[[nodiscard]] std::vector<Rational> product(const SparseMatrix& a, const std::vector<Rational>& x);
/// x^T A y.
[[nodiscard]] Rational form(const std::vector<Rational>& x, const SparseMatrix& a, const std::vector<Rational>& y);
[[nodiscard]] SparseMatrix sparse(const Matrix& a);
[[nodiscard]] Matrix dense(const SparseMatrix& a);
[[nodiscard]] Matrix column(const std::vector<Rational>& x);

}  // namespace perpend::checker
