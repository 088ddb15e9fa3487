#include "verification/contacts/contact_errors.hpp"

#include <cmath>

#include "verification/contacts/contact_pairs.hpp"

namespace perpend {

namespace {

/// max that keeps a NaN.
void raise(double& largest, double value) {
  if (!(value <= largest)) largest = std::isnan(largest) ? largest : value;
}

/// The velocity after the solve; `h` makes velocities and impulses of what the solve found.
class Motion {
 public:
  Motion(const ContactProblem& problem, const VectorX& x, const StepStart* start)
      : joints_(problem.joints), x_(x), start_(start), h_(start == nullptr ? 1.0 : start->step) {}

  [[nodiscard]] double h() const { return h_; }
  [[nodiscard]] double velocity(int column) const {
    return start_ == nullptr ? x_[column] : start_->velocity[column] + h_ * x_[column];
  }
  /// What the unknown is the sum of: a velocity of 1e-17 that is left of g h is rounding of g h.
  [[nodiscard]] double size_of_unknown(int column) const {
    return std::max(std::abs(x_[column]), std::abs(joints_.motion[column]) / joints_.mass->diagonal[column]);
  }
  [[nodiscard]] double size_of_velocity(int column) const {
    const double unknown = h_ * size_of_unknown(column);
    return start_ == nullptr ? unknown : std::max(unknown, std::abs(start_->velocity[column]));
  }

 private:
  const Problem& joints_;
  const VectorX& x_;
  const StepStart* start_;
  double h_;
};

struct Rate {
  double value = 0.0;
  double size = 0.0;
};

template <class Value, class Size>
Rate rate_of(const ContactRows& rows, int contact, int row, const Value& value_of, const Size& size_of) {
  const double prescribed = rows.rate_t[contact * rows.rows_per_contact + row];
  Rate rate{prescribed, std::abs(prescribed)};
  for_each_entry(rows, contact, row, [&](int column, double value) {
    rate.value += value * value_of(column);
    rate.size += std::abs(value) * size_of(column);
  });
  return rate;
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

void add_normal(const ContactProblem& problem, const ContactSolution& solution, const Motion& motion, int contact,
                ContactErrors& errors) {
  const double normal = solution.normal[contact];
  const double soft = problem.compliance[contact] * normal;
  const Rate rate = rate_of(
      problem.rows, contact, 0, [&](int column) { return solution.joints.x[column]; },
      [&](int column) { return motion.size_of_unknown(column); });
  const double w = rate.value + problem.bias[contact] + soft;
  raise(errors.signorini, motion.h() * (normal > 0.0 ? std::abs(w) : std::max(-w, 0.0) + 0.0 * normal));
  raise(errors.rate, motion.h() * (rate.size + std::abs(problem.bias[contact]) + std::abs(soft)));
}

void add_friction(const ContactProblem& problem, const ContactSolution& solution, const Motion& motion, int contact,
                  ContactErrors& errors) {
  const double radius = motion.h() * problem.rows.contacts[contact].friction *
                        (solution.normal[contact] + given_normal(problem, contact));
  if (radius == 0.0) return;
  const Vec2 impulse = motion.h() * friction_impulse(problem, solution, contact);
  Vec3 rates = Vec3::Zero();
  double speed = 0.0;
  for (int row = 0; row < problem.rows.rows_per_contact; ++row) {
    const Rate rate = rate_of(
        problem.rows, contact, row, [&](int column) { return motion.velocity(column); },
        [&](int column) { return motion.size_of_velocity(column); });
    rates[row] = rate.value;
    speed = std::max(speed, rate.size);
  }
  const Vec2 slip = rates.tail<2>();
  raise(errors.cone, std::max(impulse.norm() - radius, 0.0) + 0.0 * radius);
  raise(errors.dissipation, impulse.dot(slip) + radius * slip.norm());
  raise(errors.friction, radius);
  raise(errors.work, radius * speed);
}

}  // namespace

ContactErrors measure_contact_errors(const ContactProblem& problem, const ContactSolution& solution,
                                     const StepStart* start) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const VectorX& x = solution.joints.x;
  const bool is_acceleration = problem.joints.purpose == SolvePurpose::acceleration;
  const bool is_known = problem.joints.mass != nullptr && problem.joints.mass->size() == x.size() &&
                        is_acceleration == (start != nullptr) && problem.joints.motion.size() == x.size() &&
                        (start == nullptr || start->velocity.size() == x.size());
  if (!is_known || !fits(problem, static_cast<int>(x.size())) || !fits(problem, solution))
    return {nan, nan, nan, nan, nan, nan};
  const Motion motion(problem, x, start);
  ContactErrors errors;
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    add_normal(problem, solution, motion, contact, errors);
    add_friction(problem, solution, motion, contact, errors);
  }
  return errors;
}

}  // namespace perpend
