#include "verification/checker/arithmetic/definite.hpp"

#include <algorithm>
#include <memory>

namespace perpend::checker {

namespace {

/// Work of one factorization in balls: about 20 s.
constexpr double most_factorization = 2e10;

/// Neighbours one after the other, from one of fewest, and then the reverse (Cuthill and McKee): short envelopes.
std::vector<int> reordered(const SparseMatrix& a) {
  std::vector<int> order;
  std::vector<char> is_taken(a.num_rows, 0);
  std::vector<int> starts(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i) starts[i] = i;
  const auto has_fewer = [&](int i, int j) { return a.rows[i].size() < a.rows[j].size(); };
  std::stable_sort(starts.begin(), starts.end(), has_fewer);
  for (const int start : starts) {
    if (is_taken[start] != 0) continue;
    is_taken[start] = 1;
    order.push_back(start);
    for (std::size_t k = order.size() - 1; k < order.size(); ++k) {
      std::vector<int> next;
      for (const Entry& entry : a.rows[order[k]])
        if (is_taken[entry.column] == 0) next.push_back(entry.column);
      std::stable_sort(next.begin(), next.end(), has_fewer);
      for (const int i : next) is_taken[i] = 1;
      order.insert(order.end(), next.begin(), next.end());
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// The lower triangle of the reordered matrix, each row from its first entry that is not 0.
struct Envelope {
  std::vector<SparseRow> rows;  ///< lower triangle, new numbers
  std::vector<int> first;
  std::vector<long> offset;  ///< of the row's first entry among all
  double products = 0.0;

  explicit Envelope(const SparseMatrix& a) : rows(a.num_rows), first(a.num_rows), offset(a.num_rows + 1, 0) {
    const std::vector<int> order = reordered(a);
    std::vector<int> place(a.num_rows);
    for (int i = 0; i < a.num_rows; ++i) place[order[i]] = i;
    for (int i = 0; i < a.num_rows; ++i) {
      first[i] = i;
      for (const Entry& entry : a.rows[order[i]]) {
        const int j = place[entry.column];
        if (j > i || entry.value.is_zero()) continue;
        rows[i].push_back({j, entry.value});
        first[i] = std::min(first[i], j);
      }
      offset[i + 1] = offset[i] + i - first[i] + 1;
      for (int j = first[i]; j < i; ++j) products += std::max(0, j - std::max(first[i], first[j])) + 1;
    }
  }
};

class BallRow {
 public:
  explicit BallRow(long size) : values_(_arb_vec_init(size)), size_(size) {}
  BallRow(const BallRow&) = delete;
  BallRow& operator=(const BallRow&) = delete;
  ~BallRow() { _arb_vec_clear(values_, size_); }
  [[nodiscard]] arb_ptr at(long i) { return values_ + i; }

 private:
  arb_ptr values_;
  long size_;
};

/// u_ij = a_ij - sum_k u_ik l_jk, l_ij = u_ij / d_j, d_i = a_ii - sum_k u_ik l_ik.
Sign sign_in_balls(const Envelope& a, long precision) {
  const int n = static_cast<int>(a.rows.size());
  BallRow l(a.offset[n]), u(n), pivots(n);
  for (int i = 0; i < n; ++i) {
    const long start = a.offset[i] - a.first[i];
    for (int j = a.first[i]; j <= i; ++j) arb_zero(u.at(j));
    for (const Entry& entry : a.rows[i]) arb_set_fmpq(u.at(entry.column), entry.value.raw(), precision);
    for (int j = a.first[i]; j < i; ++j) {
      const int k = std::max(a.first[i], a.first[j]);
      arb_dot(u.at(j), u.at(j), 1, u.at(k), 1, l.at(a.offset[j] - a.first[j] + k), 1, j - k, precision);
      arb_div(l.at(start + j), u.at(j), pivots.at(j), precision);
    }
    arb_dot(pivots.at(i), u.at(i), 1, u.at(a.first[i]), 1, l.at(a.offset[i]), 1, i - a.first[i], precision);
    if (arb_is_negative(pivots.at(i))) return Sign::indefinite;
    if (!arb_is_positive(pivots.at(i))) return Sign::unknown;
  }
  return Sign::positive;
}

/// A pivot of 0 has to stand before zeros alone.
Sign exact_sign(Matrix a) {
  const long n = a.rows();
  Sign sign = Sign::positive;
  for (long k = 0; k < n; ++k) {
    const Rational pivot = a.at(k, k);
    if (pivot.sign() < 0) return Sign::indefinite;
    if (pivot.is_zero()) {
      sign = Sign::semidefinite;
      for (long i = k + 1; i < n; ++i)
        if (!a.is_zero_at(i, k)) return Sign::indefinite;
      continue;
    }
    for (long i = k + 1; i < n; ++i) {
      if (a.is_zero_at(i, k)) continue;
      const Rational factor = -a.at(i, k) / pivot;
      for (long j = k + 1; j <= i; ++j)
        if (!a.is_zero_at(j, k)) a.add_product(i, j, factor, a.at(j, k));
    }
  }
  return sign;
}

constexpr long most_dependent_rows = 400;

/// The rows that are left are given by these: G_RR = G_RI G_II^-1 G_IR, over the rationals.
bool is_given_by(const Matrix& g, const std::vector<int>& rows) {
  std::vector<int> others;
  const std::vector<int> place = places(rows, static_cast<int>(g.rows()));
  for (int i = 0; i < static_cast<int>(g.rows()); ++i)
    if (place[i] < 0) others.push_back(i);
  if (others.empty()) return true;
  const auto x = solve(block(g, rows, rows), block(g, rows, others));
  return x && product(block(g, others, rows), *x) == block(g, others, others);
}

/// Semidefinite matrices that are singular, which no ball can tell: the block of as many rows as the rank modulo a
/// prime is definite and gives all others. Pre: symmetric.
Sign dependent_sign(const SparseMatrix& a) {
  if (a.num_rows > most_dependent_rows) return Sign::unknown;
  const Matrix whole = dense(a);
  const std::vector<int> rows = pivots_modulo_prime(whole);
  if (rows.empty() || static_cast<int>(rows.size()) == a.num_rows) return Sign::unknown;
  const Envelope envelope(principal_block(a, rows));
  for (const long precision : {128L, 512L})
    if (sign_in_balls(envelope, precision) == Sign::positive)
      return is_given_by(whole, rows) ? Sign::semidefinite : Sign::unknown;
  return Sign::unknown;
}

}  // namespace

Sign sign_of(const SparseMatrix& a) {
  const Envelope envelope(a);
  for (const long precision : {128L, 512L, 2048L}) {
    const double work = envelope.products * (20.0 + static_cast<double>(precision) / 8.0);
    if (work > most_factorization) break;  // what follows may still decide
    spend(work);
    const Sign sign = sign_in_balls(envelope, precision);
    if (sign != Sign::unknown) return sign;
  }
  return a.num_rows <= most_exact_rows ? exact_sign(dense(a)) : dependent_sign(a);
}

std::optional<bool> is_nonnegative(const SparseMatrix& a) {
  const Sign sign = sign_of(a);
  return sign == Sign::unknown ? std::nullopt : std::optional(sign != Sign::indefinite);
}

std::optional<bool> is_positive(const SparseMatrix& a) {
  const Sign sign = sign_of(a);
  return sign == Sign::unknown ? std::nullopt : std::optional(sign == Sign::positive);
}

}  // namespace perpend::checker
