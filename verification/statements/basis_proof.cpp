#include "verification/statements/basis_proof.hpp"

#include <flint/nmod_mat.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statement.hpp"

namespace perpend {

namespace {

/// 2^62 - 57.
constexpr mp_limb_t prime = 4611686018427387847UL;

/// [A b] times a power of two.
IntegerMatrix whole_numbers(const SparseRows& a, const VectorX& b) {
  MatrixX all(a.num_rows, a.num_columns + 1);
  all << dense(a), b;
  return scale_to_integers(all).matrix;
}

/// numerator_i / denominator, denominator > 0.
class Fractions {
 public:
  explicit Fractions(long size) : numerator_(size, 1) { fmpz_init_set_si(denominator_, 1); }
  Fractions(const Fractions&) = delete;
  Fractions& operator=(const Fractions&) = delete;
  ~Fractions() { fmpz_clear(denominator_); }

  /// False: the matrix is singular.
  bool solve(const IntegerMatrix& matrix, const IntegerMatrix& right) {
    if (matrix.rows() == 0) return true;
    if (fmpz_mat_solve_dixon_den(numerator_.get(), denominator_, matrix.get(), right.get()) == 0) return false;
    if (fmpz_sgn(denominator_) > 0) return true;
    fmpz_neg(denominator_, denominator_);
    fmpz_mat_neg(numerator_.get(), numerator_.get());
    return true;
  }

  [[nodiscard]] const fmpz* numerator(std::size_t i) const { return numerator_.entry(static_cast<long>(i), 0); }
  [[nodiscard]] const fmpz* denominator() const { return denominator_; }
  [[nodiscard]] int sign(std::size_t i) const { return fmpz_sgn(numerator(i)); }
  [[nodiscard]] std::string text(std::size_t i) const {
    fmpq_t value;
    fmpq_init(value);
    fmpq_set_fmpz_frac(value, numerator(i), denominator_);
    std::string result = to_text(value);
    fmpq_clear(value);
    return result;
  }
  [[nodiscard]] double rounded(std::size_t i) const {
    fmpq_t value;
    fmpq_init(value);
    fmpq_set_fmpz_frac(value, numerator(i), denominator_);
    const double result = fmpq_get_d(value);
    fmpq_clear(value);
    return result;
  }

 private:
  IntegerMatrix numerator_;
  fmpz_t denominator_;
};

/// Sign of  sum_k factor_k numerator_k + last denominator,  factor_k = entry(k) of the matrix.
template <class Entry>
int sign_of_sum(const Fractions& x, std::size_t count, const fmpz* last, const Entry& entry) {
  fmpz_t sum;
  fmpz_init(sum);
  if (last != nullptr) fmpz_mul(sum, last, x.denominator());
  for (std::size_t k = 0; k < count; ++k) fmpz_addmul(sum, entry(k), x.numerator(k));
  const int sign = fmpz_sgn(sum);
  fmpz_clear(sum);
  return sign;
}

}  // namespace

std::vector<int> independent_rows(const SparseRows& a, const std::vector<int>& active,
                                  const std::vector<int>& candidates) {
  const IntegerMatrix numbers = whole_numbers(a, VectorX::Zero(a.num_rows));
  const auto num_columns = static_cast<long>(candidates.size()), m = static_cast<long>(active.size());
  nmod_mat_t columns;  // a candidate each
  nmod_mat_init(columns, m, num_columns, prime);
  for (long j = 0; j < num_columns; ++j)
    for (long i = 0; i < m; ++i)
      nmod_mat_entry(columns, i, j) = fmpz_fdiv_ui(numbers.entry(candidates[j], active[i]), prime);
  std::vector<int> rows;
  const long rank = nmod_mat_rref(columns);
  for (long i = 0, j = 0; i < rank; ++i, ++j) {
    while (nmod_mat_entry(columns, i, j) == 0) ++j;
    rows.push_back(candidates[j]);
  }
  nmod_mat_clear(columns);
  if (rank < m) return {};
  return rows;
}

BasisProof prove_basis(const SparseRows& a, const VectorX& b, const std::vector<int>& active,
                       const std::vector<int>& equations) {
  const IntegerMatrix numbers = whole_numbers(a, b);
  const std::size_t m = active.size();
  IntegerMatrix block(static_cast<long>(m), static_cast<long>(m));
  IntegerMatrix right(static_cast<long>(m), 1);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j)
      fmpz_set(block.entry(static_cast<long>(i), static_cast<long>(j)), numbers.entry(equations[i], active[j]));
    fmpz_neg(right.entry(static_cast<long>(i), 0), numbers.entry(equations[i], a.num_columns));
  }
  Fractions z(static_cast<long>(m));
  BasisProof proof{.is_proved = z.solve(block, right), .z = VectorX::Zero(a.num_rows), .is_strict = true};
  proof.text = hexadecimal(std::vector<double>(static_cast<std::size_t>(a.num_rows)));
  const bool is_principal = active == equations;
  const auto judge = [&](int sign) {
    proof.is_proved = proof.is_proved && sign >= 0;
    proof.is_strict = proof.is_strict && sign > 0;
  };
  for (std::size_t k = 0; k < m && proof.is_proved; ++k) {
    judge(z.sign(k));
    const double rounded = proof.z[active[k]] = z.rounded(k);
    const bool is_carried = z.sign(k) == 0 || std::isnormal(rounded);
    proof.text[active[k]] = is_carried ? fmt::format("{:a}", rounded) : z.text(k);
  }
  for (int i = 0; i < a.num_rows && proof.is_proved; ++i) {
    const auto place = std::lower_bound(active.begin(), active.end(), i);
    const bool is_active = place != active.end() && *place == i;
    if (is_active && is_principal) continue;
    const int sign =
        sign_of_sum(z, m, numbers.entry(i, a.num_columns), [&](std::size_t k) { return numbers.entry(i, active[k]); });
    if (!is_active)
      judge(sign);
    else  // a row with z_i > 0 that follows from the equations
      proof.is_proved = sign == 0 || (sign > 0 && z.sign(static_cast<std::size_t>(place - active.begin())) == 0);
  }
  return proof;
}

std::vector<std::string> prove_contradiction(const SparseRows& a, const VectorX& b, const std::vector<int>& rows,
                                             const std::vector<int>& active) {
  const std::size_t m = rows.size();
  if (m == 0 || active.size() + 1 != m) return {};
  const IntegerMatrix numbers = whole_numbers(a, b);
  IntegerMatrix block(static_cast<long>(m), static_cast<long>(m));
  IntegerMatrix right(static_cast<long>(m), 1);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t j = 0; j + 1 < m; ++j)
      fmpz_set(block.entry(static_cast<long>(j), static_cast<long>(k)), numbers.entry(rows[k], active[j]));
    fmpz_one(block.entry(static_cast<long>(m) - 1, static_cast<long>(k)));
  }
  fmpz_one(right.entry(static_cast<long>(m) - 1, 0));
  Fractions y(static_cast<long>(m));
  if (!y.solve(block, right)) return {};
  const auto sign_of_column = [&](int j) {
    return sign_of_sum(y, m, nullptr, [&](std::size_t k) { return numbers.entry(rows[k], j); });
  };
  for (std::size_t k = 0; k < m; ++k)
    if (y.sign(k) < 0) return {};
  for (int j = 0; j < a.num_columns; ++j)
    if (sign_of_column(j) > 0) return {};
  if (sign_of_column(a.num_columns) >= 0) return {};
  std::vector<std::string> texts(static_cast<std::size_t>(a.num_rows), "0");
  for (std::size_t k = 0; k < m; ++k) texts[rows[k]] = y.text(k);
  return texts;
}

}  // namespace perpend
