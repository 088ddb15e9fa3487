// The rank of J. Doubles: R near the right inverse of J, and beta = ||I - J R|| < 1 with outward rounding, so that J
// has full row rank [Rump06]. Integers: the rank itself, with a left null vector for each row that follows from others.
#include <fmt/format.h>

#include <algorithm>

#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/arithmetic/orthogonal_factors.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

/// The other rows replaced by combinations of the kept ones: a matrix of rank at most the number of those.
struct LowerRank {
  std::vector<int> kept;  ///< in the order of pivots
  MatrixX combinations;   ///< of each other row, in increasing order, factors of the kept ones
  double distance = 0.0;  ///< upper bound of the Frobenius norm of what is replaced
};

/// Rows by pivoting of the largest remainder. Pre: 0 <= rank < rows of J.
LowerRank nearby_of_rank(const MatrixX& j, int rank) {
  const std::vector<int> order = pivot_order(j.transpose());
  LowerRank found;
  found.kept.assign(order.begin(), order.begin() + rank);
  std::vector<int> others(order.begin() + rank, order.end());
  std::sort(others.begin(), others.end());
  const MatrixX rows = j(found.kept, Eigen::all), replaced = j(others, Eigen::all);
  found.combinations = rank == 0 ? MatrixX(replaced.rows(), 0)
                                 : MatrixX(least_squares(rows.transpose(), replaced.transpose()).transpose());
  if (!found.combinations.allFinite()) found.combinations.setZero();
  Interval sum(0.0);
  for (Eigen::Index i = 0; i < replaced.rows(); ++i)
    for (Eigen::Index c = 0; c < j.cols(); ++c) {
      Interval rest(replaced(i, c));
      for (int k = 0; k < rank; ++k) rest = rest - scale(found.combinations(i, k), Interval(rows(k, c)));
      sum = sum + square(rest);
    }
  found.distance = sqrt(sum).hi;
  return found;
}

/// Row sum norm of I - J R.
double distance_to_identity(const MatrixX& j, const MatrixX& r) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < j.rows(); ++i) {
    double sum = 0.0;
    for (Eigen::Index k = 0; k < j.rows(); ++k) {
      Interval entry = i == k ? 1.0 : 0.0;
      for (Eigen::Index l = 0; l < j.cols(); ++l)
        if (j(i, l) != 0.0 && r(l, k) != 0.0) entry = entry - scale(j(i, l), Interval(r(l, k)));
      sum = add_up(sum, abs(entry).hi);
    }
    if (!(sum <= largest)) largest = sum;
  }
  return largest;
}

/// Numbers of R that a statement carries, 2 MB: of more nothing is said but that there is one.
constexpr Eigen::Index most_numbers_of_inverse = 90000;

void show_right_inverse(const MatrixX& r, double beta, Statement& statement) {
  if (r.size() > most_numbers_of_inverse) return;
  std::vector<double> entries;
  for (Eigen::Index i = 0; i < r.rows(); ++i)
    for (Eigen::Index k = 0; k < r.cols(); ++k) entries.push_back(r(i, k));
  statement.bounds = {{BoundKind::inverse_error, beta}};
  statement.witness = {{"R", hexadecimal(entries)}};
}

Verdict by_right_inverse(const MatrixX& wide, Statement& statement) {
  const MatrixX gram = wide * wide.transpose();
  const MatrixX inverse = approximate_inverse(gram);
  if (inverse.size() == 0 && wide.rows() > 0) return Verdict::undecided;
  const MatrixX r = wide.transpose() * inverse;
  const double beta = distance_to_identity(wide, r);
  if (!(beta < 1.0)) return Verdict::undecided;
  statement.theorem = "a right inverse R with ||I - J R|| < 1, with outward rounding";
  show_right_inverse(r, beta, statement);
  statement.facts = {{FactKind::rank, wide.rows()}};
  return Verdict::proved;
}

/// Columns of the null space of J^T: combinations of rows that vanish, over the integers.
void set_dependencies(const ScaledIntegers& j, long rank, Statement& statement) {
  IntegerMatrix transposed(j.matrix.columns(), j.matrix.rows());
  fmpz_mat_transpose(transposed.get(), j.matrix.get());
  IntegerMatrix null_space(j.matrix.rows(), j.matrix.rows());
  const long count = fmpz_mat_nullspace(null_space.get(), transposed.get());
  fmpz_t divisor;
  fmpz_init(divisor);
  for (long k = 0; k < std::min(count, j.matrix.rows() - rank); ++k) {
    std::vector<std::string> texts;
    fmpz_zero(divisor);
    for (long i = 0; i < null_space.rows(); ++i) fmpz_gcd(divisor, divisor, null_space.entry(i, k));
    std::string words;
    for (long i = 0; i < null_space.rows(); ++i) {
      fmpz* entry = null_space.entry(i, k);
      if (!fmpz_is_zero(entry)) {
        fmpz_divexact(entry, entry, divisor);
        words += (words.empty() ? "" : ", ") + std::to_string(i + 1);
      }
      fmpq_t value;
      fmpq_init(value);
      fmpq_set_fmpz(value, entry);
      texts.push_back(to_text(value));
      fmpq_clear(value);
    }
    statement.add(FactKind::dependent_rows, words);
    statement.witness.emplace_back(fmt::format("y{}", k + 1), std::move(texts));
  }
  fmpz_clear(divisor);
}

/// How far a rank that only exact numbers show, or that is above the one claimed, is from being lost.
void add_distance(const MatrixX& j, int rank, Statement& statement) {
  const LowerRank found = nearby_of_rank(j, rank);
  if (!std::isfinite(found.distance)) return;
  statement.add(BoundKind::rank_distance, found.distance, std::to_string(rank));
  std::vector<std::string> kept;
  for (const int row : found.kept) kept.push_back(std::to_string(row + 1));
  statement.witness.emplace_back("kept rows", std::move(kept));
  std::vector<double> factors;
  for (Eigen::Index i = 0; i < found.combinations.rows(); ++i)
    for (Eigen::Index k = 0; k < found.combinations.cols(); ++k) factors.push_back(found.combinations(i, k));
  statement.witness.emplace_back("factors of the others", hexadecimal(factors));
}

Verdict by_integers(const MatrixX& j, long wanted, Statement& statement) {
  const ScaledIntegers scaled = scale_to_integers(j);
  const long rank = fmpz_mat_rank(scaled.matrix.get());
  statement.theorem = "elimination in exact integers [Bareiss68]";
  statement.facts = {{FactKind::rank, rank}};
  if (rank < scaled.matrix.rows()) set_dependencies(scaled, rank, statement);
  const long full = std::min(j.rows(), j.cols());
  if (rank > wanted || (rank == full && rank > 0))
    add_distance(j, static_cast<int>(std::min(wanted, full - 1)), statement);
  if (rank == wanted) return Verdict::proved;
  statement.reason = fmt::format("the rank is {}", rank);
  return Verdict::refuted;
}

}  // namespace

Statement state_rank(const SparseRows& j, int expected, const Effort& effort) {
  const int full = std::min(j.num_rows, j.num_columns);
  const int wanted = expected < 0 ? full : expected;
  Statement statement = claim_of(StatementKind::rank, expected < 0 ? fmt::format("J has full rank {}", full)
                                                                   : fmt::format("J has rank {}", wanted));
  if (const char* reason = why_not_a_matrix(j)) return unfit(std::move(statement), reason);
  if (wanted > full) {
    escalate(statement, Level::structure, 0, [&] {
      statement.reason = fmt::format("{} x {} has rank {} at most", j.num_rows, j.num_columns, full);
      statement.theorem = "size";
      return Verdict::refuted;
    });
    return statement;
  }
  const MatrixX whole = dense(j);
  const double work = static_cast<double>(full) * full * std::max(j.num_rows, j.num_columns);
  if (wanted == full && 1e-8 * work <= effort.seconds)
    escalate(statement, Level::binary64, 53, [&] {
      return by_right_inverse(j.num_rows <= j.num_columns ? whole : MatrixX(whole.transpose()), statement);
    });
  const double estimate = 2e-9 * work * std::max(1.0, full / 20.0);
  if (effort.highest >= Level::exact && estimate <= effort.seconds)
    escalate(statement, Level::exact, 0, [&] { return by_integers(whole, wanted, statement); });
  if (statement.verdict == Verdict::undecided)
    statement.reason =
        effort.highest < Level::exact
            ? why_stopped(effort)
            : fmt::format("doubles do not decide, and exact elimination takes about {}", about_seconds(estimate));
  return statement;
}

}  // namespace perpend
