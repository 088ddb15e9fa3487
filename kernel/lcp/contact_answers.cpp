#include "kernel/lcp/contact_answers.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// The larger entry of a pair that is to be complementary stays.
void make_complementary(double& multiplier, double& slack, double multiplier_scale, double slack_scale) {
  multiplier = std::max(multiplier, 0.0);
  slack = std::max(slack, 0.0);
  if (multiplier / multiplier_scale >= slack / slack_scale)
    slack = 0.0;
  else
    multiplier = 0.0;
}

/// 1 or -1 where one row of J is the other one times that, else 0.
double common_sign(const ConstraintRows& rows, int first, int second) {
  const RowBlock &a = block_of(rows, first), &b = block_of(rows, second);
  if (a.first_column != b.first_column || a.num_columns != b.num_columns) return 0.0;
  bool is_same = true, is_opposite = true;
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < a.num_columns[side]; ++j) {
      const double x = rows.values[a.first_value[side] + (first - a.first_row) * a.num_columns[side] + j];
      const double y = rows.values[b.first_value[side] + (second - b.first_row) * b.num_columns[side] + j];
      is_same = is_same && x == y;
      is_opposite = is_opposite && x == -y;
    }
  return is_same ? 1.0 : is_opposite ? -1.0 : 0.0;
}

/// Where a joint rests at its limit, limit and friction may share the impulse as they like. Friction takes what it can,
/// so that only one of the two rows acts and the rows that do are independent.
void share_with_friction(const Problem& joints, int friction, int limit, VectorX& multiplier) {
  const double bound = joints.upper[friction];
  double &held = multiplier[friction], &pushed = multiplier[limit];
  if (!(std::abs(held) < bound && pushed > 0.0)) return;
  if (joints.compliance[friction] != 0.0 || joints.compliance[limit] != 0.0) return;
  const double sign = common_sign(*joints.rows, friction, limit);
  if (sign == 0.0) return;
  const double all = held + sign * pushed;
  const double more = std::abs(all) - bound;
  held = std::clamp(all, -bound, bound);
  pushed = std::max(more, 0.0);
}

/// Friction of a joint that slips is at its bound to the last bit, and a limit that opens has no impulse to the last
/// bit, so that certificates know the row for one that is not kept.
double joint_multiplier(const Problem& joints, const ContactUnknowns& unknowns, int row, const LcpContact& contact,
                        double rate, const GrowingVector& z) {
  const double impulse = unknowns.mass * unknowns.speed;
  if (contact.normal >= 0) {
    double pushed = impulse * z[contact.normal];
    double slack = rate + joints.compliance[row] * pushed;
    make_complementary(pushed, slack, impulse, unknowns.speed);
    return pushed;
  }
  const double bound = joints.upper[row];
  const double friction = impulse * (z[contact.first_tangent] - z[contact.first_tangent + 1]);
  double slip = unknowns.speed * z[contact.slip];
  double slack = bound - std::abs(friction);
  make_complementary(slip, slack, unknowns.speed, impulse);
  return slip > 0.0 ? std::copysign(bound, friction) : std::clamp(friction, -bound, bound);
}

/// The limits of a coordinate stand before its friction.
void settle_friction(const Problem& joints, const std::vector<int>& joint_rows, VectorX& multiplier) {
  const auto& kinds = joints.rows->kinds;
  for (std::size_t f = 0; f < joint_rows.size(); ++f) {
    if (kinds[joint_rows[f]] != RowKind::friction) continue;
    for (std::size_t back = 1; back <= std::min<std::size_t>(f, 2); ++back)
      if (const int limit = joint_rows[f - back]; kinds[limit] != RowKind::friction)
        share_with_friction(joints, joint_rows[f], limit, multiplier);
  }
}

void read_contact(const ContactProblem& problem, const ContactUnknowns& unknowns, int c, const GrowingVector& z,
                  const GrowingVector& rate, ContactSolution& solution) {
  const LcpContact& contact = unknowns.contacts[c];
  const int k = problem.num_directions;
  const int first_base = c * problem.rows.rows_per_contact;
  const int first_tangent = c * k;
  const double impulse = unknowns.mass * unknowns.speed;
  const double mu = contact.friction;
  double& normal = solution.normal[c];
  double& slip = solution.slip[c];
  const auto slide_rate = [&](int i) {
    const std::array<double, 2> d = direction_coefficients(i, k);
    double sum = 0.0;
    for (int r = 1; r < problem.rows.rows_per_contact; ++r) sum += d[r - 1] * rate[first_base + r];
    return sum;
  };
  if (contact.normal >= 0) normal = impulse * z[contact.normal];
  if (contact.normal < 0) {
    for (int i = 0; i < k; ++i) {
      const double gamma = impulse * z[contact.first_tangent + i];
      normal += gamma;
      solution.tangential[first_tangent + i] = mu * gamma;
      slip = std::max(slip, -slide_rate(i));
    }
  } else if (contact.slip >= 0) {
    slip = unknowns.speed * unknowns.unknowns[contact.slip].column[1] * z[contact.slip];
    for (int i = 0; i < k; ++i) solution.tangential[first_tangent + i] = impulse * z[contact.first_tangent + i];
  }
  double total = 0.0;
  if (contact.num_tangents > 0) {
    for (int i = 0; i < k; ++i) {
      double& slack = solution.tangential_slack[first_tangent + i];
      slack = slide_rate(i) + slip;
      make_complementary(solution.tangential[first_tangent + i], slack, impulse, unknowns.speed);
      total += solution.tangential[first_tangent + i];
    }
    solution.slip_slack[c] = mu * (normal + given_normal(problem, c)) - total;
    make_complementary(slip, solution.slip_slack[c], unknowns.speed, impulse);
  }
  double& slack = solution.normal_slack[c];
  slack = rate[first_base] + problem.bias[c] + problem.compliance[c] * normal;
  if (problem.law == FrictionLaw::convex) slack -= mu * slip;
  make_complementary(normal, slack, impulse, unknowns.speed);
}

}  // namespace

void read_answer(const ContactProblem& problem, const ContactUnknowns& unknowns, const GrowingVector& z,
                 const GrowingVector& rate, ContactSolution& solution) {
  const int num_contacts = problem.rows.size();
  const int k = problem.num_directions;
  solution.normal.setZero(num_contacts);
  solution.slip.setZero(num_contacts);
  solution.tangential.setZero(static_cast<Eigen::Index>(num_contacts) * k);
  solution.normal_slack = solution.slip_slack = solution.normal;
  solution.tangential_slack = solution.tangential;
  for (int c = 0; c < num_contacts; ++c) read_contact(problem, unknowns, c, z, rate, solution);
  for (int c = num_contacts; c < static_cast<int>(unknowns.contacts.size()); ++c) {
    const int row = unknowns.joint_rows[c - num_contacts];
    const double base_rate = rate[unknowns.num_contact_rows + c - num_contacts];
    solution.joints.multiplier[row] =
        joint_multiplier(problem.joints, unknowns, row, unknowns.contacts[c], base_rate, z);
  }
  settle_friction(problem.joints, unknowns.joint_rows, solution.joints.multiplier);
}

void read_ray(const ContactProblem& problem, const ContactUnknowns& unknowns, const GrowingVector& direction,
              ContactRay& ray) {
  const int num_contacts = problem.rows.size();
  const int k = problem.num_directions;
  ray.normal.setZero(num_contacts);
  ray.tangential.setZero(static_cast<Eigen::Index>(num_contacts) * k);
  ray.joints.setZero(problem.joints.rows->num_rows);
  for (int j = 0; j < unknowns.size(); ++j) {
    const LcpUnknown& unknown = unknowns.unknowns[j];
    const int c = unknown.contact;
    if (unknown.is_slip) continue;
    if (c >= num_contacts) {
      ray.joints[unknowns.joint_rows[c - num_contacts]] += unknown.column[0] * direction[j];
      continue;
    }
    const bool is_generator = unknowns.contacts[c].normal < 0;
    if (is_generator || j == unknowns.contacts[c].normal) ray.normal[c] += unknown.column[0] * direction[j];
    if (j == unknowns.contacts[c].normal) continue;
    const double share = is_generator ? unknowns.contacts[c].friction * unknown.column[0] : 1.0;
    ray.tangential[c * k + j - unknowns.contacts[c].first_tangent] = share * direction[j];
  }
}

}  // namespace perpend
