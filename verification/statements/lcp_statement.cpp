// An answer to an LCP: verification/lcp.hpp put in words.
#include "verification/statements/lcp_statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verification/lcp_rows.hpp"
#include "verification/rounding.hpp"
#include "verification/statements/plain_solve.hpp"

namespace perpend {

namespace {

/// Of the equations of the rows with z > 0, by elimination.
double seconds_of_active_solve(const SparseRows& a, const VectorX& b, const VectorX& z) {
  std::vector<int> active;
  for (int i = 0; i < a.num_rows; ++i)
    if (z[i] > 0.0) active.push_back(i);
  const MatrixX block = dense(a)(active, active);
  return seconds_of_plain_solve(block, b(active));
}

/// Of z, from the radius about its complementary neighbour y.
double distance_of(const VectorX& z, const VectorX& y, const VectorX& radius) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < z.size(); ++i)
    largest = std::max(largest, add_up(radius[i], std::abs(z[i] - y[i])));  // y_i is z_i or 0
  return largest;
}

/// A residual beyond the largest double is not claimed.
void say_residuals(const LcpCertificate& found, Statement& statement) {
  statement.bounds = {{"backward error at most", found.backward_error}};
  if (found.worst_row >= 0) statement.bounds.emplace_back("row of it", found.worst_row + 1.0);
  statement.bounds.emplace_back("largest -z", found.negative_z);
  for (const auto& [name, value] :
       {std::pair("largest -w at most", found.negative_w), std::pair("largest |z w| at most", found.complementarity)})
    if (std::isfinite(value)) statement.bounds.emplace_back(name, value);
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
    statement.bounds.emplace_back(fmt::format("distance of an entry of z to a solution at most ({})", found.theorem),
                                  distance_of(z, certificate.y, found.radius));
  const bool is_unique = std::any_of(certificate.enclosures.begin(), certificate.enclosures.end(),
                                     [](const LcpEnclosure& found) { return found.is_unique; });
  if (is_unique) statement.facts.emplace_back("solutions", "1");
  statement.witness.emplace_back("y", texts(certificate.y));
  statement.witness.emplace_back("slack",
                                 certificate.exact_slack.empty() ? texts(certificate.slack) : certificate.exact_slack);
  for (const LcpEnclosure& found : certificate.enclosures)
    if (found.active.size() > 0) statement.witness.emplace_back("active", texts(found.active));
  if (certificate.dominance.size() > 0) statement.witness.emplace_back("v", texts(certificate.dominance));
}

Statement state_lcp(const SparseRows& a, const VectorX& b, const VectorX& z, const Effort& effort) {
  Statement statement = claim_of("lcp", "z solves LCP(A, b) within the printed bounds");
  if (const char* reason = why_unfit(a, b, &z)) return unfit(std::move(statement), reason);
  if (effort.with_plain) statement.plain_seconds = seconds_of_active_solve(a, b, z);
  escalate(statement, Level::binary64, 53, [&] {
    const LcpCertificate found = certify_lcp(a, b, z,
                                             {.largest_dense = effort.with_distance ? largest_dense(effort) : 0,
                                              .largest_thorough = effort.is_sharp ? largest_dense(effort) : 0});
    say_residuals(found, statement);
    statement.theorem = "complementary doubles solve the problem that their residual belongs to [CottlePangStone92]";
    statement.reason = found.reason;
    say_enclosures(z, found, statement);
    return found.verdict;
  });
  return statement;
}

}  // namespace perpend
