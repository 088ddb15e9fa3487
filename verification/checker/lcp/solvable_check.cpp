// LCP(A, b) has a solution: all of them found again and counted, one enclosed, a class that gives it, or, against it,
// a contradiction of the rows or no choice of the entries that are 0.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/kinds.hpp"
#include "verification/checker/lcp/choices.hpp"
#include "verification/checker/lcp/neighbour.hpp"
#include "verification/checker/matrices/classes.hpp"
#include "verification/checker/matrices/copositive.hpp"

namespace perpend::checker {

namespace {

constexpr int most_choice_rows = 15;

bool are_nonnegative(const std::vector<Rational>& x) {
  return std::all_of(x.begin(), x.end(), [](const Rational& entry) { return entry.sign() >= 0; });
}

/// Row numbers of the witness: increasing, from 1.
std::vector<int> row_numbers(Judgement& judgement, const char* name, int n) {
  std::vector<int> rows;
  const std::vector<Rational>& numbers = judgement.any_witness(name);
  for (const Rational& number : numbers) {
    const auto row = place_named(number, n);
    judgement.require(row && (rows.empty() || *row > rows.back()), fmt::format("the {} do not increase", name));
    if (judgement.is_wrong()) return {};
    rows.push_back(*row);
  }
  return rows;
}

/// z with A_ea z_a = -b_e and 0 elsewhere; nothing when the block is singular.
std::optional<std::vector<Rational>> basic_point(const Lcp& lcp, const std::vector<int>& active,
                                                 const std::vector<int>& equations) {
  const long m = static_cast<long>(active.size());
  std::vector<Rational> z(lcp.size());
  if (m == 0) return z;
  Matrix right(m, 1);
  for (long k = 0; k < m; ++k) right.set(k, 0, -lcp.b[equations[k]]);
  const auto solution = solve(dense_block(lcp.a, equations, active), right);
  if (!solution) return std::nullopt;
  for (long k = 0; k < m; ++k) z[active[k]] = solution->at(k, 0);
  return z;
}

void check_list(Judgement& judgement, const Lcp& lcp, const Count& truth) {
  const int all = truth.isolated + truth.continua;
  judgement.require(all > 0, "there is no solution");
  std::vector<const std::vector<Rational>*> listed;
  for (int k = 1; k <= all && !judgement.is_wrong(); ++k) {
    const std::string name = fmt::format("z{}", k);
    judgement.show(judgement.has_witness(name), fmt::format("all of {} sets of solutions are listed", all));
    if (!judgement.has_witness(name)) break;
    listed.push_back(&judgement.witness(name, lcp.size()));
    judgement.show(is_solution(lcp, *listed.back()), fmt::format("{} is a solution", name));
    for (std::size_t i = 0; i + 1 < listed.size(); ++i)
      if (*listed[i] == *listed.back()) judgement.leave_open(name + " is listed twice");
  }
  const auto continua = judgement.fact("continua");
  judgement.require(
      judgement.needed_fact("solutions") == (truth.continua > 0 ? "infinite" : std::to_string(truth.isolated)) &&
          (!continua || whole_fact(*continua) == truth.continua),
      fmt::format("there are {} isolated solutions and {} continua", truth.isolated, truth.continua));
  judgement.show(continua || truth.continua == 0, "the number of continua");
}

Finding check_choices(Judgement& judgement, const Lcp& lcp) {
  if (lcp.size() > most_choice_rows) return {Result::open, "too many choices of the entries that are 0"};
  const Solutions solutions(lcp);
  if (judgement.is_refuted()) {
    judgement.require(solutions.is_empty(), "claims that there is no solution, there is one");
    judgement.require(judgement.needed_fact("solutions") == "0", "counts solutions where there are none");
    return judgement.finding(fmt::format("none of 2^{} choices of entries that are 0 is a solution", lcp.size()));
  }
  Functions entries;
  for (int i = 0; i < lcp.size(); ++i) {
    entries.emplace_back(lcp.size());
    entries.back()[i] = Rational(1);
  }
  const Count truth = solutions.count(entries);
  check_list(judgement, lcp, truth);
  return judgement.finding(
      fmt::format("LCP(A, b) has {} isolated solutions and {} continua", truth.isolated, truth.continua));
}

Finding check_contradiction(Judgement& judgement, const Lcp& lcp) {
  const std::vector<Rational>& y = judgement.witness("y", lcp.size());
  std::vector<Rational> sums = product(transposed(lcp.a), y);
  for (Rational& sum : sums) sum = -sum;
  const bool is_contradiction = are_nonnegative(y) && are_nonnegative(sums) && dot(lcp.b, y).sign() < 0;
  if (!is_contradiction && lcp.size() <= most_choice_rows)
    judgement.require(Solutions(lcp).is_empty(), "claims that there is no solution, there is one");
  judgement.show(is_contradiction, "y contradicts the rows");
  return judgement.finding("no z >= 0 has A z + b >= 0, by the y given");
}

Finding check_enclosed(Judgement& judgement, const Lcp& lcp) {
  const std::vector<Rational>& z = judgement.witness("z", lcp.size());
  const Neighbour neighbour = read_neighbour(judgement, lcp, z);
  if (judgement.is_wrong()) return judgement.finding("");
  const Existence found = check_distances(judgement, lcp, z, neighbour);
  if (!found.is_solvable) judgement.leave_open("the solution was not enclosed again");
  if (const auto count = judgement.fact("solutions")) {
    judgement.show(*count == "1" && found.is_unique, "the number of solutions");
  }
  return judgement.finding("LCP(A, b) has a solution near the z given");
}

/// The rows named hold as equations and the other entries of z are 0: one point, all signs right.
Finding check_basis(Judgement& judgement, const Lcp& lcp) {
  const std::vector<Rational>& z = judgement.witness("z", lcp.size());
  const std::vector<int> active = row_numbers(judgement, "active rows", lcp.size());
  const bool is_principal = !judgement.has_witness("equations");
  const std::vector<int> equations = is_principal ? active : row_numbers(judgement, "equations", lcp.size());
  judgement.require(equations.size() == active.size(), "there are not as many equations as active rows");
  if (judgement.is_wrong()) return judgement.finding("");
  const auto point = basic_point(lcp, active, equations);
  if (!point) return {Result::open, "the block of the active rows is singular"};
  const std::vector<Rational> w = slack_of(lcp, *point);
  bool is_strict = true;
  for (int i = 0; i < lcp.size(); ++i) {
    const Rational& exact = (*point)[i];
    judgement.show(exact.sign() >= 0 && w[i].sign() >= 0, fmt::format("pair {} of the point is not negative", i + 1));
    judgement.show(exact.is_zero() || w[i].is_zero(), fmt::format("an entry of pair {} is 0", i + 1));
    judgement.show((z[i] - exact).abs() <= exact * power_of_two(-50), fmt::format("z {} is that of the rows", i + 1));
    is_strict = is_strict && (exact.sign() > 0 || w[i].sign() > 0);
  }
  if (!judgement.is_open())
    judgement.require(judgement.needed_fact("pairs that are both 0") == (is_strict ? "none" : "some"),
                      fmt::format("{} pairs are both 0", is_strict ? "no" : "some"));
  return judgement.finding(fmt::format("the {} active rows have a solution of LCP(A, b)", active.size()));
}

/// Exact numbers with all signs right.
Finding check_point(Judgement& judgement, const Lcp& lcp) {
  judgement.show(is_solution(lcp, judgement.witness("point", lcp.size())), "the point solves LCP(A, b)");
  return judgement.finding("the point given solves LCP(A, b)");
}

/// v >= 0, A v >= 0, v^T A v = 0 imply b^T v >= 0, and A is copositive.
Finding check_copositive(Judgement& judgement, const Lcp& lcp) {
  judgement.show(judgement.fact("class") == "copositive", "a class that gives a solution");
  const bool is_shown = is_wedge_open(judgement, copositive_parts(judgement, lcp.a), lcp.a, lcp.b);
  judgement.settle(is_shown ? std::optional(true) : std::nullopt, "A is copositive, and b opens its wedge");
  return judgement.finding("A is copositive by its structure, and b is >= 0 where it has to be");
}

Finding check_by_class(Judgement& judgement, const Lcp& lcp) {
  Classes classes(lcp.a);
  for (const std::string& name : names_in(judgement.fact("class").value_or("")))
    judgement.settle(classes.belongs_to(name), fmt::format("A is {}", name));
  if (const auto count = judgement.fact("solutions")) {
    judgement.show(*count == "1", "the number of solutions");
    if (judgement.is_open()) return judgement.finding("");
    judgement.settle(classes.is_p(), "A is P");
    return judgement.finding("A is P: LCP(A, b) has exactly one solution");
  }
  const std::vector<Rational>& z = judgement.witness("z", lcp.size());
  const std::vector<Rational> w = slack_of(lcp, z);
  judgement.show(are_nonnegative(z) && are_nonnegative(w), "the z given has A z + b >= 0");
  judgement.show(classes.is_semidefinite() == true, "A is positive semidefinite");
  return judgement.finding("A is positive semidefinite and some z >= 0 has A z + b >= 0: there is a solution");
}

Finding check_solvable(const Claim& claim) {
  Judgement judgement(claim);
  judgement.expect_sentence("LCP(A, b) has a solution");
  const Lcp lcp = read_lcp(judgement.data());
  if (judgement.is_refuted())
    return judgement.has_witness("y") ? check_contradiction(judgement, lcp) : check_choices(judgement, lcp);
  if (judgement.has_witness("z1")) return check_choices(judgement, lcp);
  if (judgement.has_witness("point")) return check_point(judgement, lcp);
  if (judgement.has_witness("active rows")) return check_basis(judgement, lcp);
  if (!judgement.has_witness("z") && claim.facts.size() == 1) return check_copositive(judgement, lcp);
  return judgement.has_witness("y") ? check_enclosed(judgement, lcp) : check_by_class(judgement, lcp);
}

}  // namespace

constinit const Kind statement_kinds::solvability{.name = "solvability", .check = check_solvable};

}  // namespace perpend::checker
