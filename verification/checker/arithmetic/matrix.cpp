#include "verification/checker/arithmetic/matrix.hpp"

#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

namespace {

/// The largest primes below 2^63 and 2^62.
constexpr ulong prime = 9223372036854775783UL, smaller_prime = 4611686018427387847UL;

/// The entries modulo a prime.
class Remainders {
 public:
  Remainders(const Matrix& a, ulong modulus) {
    nmod_mat_init(value_, a.rows(), a.columns(), modulus);
    for (long i = 0; i < a.rows() && is_known_; ++i)
      for (long j = 0; j < a.columns() && is_known_; ++j) {
        const fmpq* x = fmpq_mat_entry(a.raw(), i, j);
        const ulong below = fmpz_fdiv_ui(fmpq_denref(x), modulus);
        is_known_ = below != 0;
        if (!is_known_ || fmpq_is_zero(x)) continue;
        nmod_mat_entry(value_, i, j) = nmod_div(fmpz_fdiv_ui(fmpq_numref(x), modulus), below, value_->mod);
      }
  }
  Remainders(const Remainders&) = delete;
  Remainders& operator=(const Remainders&) = delete;
  ~Remainders() { nmod_mat_clear(value_); }

  /// False: the prime divides a denominator.
  [[nodiscard]] bool is_known() const { return is_known_; }
  [[nodiscard]] nmod_mat_struct* raw() { return value_; }

 private:
  nmod_mat_t value_;
  bool is_known_ = true;
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

void Matrix::add(long i, long j, const Rational& x) {
  spend_on(fmpq_mat_entry(value_, i, j), x.raw());
  fmpq_add(fmpq_mat_entry(value_, i, j), fmpq_mat_entry(value_, i, j), x.raw());
}

void Matrix::add_product(long i, long j, const Rational& a, const Rational& b) {
  spend_on(a.raw(), b.raw());
  spend_on(fmpq_mat_entry(value_, i, j), a.raw());
  fmpq_addmul(fmpq_mat_entry(value_, i, j), a.raw(), b.raw());
}

Matrix block(const Matrix& a, const std::vector<int>& rows, const std::vector<int>& columns) {
  Matrix result(static_cast<long>(rows.size()), static_cast<long>(columns.size()));
  for (long i = 0; i < result.rows(); ++i)
    for (long j = 0; j < result.columns(); ++j)
      fmpq_set(fmpq_mat_entry(result.raw(), i, j), fmpq_mat_entry(a.raw(), rows[i], columns[j]));
  return result;
}

Matrix column(const std::vector<Rational>& x) {
  Matrix result(static_cast<long>(x.size()), 1);
  for (std::size_t i = 0; i < x.size(); ++i) result.set(static_cast<long>(i), 0, x[i]);
  return result;
}

std::vector<Rational> entries_of(const Matrix& x) {
  std::vector<Rational> entries;
  for (long i = 0; i < x.rows(); ++i) entries.push_back(x.at(i, 0));
  return entries;
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
  Remainders reduced(a, prime);
  return reduced.is_known() ? std::optional(nmod_mat_rank(reduced.raw())) : std::nullopt;
}

std::vector<int> pivots_modulo_prime(const Matrix& a) {
  const auto n = static_cast<double>(a.rows());
  spend(2.0 * n * n * static_cast<double>(a.columns()));
  Remainders reduced(a, smaller_prime);
  std::vector<int> pivots;
  const long rank = reduced.is_known() ? nmod_mat_rref(reduced.raw()) : 0;
  for (long i = 0, j = 0; i < rank; ++i, ++j) {
    while (nmod_mat_entry(reduced.raw(), i, j) == 0) ++j;
    pivots.push_back(static_cast<int>(j));
  }
  return pivots;
}

long reduce_rows(Matrix& a) {
  const auto equations = static_cast<double>(std::min(a.rows(), a.columns()));
  spend_on_solution(equations, entry_bits(a), std::max(1.0, static_cast<double>(a.columns()) - equations));
  return fmpq_mat_rref(a.raw(), a.raw());
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
  const BallMatrix left(a, precision), right(b, precision);
  BallMatrix about(a.columns(), b.columns());
  if (arb_mat_approx_solve(about.raw(), left.raw(), right.raw(), precision) == 0) return std::nullopt;
  Matrix x(a.columns(), b.columns());
  for (long i = 0; i < x.rows(); ++i)
    for (long j = 0; j < x.columns(); ++j) {
      const arf_struct* middle = arb_midref(about.at(i, j));
      if (!arf_is_finite(middle)) return std::nullopt;
      arf_get_fmpq(fmpq_mat_entry(x.raw(), i, j), middle);
    }
  return x;
}

}  // namespace perpend::checker
