// Small steps: contacts are found once a step of length h, which is then made in n substeps, each by few sweeps of
// sequential impulses that start from those of the substep before. [MacklinEtAl19], [Catto05], [Catto11]
// It is what engines for games and robots do, and the one method here that does not solve the problem of its contacts:
// it stops after a fixed number of sweeps, and the measure `lcp_residual` says what is left. A substep of length s =
// h/n:
//     v <- v + s M^-1 f,  v <- v + M^-1 (J^T c_nu + N^T c_n + D beta)      of the substep before
//     sweeps that push apart what overlaps:  contacts one by one, then the joints as one block,  J v = -phi_t - phi/s
//     q <- q (+) s v, and J, phi, f there
//     sweeps that do not push: the same with J v = -phi_t, which takes away the velocity of the push
// All sweeps go in one order: where those that relax go against it, stacks never come to rest.
// N, D and M are those of the state that the step starts from, and so are J and f where they cannot change: without
// joints and forces that depend on the state. M (v+ - v) = h f + N^T sum c_n + D sum beta then holds to rounding.
// A compliant row or contact gives way under a force as where the problem is solved, by h^2 cfm times the force: h/s of
// it belong to an impulse of a substep, and what a distance is divided by, 1/h there, is 1/s here for joints and the
// push rate r for contacts. So cfm is multiplied by (h/s)^2 and by (h/s) h r where they push, and by h/s for rows of
// velocities.
// In a world without contacts it is `implicit`.
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

#include "kernel/model/stop.hpp"
#include "stabilizers/formulate.hpp"
#include "stabilizers/objections.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace small_steps {
namespace {

class Substeps;

class SmallSteps final : public Stabilizer {
 public:
  SmallSteps(int substeps, int sweeps, double frequency, double damping_ratio)
      : substeps_(substeps), sweeps_(sweeps), frequency_(frequency), damping_ratio_(damping_ratio) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    if (context.model.contacts.enabled) return step_with_contacts(context, now, next);
    return step_velocity_level(context, now, {.rate = 1.0 / context.h, .ahead = true}, next);
  }

  std::optional<std::string> objection(const Model& model) const override {
    if (!model.contacts.enabled) return std::nullopt;
    if (!model.coordinate_rows.empty())
      return "joint '" + model.joints[model.coordinate_rows.front().joint].name +
             "' has limits or dry friction, which this method cannot enforce where there are contacts";
    return object_to_restitution(model);
  }

  IgnoredChoices ignored_contact_choices() const override {
    static constexpr std::string_view names[] = {"solver", "restitution_law", "directions"};
    return {.names = names, .reason = "it sweeps its contacts, with the round cone and without restitution"};
  }

  /// It depends on the world: that of `implicit` without contacts, another with them.
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  Status step_with_contacts(StepContext& context, const State& now, State& next) const;
  Status make_substeps(Substeps& substeps, ContactSweeps& contacts, const SweepRule& pushing,
                       const SweepRule& relaxing) const;

  int substeps_;
  int sweeps_;            ///< that push, and as many that do not, each substep
  double frequency_;      ///< angular, of contacts that push apart [1/s]; not a number: a quarter of the substeps'
  double damping_ratio_;  ///< theirs
};

/// What changes from substep to substep; the joints are one block of the sweeps.
class Substeps {
 public:
  Substeps(StepContext& context, const State& now, double h)
      : context_(context),
        now_(now),
        h_(h),
        has_mechanism_(context.now.rows.num_rows > 0 || !context.model.forces.empty()),
        v_(context.workspace.a),
        displacement_(context.workspace.b),
        acceleration_(context.workspace.c),
        joints_(context.workspace.d) {
    context.workspace.history.resize(4);
    if (num_rows() > 0) {
      formulate_velocity(context, now, {}, VectorX(), context.problem);
      rates() = context.problem.target;
    }
    v_.setZero(now.v.size() + ContactSweeps::padding);
    v_.head(now.v.size()) = now.v;
    displacement_.setZero(v_.size());
    divide(context.now.mass, context.now.force, acceleration_);
    joints_.setZero(num_rows());
    joints_of_step().setZero(num_rows());
  }

  /// Whether rows or forces depend on the state.
  [[nodiscard]] bool has_mechanism() const { return has_mechanism_; }
  [[nodiscard]] VectorX& velocity() { return v_; }
  [[nodiscard]] const VectorX& displacement() const { return displacement_; }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] double length() const { return h_; }
  [[nodiscard]] VectorX& joints_of_step() { return context_.workspace.history[0]; }

  void begin() {
    moving() += h_ * acceleration_;
    if (num_rows() == 0) return;
    VectorX& change = plain();
    change.setZero(acceleration_.size());
    add_jacobian_transposed(at().rows, joints_, change);
    divide(context_.now.mass, change, change);
    moving() += change;
  }

  /// v becomes the velocity nearest to it in M at which the joints have the rates that they are to have.
  [[nodiscard]] Status hold_joints(bool pushes) {
    if (num_rows() == 0) return Status::converged;
    const ConstraintRows& rows = at().rows;
    Problem& problem = context_.problem;
    problem.rows = &rows;
    const double parts = context_.h / h_;
    problem.compliance = parts * rows.cfm;
    problem.target = rates();
    for (int i = 0; i < rows.num_rows; ++i) {
      if (rows.kinds[i] != RowKind::holonomic) continue;
      problem.compliance[i] *= pushes ? parts : 0.0;
      problem.target[i] = -rows.phi_t[i] - (pushes ? rows.phi[i] / h_ : 0.0);
    }
    // What a compliant row has taken up in this substep already makes it yield as well.
    problem.target.array() -= problem.compliance.array() * joints_.array();
    plain() = moving();
    multiply(context_.now.mass, plain(), problem.motion);
    context_.solve(problem, context_.solution);
    if (context_.solution.status != Status::converged) return context_.solution.status;
    moving() = context_.solution.x;
    joints_ += context_.solution.multiplier;
    return Status::converged;
  }

  void move() {
    displacement_ += h_ * v_;
    time_ += h_;
    if (!has_mechanism_) return;
    State& there = context_.workspace.stage;
    place(there.q);
    there.v = moving();
    there.time = now_.time + time_;
    there.coordinates = now_.coordinates;
    evaluate_rows(context_.model, there, context_.scratch);
    evaluate_forces(context_.model, there, context_.scratch, context_.scratch);
    divide(context_.now.mass, context_.scratch.force, acceleration_);
  }

  void end() { joints_of_step() += joints_; }

  /// q (+) dq.
  void place(VectorX& q) {
    q = now_.q;
    plain() = displacement_.head(acceleration_.size());
    advance_position(context_.model, context_.integration.rotation, 1.0, plain(), q);
  }

 private:
  [[nodiscard]] Eigen::Index num_rows() const { return context_.now.rows.num_rows; }
  [[nodiscard]] const Evaluation& at() const { return time_ > 0.0 ? context_.scratch : context_.now; }
  Eigen::VectorBlock<VectorX> moving() { return v_.head(acceleration_.size()); }
  VectorX& plain() { return context_.workspace.history[1]; }
  VectorX& rates() { return context_.workspace.history[2]; }

  StepContext& context_;
  const State& now_;
  double h_;           ///< of a substep [s]
  double time_ = 0.0;  ///< since the step began [s]
  bool has_mechanism_;
  VectorX& v_;  ///< padded, as all that contacts are swept with
  VectorX& displacement_;
  VectorX& acceleration_;  ///< of the applied forces
  VectorX& joints_;        ///< impulses of this substep
};

Status SmallSteps::make_substeps(Substeps& substeps, ContactSweeps& contacts, const SweepRule& pushing,
                                 const SweepRule& relaxing) const {
  constexpr long sweeps_between_looks = 64;  // a look at the clock takes as long as a sweep of some contacts
  long num_sweeps = 0;
  for (int i = 0; i < substeps_; ++i) {
    substeps.begin();
    contacts.wake(substeps.velocity(), substeps.length(), substeps.displacement(), substeps.time());
    contacts.apply(substeps.velocity());
    if (i == 0)  // no impulses of joints are known yet
      if (const Status status = substeps.hold_joints(true); status != Status::converged) return status;
    for (const bool pushes : {true, false}) {
      for (int k = 0; k < sweeps_; ++k) {
        if (++num_sweeps % sweeps_between_looks == 0 && must_stop()) return Status::interrupted;
        contacts.sweep(pushes ? pushing : relaxing, substeps.velocity());
        if (const Status status = substeps.hold_joints(pushes); status != Status::converged) return status;
      }
      if (!pushes) continue;
      substeps.move();
      contacts.move(substeps.velocity(), substeps.length(), substeps.displacement(), substeps.time());
    }
    contacts.sum_up();
    substeps.end();
  }
  return Status::converged;
}

Status SmallSteps::step_with_contacts(StepContext& context, const State& now, State& next) const {
  const double h = context.h / substeps_;
  const double frequency = std::isnan(frequency_) ? 0.5 * std::numbers::pi / h : frequency_;
  const SweepRule relaxing = SweepRule::relaxing(h);
  ContactSweeps& contacts = context.sweeps;
  Substeps substeps(context, now, h);
  const SweepRule pushing = SweepRule::pushing(h, frequency, damping_ratio_);
  contacts.take(context.now.contacts, context.now.mass, now.contacts,
                {.impulse = 1.0 / substeps_, .compliance = substeps_ * context.h * pushing.push_rate});
  const Status status = make_substeps(substeps, contacts, pushing, relaxing);
  if (status != Status::converged) return status;

  StepReport& report = context.report;
  VectorX& v = substeps.velocity();
  report.contact_residual = contacts.residual(relaxing, v);
  VectorX& mean = context.workspace.history[3];
  mean = 0.5 * v;
  mean.head(now.v.size()) += 0.5 * now.v;
  std::tie(report.contact_rate, report.friction_rate) = contacts.work(mean);
  start_next(now, now.time + context.h, next);
  next.v = v.head(now.v.size());
  contacts.keep(context.now.contacts, v, next.contacts);
  substeps.place(next.q);
  report.has_impulses = true;
  report.impulse = substeps.joints_of_step();
  report.target_to_impulse = 1.0;
  // The ledger splits the work of rows and forces that stay for the whole step alone.
  if (substeps.has_mechanism())
    report.v_solved.resize(0);
  else
    report.v_solved = next.v;
  report.stabilization_target.resize(0);
  report.corrected = false;
  report.num_contacts = static_cast<int>(next.contacts.size());
  report.lcp_size = 0;
  return Status::converged;
}

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const SmallSteps>(static_cast<int>(options.number_or("substeps", 4.0)),
                                            static_cast<int>(options.number_or("sweeps", 1.0)),
                                            options.number_or("frequency", std::numeric_limits<double>::quiet_NaN()),
                                            options.number_or("damping_ratio", 10.0));
}

constexpr FieldSpec options[] = {
    {.name = "substeps",
     .type = FieldType::integer,
     .doc = "parts of a step; contacts are found once a step",
     .default_text = "4",
     .minimum = 1.0,
     .maximum = 10000.0},
    {.name = "sweeps",
     .type = FieldType::integer,
     .doc = "sweeps that push contacts apart in a substep, and as many that only relax them",
     .default_text = "1",
     .minimum = 1.0,
     .maximum = 1e6},
    {.name = "frequency",
     .dimension = pow(dimension::time, -1),
     .doc = "angular frequency at which an overlap gives way",
     .default_text = "a quarter of the rate of substeps times 2 pi",
     .minimum = 0.0,
     .exclusive_minimum = true},
    {.name = "damping_ratio", .doc = "damping of that: 1 is critical", .default_text = "10", .minimum = 0.0}};

}  // namespace
}  // namespace small_steps

const StabilizerType small_steps_stabilizer{
    .spec = {.name = "small_steps",
             .summary = "substeps of few sweeps of sequential impulses, as engines of games and robots make them",
             .arguments = small_steps::options,
             .properties = {},
             .citation = "MacklinEtAl19, Catto05"},
    .drift_order = 2,
    .position_order = 1,
    .variants = "small_steps | small_steps(substeps, sweeps, frequency, damping_ratio)",
    .make = small_steps::make};

}  // namespace perpend
