// An answer to an LCP: verification/lcp/lcp.hpp put in words.
#include "verification/statements/lcp_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/nearness.hpp"
#include "verification/statements/simple_fractions.hpp"

namespace perpend {

namespace {

/// Time to solve the equations of the rows with z > 0 by elimination.
double seconds_of_active_solve(const SparseRows& a, const VectorX& b, const VectorX& z) {
  std::vector<int> active;
  for (int i = 0; i < a.num_rows; ++i)
    if (z[i] > 0.0) active.push_back(i);
  const MatrixX block = dense(a)(active, active);
  return seconds_of_plain_solve(block, b(active));
}

/// Distance of z, from the radius about its complementary neighbour y.
double distance_of(const VectorX& z, const VectorX& y, const VectorX& radius) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i)
    largest = std::max(largest, add_up(radius[i], std::abs(z[i] - y[i])));  // y_i is z_i or 0
  return largest;
}

/// A residual beyond the largest double is not claimed.
void say_residuals(const LcpCertificate& found, Statement& statement) {
  statement.bounds = {{BoundKind::backward_error, found.backward_error}};
  if (found.worst_row >= 0) statement.add(BoundKind::worst_row, found.worst_row + 1.0);
  statement.add(BoundKind::num_granted, static_cast<double>(found.num_granted));
  statement.add(BoundKind::granted_error, found.granted_error);
  statement.add(BoundKind::negative_z, found.negative_z);
  for (const auto& [kind, value] : {std::pair(BoundKind::negative_w, found.negative_w),
                                    std::pair(BoundKind::complementarity, found.complementarity)})
    if (std::isfinite(value)) statement.add(kind, value);
}

bool is_unique(const LcpCertificate& certificate) {
  return std::any_of(certificate.enclosures.begin(), certificate.enclosures.end(),
                     [](const LcpEnclosure& found) { return found.is_unique; });
}

}  // namespace

std::vector<std::string> texts(const VectorX& x) {
  return hexadecimal({x.begin(), x.end()});
}

int largest_dense(const Effort& effort) {
  return static_cast<int>(std::min(4000.0, std::cbrt(effort.seconds / 5e-9)));
}

void say_enclosures(const VectorX& z, const LcpCertificate& certificate, Statement& statement) {
  for (const LcpEnclosure& found : certificate.enclosures)
    statement.add(BoundKind::z_distance, distance_of(z, certificate.y, found.radius), found.theorem);
  if (is_unique(certificate)) statement.add(FactKind::solutions, SolutionCount{1});
  statement.witness.emplace_back("y", texts(certificate.y));
  statement.witness.emplace_back("slack",
                                 certificate.exact_slack.empty() ? texts(certificate.slack) : certificate.exact_slack);
  for (const LcpEnclosure& found : certificate.enclosures)
    if (found.active.size() > 0) statement.witness.emplace_back("active", texts(found.active));
  if (certificate.dominance.size() > 0) statement.witness.emplace_back("v", texts(certificate.dominance));
}

namespace {

constexpr const char* by_rows = "active rows solved over the rationals";
constexpr const char* by_itself = "z itself solves it, over the rationals";

/// Where there is one solution, an enclosure of it bounds the distance from below as well: z_i - y_i is z_i or 0, the
/// solution is 0 where it is z_i.
double least_of_enclosures(const VectorX& z, const LcpCertificate& certificate) {
  double least = 0.0;
  if (!is_unique(certificate)) return least;
  for (const LcpEnclosure& found : certificate.enclosures)
    for (Eigen::Index i = 0; i < found.least.size(); ++i)
      least = std::max(least, found.radius[i] == 0.0 ? std::abs(z[i] - certificate.y[i]) : found.least[i]);
  return least;
}

Nearness nearness_of(const VectorX& z, const LcpCertificate& certificate) {
  Nearness found{.least = least_of_enclosures(z, certificate), .is_regular = is_unique(certificate)};
  for (const LcpEnclosure& enclosure : certificate.enclosures)
    found.most = std::min(found.most, distance_of(z, certificate.y, enclosure.radius));
  return found;
}

void say(const VectorX& z, const LcpCertificate& found, Statement& statement) {
  say_residuals(found, statement);
  statement.witness.clear();
  statement.facts.clear();
  say_enclosures(z, found, statement);
}

/// The solution itself, and whether there is another one.
void add_exact(const SparseRows& a, const VectorX& b, const VectorX& z, const Effort& effort, Nearness& found,
               Statement& statement) {
  const bool one = found.is_regular || has_one_solution_each(a, effort);
  const ExactNearness exact = nearness_of_rows(a, b, z, one, effort);
  if (!exact.is_found) return;
  found = {std::max(found.least, exact.distance.least), std::min(found.most, exact.distance.most), one};
  statement.add(BoundKind::z_distance, exact.distance.most, by_rows);
  std::vector<std::string> rows;
  for (const int i : exact.active) rows.push_back(std::to_string(i + 1));
  statement.witness.emplace_back("active rows", std::move(rows));
  if (one && !statement.has(FactKind::solutions)) statement.add(FactKind::solutions, SolutionCount{1});
}

/// From cheap to expensive: z itself, the residual alone, the first enclosure, all of them, the solution over the
/// rationals.
void decide_within(const SparseRows& a, const VectorX& b, const VectorX& z, const Effort& effort, double within,
                   Statement& statement) {
  const double by_rows_alone = least_distance(a, b, z);
  Nearness found{.least = by_rows_alone};
  const bool is_solution = solves_exactly(a, b, z);
  if (is_solution) found.most = 0.0;
  const auto enclose = [&](LcpEffort how) {
    const LcpCertificate certificate = certify_lcp(a, b, z, how);
    say(z, certificate, statement);
    const Nearness more = nearness_of(z, certificate);
    found = {std::max(found.least, more.least), std::min(found.most, more.most), found.is_regular || more.is_regular};
    return found.judge(within);
  };
  const int dense = largest_dense(effort);
  for (const LcpEffort& how : {LcpEffort{.largest_dense = 0}, LcpEffort{.largest_dense = dense, .largest_thorough = 0},
                               LcpEffort{.largest_dense = dense, .largest_thorough = dense}})
    escalate(statement, Level::binary64, 53, [&] { return enclose(how); });
  if (effort.highest >= Level::exact)
    escalate(statement, Level::exact, 0, [&] {
      add_exact(a, b, z, effort, found, statement);
      return found.judge(within);
    });
  if (is_solution) statement.add(BoundKind::z_distance, 0.0, by_itself);
  if (found.least > 0.0) statement.add(BoundKind::z_least_distance, found.least);
  statement.reason = fmt::format("the distance was not found to be below or above {}", within);
  if (statement.verdict == Verdict::undecided) return;
  statement.reason = "";
  statement.theorem = is_solution ? "z is a solution, without any error" : "a solution enclosed";
  if (statement.verdict == Verdict::proved) return;
  statement.theorem = by_rows_alone > within
                          ? "of a solution z_i or w_i is 0, and both are >= 0 [CottlePangStone92]"
                          : "a P-matrix has one solution for each right side [CottlePangStone92]; it is enclosed";
  statement.reason = fmt::format("every solution is at least {:.3g} away in some entry", found.least);
}

}  // namespace

Statement state_lcp(const SparseRows& a, const VectorX& b, const VectorX& z, const Effort& effort,
                    std::optional<double> within) {
  Statement statement =
      claim_of(StatementKind::lcp, within ? fmt::format("z is within {} of a solution of LCP(A, b)", *within)
                                          : "z solves LCP(A, b) within the printed bounds");
  if (const std::string reason = why_unfit_in_words(a, b, &z); !reason.empty())
    return unfit(std::move(statement), reason);
  if (const char* reason = within ? why_no_distance(*within) : nullptr) return unfit(std::move(statement), reason);
  if (effort.with_plain) statement.plain_seconds = seconds_of_active_solve(a, b, z);
  if (within) {
    decide_within(a, b, z, effort, *within, statement);
    return statement;
  }
  escalate(statement, Level::binary64, 53, [&] {
    const LcpCertificate found = certify_lcp(a, b, z,
                                             {.largest_dense = effort.with_distance ? largest_dense(effort) : 0,
                                              .largest_thorough = effort.is_sharp ? largest_dense(effort) : 0});
    say(z, found, statement);
    const double least = std::max(least_distance(a, b, z), nearness_of(z, found).least);
    if (least > 0.0 && effort.with_distance) statement.add(BoundKind::z_least_distance, least);
    statement.theorem = "complementary doubles solve the problem that their residual belongs to [CottlePangStone92]";
    statement.reason = found.reason;
    return found.verdict;
  });
  return statement;
}

}  // namespace perpend
