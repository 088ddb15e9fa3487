// Contact forces at acceleration level, Drake's unilateral form of Baumgarte's feedback. [DrakeStab], [Baraff94]
//     M a = f + J^T lambda + (N - mu s^T T)^T lambda_n,        J a = -Jdot_v - 2 alpha phi_dot - beta^2 phi
//     0 <= N a + Ndot_v + 2 alpha gap_dot + beta^2 gap  perp  lambda_n >= 0,   v+ = v + h a,   q+ = q + h v+
// with beta = omega0, alpha = zeta omega0; the integral of non-holonomic errors is not fed back. Friction acts against
// the sliding velocity s, which is known; a contact that does not slide has none. The LCP may have no solution or
// several [Painleve1895]: the run then stops, or continues with the one that the solver found, and the certificates say
// which. Limit cases: the force begins before contact, at gap = g/omega0^2 for a body at rest; zeta >= 1 cannot
// rebound.
#include <algorithm>
#include <cmath>

#include "stabilizers/acceleration_feedback.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace acceleration_lcp {
namespace {

class AccelerationLcp final : public Stabilizer {
 public:
  AccelerationLcp(double omega0, double zeta) : zeta_(zeta), alpha_(zeta * omega0), beta_(omega0) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    formulate_acceleration(context.now, now.v, alpha_, beta_, context.workspace.a, context.report.stabilization_target,
                           context.problem);
    const Status status = solve(context, now, next);
    if (status != Status::converged) return status;
    start_next(now, now.time + context.h, next);
    next.v = now.v + context.h * context.solution.x;
    move_position(context, PositionRule::semi_implicit, now, next);
    report(context, now, next);
    return Status::converged;
  }

  std::optional<std::string> objection(const Model& model) const override {
    for (const Body& body : model.bodies)
      if (!body.shift[0].empty() || !body.shift[1].empty() || !body.shift[2].empty())
        return "'" + body.name + "' is moved, and this method knows no acceleration of walls";
    if (!model.coordinate_rows.empty())
      return "joint '" + model.joints[model.coordinate_rows.front().joint].name +
             "' has limits or dry friction, which this method cannot enforce";
    // Its forces need many steps to stop a body: there is no impact that could give a share back.
    return object_to_restitution(model);
  }

  IgnoredChoices ignored_contact_choices() const override {
    static constexpr std::string_view names[] = {"restitution_law"};
    return {.names = names, .reason = "it knows no impacts"};
  }

  bool has_static_friction() const override { return false; }

  /// That of Baumgarte's acceleration level: contacts are no part of a linear system.
  std::optional<LinearUpdate> linear_update() const override {
    const ExactProduct a{{2.0, zeta_, beta_}, 1};
    const ExactProduct b{{beta_, beta_, 1.0}, 2};
    return LinearUpdate{.qq = b, .qv = a, .vq = b, .vv = a};
  }

  ForceRule force_rule() const override { return ForceRule::new_velocity; }

 private:
  [[nodiscard]] Status solve(StepContext& context, const State& now, State& next) const {
    if (!context.model.contacts.enabled) {
      context.solve(context.problem, context.solution);
      return context.solution.status;
    }
    formulate_contacts(context, now);
    context.solve.solve_contacts(context.contact_problem, context.contact_solution);
    context.solution = context.contact_solution.joints;
    if (context.contact_solution.status == Status::converged)
      keep_impulses(context.contact_problem, context.contact_solution, context.h, next.contacts);
    return context.contact_solution.status;
  }

  /// Contacts further away than this feel nothing: beta^2 gap outweighs every acceleration toward them.
  [[nodiscard]] double margin(const StepContext& context, const State& now) const {
    VectorX& rate = context.scratch.free_velocity;
    divide(context.now.mass, context.now.force, rate);
    double fastest = 0.0;
    double strongest = 0.0;
    for (const Body& body : context.model.bodies) {
      if (body.dof == 0) continue;
      const double radius = bounding_radius(body);
      const int num_linear = context.model.space == Space::planar ? 2 : 3;
      const double spin = now.v.segment(body.offset + num_linear, body.dof - num_linear).norm();
      const double turn = rate.segment(body.offset + num_linear, body.dof - num_linear).norm();
      fastest = std::max(fastest, now.v.segment(body.offset, num_linear).norm() + radius * spin);
      strongest = std::max(strongest, rate.segment(body.offset, num_linear).norm() + radius * (turn + spin * spin));
    }
    return 2.0 * (strongest + 2.0 * alpha_ * fastest) / (beta_ * beta_);
  }

  void formulate_contacts(StepContext& context, const State& now) const {
    ContactProblem& problem = context.contact_problem;
    problem.joints = context.problem;
    problem.law = FrictionLaw::sliding;
    problem.num_directions = context.model.space == Space::planar ? 2 : context.model.contacts.directions;
    problem.given_normal.resize(0);
    problem.start.clear();
    const double stated = context.model.contacts.active_gap;
    context.scratch.contact_margin = std::isnan(stated) ? margin(context, now) : std::min(stated, margin(context, now));
    evaluate_rows(context.model, now, context.scratch);
    problem.rows = context.scratch.contacts;
    const int size = problem.rows.size();
    problem.bias.resize(size);
    problem.compliance.resize(size);
    problem.slide.assign(size, {0.0, 0.0});
    for (int c = 0; c < size; ++c) {
      const Contact& contact = problem.rows.contacts[c];
      const double rate = contact_rate(problem.rows, c, 0, now.v);
      problem.bias[c] = contact.convective + 2.0 * alpha_ * rate + beta_ * beta_ * contact.gap;
      problem.compliance[c] = contact.compliance;
      set_slide(problem, c, now.v, context.now.free_velocity);
    }
    std::fill(problem.rows.rate_t.begin(), problem.rows.rate_t.end(), 0.0);
  }

  /// Largest of the sums that the rates of a contact are, by the sizes of their terms [m/s].
  static double size_of_rates(const ContactRows& rows, int c, const VectorX& v, const VectorX& v_free) {
    const ContactBlock& block = rows.blocks[c];
    double largest = 0.0;
    for (int row = 0; row < rows.rows_per_contact; ++row) {
      double sum = 0.0;
      for (int side = 0; side < 2; ++side)
        for (int j = 0; j < block.num_columns[side]; ++j) {
          const int column = block.first_column[side] + j;
          const double value = rows.values[block.first_value[side] + row * block.num_columns[side] + j];
          sum += std::abs(value) * std::max(std::abs(v[column]), std::abs(v_free[column]));
        }
      largest = std::max(largest, sum);
    }
    return largest;
  }

  /// What solvers leave of speeds is no sliding and has no direction: 1e-8 of those that the forces of a step give, up
  /// to a hundred times that where contacts are redundant. Friction on it would throw it back at mu g h.
  static void set_slide(ContactProblem& problem, int c, const VectorX& v, const VectorX& v_free) {
    const double first = contact_rate(problem.rows, c, 1, v);
    const double second = problem.rows.rows_per_contact == 3 ? contact_rate(problem.rows, c, 2, v) : 0.0;
    const double speed = std::hypot(first, second);
    if (!(speed > 1e-6 * size_of_rates(problem.rows, c, v, v_free))) return;
    problem.slide[c] = {first / speed, second / speed};
  }

  static void report(StepContext& context, const State& now, const State& next) {
    const ContactSolution& solution = context.contact_solution;
    StepReport& report = context.report;
    report.has_impulses = true;
    report.target_to_impulse = context.h;
    report.impulse = context.h * context.solution.multiplier;
    report.v_solved = next.v;
    report.corrected = false;
    if (!context.model.contacts.enabled) return;
    report.num_contacts = context.contact_problem.rows.size();
    report.lcp_size = solution.lcp_size;
    report.contact_residual = solution.residual;
    report.lcp_iterations = 0;
    for (const LcpAttempt& attempt : solution.attempts) report.lcp_iterations += attempt.iterations;
    context.workspace.b = 0.5 * context.h * (now.v + next.v);
    contact_work(context.contact_problem, solution, context.workspace.b, report);
  }

  double zeta_;
  double alpha_;  ///< zeta omega0 [1/s]
  double beta_;   ///< omega0 [1/s]
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const AccelerationLcp>(options.number("omega0"), options.number_or("zeta", 1.0));
}

constexpr FieldSpec options[] = {
    {.name = "omega0",
     .dimension = dimension::rate,
     .required = true,
     .doc = "natural frequency of the feedback",
     .minimum = 0.0,
     .exclusive_minimum = true},
    {.name = "zeta", .doc = "damping ratio of the feedback", .default_text = "1", .minimum = 0.0}};

}  // namespace
}  // namespace acceleration_lcp

const StabilizerType acceleration_lcp_stabilizer{
    .spec = {.name = "acceleration_lcp",
             .summary = "contact forces at acceleration level with feedback of gap and gap rate; friction for sliding "
                        "only, none that holds a body at rest",
             .arguments = acceleration_lcp::options,
             .properties = {},
             .citation = "DrakeStab, Baraff94"},
    .drift_order = 1,
    .position_order = 1,
    .variants = "acceleration_lcp(omega0) | acceleration_lcp(omega0, zeta)",
    .make = acceleration_lcp::make};

}  // namespace perpend
