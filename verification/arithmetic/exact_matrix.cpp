#include "verification/arithmetic/exact_matrix.hpp"

#include <flint/fmpq_mat.h>

#include <iterator>

#include "verification/arithmetic/flint_memory.hpp"

namespace perpend {

namespace {

using boost::multiprecision::cpp_int;

constexpr unsigned limb_bits = FLINT_BITS;

}  // namespace

void set_integer(fmpz_t out, const cpp_int& x) {
  std::vector<unsigned long> limbs;
  export_bits(cpp_int(abs(x)), std::back_inserter(limbs), limb_bits, false);
  fmpz_set_ui_array(out, limbs.data(), static_cast<long>(limbs.size()));
  if (x < 0) fmpz_neg(out, out);
}

cpp_int integer_of(const fmpz_t x) {
  std::vector<unsigned long> limbs(fmpz_size(x));
  cpp_int result = 0;
  if (limbs.empty()) return result;
  fmpz_t size;
  fmpz_init(size);
  fmpz_abs(size, x);
  fmpz_get_ui_array(limbs.data(), static_cast<long>(limbs.size()), size);
  fmpz_clear(size);
  import_bits(result, limbs.begin(), limbs.end(), limb_bits, false);
  return fmpz_sgn(x) < 0 ? cpp_int(-result) : result;
}

namespace {

/// Owns an fmpq_mat_t.
class RationalMatrix {
 public:
  RationalMatrix(long rows, long columns) {
    release_flint_at_end_of_thread();
    fmpq_mat_init(value_, rows, columns);
  }
  explicit RationalMatrix(const RationalRows& a)
      : RationalMatrix(static_cast<long>(a.size()), a.empty() ? 0 : static_cast<long>(a.front().size())) {
    for (long i = 0; i < value_->r; ++i)
      for (long j = 0; j < value_->c; ++j) {
        const Rational& x = a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        set_integer(fmpq_mat_entry_num(value_, i, j), numerator(x));
        set_integer(fmpq_mat_entry_den(value_, i, j), denominator(x));
      }
  }
  RationalMatrix(const RationalMatrix&) = delete;
  RationalMatrix& operator=(const RationalMatrix&) = delete;
  ~RationalMatrix() { fmpq_mat_clear(value_); }

  [[nodiscard]] fmpq_mat_struct* get() { return value_; }
  [[nodiscard]] const fmpq_mat_struct* get() const { return value_; }
  [[nodiscard]] Rational entry(long i, long j) const {
    return {integer_of(fmpq_mat_entry_num(value_, i, j)), integer_of(fmpq_mat_entry_den(value_, i, j))};
  }
  [[nodiscard]] RationalRows rows() const {
    RationalRows result(static_cast<std::size_t>(value_->r));
    for (long i = 0; i < value_->r; ++i)
      for (long j = 0; j < value_->c; ++j) result[static_cast<std::size_t>(i)].push_back(entry(i, j));
    return result;
  }

 private:
  fmpq_mat_t value_;
};

}  // namespace

std::optional<RationalRows> solve_exactly(const RationalRows& b, const RationalRows& r) {
  if (b.empty()) return RationalRows();
  const RationalMatrix matrix(b), right(r);
  RationalMatrix x(right.get()->r, right.get()->c);
  if (fmpq_mat_solve(x.get(), matrix.get(), right.get()) == 0) return std::nullopt;
  return x.rows();
}

std::optional<std::vector<Rational>> solve_exactly(const RationalRows& b, const std::vector<Rational>& r) {
  RationalRows column;
  for (const Rational& entry : r) column.push_back({entry});
  const auto rows = solve_exactly(b, column);
  if (!rows) return std::nullopt;
  std::vector<Rational> x;
  for (const std::vector<Rational>& row : *rows) x.push_back(row.front());
  return x;
}

RationalRows null_space(const RationalRows& a, long num_columns) {
  std::vector<char> is_pivot(static_cast<std::size_t>(num_columns), 0);
  std::vector<long> pivots;
  RationalRows reduced;
  if (!a.empty() && num_columns > 0) {
    RationalMatrix matrix(a);
    const long rank = fmpq_mat_rref(matrix.get(), matrix.get());
    reduced = matrix.rows();
    for (long i = 0, j = 0; i < rank; ++i, ++j) {
      while (reduced[i][j] == 0) ++j;
      pivots.push_back(j);
      is_pivot[j] = 1;
    }
  }
  RationalRows basis;
  for (long free = 0; free < num_columns; ++free) {
    if (is_pivot[free] != 0) continue;
    std::vector<Rational>& x = basis.emplace_back(static_cast<std::size_t>(num_columns));
    x[free] = 1;
    for (std::size_t i = 0; i < pivots.size(); ++i) x[pivots[i]] = -reduced[i][free];
  }
  return basis;
}

Rational determinant(const RationalRows& a) {
  const RationalMatrix matrix(a);
  fmpq_t value;
  fmpq_init(value);
  fmpq_mat_det(value, matrix.get());
  const Rational result(integer_of(fmpq_numref(value)), integer_of(fmpq_denref(value)));
  fmpq_clear(value);
  return result;
}

Definiteness definiteness(const RationalRows& a) {
  const RationalMatrix matrix(a);
  IntegerMatrix whole(matrix.get()->r, matrix.get()->c);
  fmpz_t factor;
  fmpz_init(factor);
  fmpq_mat_get_fmpz_mat_matwise(whole.get(), factor, matrix.get());
  fmpz_clear(factor);
  return definiteness(std::move(whole));
}

}  // namespace perpend
