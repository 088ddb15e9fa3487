#include "verification/checker/statements/semidefinite.hpp"

#include <flint/nmod_mat.h>

namespace perpend::checker {

namespace {

constexpr ulong smaller_prime = 4611686018427387847UL;  // the largest below 2^62

Matrix block(const Matrix& g, const std::vector<int>& rows, const std::vector<int>& columns) {
  Matrix result(static_cast<long>(rows.size()), static_cast<long>(columns.size()));
  for (long i = 0; i < result.rows(); ++i)
    for (long j = 0; j < result.columns(); ++j) result.set(i, j, g.at(rows[i], columns[j]));
  return result;
}

/// Nothing when the smaller_prime divides the denominator.
std::optional<ulong> remainder_of(const Rational& x, const nmod_t& modulus) {
  const ulong divisor = fmpz_fdiv_ui(fmpq_denref(x.raw()), smaller_prime);
  if (divisor == 0) return std::nullopt;
  return nmod_div(fmpz_fdiv_ui(fmpq_numref(x.raw()), smaller_prime), divisor, modulus);
}

}  // namespace

std::vector<int> independent_rows(const Matrix& g) {
  const long n = g.rows();
  spend(2.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n));
  nmod_mat_t image;
  nmod_mat_init(image, n, n, smaller_prime);
  std::vector<int> rows;
  bool is_known = true;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      const auto entry = remainder_of(g.at(i, j), image->mod);
      is_known = is_known && entry.has_value();
      nmod_mat_entry(image, i, j) = entry.value_or(0);
    }
  const long rank = is_known ? nmod_mat_rref(image) : 0;
  for (long i = 0, j = 0; i < rank; ++i, ++j) {
    while (nmod_mat_entry(image, i, j) == 0) ++j;
    rows.push_back(static_cast<int>(j));
  }
  nmod_mat_clear(image);
  return rows;
}

bool is_given_by(const Matrix& g, const std::vector<int>& rows) {
  std::vector<int> others;
  const std::vector<int> place = places(rows, static_cast<int>(g.rows()));
  for (int i = 0; i < static_cast<int>(g.rows()); ++i)
    if (place[i] < 0) others.push_back(i);
  if (others.empty()) return true;
  const auto x = solve(block(g, rows, rows), block(g, rows, others));
  if (!x) return false;
  const Matrix image = product(block(g, others, rows), *x);
  return fmpq_mat_equal(image.raw(), block(g, others, others).raw()) != 0;
}

}  // namespace perpend::checker
