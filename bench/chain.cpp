// Cost of a step of a chain of N links against N: a tree of joints must cost linear time.
//     bench_chain [options] [method] [largest N]   times N = 100, 1000, ... and prints the exponents between them
//     bench_chain [options] [method] [N] [steps]   runs exactly that, for instruction counts from outside (README.md)
// Options: --spatial (links on ball joints), --hinges (the same on hinges), --flat (on hinges whose axes are normal to
// the plane of the motion), --tree (each link carries two), --ladder
// (two chains with a rung from node to node: a loop every three links), --route=kkt|baraff|smith, --both-ends (the last
// link on the ground too).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/joints/joint_types.hpp"
#include "kernel/linear/route_solver.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/simulation/simulate.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend {

namespace {

class SilentObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant&) override { return true; }
};

struct Cost {
  double seconds = std::numeric_limits<double>::quiet_NaN();  // one step
  long factor_entries = 0;
};

enum class Form { chain, tree, ladder };

struct Task {
  std::string method = "none";
  bool spatial = false;
  bool hinges = false;  // in space
  bool flat = false;    // hinges about z, and nothing moves along it
  Form form = Form::chain;
  bool both_ends = false;
  LinearAlgebra linear_algebra{};
};

/// A slender link from node to node.
void add_link(Model& model, const Vec2& from, const Vec2& to) {
  const Vec2 along = to - from;
  Body body;
  body.name = "link";
  body.mass = 1.0;
  body.inertia = along.squaredNorm() / 12.0;
  body.position = (from + to) / 2.0;
  body.angle = std::atan2(along.y(), along.x());
  body.shape = {.kind = ShapeKind::rod, .size = Vec2(along.norm(), 0.0), .vertices = {}};
  model.bodies.push_back(std::move(body));
}

/// A block with three moments of its own: it spins as no round bar does.
void add_block(Model& model, const Vec3& from, const Vec3& to) {
  Body body;
  body.name = "link";
  body.mass = 1.0;
  body.spatial.inertia = Vec3(2e-4, 7e-4, 8e-4).asDiagonal();
  body.spatial.position = (from + to) / 2.0;
  body.shape.kind = ShapeKind::box;
  body.shape.extent = Vec3(0.08, 0.03, 0.02);
  model.bodies.push_back(std::move(body));
}

/// Through the factory of the registry, as the scene language does.
void add_joint(Model& model, const JointType& type, int a, int b, const PropertyValue& at,
               const Vec3& axis = Vec3(0.6, 0.0, 0.8)) {
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  Properties properties;
  properties.set("at", at);
  if (type.space == Space::spatial && type.num_coordinates > 0) properties.set("axis", axis);
  Joint joint = std::get<Joint>(type.make(properties, {{site(a), site(b)}}));
  joint.name = "pin";
  joint.type = &type;
  joint.body = {a, b};
  model.joints.push_back(std::move(joint));
}

/// The links alternate about the horizontal, in space about a helix, so that the start is neither straight nor
/// symmetric.
Model zigzag_chain(int links, const Task& task) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const auto node = [](int i) { return Vec2(0.08 * i, i % 2 == 0 ? 0.0 : 0.06); };
  for (int i = 0; i < links; ++i) add_link(model, node(i), node(i + 1));
  for (int i = 0; i < links; ++i) add_joint(model, revolute_joint, i - 1, i, node(i));
  if (task.both_ends) add_joint(model, revolute_joint, links - 1, world_body, node(links));
  number_unknowns(model);
  return model;
}

Model spatial_chain(int links, const Task& task) {
  Model model;
  model.space = Space::spatial;
  model.spatial_gravity = task.flat ? Vec3(0.0, -9.81, 0.0) : Vec3(0.0, 0.0, -9.81);
  const JointType& type = task.hinges ? spatial_revolute_joint : spatial_ball_joint;
  const Vec3 axis = task.flat ? Vec3(0.0, 0.0, 1.0) : Vec3(0.6, 0.0, 0.8);
  const auto node = [&](int i) { return Vec3(0.08 * i, 0.03 * (i % 2), task.flat ? 0.0 : 0.02 * (i % 3)); };
  for (int i = 0; i < links; ++i) add_block(model, node(i), node(i + 1));
  for (int i = 0; i < links; ++i) add_joint(model, type, i - 1, i, node(i), axis);
  if (task.both_ends) add_joint(model, type, links - 1, world_body, node(links), axis);
  number_unknowns(model);
  return model;
}

/// Joints from the ends of bodies that were there before, in any of the two spaces.
class Frame {
 public:
  explicit Frame(const Task& task) : task_(task) {
    model_.space = task.spatial ? Space::spatial : Space::planar;
    model_.gravity = Vec2(0.0, -9.81);
    model_.spatial_gravity = Vec3(0.0, 0.0, -9.81);
  }
  int add(const Vec3& from, const Vec3& to) {
    if (task_.spatial)
      add_block(model_, from, to);
    else
      add_link(model_, from.head<2>(), to.head<2>());
    return static_cast<int>(model_.bodies.size()) - 1;
  }
  void join(int a, int b, const Vec3& at) {
    if (task_.spatial)
      add_joint(model_, task_.hinges ? spatial_revolute_joint : spatial_ball_joint, a, b, at);
    else
      add_joint(model_, revolute_joint, a, b, Vec2(at.head<2>()));
  }
  Model take() {
    number_unknowns(model_);
    return std::move(model_);
  }

 private:
  const Task& task_;
  Model model_;
};

/// Link i hangs on link (i - 1)/2.
Model tree(int links, const Task& task) {
  Frame frame(task);
  std::vector<Vec3> end;
  for (int i = 0; i < links; ++i) {
    const Vec3 from = i == 0 ? Vec3(Vec3::Zero()) : end[(i - 1) / 2];
    end.push_back(from + Vec3(i % 2 == 0 ? 0.05 : -0.04, -0.08, 0.01 * (i % 3)));
    frame.join(i == 0 ? world_body : (i - 1) / 2, frame.add(from, end.back()), from);
  }
  return frame.take();
}

/// Two chains side by side from the ground, a rung between each two nodes.
Model ladder(int links, const Task& task) {
  Frame frame(task);
  const auto node = [](int i, int side) {
    return Vec3(0.08 * i, 0.1 * side + 0.02 * ((i + side) % 2), 0.01 * (i % 3));
  };
  std::array<int, 2> last{world_body, world_body};
  for (int i = 0; 3 * i < links; ++i) {
    for (int side = 0; side < 2; ++side) {
      const int link = frame.add(node(i, side), node(i + 1, side));
      frame.join(last[side], link, node(i, side));
      last[side] = link;
    }
    const int rung = frame.add(node(i + 1, 0), node(i + 1, 1));
    for (int side = 0; side < 2; ++side) frame.join(last[side], rung, node(i + 1, side));
  }
  return frame.take();
}

/// Null where there is no such method, or one that asks for options.
std::shared_ptr<const Stabilizer> method(std::string_view name) {
  for (const StabilizerType& type : stabilizer_types())
    if (type.spec.name == name) return std::get<std::shared_ptr<const Stabilizer>>(type.make({}));
  return nullptr;
}

Model chain_of(int links, const Task& task) {
  if (task.form == Form::tree) return tree(links, task);
  if (task.form == Form::ladder) return ladder(links, task);
  return task.spatial ? spatial_chain(links, task) : zigzag_chain(links, task);
}

/// CPU time of the steps. Fails the program rather than time a run that did not converge.
double seconds_of(const Model& model, const Task& task, long steps) {
  SilentObserver observer;
  const std::shared_ptr<const Stabilizer> stabilizer = method(task.method);
  const CpuClock::time_point cpu = CpuClock::now();
  const WallClock::time_point wall = WallClock::now();
  const SimulationResult result = simulate(
      model, initial_state(model),
      [&](StepContext& context, const State& now, State& next) { return stabilizer->step(context, now, next); },
      {.step = 1e-4, .num_steps = steps, .linear_algebra = task.linear_algebra}, observer);
  const double share = cpu_seconds_since(cpu) / seconds_since(wall);  // of the wall time, what was not waiting
  if (result.status == Status::converged && result.steps == steps) return result.seconds * share;
  std::fprintf(stderr, "bench_chain: %s\n", result.message.c_str());
  std::exit(EXIT_FAILURE);
}

/// Best of five: what others on the machine take only adds.
Cost measure(const Task& task, int links) {
  const Model model = chain_of(links, task);
  const Evaluation layout = allocate_evaluation(model);
  Cost cost;
  cost.factor_entries = static_cast<long>(
      RouteSolver(layout.rows, layout.mass, task.linear_algebra, DependentRows::stop).num_factor_entries());
  // Smith's dense system costs the cube of the number of rows: few steps do.
  const long work = task.linear_algebra.route == Route::smith ? 2000L : 200000L;
  const long steps = std::max(task.linear_algebra.route == Route::smith ? 1L : 5L, work / links);
  for (int i = 0; i < 5; ++i) {
    const double seconds = seconds_of(model, task, steps) / static_cast<double>(steps);
    if (!(cost.seconds <= seconds)) cost.seconds = seconds;
  }
  return cost;
}

void compare(const Task& task, int first, int largest) {
  std::printf("%s, %s, route %s\n%10s %14s %14s %10s %14s\n", task.method.c_str(), task.spatial ? "space" : "plane",
              to_string(task.linear_algebra.route), "links", "ms a step", "ns a link", "exponent", "entries a link");
  Cost last;
  for (int links = first; links <= largest; links *= 10) {
    const Cost cost = measure(task, links);
    std::printf("%10d %14.5f %14.1f ", links, cost.seconds * 1e3, cost.seconds * 1e9 / links);
    if (links > first)
      std::printf("%10.3f", std::log10(cost.seconds / last.seconds));
    else
      std::printf("%10s", "-");
    std::printf(" %14.2f\n", static_cast<double>(cost.factor_entries) / links);
    std::fflush(stdout);
    last = cost;
  }
}

bool read_option(std::string_view option, Task& task) {
  if (option == "--spatial") return task.spatial = true;
  if (option == "--hinges") return task.spatial = task.hinges = true;
  if (option == "--flat") return task.spatial = task.hinges = task.flat = true;
  if (option == "--tree" || option == "--ladder") {
    task.form = option == "--tree" ? Form::tree : Form::ladder;
    return true;
  }
  if (option == "--both-ends") return task.both_ends = true;
  for (const Route route : {Route::kkt, Route::baraff, Route::smith}) {
    if (option != std::string("--route=") + to_string(route)) continue;
    task.linear_algebra.route = route;
    return true;
  }
  return false;
}

int usage() {
  std::fprintf(
      stderr,
      "usage: bench_chain [--spatial] [--hinges] [--flat] [--tree|--ladder] [--both-ends] [--route=kkt|baraff|smith] "
      "[none|implicit|post_stabilization|projection] [N] [steps]\n");
  return EXIT_FAILURE;
}

int run(int argc, char** argv) {
  Task task;
  int next = 1;
  for (; next < argc && std::string_view(argv[next]).starts_with("--"); ++next)
    if (!read_option(argv[next], task)) return usage();
  if (next < argc) task.method = argv[next++];
  const int size = next < argc ? std::atoi(argv[next++]) : 100000;
  if (method(task.method) == nullptr || size < 1 || argc > next + 1) return usage();
  if (next < argc)
    seconds_of(chain_of(size, task), task, std::atol(argv[next]));
  else
    compare(task, task.linear_algebra.route == Route::kkt ? 100 : 10, size);
  return EXIT_SUCCESS;
}

}  // namespace

}  // namespace perpend

int main(int argc, char** argv) {
  return perpend::run(argc, argv);
}
