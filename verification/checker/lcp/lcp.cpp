#include "verification/checker/lcp/lcp.hpp"

#include <algorithm>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

constexpr std::size_t most_ambiguous = 12;
/// Their exact solution has some thousand bits an entry.
constexpr std::size_t most_active = 300;

struct Rows {
  std::vector<int> active, ambiguous;
};

/// Nothing for other marks.
std::optional<Rows> marked_rows(const std::vector<Rational>& marks) {
  Rows rows;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == Rational(1))
      rows.active.push_back(static_cast<int>(i));
    else if (marks[i] == Rational(1) / Rational(2))
      rows.ambiguous.push_back(static_cast<int>(i));
    else if (!marks[i].is_zero())
      return std::nullopt;
  }
  return rows;
}

/// z_a = by_ambiguous (z_D, 1), w_D = of_ambiguous (z_D, 1).
struct Reduced {
  Matrix by_ambiguous, of_ambiguous;
};

/// `rows` of A in the ambiguous columns, and b as the last one.
Matrix with_right_side(const Lcp& lcp, const std::vector<int>& rows, const std::vector<int>& ambiguous) {
  const Matrix left = dense_block(lcp.a, rows, ambiguous);
  Matrix result(left.rows(), left.columns() + 1);
  for (long i = 0; i < left.rows(); ++i) {
    for (long k = 0; k < left.columns(); ++k) result.set(i, k, left.at(i, k));
    result.set(i, left.columns(), lcp.b[rows[static_cast<std::size_t>(i)]]);
  }
  return result;
}

std::optional<Reduced> reduce(const Lcp& lcp, const Rows& rows) {
  Reduced result{with_right_side(lcp, rows.active, rows.ambiguous),
                 with_right_side(lcp, rows.ambiguous, rows.ambiguous)};
  if (rows.active.empty()) return result;
  auto solved = solve(dense_block(lcp.a, rows.active, rows.active), result.by_ambiguous);
  if (!solved) return std::nullopt;
  fmpq_mat_neg(solved->raw(), solved->raw());
  result.by_ambiguous = *solved;
  const Matrix carried = product(dense_block(lcp.a, rows.ambiguous, rows.active), *solved);
  fmpq_mat_add(result.of_ambiguous.raw(), result.of_ambiguous.raw(), carried.raw());
  return result;
}

/// z_D where the chosen rows have w = 0; nothing where these are singular.
std::optional<std::vector<Rational>> chosen(const Matrix& of_ambiguous, unsigned choice) {
  const long size = of_ambiguous.rows();
  std::vector<int> rows;
  for (int i = 0; i < size; ++i)
    if ((choice >> i & 1U) != 0) rows.push_back(i);
  std::vector<Rational> z(static_cast<std::size_t>(size));
  if (rows.empty()) return z;
  const auto x = solve(block(of_ambiguous, rows, rows), block(of_ambiguous, rows, {static_cast<int>(size)}));
  if (!x) return std::nullopt;
  for (std::size_t i = 0; i < rows.size(); ++i) z[rows[i]] = -x->at(static_cast<long>(i), 0);
  return z;
}

std::vector<Rational> completed(const Lcp& lcp, const Rows& rows, const Matrix& by_ambiguous,
                                const std::vector<Rational>& ambiguous) {
  std::vector<Rational> z(lcp.size());
  for (std::size_t k = 0; k < ambiguous.size(); ++k) z[rows.ambiguous[k]] = ambiguous[k];
  for (std::size_t i = 0; i < rows.active.size(); ++i) {
    Rational& entry = z[rows.active[i]] = by_ambiguous.at(static_cast<long>(i), by_ambiguous.columns() - 1);
    for (std::size_t k = 0; k < ambiguous.size(); ++k)
      entry.add_product(by_ambiguous.at(static_cast<long>(i), static_cast<long>(k)), ambiguous[k]);
  }
  return z;
}

}  // namespace

Lcp read_lcp(const nlohmann::json& data) {
  SparseMatrix a = read_square(data, "A");
  const int n = a.num_rows;
  return {std::move(a), read_vector(data, "b", n)};
}

bool is_solution(const Lcp& lcp, const std::vector<Rational>& z) {
  const std::vector<Rational> w = slack_of(lcp, z);
  for (int i = 0; i < lcp.size(); ++i) {
    if (z[i].sign() < 0 || w[i].sign() < 0 || !(z[i].is_zero() || w[i].is_zero())) return false;
  }
  return true;
}

std::optional<std::vector<Rational>> marked_solution(const Lcp& lcp, const std::vector<Rational>& marks) {
  const auto rows = marked_rows(marks);
  if (!rows || rows->ambiguous.size() > most_ambiguous || rows->active.size() > most_active) return std::nullopt;
  const auto problem = reduce(lcp, *rows);
  if (!problem) return std::nullopt;
  for (unsigned choice = 0; choice < 1U << rows->ambiguous.size(); ++choice) {
    const auto ambiguous = chosen(problem->of_ambiguous, choice);
    const auto is_negative = [](const Rational& x) { return x.sign() < 0; };
    if (!ambiguous || std::any_of(ambiguous->begin(), ambiguous->end(), is_negative)) continue;
    std::vector<Rational> z = completed(lcp, *rows, problem->by_ambiguous, *ambiguous);
    if (is_solution(lcp, z)) return z;
  }
  return std::nullopt;
}

}  // namespace perpend::checker
