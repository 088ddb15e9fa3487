// An answer to an LCP, and whether it has one: verification/lcp.hpp put in words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/lcp.hpp"
#include "verification/lcp_enclosures.hpp"
#include "verification/lcp_rows.hpp"
#include "verification/rounding.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

std::vector<std::string> texts(const VectorX& x) {
  return hexadecimal({x.begin(), x.end()});
}

/// Sizes up to which every choice of entries that are 0 is tried: 2^n of them.
constexpr int most_choices = 12;

/// Dense proofs of n rows take about 3e-7 n^3 s.
int largest_dense(const Effort& effort) {
  return static_cast<int>(std::cbrt(effort.seconds / 3e-7));
}

/// Of z, from the radius about its complementary neighbour y.
double distance_of(const VectorX& z, const VectorX& y, const VectorX& radius) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i)
    largest = std::max(largest, add_up(radius[i], std::abs(z[i] - y[i])));  // y_i is z_i or 0
  return largest;
}

/// With what shows them: y, the slack beside it, and v > 0 with <A> v > 0 where A is an H-matrix.
void say_enclosures(const SparseRows& a, const VectorX& z, const LcpCertificate& certificate, Statement& statement) {
  for (const LcpEnclosure& found : certificate.enclosures)
    statement.bounds.emplace_back(fmt::format("distance of an entry of z to a solution at most ({})", found.theorem),
                                  distance_of(z, certificate.y, found.radius));
  const bool is_unique = std::any_of(certificate.enclosures.begin(), certificate.enclosures.end(),
                                     [](const LcpEnclosure& found) { return found.is_unique; });
  if (is_unique) statement.facts.emplace_back("solutions", "1");
  statement.witness.emplace_back("y", texts(certificate.y));
  statement.witness.emplace_back("slack", texts(certificate.slack));
  VectorX v;
  VectorX t;
  if (!certificate.enclosures.empty() && find_dominance(a, v, t)) statement.witness.emplace_back("v", texts(v));
}

/// The list of all solutions decides both ways.
Verdict by_choices(const SparseRows& a, const VectorX& b, Statement& statement) {
  const SolutionSet found = list_solutions(a, b, most_choices);
  if (found.verdict != Verdict::proved) return Verdict::undecided;
  statement.theorem = "each choice of the entries that are 0 decided over the rationals [CottlePangStone92]";
  const int isolated = found.num_isolated();
  statement.facts.emplace_back("solutions", found.has_continuum() ? "infinite" : std::to_string(isolated));
  if (found.has_continuum())
    statement.facts.emplace_back("continua", std::to_string(found.pieces.size() - static_cast<std::size_t>(isolated)));
  for (std::size_t i = 0; i < found.pieces.size(); ++i)
    statement.witness.emplace_back(fmt::format("z{}", i + 1), texts(found.pieces[i].z));
  if (!found.pieces.empty()) return Verdict::proved;
  statement.reason = "no choice of the entries that are 0 gives a solution";
  return Verdict::refuted;
}

Verdict by_rows(const SparseRows& a, const VectorX& b, Statement& statement) {
  const Unsolvable found = certify_infeasible(a, b);
  if (found.verdict != Verdict::proved) return Verdict::undecided;
  statement.theorem = "y >= 0 with A^T y <= 0 and b^T y < 0 (Farkas) [CottlePangStone92]";
  statement.reason = "no z >= 0 has A z + b >= 0";
  statement.witness = {{"y", found.exact}};
  return Verdict::refuted;
}

Verdict by_class(const SparseRows& a, const VectorX& b, Statement& statement) {
  const LcpClassReport found = classify(a, most_choices);
  statement.facts.emplace_back("class", found.summary);
  if (found.p_matrix == Verdict::proved) {
    statement.theorem = "a P-matrix has exactly one solution for each right side [CottlePangStone92]";
    statement.facts.emplace_back("solutions", "1");
    return Verdict::proved;
  }
  if (found.semidefinite != Verdict::proved) return Verdict::undecided;
  const Unsolvable rows = certify_infeasible(a, b);
  if (rows.verdict != Verdict::refuted) return Verdict::undecided;
  statement.witness = {{"z", rows.exact}};
  statement.theorem = "semidefinite, and some z >= 0 has A z + b >= 0 [CottlePangStone92]";
  return Verdict::proved;
}

}  // namespace

Statement state_lcp(const SparseRows& a, const VectorX& b, const VectorX& z, const Effort& effort) {
  Statement statement = claim_of("lcp", "z solves LCP(A, b) within the printed bounds");
  if (const char* reason = why_unfit(a, b, &z)) return unfit(std::move(statement), reason);
  escalate(statement, Level::binary64, 53, [&] {
    const LcpCertificate found = certify_lcp(a, b, z, {.largest_dense = effort.with_distance ? 300 : 0});
    statement.bounds = {{"backward error at most", found.backward_error},
                        {"row of it", found.worst_row + 1.0},
                        {"largest -z", found.negative_z},
                        {"largest -w at most", found.negative_w},
                        {"largest |z w| at most", found.complementarity}};
    statement.theorem = "complementary doubles solve the problem that their residual belongs to [CottlePangStone92]";
    statement.reason = found.reason;
    say_enclosures(a, z, found, statement);
    return found.verdict;
  });
  return statement;
}

Statement state_solvability(const SparseRows& a, const VectorX& b, const VectorX& candidate, const Effort& effort) {
  Statement statement = claim_of("solvability", "LCP(A, b) has a solution");
  if (const char* reason = why_unfit(a, b, nullptr)) return unfit(std::move(statement), reason);
  if (candidate.size() == b.size() && candidate.size() > most_choices)
    escalate(statement, Level::binary64, 53, [&] {
      const LcpCertificate found = certify_lcp(a, b, candidate, {.largest_dense = largest_dense(effort)});
      if (found.enclosures.empty()) return Verdict::undecided;
      statement.theorem = found.enclosures.front().theorem;
      statement.witness = {{"z", texts(candidate)}};
      say_enclosures(a, candidate, found, statement);
      return Verdict::proved;
    });
  if (effort.highest >= Level::exact) {
    escalate(statement, Level::exact, 0, [&] { return by_choices(a, b, statement); });
    escalate(statement, Level::exact, 0, [&] { return by_rows(a, b, statement); });
    if (a.num_rows <= largest_dense(effort))
      escalate(statement, Level::exact, 0, [&] { return by_class(a, b, statement); });
  }
  if (statement.verdict == Verdict::undecided)
    statement.reason =
        fmt::format("{} rows: 2^{} choices are too many, no contradiction was found, and no class gives solvability",
                    a.num_rows, a.num_rows);
  return statement;
}

}  // namespace perpend
