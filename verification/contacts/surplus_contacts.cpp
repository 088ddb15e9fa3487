// Without friction, joints, compliance, bias and prescribed rates w = N x, x = x0 + M^-1 N^T z. Let r columns of N not
// be 0, and r rows B have A_BB = N_B M^-1 N_B^T regular: then x = 0 in those columns wherever w_B = 0, and every other
// w is 0 with it. Where A_BB z_B = -b_B has z_B > 0, all z near it with w_B = 0 are solutions, the others of any size
// that is small: a continuum, for there are more than r. A is symmetric and positive semidefinite, so that the
// solutions are one convex set with one motion [CottlePangStone92].
#include "verification/contacts/surplus_contacts.hpp"

#include <algorithm>
#include <bit>

#include "verification/contacts/contact_pairs.hpp"

namespace perpend {

namespace {

/// Subsets of so many contacts are tried.
constexpr int most_contacts = 8;

bool is_zero_at(const VectorX& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0.0; });
}

/// Whether w = N x and M is diagonal and positive.
bool is_plain(const ContactProblem& problem) {
  const MassMatrix& mass = *problem.joints.mass;
  const std::vector<double>& rates = problem.rows.rate_t;
  const std::vector<Contact>& contacts = problem.rows.contacts;
  return problem.joints.rows->num_rows == 0 && is_zero_at(problem.bias) && is_zero_at(problem.compliance) &&
         std::all_of(rates.begin(), rates.end(), [](double x) { return x == 0.0; }) &&
         std::all_of(contacts.begin(), contacts.end(),
                     [](const Contact& contact) { return contact.friction == 0.0; }) &&
         std::all_of(mass.diagonal.begin(), mass.diagonal.end(), [](double x) { return x > 0.0; }) &&
         std::all_of(mass.blocks.begin(), mass.blocks.end(),
                     [](const InertiaBlock& block) { return block.xy == 0.0 && block.xz == 0.0 && block.yz == 0.0; });
}

/// Columns of N that are not 0.
int num_used_columns(const ContactProblem& problem) {
  std::vector<char> is_used(static_cast<std::size_t>(problem.rows.num_columns), 0);
  for (int contact = 0; contact < problem.rows.size(); ++contact)
    for_each_entry(problem.rows, contact, 0, [&](int column, double value) {
      if (value != 0.0) is_used[column] = 1;
    });
  return static_cast<int>(std::count(is_used.begin(), is_used.end(), 1));
}

/// Whether A_BB is regular and the solution of A_BB z_B = -b_B positive.
bool carries(const EnclosedLcp& around, unsigned set) {
  std::vector<Bounded> rows;
  std::size_t n = 0;
  for (int i = 0; i < around.size(); ++i) {
    if (!has(set, i)) continue;
    ++n;
    for (int j = 0; j < around.size(); ++j)
      if (has(set, j)) rows.emplace_back(around.a[i][j]);
    rows.push_back(-Bounded(around.b[i]));
  }
  if (!solve_enclosed(rows, n)) return false;
  for (std::size_t k = 0; k < n; ++k)
    if (!(rows[k * (n + 1) + n].value > rows[k * (n + 1) + n].error)) return false;
  return true;
}

}  // namespace

bool rests_on_surplus_contacts(const ContactProblem& problem, const EnclosedLcp& around) {
  const int contacts = around.size();
  if (contacts != problem.rows.size() || contacts > most_contacts || !is_plain(problem)) return false;
  const int used = num_used_columns(problem);
  if (used >= contacts) return false;
  for (unsigned set = 1; set < 1U << contacts; ++set)
    if (std::popcount(set) == used && carries(around, set)) return true;
  return false;
}

}  // namespace perpend
