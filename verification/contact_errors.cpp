#include "verification/contact_errors.hpp"

#include <cmath>

#include "verification/contact_pairs.hpp"

namespace perpend {

namespace {

/// max that keeps a NaN.
void raise(double& largest, double value) {
  if (!(value <= largest)) largest = std::isnan(largest) ? largest : value;
}

double rate_of(const ContactRows& rows, int contact, int row, const VectorX& x) {
  double sum = rows.rate_t[contact * rows.rows_per_contact + row];
  for_each_entry(rows, contact, row, [&](int column, double value) { sum += value * x[column]; });
  return sum;
}

/// Along the two tangents.
Vec2 friction_impulse(const ContactProblem& problem, const ContactSolution& solution, int contact) {
  if (problem.law == FrictionLaw::sliding) {
    const auto& slide = problem.slide[contact];
    return -problem.rows.contacts[contact].friction * solution.normal[contact] * Vec2(slide[0], slide[1]);
  }
  Vec2 sum = Vec2::Zero();
  for (int i = 0; i < problem.num_directions; ++i) {
    const auto [cos, sin] = direction_coefficients(i, problem.num_directions);
    sum += solution.tangential[contact * problem.num_directions + i] * Vec2(cos, sin);
  }
  return sum;
}

}  // namespace

ContactErrors measure_contact_errors(const ContactProblem& problem, const ContactSolution& solution) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const VectorX& x = solution.joints.x;
  if (!fits(problem, static_cast<int>(x.size())) || !fits(problem, solution)) return {nan, nan, nan};
  ContactErrors errors;
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    const double normal = solution.normal[contact];
    const double w =
        rate_of(problem.rows, contact, 0, x) + problem.bias[contact] + problem.compliance[contact] * normal;
    raise(errors.signorini, normal > 0.0 ? std::abs(w) : std::max(-w, 0.0) + 0.0 * normal);
    const double radius = problem.rows.contacts[contact].friction * normal;
    if (radius == 0.0) continue;
    const Vec2 impulse = friction_impulse(problem, solution, contact);
    Vec2 slip(rate_of(problem.rows, contact, 1, x), 0.0);
    if (problem.rows.rows_per_contact == 3) slip[1] = rate_of(problem.rows, contact, 2, x);
    raise(errors.cone, std::max(impulse.norm() - radius, 0.0) + 0.0 * radius);
    raise(errors.dissipation, impulse.dot(slip) + radius * slip.norm());
  }
  return errors;
}

}  // namespace perpend
