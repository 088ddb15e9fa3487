#include "kernel/lcp/contact_unknowns.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// t as a sum of two neighbouring directions of k with nonnegative shares, added to the entries `first` of z.
void share_out(const std::array<double, 2>& t, int k, double scale, int first, GrowingVector& z) {
  if (k == 2) {
    z[first + (t[0] < 0.0 ? 1 : 0)] += scale * std::abs(t[0]);
    return;
  }
  for (int i = 0; i < k; ++i) {
    const std::array<double, 2> a = direction_coefficients(i, k);
    const std::array<double, 2> b = direction_coefficients((i + 1) % k, k);
    const double determinant = a[0] * b[1] - a[1] * b[0];
    const double share_a = (t[0] * b[1] - t[1] * b[0]) / determinant;
    const double share_b = (a[0] * t[1] - a[1] * t[0]) / determinant;
    if (share_a < 0.0 || share_b < 0.0) continue;
    z[first + i] += scale * share_a;
    z[first + (i + 1) % k] += scale * share_b;
    return;
  }
}

/// Sums of the generators keep 10 bits less of c_n, or of beta, than they have.
constexpr double widest_of_generators = 1024.0;

bool is_friction(const ContactProblem& problem, int row) {
  return problem.joints.rows->kinds[row] == RowKind::friction;
}

}  // namespace

LcpClass lcp_class(const ContactProblem& problem) {
  const bool any_friction = std::any_of(problem.rows.contacts.begin(), problem.rows.contacts.end(),
                                        [](const Contact& contact) { return contact.friction > 0.0; });
  const auto& kinds = problem.joints.rows->kinds;
  const bool any_joint_friction = std::find(kinds.begin(), kinds.end(), RowKind::friction) != kinds.end();
  if (!any_friction && !any_joint_friction) return LcpClass::symmetric;
  if (problem.law == FrictionLaw::sliding) return LcpClass::unknown;
  if (problem.law != FrictionLaw::convex) return LcpClass::copositive;
  bool is_symmetric = !any_joint_friction;
  for (int c = 0; c < problem.rows.size(); ++c) is_symmetric = is_symmetric && !is_wide_cone(problem, c);
  return is_symmetric ? LcpClass::symmetric : LcpClass::semidefinite;
}

const RowBlock& block_of(const ConstraintRows& rows, int row) {
  return *std::prev(std::upper_bound(rows.blocks.begin(), rows.blocks.end(), row,
                                     [](int r, const RowBlock& block) { return r < block.first_row; }));
}

bool is_wide_cone(const ContactProblem& problem, int contact) {
  const double mu = problem.rows.contacts[contact].friction;
  return problem.law == FrictionLaw::convex &&
         (mu > widest_of_generators || (mu > 0.0 && given_normal(problem, contact) > 0.0));
}

void ContactUnknowns::number(const ContactProblem& problem) {
  unknowns.clear();
  contacts.clear();
  joint_rows.clear();
  num_contact_rows = problem.rows.size() * problem.rows.rows_per_contact;
  for (int c = 0; c < problem.rows.size(); ++c) add_contact(problem, c);
  const Problem& joints = problem.joints;
  for (int i = 0; joints.lower.size() > 0 && i < joints.rows->num_rows; ++i)
    if (joints.rows->kinds[i] >= RowKind::lower_limit && joints.lower[i] != joints.upper[i]) add_joint_row(problem, i);
}

void ContactUnknowns::add_direction(int first_base, int num_base, const std::array<double, 3>& direction,
                                    double compliance) {
  unknowns.push_back({.contact = static_cast<int>(contacts.size()),
                      .first_base = first_base,
                      .num_base = num_base,
                      .row = direction,
                      .column = direction,
                      .compliance = compliance});
}

void ContactUnknowns::add_slip(double friction) {
  unknowns.push_back({.is_slip = true,
                      .contact = static_cast<int>(contacts.size()),
                      .row = {friction, -1.0, 0.0},
                      .column = {0.0, 1.0, 0.0}});
}

void ContactUnknowns::add_wide_slip(double friction) {
  unknowns.push_back({.is_slip = true,
                      .contact = static_cast<int>(contacts.size()),
                      .row = {1.0, -1.0 / friction, 0.0},
                      .column = {-1.0, 1.0 / friction, 0.0}});
}

double ContactUnknowns::slip_entry(int i, int j) const {
  const LcpUnknown& slip = unknowns[unknowns[i].is_slip ? i : j];
  const int other = unknowns[i].is_slip ? j : i;
  if (unknowns[other].is_slip) return 0.0;
  const std::array<double, 3>& entries = unknowns[i].is_slip ? slip.row : slip.column;
  return entries[other == contacts[slip.contact].normal ? 0 : 1];
}

void ContactUnknowns::add_contact(const ContactProblem& problem, int c) {
  const int num_base = problem.rows.rows_per_contact;
  const int first_base = c * num_base;
  const double mu = problem.rows.contacts[c].friction;
  const double compliance = problem.compliance[c];
  const int k = problem.num_directions;
  LcpContact contact{.normal = size(), .friction = mu};
  const bool is_wide = is_wide_cone(problem, c);
  if (problem.law == FrictionLaw::convex && mu > 0.0 && !is_wide) {
    contact = {.first_tangent = size(), .num_tangents = k, .friction = mu};
    for (int i = 0; i < k; ++i) {
      const std::array<double, 2> d = direction_coefficients(i, k);
      add_direction(first_base, num_base, {1.0, mu * d[0], mu * d[1]}, compliance);
    }
  } else {
    add_direction(first_base, num_base, {1.0, 0.0, 0.0}, compliance);
    if (problem.law == FrictionLaw::sliding) {
      const std::array<double, 2>& slide = problem.slide[c];
      unknowns.back().column = {1.0, -mu * slide[0], -mu * slide[1]};
    }
  }
  if ((problem.law == FrictionLaw::pyramid && mu > 0.0) || is_wide) {
    contact.first_tangent = size();
    contact.num_tangents = k;
    for (int i = 0; i < k; ++i) {
      const std::array<double, 2> d = direction_coefficients(i, k);
      add_direction(first_base, num_base, {0.0, d[0], d[1]});
    }
    contact.slip = size();
    is_wide ? add_wide_slip(mu) : add_slip(mu);
  }
  contacts.push_back(contact);
}

void ContactUnknowns::add_joint_row(const ContactProblem& problem, int row) {
  const int base = num_base_rows();
  LcpContact contact;
  if (is_friction(problem, row)) {
    contact.first_tangent = size();
    contact.num_tangents = 2;
    add_direction(base, 1, {1.0, 0.0, 0.0}, problem.joints.compliance[row]);
    add_direction(base, 1, {-1.0, 0.0, 0.0}, problem.joints.compliance[row]);
    contact.slip = size();
    add_slip(0.0);
  } else {
    contact.normal = size();
    add_direction(base, 1, {1.0, 0.0, 0.0}, problem.joints.compliance[row]);
  }
  joint_rows.push_back(row);
  contacts.push_back(contact);
}

void ContactUnknowns::base_impulses(const GrowingVector& z, GrowingVector& impulse) const {
  impulse.setZero(num_base_rows());
  for (int j = 0; j < size(); ++j) {
    const LcpUnknown& unknown = unknowns[j];
    if (unknown.is_slip) continue;
    for (int r = 0; r < unknown.num_base; ++r)
      impulse[unknown.first_base + r] += mass * speed * unknown.column[r] * z[j];
  }
}

void ContactUnknowns::right_hand_side(const ContactProblem& problem, const GrowingVector& rate,
                                      const GrowingVector& rate_magnitude, GrowingVector& b, GrowingVector& magnitude) {
  const int num_contacts = problem.rows.size();
  b.setZero(size());
  magnitude.setZero(size());
  double largest = 0.0;
  for (int i = 0; i < size(); ++i) {
    const LcpUnknown& unknown = unknowns[i];
    if (unknown.is_slip) continue;
    const bool of_contact = unknown.contact < num_contacts;
    if (of_contact && unknown.row[0] != 0.0) {
      b[i] = problem.bias[unknown.contact];
      magnitude[i] = std::abs(b[i]);
    }
    for (int r = 0; r < unknown.num_base; ++r) {
      b[i] += unknown.row[r] * rate[unknown.first_base + r];
      magnitude[i] += std::abs(unknown.row[r]) * rate_magnitude[unknown.first_base + r];
    }
    largest = std::max(largest, magnitude[i]);
  }
  speed = largest > 0.0 ? largest : 1.0;
  b /= speed;
  magnitude /= speed;
  for (int c = 0; problem.given_normal.size() > 0 && c < num_contacts; ++c) {
    if (contacts[c].slip < 0) continue;
    const double given = unknowns[contacts[c].slip].row[0] * problem.given_normal[c];
    b[contacts[c].slip] = magnitude[contacts[c].slip] = given / (mass * speed);
  }
  for (int c = num_contacts; c < static_cast<int>(contacts.size()); ++c) {
    if (contacts[c].slip < 0) continue;
    const double bound = problem.joints.upper[joint_rows[c - num_contacts]];
    b[contacts[c].slip] = magnitude[contacts[c].slip] = bound / (mass * speed);
  }
}

bool ContactUnknowns::start(const ContactProblem& problem, GrowingVector& z) const {
  if (problem.start.empty()) return false;
  z.setZero(size());
  const double impulse = mass * speed;
  for (int c = 0; c < problem.rows.size(); ++c) {
    const LcpContact& contact = contacts[c];
    const ContactImpulse& old = problem.start[c];
    if (contact.normal >= 0) z[contact.normal] = std::max(old.normal, 0.0) / impulse;
    if (contact.slip >= 0) z[contact.slip] = std::max(old.slip, 0.0) / (speed * unknowns[contact.slip].column[1]);
    if (contact.num_tangents == 0) continue;
    // In generators the impulses along the cone's edges sum to c_n; what friction does not take is shared by all.
    const bool generators = contact.normal < 0;
    const double scale = 1.0 / (generators ? contact.friction * impulse : impulse);
    share_out(old.tangential, contact.num_tangents, scale, contact.first_tangent, z);
    if (!generators) continue;
    auto gammas = z.segment(contact.first_tangent, contact.num_tangents);
    gammas.array() += std::max(old.normal / impulse - gammas.sum(), 0.0) / contact.num_tangents;
  }
  return true;
}

}  // namespace perpend
