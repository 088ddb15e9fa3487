#include "verification/checker/matrix.hpp"

#include <arb_mat.h>
#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

namespace {

/// The largest prime below 2^63.
constexpr ulong prime = 9223372036854775783UL;

class Balls {
 public:
  Balls(const Matrix& a, long precision) {
    arb_mat_init(value_, a.rows(), a.columns());
    arb_mat_set_fmpq_mat(value_, a.raw(), precision);
  }
  Balls(long rows, long columns) { arb_mat_init(value_, rows, columns); }
  Balls(const Balls&) = delete;
  Balls& operator=(const Balls&) = delete;
  ~Balls() { arb_mat_clear(value_); }

  [[nodiscard]] arb_mat_struct* raw() { return value_; }

 private:
  arb_mat_t value_;
};

}  // namespace

void expect_dense_room(long rows, long columns) {
  if (std::max(rows, 1L) > most_dense_entries / std::max(columns, 1L))
    throw TooLarge(fmt::format("a dense matrix of {} x {} is too large to be worked on here", rows, columns));
}

Matrix::Matrix(long rows, long columns) {
  expect_dense_room(rows, columns);
  fmpq_mat_init(value_, rows, columns);
}

double entry_bits(const Matrix& a) {
  double most = 0.0;
  for (long i = 0; i < a.rows(); ++i) {
    double largest = 0.0, powers = 0.0, others = 0.0;
    for (long j = 0; j < a.columns(); ++j) {
      const fmpq* x = fmpq_mat_entry(a.raw(), i, j);
      const auto bits = static_cast<double>(fmpz_bits(fmpq_denref(x)));
      const bool is_power = fmpz_val2(fmpq_denref(x)) + 1 == fmpz_bits(fmpq_denref(x));
      largest = std::max(largest, static_cast<double>(fmpz_bits(fmpq_numref(x))));
      is_power ? powers = std::max(powers, bits) : others += bits;
    }
    most = std::max(most, largest + powers + others);
  }
  return most;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.columns());
  spend_on_product(static_cast<double>(a.rows()), static_cast<double>(a.columns()), static_cast<double>(b.columns()),
                   std::max(entry_bits(a), entry_bits(b)));
  fmpq_mat_mul(result.raw(), a.raw(), b.raw());
  return result;
}

std::optional<long> rank_modulo_prime(const Matrix& a) {
  const auto least = static_cast<double>(std::min(a.rows(), a.columns()));
  spend(2.0 * least * static_cast<double>(a.rows()) * static_cast<double>(a.columns()));
  nmod_mat_t reduced;
  nmod_mat_init(reduced, a.rows(), a.columns(), prime);
  bool is_known = true;
  for (long i = 0; i < a.rows() && is_known; ++i)
    for (long j = 0; j < a.columns() && is_known; ++j) {
      const fmpq* x = fmpq_mat_entry(a.raw(), i, j);
      const ulong below = fmpz_fdiv_ui(fmpq_denref(x), prime);
      is_known = below != 0;
      if (!is_known || fmpq_is_zero(x)) continue;
      nmod_mat_entry(reduced, i, j) = nmod_div(fmpz_fdiv_ui(fmpq_numref(x), prime), below, reduced->mod);
    }
  const long result = is_known ? nmod_mat_rank(reduced) : 0;
  nmod_mat_clear(reduced);
  return is_known ? std::optional(result) : std::nullopt;
}

long rank(const Matrix& a) {
  const auto least = static_cast<double>(std::min(a.rows(), a.columns()));
  spend_on_solution(least, entry_bits(a), 1.0 + static_cast<double>(a.columns()) - least);
  fmpz_mat_t whole;
  fmpz_mat_init(whole, a.rows(), a.columns());
  fmpq_mat_get_fmpz_mat_rowwise(whole, nullptr, a.raw());
  const long result = fmpz_mat_rank(whole);
  fmpz_mat_clear(whole);
  return result;
}

bool has_independent_rows(const Matrix& a) {
  return rank_modulo_prime(a) == a.rows() || rank(a) == a.rows();
}

std::optional<Matrix> solve(const Matrix& a, const Matrix& b) {
  Matrix x(a.columns(), b.columns());
  spend_on_solution(static_cast<double>(a.rows()), std::max(entry_bits(a), entry_bits(b)),
                    static_cast<double>(b.columns()));
  if (fmpq_mat_solve(x.raw(), a.raw(), b.raw()) == 0) return std::nullopt;
  return x;
}

std::optional<Matrix> solve_about(const Matrix& a, const Matrix& b) {
  constexpr long precision = 256;
  const double columns = static_cast<double>(b.columns());
  spend_on_balls(static_cast<double>(a.rows()), precision);
  spend(columns * static_cast<double>(a.rows() * a.rows()) * precision);
  Balls left(a, precision), right(b, precision), about(a.columns(), b.columns());
  if (arb_mat_approx_solve(about.raw(), left.raw(), right.raw(), precision) == 0) return std::nullopt;
  Matrix x(a.columns(), b.columns());
  for (long i = 0; i < x.rows(); ++i)
    for (long j = 0; j < x.columns(); ++j) {
      const arf_struct* middle = arb_midref(arb_mat_entry(about.raw(), i, j));
      if (!arf_is_finite(middle)) return std::nullopt;
      arf_get_fmpq(fmpq_mat_entry(x.raw(), i, j), middle);
    }
  return x;
}

}  // namespace perpend::checker
