#include "verification/checker/solution_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/choices.hpp"
#include "verification/checker/contact_checks.hpp"
#include "verification/checker/pairs.hpp"
#include "verification/checker/ray_check.hpp"

namespace perpend::checker {

namespace {

/// A motion that the joints allow and that opens each contact at least as fast as mu times its slip: N x + mu d_i x
/// for every direction. Rows with compliance give way, and so do those with dry friction.
Program opening_motion(const Data& data) {
  Program program;
  for (int i = 0; i < data.num_columns; ++i) program.add_variable(true);
  for (int i = 0; i < data.num_rows; ++i) {
    const bool has_lower = !data.lower.empty() && data.lower[i].is_finite();
    const bool has_upper = !data.upper.empty() && data.upper[i].is_finite();
    if ((has_lower && has_upper) || data.compliance[i].sign() > 0) continue;
    ProgramRow& row = program.add_row(data.target[i]);
    for (const Entry& entry : data.rows[i]) row.coefficients[entry.column] += entry.value;
    if (has_lower || has_upper) program.add_slack(program.rows.size() - 1, has_lower ? -1 : 1);
  }
  const ContactsData& all = *data.contacts;
  for (int contact = 0; contact < all.size(); ++contact) {
    const ContactData& one = all.contacts[contact];
    if (one.compliance.sign() > 0) continue;
    for (int i = 0; i < (all.has_cone(contact) ? all.num_directions : 1); ++i) {
      ProgramRow& row = program.add_row(-one.bias);
      for (std::size_t r = 0; r < one.rows.size(); ++r) {
        if (r > 0 && !all.has_cone(contact)) break;
        const Rational factor = r == 0 ? Rational(1) : one.friction * all.directions[i][r - 1];
        row.right.subtract_product(factor, one.rate_t[r]);
        for (const Entry& entry : one.rows[r]) row.coefficients[entry.column].add_product(factor, entry.value);
      }
      program.add_slack(program.rows.size() - 1);
    }
  }
  return program;
}

/// x = 0 is such a motion: each slack then is what it may be.
bool rests_open(const Program& opening, int num_motions) {
  for (const ProgramRow& row : opening.rows) {
    Rational slack_sign;
    for (std::size_t j = num_motions; j < row.coefficients.size(); ++j) slack_sign += row.coefficients[j];
    if (slack_sign.is_zero() ? !row.right.is_zero() : (row.right * slack_sign).sign() < 0) return false;
  }
  return true;
}

std::optional<Matrix> eliminate(const Pairs& pairs) {
  const long n = static_cast<long>(pairs.kernel().size());
  Matrix kernel(n, n), right(n, pairs.size() + 1);
  for (long i = 0; i < n; ++i) {
    for (const Entry& entry : pairs.kernel()[i]) kernel.add(i, entry.column, entry.value);
    right.set(i, 0, pairs.right()[i]);
  }
  for (int j = 0; j < pairs.size(); ++j)
    for (const Entry& entry : pairs.pairs()[j].column) right.add(entry.column, j + 1, entry.value);
  return solve(kernel, right);
}

/// `motion`: column 0 is u without impulses, column j + 1 what pair j adds.
Lcp form(const Pairs& pairs, const Matrix& motion) {
  const int n = pairs.size();
  Lcp lcp{Matrix(n, n), std::vector<Rational>(n)};
  for (int i = 0; i < n; ++i) {
    lcp.b[i] = pairs.pairs()[i].offset;
    for (const Entry& entry : pairs.pairs()[i].row) {
      lcp.b[i].add_product(entry.value, motion.at(entry.column, 0));
      for (int j = 0; j < n; ++j) lcp.a.add_product(i, j, entry.value, motion.at(entry.column, j + 1));
    }
  }
  for (const Coupling& coupling : pairs.structure()) lcp.a.add(coupling.row, coupling.column, coupling.value);
  return lcp;
}

Functions impulses_of(const Pairs& pairs) {
  Functions functions;
  for (const SparseRow& impulse : pairs.impulses()) {
    functions.emplace_back(pairs.size());
    for (const Entry& entry : impulse) functions.back()[entry.column] += entry.value;
  }
  return functions;
}

Functions motions_of(const Data& data, const Pairs& pairs, const Matrix& motion) {
  Functions functions;
  for (int i = 0; i < data.num_columns; ++i) {
    functions.emplace_back(pairs.size());
    for (int j = 0; j < pairs.size(); ++j) functions.back()[j] = motion.at(i, j + 1);
  }
  return functions;
}

/// Why every choice cannot be tried, or null. Rows with lower = upper are no friction: they carry what they must.
const char* why_not_listed(const Pairs& pairs) {
  for (const Box& box : pairs.boxes())
    if (!box.range.is_zero()) return "a joint has dry friction";
  return pairs.size() > most_pairs ? "too many pairs" : nullptr;
}

Finding decide_by_listing(Checks& checks, const Pairs& pairs, bool is_claimed) {
  if (const char* why = why_not_listed(pairs)) return {Result::open, why};
  const auto motion = eliminate(pairs);
  if (!motion) return {Result::open, "the rows of joints depend on each other"};
  const bool is_empty = Solutions(form(pairs, *motion)).is_empty();
  checks.require(is_empty != is_claimed, is_claimed ? "claims a solution, there is none" : "claims none, there is one");
  return checks.finding(is_empty ? "no choice of active rows solves it" : "a choice of active rows solves it");
}

}  // namespace

Finding check_solvability(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.contacts.has_value() && data.is_solve(), "the data is that of no contact problem");
  if (checks.is_wrong()) return checks.finding("");
  checks.equals(0, Rational(data.contacts->size()), "the number of contacts");
  const bool is_claimed = claim.verdict == Verdict::proved;
  if (ray_contradicts(data)) {
    checks.require(!is_claimed, "claims a solution, the rows contradict each other");
    return checks.finding("the rows contradict each other, by the ray");
  }
  const Program opening = opening_motion(data);
  const bool is_copositive = why_not_copositive(data) == nullptr;
  if (is_copositive) {
    const bool opens = rests_open(opening, data.num_columns) ||
                       (static_cast<int>(opening.rows.size()) <= most_program_rows && decide(opening).is_feasible);
    checks.require(!opens || is_claimed, "claims that there is no solution, some motion opens every contact");
    if (opens) return checks.finding("some motion opens every contact");
  }
  const Pairs pairs(data);
  const Program relaxed = pairs.relaxed();
  if (static_cast<int>(relaxed.rows.size()) > most_program_rows) return {Result::open, "too many rows"};
  if (!decide(relaxed).is_feasible) {
    checks.require(!is_claimed, "claims a solution, the rows contradict each other");
    return checks.finding("the rows contradict each other");
  }
  if (is_copositive && data.contacts->law == Law::convex) {
    checks.require(is_claimed, "claims that there is no solution, the rows are feasible and the matrix semidefinite");
    return checks.finding("feasible, and the matrix is positive semidefinite");
  }
  return decide_by_listing(checks, pairs, is_claimed);
}

Finding check_num_solutions(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.contacts.has_value() && data.is_solve(), "the data is that of no contact problem");
  checks.require(claim.verdict == Verdict::proved, "a count is proved or undecided");
  if (checks.is_wrong()) return checks.finding("");
  const Pairs pairs(data);
  checks.equals(5, Rational(pairs.size()), "the number of pairs");
  if (checks.is_wrong()) return checks.finding("");
  if (const char* why = why_not_listed(pairs)) return {Result::open, why};
  const auto motion = eliminate(pairs);
  if (!motion) return {Result::open, "the rows of joints depend on each other"};
  const Solutions solutions(form(pairs, *motion));
  const Count impulses = solutions.count(impulses_of(pairs));
  const Count motions = solutions.count(motions_of(data, pairs, *motion));
  checks.equals(0, Rational(impulses.isolated), "the most isolated impulses");
  checks.equals(1, Rational(impulses.isolated), "the fewest isolated impulses");
  checks.equals(2, Rational(impulses.continua), "the continua of impulses");
  checks.equals(3, Rational(motions.isolated), "the isolated motions");
  checks.equals(4, Rational(motions.continua), "the continua of motions");
  return checks.finding(fmt::format("{} isolated impulses and {} continua, {} pairs", impulses.isolated,
                                    impulses.continua, pairs.size()));
}

}  // namespace perpend::checker
