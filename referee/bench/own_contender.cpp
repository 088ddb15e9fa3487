#include "referee/bench/own_contender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "dsl/load.hpp"
#include "formats/matrix_market.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/simulation/simulate.hpp"
#include "referee/bench/chain_problem.hpp"
#include "referee/bench/grains_problem.hpp"
#include "referee/lcp_attempt.hpp"
#include "referee/solver_choices.hpp"
#include "reports/files/atomic_file.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/vocabulary.hpp"

namespace perpend::bench {

namespace {

/// Times the steps: between the instants at which the first one begins and the last one is made.
class StepTimer final : public SimulationObserver {
 public:
  explicit StepTimer(long num_steps) : num_steps_(num_steps) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (instant.step == 0) start_ = CpuClock::now();
    if (instant.step == num_steps_) seconds_ = cpu_seconds_since(start_);
    return true;
  }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  long num_steps_;
  CpuClock::time_point start_{};
  double seconds_ = 0.0;
};

std::vector<Pose> poses_of(const Model& model, const VectorX& q) {
  std::vector<Pose> poses;
  for (const Body& body : model.bodies) {
    if (body.kind == BodyKind::fixed) continue;
    Pose pose;
    if (model.space == Space::planar) {
      pose.position.head<2>() = q.segment<2>(body.q_offset);
      const double half = 0.5 * q[body.q_offset + 2];
      pose.rotation = Vec4(std::cos(half), 0.0, 0.0, std::sin(half));
    } else {
      pose.position = q.segment<3>(body.q_offset);
      pose.rotation = q.segment<4>(body.q_offset + 3);
    }
    poses.push_back(pose);
  }
  return poses;
}

/// Without certificates. Poses are those of bodies that are not fixed.
Reply run_model(const Model& model, const State& start, const MethodSpec& method, double step, long num_steps,
                const std::string& answer) {
  StepTimer observer(num_steps);
  const SimulationResult result = simulate(
      model, start,
      [&](StepContext& context, const State& now, State& next) { return method.stabilizer->step(context, now, next); },
      {.step = step,
       .num_steps = num_steps,
       .integration = method.integration,
       .linear_algebra = method.linear_algebra,
       .lcp_solvers = method.lcp_solvers},
      observer);
  if (result.status != Status::converged || result.steps != num_steps) return {false, 0.0, result.message};
  if (const auto error = reports::write_file(answer, poses_text(poses_of(model, result.state.q))))
    return {false, 0.0, error->message()};
  return {true, observer.seconds(), ""};
}

Body body_of(const ChainLink& link, bool is_planar) {
  Body body;
  body.name = "link";
  body.mass = link.mass;
  if (is_planar) {
    body.inertia = link.inertia.z();
    body.position = link.center.head<2>();
  } else {
    body.spatial.inertia = link.inertia.asDiagonal();
    body.spatial.position = link.center;
  }
  return body;
}

/// Through the factory of the registry, as the scene language does.
void add_joint(Model& model, const JointType& type, const Properties& properties, int i) {
  const int before = i == 0 ? world_body : i - 1;
  const Body* first = i == 0 ? nullptr : &model.bodies[static_cast<std::size_t>(before)];
  Joint joint = std::get<Joint>(type.make(properties, {{first, &model.bodies[static_cast<std::size_t>(i)]}}));
  joint.name = "pin";
  joint.type = &type;
  joint.body = {before, i};
  model.joints.push_back(std::move(joint));
}

Model model_of(const ChainProblem& problem, bool is_planar) {
  Model model;
  model.space = is_planar ? Space::planar : Space::spatial;
  if (is_planar)
    model.gravity = problem.gravity.head<2>();
  else
    model.spatial_gravity = problem.gravity;
  for (const ChainLink& link : problem.links) model.bodies.push_back(body_of(link, is_planar));
  for (int i = 0; i < problem.size(); ++i) {
    const Vec3& at = problem.links[static_cast<std::size_t>(i)].from;
    Properties properties;
    if (is_planar)
      properties.set("at", Vec2(at.head<2>()));
    else
      properties.set("at", at);
    if (!is_planar && problem.is_hinged) properties.set("axis", Vec3(Vec3::UnitZ()));
    const JointType& type = is_planar           ? revolute_joint
                            : problem.is_hinged ? spatial_revolute_joint
                                                : spatial_ball_joint;
    add_joint(model, type, properties, i);
  }
  number_unknowns(model);
  return model;
}

/// A chain under a method, as a scene writes it. `is_planar`: bodies of the plane; hinges alone.
Reply step_chain(const std::string& problem_file, const std::string& method, bool is_planar,
                 const std::string& answer) {
  const auto read = read_chain(problem_file);
  if (const auto* wrong = std::get_if<FileError>(&read)) return {false, 0.0, wrong->message};
  const auto& problem = std::get<ChainProblem>(read);
  const dsl::LoadedMethod loaded = dsl::parse_method(method, fmt::format("{} s", problem.step), vocabulary());
  if (!loaded.method) return {false, 0.0, "no method " + method};
  const Model model = model_of(problem, is_planar);
  return run_model(model, initial_state(model), *loaded.method, problem.step, problem.num_steps, answer);
}

/// A method for disks in a box, as a scene writes it, and how many steps of the problem are one of its own.
struct GrainsRow {
  const char* variant;
  const char* method;
  int merged;
  const char* words;
};

constexpr GrainsRow methods_of_grains[] = {
    {"convex", "stabilized_lcp(convex: true)", 1, "convex friction, one program a step"},
    {"small_steps_5", "small_steps(substeps: 5)", 5, "sequential impulses: steps five times as long, 5 substeps"},
    {"small_steps_10", "small_steps(substeps: 10)", 5, "sequential impulses: steps five times as long, 10 substeps"},
    {"small_steps_20", "small_steps(substeps: 20)", 5, "sequential impulses: steps five times as long, 20 substeps"},
    {"small_steps_30", "small_steps(substeps: 30)", 5, "sequential impulses: steps five times as long, 30 substeps"},
    {"small_steps_50", "small_steps(substeps: 50)", 5, "sequential impulses: steps five times as long, 50 substeps"},
    {"short_steps_16", "small_steps(substeps: 16)", 2, "sequential impulses: steps twice as long, 16 substeps"},
    {"short_steps_20", "small_steps(substeps: 20)", 2, "sequential impulses: steps twice as long, 20 substeps"},
};

Reply drop_grains(const std::string& problem_file, const std::string& variant, const std::string& answer) {
  auto read = read_grains(problem_file);
  if (const auto* wrong = std::get_if<FileError>(&read)) return {false, 0.0, wrong->message};
  auto& problem = std::get<GrainsProblem>(read);
  const auto row = std::find_if(std::begin(methods_of_grains), std::end(methods_of_grains),
                                [&](const GrainsRow& one) { return one.variant == variant; });
  problem.step *= row->merged;
  problem.num_steps /= row->merged;
  const dsl::Parsed parsed = dsl::parse_text("grains.scene", grains_scene(problem, row->method));
  const dsl::Loaded loaded = parsed.document ? dsl::elaborate(*parsed.document, vocabulary()) : dsl::Loaded{};
  const World* world = loaded.experiment ? std::get_if<World>(&loaded.experiment->system) : nullptr;
  if (world == nullptr || loaded.experiment->methods.empty())
    return {false, 0.0, "the scene of the grains is not read"};
  return run_model(world->model, world->initial, loaded.experiment->methods.front(), problem.step, problem.num_steps,
                   answer);
}

/// `folder`: of A.mtx and b.mtx. `solver`: as a scene writes it.
Reply solve_problem(const std::string& folder, const std::string& solver, const std::string& answer) {
  const auto problem = read_lcp({"problem", folder + "/A.mtx", folder + "/b.mtx", ""});
  if (const auto* wrong = std::get_if<FileError>(&problem)) return {false, 0.0, wrong->message};
  auto choices = choose_solvers({solver});
  if (const auto* wrong = std::get_if<FileError>(&choices)) return {false, 0.0, wrong->message};
  const LcpAnswer found =
      attempt_lcp(std::get<LcpProblem>(problem), *std::get<SolverChoices>(choices).solvers.front().solver, false);
  if (found.attempt.status != Status::converged)
    return {false, found.attempt.seconds, found.attempt.note.empty() ? found.attempt.failure : found.attempt.note};
  if (const auto error = reports::write_file(answer, write_matrix_market(found.z)))
    return {false, 0.0, error->message()};
  return {true, found.attempt.seconds, ""};
}

constexpr long any_size = std::numeric_limits<int>::max();

/// A method as a scene writes it.
struct MethodRow {
  const char* variant;
  const char* method;
  int order;
  const char* words;
};

constexpr MethodRow methods_of_chains[] = {
    {"none", "none", 1, "no stabilization"},
    {"implicit", "implicit", 1, "joints met at the new position, linearized"},
    {"projection", "projection", 1, "Newton's method on the positions after each step"},
    {"rattle", "rattle", 2, "positions and velocities met, of order 2"},
};
/// More of them where accuracy has its price.
constexpr MethodRow more_methods[] = {
    {"ggl", "ggl", 2, "stabilized index 2"},
    {"baumgarte_rk4", "baumgarte(alpha: 20/s, beta: 20/s, integrator: rk4)", 4,
     "feedback at acceleration level, Runge-Kutta of order 4"},
    {"runge_kutta_4", "runge_kutta(order: 4)", 4, "Runge-Kutta of order 4, projected"},
    {"runge_kutta_8", "runge_kutta", 8, "Runge-Kutta of order 8, projected"},
};

struct OwnRow {
  Contestant contestant;
  std::string method;
  bool is_planar = false;
};

void add_chains(const char* suite, const MethodRow& row, std::vector<OwnRow>& rows) {
  const auto add = [&](const char* kind, const std::string& variant, const std::string& words, bool is_planar) {
    rows.push_back({{"Perpend", suite, kind, variant, any_size, row.order, words, {}}, row.method, is_planar});
  };
  add("hinge", std::string("planar_") + row.variant, fmt::format("bodies of the plane: {}", row.words), true);
  add("hinge", row.variant, fmt::format("bodies of space: {}", row.words), false);
  add("ball", row.variant, row.words, false);
}

/// A solver as a scene writes it.
struct SolverRow {
  const char* variant;
  const char* solver;
};

constexpr SolverRow solvers_of_lcps[] = {{"auto", "auto"},
                                         {"lemke", "lemke"},
                                         {"dantzig", "dantzig"},
                                         {"murty", "murty"},
                                         {"nsgs", "nsgs(tolerance: 1e-10)"},
                                         {"psor", "psor(omega: 1.3, tolerance: 1e-10)"},
                                         {"min_map", "min_map"},
                                         {"fischer_burmeister", "fischer_burmeister"},
                                         {"interior_point", "interior_point"}};
constexpr SolverRow solvers_of_friction[] = {{"auto", "auto"},
                                             {"lemke", "lemke"},
                                             {"dantzig", "dantzig"},
                                             {"nsgs", "nsgs(tolerance: 1e-10)"},
                                             {"min_map", "min_map"},
                                             {"fixed_point", "fixed_point"},
                                             {"parametric", "parametric"}};

std::vector<OwnRow> own_rows() {
  std::vector<OwnRow> rows;
  for (const SolverRow& row : solvers_of_lcps)
    for (const char* kind : {"dense", "pile"})
      rows.push_back({{"Perpend", "lcp", kind, row.variant, any_size, 0, row.solver, {}}, row.solver});
  for (const SolverRow& row : solvers_of_friction)
    rows.push_back({{"Perpend", "friction", "plane", row.variant, any_size, 0, row.solver, {}}, row.solver});
  for (const GrainsRow& row : methods_of_grains)
    rows.push_back({{"Perpend", "grains", "disks", row.variant, any_size, 1, row.words, {}}, row.method});
  for (const char* suite : {"chain", "wp"})
    for (const MethodRow& row : methods_of_chains) add_chains(suite, row, rows);
  for (const MethodRow& row : more_methods) add_chains("wp", row, rows);
  return rows;
}

Reply refused(std::string note) {
  return {false, 0.0, std::move(note)};
}

}  // namespace

std::vector<Contestant> own_contestants(const std::vector<std::string>& program) {
  std::vector<Contestant> contestants;
  for (OwnRow& row : own_rows()) {
    row.contestant.program = program;
    contestants.push_back(std::move(row.contestant));
  }
  return contestants;
}

Reply contend(const std::string& suite, const std::string& kind, const std::string& variant, const std::string& problem,
              const std::string& answer) {
  const std::vector<OwnRow> rows = own_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const OwnRow& one) {
    return one.contestant.suite == suite && one.contestant.kind == kind && one.contestant.variant == variant;
  });
  if (row == rows.end()) return refused(fmt::format("no variant {} for {} of {}", variant, kind, suite));
  if (suite == "lcp" || suite == "friction") return solve_problem(problem, row->method, answer);
  if (suite == "grains") return drop_grains(problem, variant, answer);
  return step_chain(problem, row->method, row->is_planar, answer);
}

}  // namespace perpend::bench
