// The rank of J: at least the rank modulo a prime, at most the rows less the independent combinations that vanish.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verification/checker/kinds.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

/// Exact elimination where the prime does not show it.
constexpr int most_exact_rank_rows = 300;

/// Columns that hold nothing have no part in the rank, in combinations of rows, nor in distances between them.
SparseMatrix without_empty_columns(const SparseMatrix& j) {
  std::map<int, int> place;
  for (const SparseRow& row : j.rows)
    for (const Entry& entry : row) place[entry.column] = 0;
  int count = 0;
  for (auto& [column, own] : place) own = count++;
  SparseMatrix result{j.num_rows, count, j.rows};
  for (SparseRow& row : result.rows)
    for (Entry& entry : row) entry.column = place[entry.column];
  return result;
}

/// Rows, counted from 1, that a combination takes.
std::string rows_of(const std::vector<Rational>& y) {
  std::string words;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!y[i].is_zero()) words += (words.empty() ? "" : ", ") + std::to_string(i + 1);
  return words;
}

/// y1, y2, ...: each vanishes on J. Returns how many of them are independent.
int check_combinations(Judgement& judgement, const SparseMatrix& j) {
  const std::vector<std::string> named = judgement.facts("dependent rows");
  const int count = static_cast<int>(named.size());
  const SparseMatrix columns = transposed(j);
  Matrix all(count, j.num_rows);
  for (int k = 0; k < count; ++k) {
    const std::vector<Rational>& y = judgement.witness(fmt::format("y{}", k + 1), j.num_rows);
    judgement.show(largest_of(product(columns, y)).is_zero(), fmt::format("combination {} vanishes", k + 1));
    judgement.require(rows_of(y) == named[k], fmt::format("combination {} takes other rows than named", k + 1));
    for (int i = 0; i < j.num_rows; ++i) all.set(k, i, y[i]);
  }
  judgement.show(count == 0 || has_independent_rows(all), "the combinations are independent");
  return count;
}

/// Rows kept, counted from 1, each once and among the rows.
std::vector<int> read_kept(Judgement& judgement, int count, int num_rows) {
  std::vector<int> kept;
  for (const Rational& number : judgement.witness("kept rows", count)) {
    const auto row = place_named(number, num_rows);
    judgement.require(row.has_value(), "a row kept is not a row of the matrix");
    judgement.require(!row || std::count(kept.begin(), kept.end(), *row) == 0, "a row is kept twice");
    if (!judgement.is_wrong()) kept.push_back(*row);
  }
  return kept;
}

/// The other rows as combinations of those kept: their squares apart are the square of a distance to lower rank.
void check_distance(Judgement& judgement, const SparseMatrix& j, int claimed) {
  const std::string beginning = "distance to rank ", end = " at most";
  for (const std::string& name : judgement.bounds_named(beginning)) {
    const int lower = whole_fact(name.substr(beginning.size(), name.size() - beginning.size() - end.size()));
    const Rational distance = judgement.needed_bound(name);
    judgement.require(name.ends_with(end) && lower >= 0 && lower < claimed, "names no lower rank");
    if (judgement.is_wrong()) return;
    const std::vector<int> kept = read_kept(judgement, lower, j.num_rows);
    const std::vector<Rational>& factors =
        judgement.witness("factors of the others", static_cast<long>(j.num_rows - lower) * lower);
    if (judgement.is_wrong()) return;
    const std::vector<int> place = places(kept, j.num_rows);
    Rational squares;
    std::size_t next = 0;
    for (int i = 0; i < j.num_rows; ++i) {
      if (place[i] >= 0) continue;
      std::vector<Rational> rest(j.num_columns);
      for (const Entry& entry : j.rows[i]) rest[entry.column] = entry.value;
      for (const int row : kept) {
        for (const Entry& entry : j.rows[row]) rest[entry.column].subtract_product(factors[next], entry.value);
        ++next;
      }
      for (const Rational& entry : rest) squares.add_product(entry, entry);
    }
    judgement.require(distance.sign() >= 0, "a distance is negative");
    judgement.show(squares <= distance * distance, "the combinations given are as near to the rows as claimed");
  }
}

/// R row by row, of J or, where it has more rows than columns, of J^T: the largest sum of a row of |I - J R|.
void check_right_inverse(Judgement& judgement, const SparseMatrix& j, const Rational& bound) {
  const auto& entries = judgement.witness("R", static_cast<long>(j.num_rows) * j.num_columns);
  const Matrix wide = dense(j.num_rows <= j.num_columns ? j : transposed(j));
  Matrix r(wide.columns(), wide.rows());
  for (long i = 0; i < r.rows(); ++i)
    for (long k = 0; k < r.columns(); ++k) r.set(i, k, entries[static_cast<std::size_t>(i * r.columns() + k)]);
  const Matrix image = product(wide, r);
  for (long i = 0; i < image.rows(); ++i) {
    Rational sum;
    for (long k = 0; k < image.rows(); ++k) sum += (Rational(i == k ? 1 : 0) - image.at(i, k)).abs();
    judgement.require(sum <= bound, fmt::format("||I - J R|| is {}", print(sum)));
  }
}

std::optional<bool> has_rank_at_least(const SparseMatrix& j, int claimed) {
  const Matrix whole = dense(j);
  if (rank_modulo_prime(whole).value_or(-1) >= claimed) return true;
  if (std::min(j.num_rows, j.num_columns) > most_exact_rank_rows) return std::nullopt;
  return rank(whole) >= claimed;
}

/// By the prime alone, which never shows more than there is.
std::optional<bool> has_larger_rank(const SparseMatrix& j, int claimed) {
  return rank_modulo_prime(dense(j)).value_or(-1) > claimed ? std::optional(true) : std::nullopt;
}

Finding check_rank_of_rows(const Claim& claim) {
  Judgement judgement(claim);
  const SparseMatrix given = read_matrix(judgement.data(), "A"), j = without_empty_columns(given);
  const int full = std::min(given.num_rows, given.num_columns);
  const bool is_full = !has(judgement.data(), "rank");
  const int wanted = is_full ? full : whole_number(judgement.data(), "rank");
  judgement.expect_sentence(fmt::format("J has {}rank {}", is_full ? "full " : "", wanted));
  if (judgement.is_refuted() && wanted > full && claim.facts.empty())
    return judgement.finding(fmt::format("no rank of {} x {} is {}", given.num_rows, given.num_columns, wanted));
  if (const auto beta = judgement.bound("||I - J R|| at most")) {
    judgement.show(*beta < Rational(1) && wanted == full, "a rank by a right inverse");
    check_right_inverse(judgement, given, *beta);
  }
  const int claimed = whole_fact(judgement.needed_fact("rank"));
  judgement.require(claimed >= 0 && claimed <= full, "claims no rank that such a matrix can have");
  judgement.require((claimed == wanted) == judgement.is_proved(), "the rank and the verdict contradict each other");
  check_distance(judgement, j, claimed);
  const int dependent = check_combinations(judgement, j);
  if (judgement.is_wrong()) return judgement.finding("");
  judgement.settle(has_rank_at_least(j, claimed), fmt::format("{} rows are independent", claimed));
  if (claimed < full) {
    judgement.require(has_larger_rank(j, claimed) != true, "the rank is larger");
    judgement.show(j.num_rows - dependent == claimed, "the combinations leave no larger rank");
  }
  return judgement.finding(fmt::format("the rank is {}", claimed));
}

}  // namespace

constinit const Kind statement_kinds::rank{.name = "rank", .check = check_rank_of_rows};

}  // namespace perpend::checker
