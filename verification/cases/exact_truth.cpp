#include "verification/cases/exact_truth.hpp"

#include <flint/fmpz_mat.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "verification/cases/case.hpp"
#include "verification/cases/polyhedron.hpp"

namespace perpend {

namespace {

/// Multiplies everything by a power of two that makes all entries whole; signs of minors stay.
int whole_exponent(const MatrixX& a) {
  int least = 0;
  for (const double x : a.reshaped()) {
    if (x == 0.0) continue;
    int exponent = 0;
    (void)std::frexp(x, &exponent);
    least = std::min(least, exponent - 53);
  }
  return -least;
}

/// det(A) of the rows and columns in `chosen`: its sign. With is_gram of chosen A A^T.
int sign_of_determinant(const MatrixX& a, const std::vector<int>& chosen, bool is_gram = false) {
  const int exponent = whole_exponent(a);
  const auto n = static_cast<long>(chosen.size());
  const long columns = is_gram ? a.cols() : n;
  fmpz_mat_t whole;
  fmpz_mat_init(whole, n, columns);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < columns; ++j)
      fmpz_set_d(fmpz_mat_entry(whole, i, j), std::ldexp(a(chosen[i], is_gram ? j : chosen[j]), exponent));
  fmpz_t determinant;
  fmpz_init(determinant);
  if (is_gram) {
    fmpz_mat_t transposed;
    fmpz_mat_t gram;
    fmpz_mat_init(transposed, columns, n);
    fmpz_mat_init(gram, n, n);
    fmpz_mat_transpose(transposed, whole);
    fmpz_mat_mul(gram, whole, transposed);
    fmpz_mat_det(determinant, gram);
    fmpz_mat_clear(transposed);
    fmpz_mat_clear(gram);
  } else {
    fmpz_mat_det(determinant, whole);
  }
  const int sign = fmpz_sgn(determinant);
  fmpz_clear(determinant);
  fmpz_mat_clear(whole);
  return sign;
}

std::vector<int> first_indices(Eigen::Index n) {
  std::vector<int> indices(static_cast<std::size_t>(n));
  std::iota(indices.begin(), indices.end(), 0);
  return indices;
}

std::vector<int> members(unsigned choice, Eigen::Index n) {
  std::vector<int> indices;
  for (int i = 0; i < n; ++i)
    if ((choice >> i & 1U) != 0) indices.push_back(i);
  return indices;
}

/// Solutions with w_i = 0 on `active` and z_i = 0 elsewhere.
Polyhedron piece(const MatrixX& a, const VectorX& b, const std::vector<int>& active) {
  Polyhedron result(static_cast<int>(active.size()));
  for (int i = 0; i < a.rows(); ++i) {
    std::vector<Rational> row;
    for (const int j : active) row.push_back(exact(a(i, j)));
    if (std::find(active.begin(), active.end(), i) == active.end())
      result.add_at_least_zero(std::move(row), exact(b[i]));
    else
      result.add_zero(std::move(row), exact(b[i]));
  }
  for (std::size_t k = 0; k < active.size(); ++k) {
    std::vector<Rational> row(active.size(), 0);
    row[k] = 1;
    result.add_at_least_zero(std::move(row), 0);
  }
  return result;
}

}  // namespace

bool is_positive_definite_exactly(const MatrixX& a) {
  for (Eigen::Index k = 1; k <= a.rows(); ++k)
    if (sign_of_determinant(a, first_indices(k)) <= 0) return false;
  return true;
}

bool is_p_matrix_exactly(const MatrixX& a) {
  for (unsigned choice = 1; choice < 1U << a.rows(); ++choice)
    if (sign_of_determinant(a, members(choice, a.rows())) <= 0) return false;
  return true;
}

bool has_full_row_rank_exactly(const MatrixX& j) {
  return sign_of_determinant(j, first_indices(j.rows()), true) > 0;
}

long count_solutions_exactly(const MatrixX& a, const VectorX& b) {
  std::vector<std::vector<Rational>> found;
  for (unsigned choice = 0; choice < 1U << a.rows(); ++choice) {
    const std::vector<int> active = members(choice, a.rows());
    std::vector<Rational> point;
    const Extent extent = piece(a, b, active).measure(point);
    if (extent == Extent::more) return infinitely_many;
    if (extent == Extent::empty) continue;
    std::vector<Rational> z(static_cast<std::size_t>(a.rows()), 0);
    for (std::size_t k = 0; k < active.size(); ++k) z[static_cast<std::size_t>(active[k])] = point[k];
    if (std::find(found.begin(), found.end(), z) == found.end()) found.push_back(std::move(z));
  }
  return static_cast<long>(found.size());
}

}  // namespace perpend
