// Positive definiteness: doubles with a shift, then balls, then integers.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "verification/arithmetic/factors.hpp"
#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/solves/spd.hpp"
#include "verification/statements/shifted_cholesky.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Beyond this no entry of L L^T is near underflow or overflow, which the bound would have to charge.
bool is_mid_scale(double diagonal) {
  return diagonal > 0x1p-900 && diagonal < 0x1p900;
}

/// Row by row each entry left of the diagonal meets the next one right of it in the row of its column. False too where
/// a zero is stored on one side only.
bool is_plainly_symmetric(const SparseRows& a) {
  std::vector<int> next(static_cast<std::size_t>(a.num_rows));
  for (int i = 0; i < a.num_rows; ++i) {
    int k = a.first[i];
    for (; k < a.first[i + 1] && a.column[k] < i; ++k) {
      const int j = a.column[k];
      const int mirror = next[j]++;
      if (mirror >= a.first[j + 1] || a.column[mirror] != i || a.value[mirror] != a.value[k]) return false;
    }
    next[i] = k + (k < a.first[i + 1] && a.column[k] == i ? 1 : 0);
  }
  for (int i = 0; i < a.num_rows; ++i)
    if (next[i] != a.first[i + 1]) return false;
  return true;
}

std::string why_not_symmetric(const SparseRows& a) {
  if (is_plainly_symmetric(a)) return "";
  const auto entry = [&](int i, int j) {
    const auto begin = a.column.begin() + a.first[i], end = a.column.begin() + a.first[i + 1];
    const auto found = std::lower_bound(begin, end, j);
    return found == end || *found != j ? 0.0 : a.value[static_cast<std::size_t>(found - a.column.begin())];
  };
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (entry(a.column[k], i) != a.value[k])
        return fmt::format("the matrix is not symmetric: entry ({}, {}) is {} and entry ({}, {}) is {}", i + 1,
                           a.column[k] + 1, a.value[k], a.column[k] + 1, i + 1, entry(a.column[k], i));
  return "";
}

/// Lower bound of lambda_min of the scaled matrix; NaN: not proved. A longer row than guessed asks for a second try.
double prove(ShiftedCholesky& factorization, double share = 0.0) {
  for (int round = 0; round < 2; ++round) {
    const double c = std::max(share, 1.01 * factorization.rounding());
    if (!(c < 1.0) || !factorization.factorize(c)) return nan;
    const double bound = add_down(c, -factorization.rounding());
    if (bound > 0.0) return bound;
  }
  return nan;
}

/// Inverse iteration with the factor at hand: rounded, a guess for the next shift.
double guess_smallest(const ShiftedCholesky& factorization, const VectorX& diagonal) {
  const VectorX scale = diagonal.cwiseSqrt();
  VectorX x = VectorX::LinSpaced(diagonal.size(), 1.0, 2.0).normalized();
  double smallest = nan;
  for (int i = 0; i < 8; ++i) {
    const VectorX y = scale.cwiseProduct(factorization.solve(scale.cwiseProduct(x)));
    smallest = x.squaredNorm() / x.dot(y);
    x = y / y.norm();
  }
  return smallest;
}

/// lambda_max(D^-1 A D^-1) <= max_i (|A| x)_i / (a_ii x_i) for x = 1/sqrt(a_ii) > 0.
double largest_scaled(const SparseRows& a, const VectorX& diagonal) {
  double largest = 0.0;
  for (int i = 0; i < a.num_rows; ++i) {
    double sum = 0.0;
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      sum = add_up(sum, divide_up(std::abs(a.value[k]),
                                  multiply_down(sqrt_down(diagonal[i]), sqrt_down(diagonal[a.column[k]]))));
    largest = std::max(largest, sum);
  }
  return largest;
}

void say_eigenvalues(const SparseRows& a, double smallest, Statement& statement) {
  const VectorX diagonal = diagonal_of(a);
  const double largest = largest_scaled(a, diagonal);
  const std::pair<BoundKind, double> found[] = {{BoundKind::smallest_scaled, smallest},
                                                {BoundKind::largest_scaled, largest},
                                                {BoundKind::condition_scaled, divide_up(largest, smallest)},
                                                {BoundKind::smallest, multiply_down(smallest, diagonal.minCoeff())}};
  for (const auto& [kind, value] : found)
    if (std::isnormal(value)) statement.add(kind, value);
}

void sharpen(ShiftedCholesky& factorization, const SparseRows& a, const VectorX& diagonal, double bound,
             Statement& statement) {
  double best = bound;
  double guess = guess_smallest(factorization, diagonal);
  for (const double share : {0.99, 0.9, 0.5})
    if (guess * share > best && best == bound) {
      const double sharper = prove(factorization, share * guess);
      if (sharper > best) best = sharper;
    }
  statement.bounds.clear();
  say_eigenvalues(a, best, statement);
}

Verdict refute(Statement& statement, const VectorX& x, const char* reason) {
  statement.reason = reason;
  statement.theorem = "a direction x with x^T A x <= 0, evaluated with outward rounding";
  statement.witness = {{"x", hexadecimal({x.begin(), x.end()})}};
  return Verdict::refuted;
}

/// Pivots of either sign give directions: rounded, and then enclosed.
Verdict find_direction(const MatrixX& a, Statement& statement) {
  const RoundedLdlt ldlt(a);
  if (!ldlt.is_done()) return Verdict::undecided;
  const VectorX x = ldlt.lowest_direction();
  if (!x.allFinite() || x.isZero(0.0)) return Verdict::undecided;
  const Interval form = enclose_quadratic_form(a, x);
  if (form.hi < 0.0) return refute(statement, x, "a direction with x^T A x < 0 exists");
  return Verdict::undecided;
}

Verdict by_doubles(const SparseRows& a, bool is_dense, const Effort& effort, Statement& statement) {
  const VectorX diagonal = diagonal_of(a);
  for (Eigen::Index i = 0; i < diagonal.size(); ++i)
    if (diagonal[i] <= 0.0)
      return refute(statement, VectorX::Unit(diagonal.size(), i), "a diagonal entry is not positive");
  if (!std::all_of(diagonal.begin(), diagonal.end(), is_mid_scale)) return Verdict::undecided;
  const auto factorization = is_dense ? dense_cholesky(a) : sparse_cholesky(a);
  const double bound = prove(*factorization);
  if (bound > 0.0) {
    statement.theorem = "a Cholesky factorization of the shifted matrix runs to its end [Rump06]";
    statement.bounds = {{BoundKind::smallest_scaled, bound}};
    if (effort.is_sharp) sharpen(*factorization, a, diagonal, bound, statement);
    return Verdict::proved;
  }
  return is_dense ? find_direction(dense(a), statement) : Verdict::undecided;
}

Verdict by_balls(const SparseRows& sparse, const MatrixX& a, int bits, const Effort& effort, Statement& statement) {
  const BallCholesky factorization(a, bits);
  if (!factorization.is_positive()) return Verdict::undecided;
  statement.theorem = "a Cholesky factorization in ball arithmetic has positive pivots [Johansson17]";
  if (!effort.is_sharp) return Verdict::proved;
  double smallest = factorization.smallest_scaled();
  if (smallest == 0.0) {  // the inverse loses more digits than the pivots
    const BallCholesky finer(a, 2 * bits);
    if (finer.is_positive()) smallest = finer.smallest_scaled();
  }
  say_eigenvalues(sparse, smallest, statement);
  return Verdict::proved;
}

/// x = (-A_k^-1 a_k, 1, 0): x^T A x is the pivot.
void set_exact_direction(const IntegerMatrix& a, long pivot, Statement& statement) {
  IntegerMatrix block(pivot, pivot);
  IntegerMatrix right(pivot, 1);
  IntegerMatrix x(pivot, 1);
  for (long i = 0; i < pivot; ++i) {
    for (long j = 0; j < pivot; ++j) fmpz_set(block.entry(i, j), a.entry(i, j));
    fmpz_neg(right.entry(i, 0), a.entry(i, pivot));
  }
  fmpz_t denominator;
  fmpz_init_set_si(denominator, 1);
  if (pivot > 0) (void)fmpz_mat_solve(x.get(), denominator, block.get(), right.get());
  std::vector<std::string> texts;
  fmpq_t value;
  fmpq_init(value);
  for (long i = 0; i < a.rows(); ++i) {
    if (i < pivot)
      fmpq_set_fmpz_frac(value, x.entry(i, 0), denominator);
    else
      fmpq_set_si(value, i == pivot ? 1 : 0, 1);
    texts.push_back(to_text(value));
  }
  fmpq_clear(value);
  fmpz_clear(denominator);
  statement.witness = {{"x", std::move(texts)}};
}

/// Fraction-free elimination [Bareiss68]: pivot k is the leading principal minor of order k + 1. By hand: it ends with
/// the first that is not positive, which is the proof.
Verdict by_integers(const MatrixX& a, Statement& statement) {
  const ScaledIntegers scaled = scale_to_integers(a);
  const long n = scaled.matrix.rows();
  IntegerMatrix work(n, n);
  fmpz_mat_set(work.get(), scaled.matrix.get());
  for (long k = 0; k < n; ++k) {
    const int sign = fmpz_sgn(work.entry(k, k));
    if (sign <= 0) {
      statement.theorem = "a leading principal minor in exact integers, with its direction [Bareiss68]";
      statement.reason = sign == 0 ? "a direction with x^T A x = 0 exists" : "a direction with x^T A x < 0 exists";
      set_exact_direction(scaled.matrix, k, statement);
      return Verdict::refuted;
    }
    for (long i = k + 1; i < n; ++i)
      for (long j = i; j < n; ++j) {
        fmpz* entry = work.entry(i, j);
        fmpz_mul(entry, entry, work.entry(k, k));
        fmpz_submul(entry, work.entry(k, i), work.entry(k, j));
        if (k > 0) fmpz_divexact(entry, entry, work.entry(k - 1, k - 1));
      }
  }
  statement.theorem = "all leading principal minors are positive, in exact integers [Bareiss68]";
  return Verdict::proved;
}

double power_law(double coefficient, double n, double exponent) {
  return coefficient * std::pow(n, exponent);
}

}  // namespace

Statement state_spd(const SparseRows& a, const Effort& effort) {
  Statement statement = claim_of(StatementKind::spd, "A is symmetric positive definite");
  if (const char* reason = why_unfit(a)) return unfit(std::move(statement), reason);
  if (const std::string reason = why_not_symmetric(a); !reason.empty()) return unfit(std::move(statement), reason);
  const int n = a.num_rows;
  if (n == 0) {
    statement.theorem = "there is no x other than 0";
    escalate(statement, Level::structure, 0, [] { return Verdict::proved; });
    return statement;
  }
  const bool is_dense = n <= 200 || a.value.size() > 0.2 * n * static_cast<double>(n);
  if (effort.with_plain) statement.plain_seconds = is_dense ? seconds_of_plain_dense(a) : seconds_of_plain_sparse(a);
  escalate(statement, Level::binary64, 53, [&] { return by_doubles(a, is_dense, effort, statement); });
  if (statement.verdict != Verdict::undecided) return statement;
  if (!is_dense && n > 2000) {
    statement.reason = "doubles do not decide, and the matrix is too large for dense balls and integers";
    return statement;
  }
  const MatrixX dense_a = dense(a);
  for (const int bits : {128, 256, 512})
    if (effort.highest >= Level::ball && power_law(4e-8, n, 3.0) <= effort.seconds)
      escalate(statement, Level::ball, bits, [&] { return by_balls(a, dense_a, bits, effort, statement); });
  const double estimate = power_law(2e-9, n, 4.3);
  if (effort.highest >= Level::exact && estimate <= effort.seconds)
    escalate(statement, Level::exact, 0, [&] { return by_integers(dense_a, statement); });
  if (statement.verdict == Verdict::proved && effort.is_sharp && statement.bounds.empty())
    statement.add(FactKind::no_sharp_bounds);
  if (statement.verdict == Verdict::undecided)
    statement.reason =
        effort.highest < Level::exact
            ? why_stopped(effort)
            : fmt::format(
                  "the smallest eigenvalue is too near 0 for doubles, and exact elimination of {} rows takes about {}",
                  n, about_seconds(estimate));
  return statement;
}

bool is_definite(const MatrixX& a) {
  return state_spd(sparse_rows(a), {.highest = Level::binary64}).verdict == Verdict::proved;
}

}  // namespace perpend
