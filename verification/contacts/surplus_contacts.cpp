// Without joints, compliance, bias and prescribed rates w = R x, x = x0 + M^-1 R^T z, apart from slips; R: rows of the
// normals and, with friction, of independent tangents. Let r columns of R not be 0, and r rows B have A_BB = R_B M^-1
// R_B^T regular: then x = 0 in those columns wherever R_B x = 0, and no contact moves. Where some z strictly within all
// cones has R_B x = 0, all z near it that keep this are solutions: a continuum, for there are more than r.
//
// No other motion: without friction, and with a convex law, A is positive semidefinite with R M^-1 R^T as its symmetric
// part, so that the solutions are one convex set with one motion [CottlePangStone92]. With Coulomb's law let normals n
// alone hold the body, M x0 = -N^T n in the columns of R. A solution z with the slips s has z^T R x = -sum mu z_n s,
// so that x^T M x = x^T M (x - x0) + x^T M x0 = z^T R x - n^T N x <= 0. Or else a choice fixes which contacts are
// closed, N x = 0, and which stick, D x = 0: where these rows hold r as above, its solutions are at rest. All impulses
// within the cones that leave the body at rest are the one continuum.
//
// The rows that a choice fixes may ask for two motions: where r of them with bias and rates leave one x in their r
// columns, and it does not fulfil another, the choice has no solution.
#include "verification/contacts/surplus_contacts.hpp"

#include <algorithm>
#include <bit>

#include "verification/contacts/contact_elimination.hpp"
#include "verification/contacts/contact_pairs.hpp"

namespace perpend {

namespace {

/// Subsets of so many contacts are tried.
constexpr int most_contacts = 8;
/// Friction next to normal impulses in the sum of squares whose least is tried: in the middle of the cones rather than
/// at their sides.
constexpr double weight_of_friction = 16.0;

template <class Values>
bool are_zero(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return x == 0.0; });
}

/// Whether w = R x but for slips, and M is diagonal and positive.
bool is_plain(const ContactProblem& problem) {
  const MassMatrix& mass = *problem.joints.mass;
  const std::vector<Contact>& contacts = problem.rows.contacts;
  const bool may_rub = problem.law != FrictionLaw::sliding && are_opposite_in_pairs(problem.num_directions);
  return problem.joints.rows->num_rows == 0 && are_zero(problem.bias) && are_zero(problem.compliance) &&
         are_zero(problem.given_normal) && are_zero(problem.rows.rate_t) &&
         std::all_of(
             contacts.begin(), contacts.end(),
             [&](const Contact& contact) { return contact.friction == 0.0 || (may_rub && contact.friction > 0.0); }) &&
         std::all_of(mass.diagonal.begin(), mass.diagonal.end(), [](double x) { return x > 0.0; }) &&
         std::all_of(mass.blocks.begin(), mass.blocks.end(),
                     [](const InertiaBlock& block) { return block.xy == 0.0 && block.xz == 0.0 && block.yz == 0.0; });
}

/// Columns that are not 0, of the normals or of R.
std::vector<char> used_columns(const ContactProblem& problem, bool with_tangents) {
  std::vector<char> is_used(static_cast<std::size_t>(problem.rows.num_columns), 0);
  for (int contact = 0; contact < problem.rows.size(); ++contact)
    for (int row = 0; row < (with_tangents && has_cone(problem, contact) ? problem.rows.rows_per_contact : 1); ++row)
      for_each_entry(problem.rows, contact, row, [&](int column, double value) {
        if (value != 0.0) is_used[column] = 1;
      });
  return is_used;
}

std::size_t number_of(const std::vector<char>& columns) {
  return static_cast<std::size_t>(std::count(columns.begin(), columns.end(), 1));
}

/// z_B for A_BB z_B = right, behind each row of A_BB; false where A_BB is not shown to be regular.
bool solve_block(const EnclosedLcp& around, const std::vector<int>& set, std::vector<Bounded>& right) {
  const std::size_t n = set.size();
  std::vector<Bounded> rows;
  rows.reserve(n * (n + 1));
  for (std::size_t k = 0; k < n; ++k) {
    for (const int j : set) rows.emplace_back(around.a[set[k]][j]);
    rows.push_back(right[k]);
  }
  if (!solve_enclosed(rows, n)) return false;
  for (std::size_t k = 0; k < n; ++k) right[k] = rows[k * (n + 1) + n];
  return true;
}

std::vector<int> rows_of(unsigned set) {
  std::vector<int> rows;
  for (; set != 0U; set &= set - 1U) rows.push_back(std::countr_zero(set));
  return rows;
}

/// `count` of the rows whose block of A is regular, by the largest pivot of its diagonal; none where they are not
/// found.
std::vector<int> independent_rows(const EnclosedLcp& around, std::vector<int> rows, std::size_t count) {
  const std::size_t n = rows.size();
  std::vector<Bounded> work;
  work.reserve(n * n);
  for (const int i : rows)
    for (const int j : rows) work.emplace_back(around.a[i][j]);
  std::vector<int> found;
  std::vector<char> is_taken(n, 0);
  while (found.size() < count) {
    std::size_t best = n;
    for (std::size_t i = 0; i < n; ++i)
      if (is_taken[i] == 0 && (best == n || work[i * n + i].value > work[best * n + best].value)) best = i;
    if (best == n || !(work[best * n + best].value > work[best * n + best].error)) return {};
    is_taken[best] = 1;
    found.push_back(rows[best]);
    for (std::size_t i = 0; i < n; ++i) {
      if (is_taken[i] != 0) continue;
      const Bounded factor = work[i * n + best] / work[best * n + best];
      for (std::size_t j = 0; j < n; ++j)
        if (is_taken[j] == 0) work[i * n + j] = work[i * n + j] - factor * work[best * n + j];
    }
  }
  return found;
}

/// Rows [R, offset], of `width` numbers, of R x + offset = 0: as many of them leave one x, and another one is missed.
bool leave_no_solution(std::vector<Bounded>& rows, std::size_t width) {
  const std::size_t count = rows.size() / width;
  const auto entry = [&](std::size_t i, std::size_t j) -> Bounded& { return rows[i * width + j]; };
  for (std::size_t k = 0; k + 1 < width; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < count; ++i)
      if (std::abs(entry(i, k).value) > std::abs(entry(best, k).value)) best = i;
    if (!(std::abs(entry(best, k).value) > entry(best, k).error)) return false;
    for (std::size_t j = k; j < width; ++j) std::swap(entry(k, j), entry(best, j));
    for (std::size_t i = k + 1; i < count; ++i) {
      if (entry(i, k).is_exact_zero()) continue;
      const Bounded factor = entry(i, k) / entry(k, k);
      for (std::size_t j = k + 1; j < width; ++j) entry(i, j) = entry(i, j) - factor * entry(k, j);
    }
  }
  for (std::size_t i = width - 1; i < count; ++i)
    if (std::abs(entry(i, width - 1).value) > entry(i, width - 1).error) return true;
  return false;
}

}  // namespace

SurplusContacts::SurplusContacts(const ContactProblem& problem, const EnclosedLcp& around)
    : problem_(problem), around_(around), is_plain_(is_plain(problem)) {
  int next = 0;
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    const bool with_cone = has_cone(problem, contact);
    const int tangents = !with_cone ? 0 : problem.num_directions == 2 ? 1 : 2;
    feet_.push_back({next, tangents, with_cone ? problem.num_directions : 0, problem.rows.contacts[contact].friction});
    for (int i = 0; i <= tangents; ++i) rates_.push_back(next + i);
    has_friction_ = has_friction_ || with_cone;
    next = with_cone ? feet_.back().slip() + 1 : next + 1;
  }
  has_limits_ = next != around.size();
  used_ = used_columns(problem, true);
  num_used_ = number_of(used_);
}

bool SurplusContacts::hold_at_rest() const {
  if (!may_carry()) return false;
  const bool have_one_motion = !has_friction_ || problem_.law == FrictionLaw::convex;
  return carry_by_normals() || (have_one_motion && has_friction_ && carry_within_cones());
}

bool SurplusContacts::hold_at_rest(const std::vector<LcpChoice>& choices) const {
  if (!may_carry() || !has_friction_ || problem_.law == FrictionLaw::convex || !carry_within_cones()) return false;
  std::vector<unsigned> known;
  return std::all_of(choices.begin(), choices.end(), [&](const LcpChoice& choice) {
    const unsigned rows = rows_at_rest(choice.active);
    const auto holds_all = [&](unsigned fewer) { return (fewer & ~rows) == 0U; };
    if (std::any_of(known.begin(), known.end(), holds_all)) return true;
    if (independent_rows(around_, rows_of(rows), num_used_).empty()) return false;
    known.push_back(rows);
    return true;
  });
}

bool SurplusContacts::contradict(const LcpChoice& choice) const {
  const unsigned set = has_limits_ ? 0U : rows_at_rest(choice.active);
  if (static_cast<std::size_t>(std::popcount(set)) <= num_used_) return false;
  std::vector<Bounded> rows;
  const std::size_t width = num_used_ + 1;
  for (std::size_t contact = 0; contact < feet_.size(); ++contact) {
    const Foot& foot = feet_[contact];
    for (int i = 0; i <= foot.num_tangents; ++i)
      if (has(set, foot.normal + i)) append_rate(rows, static_cast<int>(contact), i);
  }
  return leave_no_solution(rows, width);
}

bool SurplusContacts::may_carry() const {
  return is_plain_ && num_used_ > 0 && num_used_ < rates_.size();
}

/// [row, its rate without motion], over the columns that are used.
void SurplusContacts::append_rate(std::vector<Bounded>& rows, int contact, int which) const {
  std::vector<double> row(used_.size());
  for_each_entry(problem_.rows, contact, which, [&](int column, double value) { row[column] += value; });
  for (std::size_t column = 0; column < used_.size(); ++column)
    if (used_[column] != 0) rows.emplace_back(row[column]);
  const Bounded rate = problem_.rows.rate_t[contact * problem_.rows.rows_per_contact + which];
  rows.push_back(which == 0 ? rate + Bounded(problem_.bias[contact]) : rate);
}

/// Some normals alone, without friction; what the others carry may be small.
bool SurplusContacts::carry_by_normals() const {
  const std::vector<char> pressed = used_columns(problem_, false);
  for (std::size_t column = 0; column < used_.size(); ++column)
    if (used_[column] != pressed[column] && problem_.joints.motion[static_cast<Eigen::Index>(column)] != 0.0)
      return false;
  const std::size_t size = number_of(pressed);
  if (feet_.size() > most_contacts || size == 0) return false;
  for (unsigned set = 1; set < 1U << feet_.size(); ++set) {
    if (static_cast<std::size_t>(std::popcount(set)) != size) continue;
    std::vector<int> rows;
    std::vector<Bounded> z;
    for (const int i : rows_of(set)) {
      rows.push_back(feet_[i].normal);
      z.push_back(-Bounded(around_.b[rows.back()]));
    }
    if (solve_block(around_, rows, z) && std::all_of(z.begin(), z.end(), [](Bounded x) { return x.value > x.error; }))
      return true;
  }
  return false;
}

/// Strictly: those with the least sum of squares: of A_BR z = -b_B it is z = W A_RB y with A_BR W A_RB y = -b_B. The
/// entries of B are then solved for again, next to the others as they were rounded.
bool SurplusContacts::carry_within_cones() const {
  const std::vector<int> basis = independent_rows(around_, rates_, num_used_);
  if (basis.empty()) return false;
  std::vector<double> weight(around_.b.size(), 1.0 / weight_of_friction);
  for (const Foot& foot : feet_) weight[foot.normal] = 1.0;
  const std::size_t n = basis.size();
  std::vector<Bounded> rows;
  for (const int i : basis) {
    for (const int j : basis) {
      double sum = 0.0;
      for (const int k : rates_) sum += middle(around_.a[i][k]) * weight[k] * middle(around_.a[j][k]);
      rows.emplace_back(sum);
    }
    rows.emplace_back(-middle(around_.b[i]));
  }
  if (!solve_enclosed(rows, n)) return false;
  std::vector<Bounded> z(around_.b.size(), Bounded(0.0));
  for (const int k : rates_) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += middle(around_.a[basis[i]][k]) * rows[i * (n + 1) + n].value;
    if (std::find(basis.begin(), basis.end(), k) == basis.end()) z[k] = weight[k] * sum;
  }
  std::vector<Bounded> part;
  for (const int i : basis) {
    Bounded right = -Bounded(around_.b[i]);
    for (const int k : rates_)
      if (!z[k].is_exact_zero()) right = right - Bounded(around_.a[i][k]) * z[k];
    part.push_back(right);
  }
  if (!solve_block(around_, basis, part)) return false;
  for (std::size_t i = 0; i < n; ++i) z[basis[i]] = part[i];
  return std::all_of(feet_.begin(), feet_.end(), [&](const Foot& foot) {
    Bounded left = foot.num_tangents == 0 ? z[foot.normal] : scale(foot.friction, z[foot.normal]);
    for (int i = 1; i <= foot.num_tangents; ++i) {
      const Bounded friction = z[foot.normal + i];
      left = left - Bounded(std::abs(friction.value), friction.error);
    }
    return left.value > left.error;
  });
}

/// Rates that are 0 in every solution of a choice: of hard contacts that are closed, and of those that stick.
unsigned SurplusContacts::rows_at_rest(unsigned active) const {
  unsigned rows = 0;
  for (std::size_t contact = 0; contact < feet_.size(); ++contact) {
    const Foot& foot = feet_[contact];
    const bool may_slip = foot.num_tangents > 0 && has(active, foot.slip());
    const bool is_rate = problem_.compliance[static_cast<Eigen::Index>(contact)] == 0.0 &&
                         !(may_slip && problem_.law == FrictionLaw::convex);
    if (has(active, foot.normal) && is_rate) rows |= 1U << foot.normal;
    if (may_slip) continue;
    for (int i = 1; i <= foot.num_tangents; ++i)
      if (has(active, foot.normal + i)) rows |= 1U << (foot.normal + i);
  }
  return rows;
}

}  // namespace perpend
