// z solves LCP(A, b): the residuals of z itself, and the change of b for which its complementary neighbour is exact.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/kinds.hpp"
#include "verification/checker/lcp/neighbour.hpp"
#include "verification/checker/matrices/distance.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

void check_residuals(Judgement& judgement, const std::vector<Rational>& z, const std::vector<Rational>& w) {
  Rational negative_z, negative_w, products;
  for (std::size_t i = 0; i < z.size(); ++i) {
    negative_z = std::max(negative_z, -z[i]);
    negative_w = std::max(negative_w, -w[i]);
    products = std::max(products, (z[i] * w[i]).abs());
  }
  const auto at_most = [&](const char* name, const Rational& truth) {
    const auto claimed = judgement.bound(name);
    if (claimed)
      judgement.require(truth <= *claimed,
                        fmt::format("claims '{}' {}, it is {}", name, print(*claimed), print(truth)));
    else  // left out where no double is a bound
      judgement.show(truth >= power_of_two(1023), fmt::format("a bound of '{}'", name));
  };
  at_most("largest -z", negative_z);
  at_most("largest -w at most", negative_w);
  at_most("largest |z w| at most", products);
}

/// The smaller of z_i and w_i, in units of w_i, became 0, up to rounding: else a bad neighbour would refute a good
/// answer.
void check_choice(Judgement& judgement, const Lcp& lcp, const std::vector<Rational>& z, const std::vector<Rational>& w,
                  const Neighbour& neighbour) {
  std::vector<Rational> weight(lcp.size());
  for (const SparseRow& row : lcp.a.rows)
    for (const Entry& entry : row) weight[entry.column] = std::max(weight[entry.column], entry.value.abs());
  for (int i = 0; i < lcp.size(); ++i) {
    Rational size = lcp.b[i].abs();
    for (const Entry& entry : lcp.a.rows[i]) size += (entry.value * z[entry.column]).abs();
    const Rational rounding = size * power_of_two(-30);
    const bool keeps = neighbour.y[i].sign() > 0;
    judgement.show(
        keeps ? w[i] <= weight[i] * z[i] + rounding : z[i].sign() <= 0 || w[i] >= weight[i] * z[i] - rounding,
        fmt::format("of pair {} the smaller became 0", i + 1));
    judgement.show(keeps || (neighbour.slack[i] - std::max(Rational(0), w[i])).abs() <= rounding,
                   fmt::format("slack {} is what z leaves", i + 1));
  }
}

/// Errors as shares of the sizes of their rows. A row may be flagged where its error is more than the limit: then it is
/// at most what the statement says of such rows, which is at most 1000 n u of the largest row joined to it.
std::vector<Rational> shares_of(Judgement& judgement, const Lcp& lcp, const Neighbour& neighbour) {
  const int n = lcp.size();
  const Rational granted = judgement.needed_bound("their error relative to the largest row joined at most");
  const Rational count = judgement.needed_bound("rows granted as rounding of rows they join");
  judgement.show(granted <= rounding_share(n), "no more than 1000 n u is granted to rows");
  std::vector<Rational> largest(n), shares(n);
  take_largest_joined(joined_rows(lcp.a), neighbour.size, 0, n, largest);
  int may_be_apart = 0, must_be_apart = 0;
  for (int i = 0; i < n; ++i) {
    const Rational error = neighbour.error[i].abs();
    if (error.is_zero()) continue;
    shares[i] = error / neighbour.size[i];
    // Doubles may put a row on the other side of the limit, never far.
    if (shares[i] <= backward_error_limit() * (Rational(1) - power_of_two(-30)) || error > granted * largest[i])
      continue;
    ++may_be_apart;
    if (shares[i] > backward_error_limit()) ++must_be_apart;
    shares[i] = Rational(0);
  }
  judgement.require(
      Rational(must_be_apart) <= count && count <= Rational(may_be_apart),
      fmt::format("{} rows can be granted as rounding of rows they join, not as many as said", may_be_apart));
  return shares;
}

Finding check_answer(const Claim& claim) {
  Judgement judgement(claim);
  const auto asked = asked_distance(judgement.data());
  judgement.expect_sentence(asked ? fmt::format("z is within {} of a solution of LCP(A, b)", asked->rounded())
                                  : "z solves LCP(A, b) within the printed bounds");
  const Lcp lcp = read_lcp(judgement.data());
  const std::vector<Rational> z = read_vector(judgement.data(), "z", lcp.size());
  const std::vector<Rational> w = slack_of(lcp, z);
  check_residuals(judgement, z, w);
  const Neighbour neighbour = read_neighbour(judgement, lcp, z);
  if (judgement.is_wrong()) return judgement.finding("");
  check_choice(judgement, lcp, z, w, neighbour);
  const std::vector<Rational> shares = shares_of(judgement, lcp, neighbour);
  check_backward_error(judgement, shares, largest_of(shares), !asked);
  if (judgement.is_wrong()) return judgement.finding("");
  const Existence found = check_distances(judgement, lcp, z, neighbour);
  if (asked && !judgement.is_wrong()) check_nearness(judgement, *asked, found.most, found.least);
  if (const auto count = judgement.fact("solutions")) {
    judgement.show(*count == "1" && found.is_unique, "the number of solutions");
  }
  if (asked)
    return judgement.finding(
        fmt::format("{} solution of LCP(A, b) is within {} of z", judgement.is_proved() ? "a" : "no", print(*asked)));
  return judgement.finding(fmt::format("z {} LCP(A, b), backward error {}", judgement.is_proved() ? "solves" : "misses",
                                       print(largest_of(shares))));
}

}  // namespace

constinit const Kind statement_kinds::lcp{.name = "lcp", .check = check_answer};

}  // namespace perpend::checker
