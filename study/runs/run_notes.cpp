#include "study/runs/run_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <utility>

#include "kernel/contacts/pair_rules.hpp"
#include "kernel/contacts/start_overlaps.hpp"
#include "kernel/simulation/law_faults.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend {

namespace {

using reports::counted;

/// A run makes whole steps only.
void note_remainder(const Experiment& experiment, MethodRun& run) {
  const double end = static_cast<double>(run.steps) * run.step;
  const double duration = experiment.run->duration;
  // The same 1e-9 that planned_steps takes for a decimal's rounding.
  if (!(duration - end > 1e-9 * duration)) return;
  run.notes.push_back(fmt::format("ends at {:.6g} s: the step of {:.6g} s does not divide the duration of {:.6g} s",
                                  end, run.step, duration));
}

/// What the linear algebra was, when it is not the sparse factorization of every row.
void note_route(const MethodSpec& method, const SimulationResult& result, MethodRun& run) {
  const RouteFacts& facts = result.route;
  if (method.linear_algebra.route != Route::kkt || facts.num_auxiliary_rows > 0)
    run.notes.push_back(fmt::format("route {}: {} by sparse LDL^T with M, {} in a dense system", to_string(facts.route),
                                    counted(facts.num_primary_rows, "row"),
                                    counted(facts.num_auxiliary_rows, "auxiliary row")));
  if (!facts.compliance.empty()) run.notes.push_back(facts.compliance);
}

/// Which solvers answered the LCPs of contacts. A solver after the first one of a list, or after the first choice of
/// `auto`, is a fallback. A pile that touches no other is an LCP of its own for `auto`.
void note_lcp_solvers(const SimulationResult& result, MethodRun& run) {
  for (const LcpUse& use : result.lcp_use) {
    const bool is_listed_later = use.reason == SolverReason::named && &use != &result.lcp_use.front();
    std::string note =
        fmt::format("{} {}: {} of {} solved, {}", use.is_fallback || is_listed_later ? "fallback" : "LCP solver",
                    reports::describe_solver(use), use.solved, counted(use.solved + use.failed, "LCP"),
                    counted(use.iterations, "iteration"));
    if (use.failed > 0)
      note += fmt::format("; first failure: {} at step {}", to_string(use.first_failure), use.first_failure_step);
    run.notes.push_back(note);
  }
}

std::string keeps(double depth) {
  return fmt::format("keeps the depth of {:.3g} m: contacts stop what goes deeper and move nothing apart", depth);
}

std::string separates(double speed) {
  return fmt::format("separates them within the first step, at {:.3g} m/s, a velocity that they keep", speed);
}

/// Delta = rate gap of docs/methods.md: contacts open at `rate` [1/s] times the depth.
std::string opens(double depth, double rate, double h) {
  if (!(rate > 0.0)) return keeps(depth);
  const double speed = rate * depth;
  if (rate * h >= 1.0) return separates(speed);
  return fmt::format("separates them at {:.3g} m/s at first, {:.3g} % of the depth a step, a velocity that they keep",
                     speed, 100.0 * rate * h);
}

std::string corrects(const Properties& options, double depth) {
  const double iterations = options.number_or("iterations", 1.0);
  const double limit = options.number_or("step_limit", std::numeric_limits<double>::infinity());
  const std::string a_step = iterations == 1.0 ? "one correction" : fmt::format("{:.0f} corrections", iterations);
  if (depth <= limit)
    return fmt::format("moves them apart by {:.3g} m in the first step, with {}; their velocities stay", depth, a_step);
  return fmt::format("moves a body by at most {:.3g} m a correction, with {} a step; their velocities stay", limit,
                     a_step);
}

/// What the method with this name and these options does with an overlap of `depth` [m] in steps of h [s]: a sentence
/// without its subject.
std::string on_overlap(std::string_view method, const Properties& options, double depth, double h) {
  if (method == "stabilized_lcp" || method == "implicit") return separates(depth / h);
  if (method == "baumgarte") return opens(depth, options.number("alpha"), h);
  if (method == "erp") return opens(depth, options.number("erp") / h, h);
  if (method == "post_stabilization") return corrects(options, depth);
  if (method == "small_steps") return "pushes them apart in its substeps, like a damped spring; their velocities stay";
  if (method == "acceleration_lcp") {
    const double omega = options.number("omega0");
    return fmt::format("pushes them apart with {:.3g} m/s^2 at first, omega0^2 times the depth", omega * omega * depth);
  }
  return keeps(depth);
}

/// What the method does with the bodies that start deepest in each other.
void note_overlap(const World& world, const Model& model, const MethodSpec& method, MethodRun& run) {
  const std::vector<StartOverlap> overlaps = start_overlaps(model, world.initial);
  const auto deepest = std::max_element(overlaps.begin(), overlaps.end(),
                                        [](const StartOverlap& a, const StartOverlap& b) { return a.depth < b.depth; });
  // The warning of the language is silent below the same share: scenes print coordinates to ten digits or so.
  if (deepest == overlaps.end() || !(deepest->depth > 1e-9 * characteristic_length(model))) return;
  const std::vector<StartJam> jams = start_jams(model, world.initial).jams;
  const bool is_jammed = std::any_of(jams.begin(), jams.end(), [&](const StartJam& jam) {
    return std::any_of(jam.overlaps.begin(), jam.overlaps.end(),
                       [&](const StartOverlap& overlap) { return overlap.body == deepest->body; });
  });
  run.notes.push_back(fmt::format(
      "'{}' and '{}' start {:.3g} m in each other: {}", model.bodies[deepest->body[0]].name,
      model.bodies[deepest->body[1]].name, deepest->depth,
      is_jammed ? "no motion separates them and what else they are jammed with, under any method"
                : "this method " + on_overlap(run.stabilizer, method.properties, deepest->depth, run.step)));
}

/// Where an assembled mechanism starts, compared with what the scene gives.
void note_start(const World& world, const Model& model, MethodRun& run) {
  if (world.start == StartMode::given) return;
  const char* what = world.start == StartMode::assembled ? "the start was assembled"
                                                         : "the velocities of the start were made consistent";
  if (world.moves.empty()) {
    run.notes.push_back(fmt::format("{}: nothing had to change", what));
    return;
  }
  const auto most = [&](double StartMove::*size) {
    return *std::max_element(world.moves.begin(), world.moves.end(),
                             [&](const StartMove& a, const StartMove& b) { return a.*size < b.*size; });
  };
  const auto name = [&](const StartMove& move) { return model.bodies[static_cast<std::size_t>(move.body)].name; };
  const StartMove shifted = most(&StartMove::shift), turned = most(&StartMove::turn);
  const StartMove faster = most(&StartMove::velocity), spun = most(&StartMove::spin);
  std::string note =
      fmt::format("{}: {} changed", what, counted(static_cast<long>(world.moves.size()), "body", "bodies"));
  if (shifted.shift > 0.0) note += fmt::format("; farthest '{}' by {:.3g} m", name(shifted), shifted.shift);
  if (turned.turn > 0.0) note += fmt::format("; '{}' turned most, by {:.3g} rad", name(turned), turned.turn);
  if (faster.velocity > 0.0)
    note += fmt::format("; velocity of '{}' changed most, by {:.3g} m/s", name(faster), faster.velocity);
  if (spun.spin > 0.0) note += fmt::format("; spin of '{}' changed most, by {:.3g} rad/s", name(spun), spun.spin);
  run.notes.push_back(note);
}

/// Laws of springs and dampers that push on and feed energy at the start.
void note_feeding_laws(const World& world, const Model& model, MethodRun& run) {
  for (std::string& words : feeding_laws(model, world.initial)) run.notes.push_back(std::move(words));
}

bool has_edges(const Shape& shape) {
  const bool is_edged = shape.kind == ShapeKind::box || shape.kind == ShapeKind::rod || shape.kind == ShapeKind::hull;
  return is_edged || std::any_of(shape.parts.begin(), shape.parts.end(), has_edges);
}

/// The rim of a bowl stops corners and what is round.
void note_rims(const Model& model, MethodRun& run) {
  if (model.space == Space::planar || !model.contacts.enabled) return;
  const PairRules rules(model);
  const int size = static_cast<int>(model.bodies.size());
  for (int bowl = 0; bowl < size; ++bowl) {
    const Shape& wall = model.bodies[bowl].shape;
    if (wall.kind != ShapeKind::bowl || wall.extent.y() >= std::numbers::pi) continue;
    for (int i = 0; i < size; ++i) {
      if (!has_edges(model.bodies[i].shape) || !rules.may_touch(model, {std::min(i, bowl), std::max(i, bowl)}))
        continue;
      run.notes.push_back(
          fmt::format("the rim of '{}' does not stop edges and faces, as those of '{}': only its corners meet the bowl",
                      model.bodies[bowl].name, model.bodies[i].name));
      break;
    }
  }
}

/// What restitution was kept from doing.
void note_impacts(MethodRun& run) {
  const ImpactFacts& impacts = run.impacts;
  if (impacts.limited == 0) return;
  run.notes.push_back(fmt::format(
      "restitution was limited in {} of {}, where the whole of it would have created energy, {:.3g} J in all: "
      "a share of {:.3g} or more of the way from the plastic result to the whole restitution was returned; measured, "
      "not proved",
      impacts.limited, counted(impacts.count, "impact"), impacts.kept_out, impacts.least_share));
}

void note_static_friction(MethodRun& run) {
  if (run.lacks_static_friction)
    run.notes.push_back(
        "no static friction: this method has friction for sliding only, so that what should rest on a slope creeps "
        "down it, whatever the coefficient");
}

/// What became of rows that followed from others at the start.
void note_redundancy(const Model& model, const SimulationResult& result, MethodRun& run) {
  const RedundancyCounts& counts = result.redundancy;
  const std::string names = row_names(model, result.redundant_rows);
  if (counts.within_error > 0)
    run.notes.push_back(
        fmt::format("redundant: {} left out with multiplier 0 in {} of {}, where it follows from the others "
                    "within the constraint error only",
                    names, counts.within_error, counted(result.solves, "solve")));
  if (counts.taken_back > 0)
    run.notes.push_back(fmt::format("redundant at the start and not later: {} taken in again in {} of {}", names,
                                    counts.taken_back, counted(result.solves, "solve")));
}

}  // namespace

bool has_friction(const Model& model) {
  if (!model.contacts.enabled) return false;
  const PairRules rules(model);
  const int size = static_cast<int>(model.bodies.size());
  for (int i = 0; i < size; ++i)
    for (int j = i + 1; j < size; ++j)
      if (rules.may_touch(model, {i, j}) && rules.surface(model, {i, j}).friction > 0.0) return true;
  return false;
}

void add_notes(const SimulatedRun& simulated, MethodRun& run) {
  const auto& [experiment, model, method, result, is_reference, is_of_sweep, stopped_by_condition, gap] = simulated;
  if (!is_reference) note_route(method, result, run);
  if (!is_of_sweep) note_overlap(std::get<World>(experiment.system), model, method, run);
  if (!is_of_sweep) note_start(std::get<World>(experiment.system), model, run);
  if (!is_of_sweep) note_rims(model, run);
  if (!is_of_sweep) note_feeding_laws(std::get<World>(experiment.system), model, run);
  note_impacts(run);
  note_static_friction(run);
  note_lcp_solvers(result, run);
  note_redundancy(model, result, run);
  if (gap >= 0)
    run.notes.push_back(fmt::format(
        "stop_when compares something that is not a number at step {}; a comparison with it does not hold", gap));
  if (experiment.run && !experiment.run->stop_when_sees_gaps && !is_of_sweep)
    run.notes.push_back(
        "stop_when is too long for a note where it compares something that is not a number: such a comparison does "
        "not hold; a shorter one, with measures in place of long expressions, has the note");
  if (stopped_by_condition) run.notes.push_back(fmt::format("stopped by stop_when at step {}", run.steps));
  if (run.status == RunStatus::completed && !stopped_by_condition) note_remainder(experiment, run);
}

}  // namespace perpend
