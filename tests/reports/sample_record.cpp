#include "tests/reports/sample_record.hpp"
#include "tests/support/shape_forms.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {
namespace {

const Unit millimetre{"mm", dimension::length, 1e-3};
const Unit joule{"J", dimension::energy, 1.0};
const Unit gravity_unit{"m/s^2", dimension::acceleration, 1.0};

MeasureRecord measure(const char* name, const char* text, const Unit& unit, std::vector<double> values, double step) {
  MeasureRecord record{name, text, unit, {}, std::move(values)};
  MeasureSummary& summary = record.summary;
  const auto [least, largest] = std::minmax_element(record.values.begin(), record.values.end());
  summary.min = *least;
  summary.max = *largest;
  summary.at_max = static_cast<double>(largest - record.values.begin()) * step;
  summary.final = record.values.back();
  summary.rms = 0.0;
  summary.mean = 0.0;
  for (const double value : record.values) {
    summary.mean += value / static_cast<double>(record.values.size());
    summary.rms += value * value / static_cast<double>(record.values.size());
  }
  summary.rms = std::sqrt(summary.rms);
  return record;
}

CertificateGroup group(const char* kind, const char* statement, const char* theorem, long proved, const char* bound,
                       double value) {
  CertificateGroup result;
  result.kind = kind;
  result.statement = statement;
  result.theorem = theorem;
  result.proved = proved;
  result.bounds = {{bound, {{value, ""}}, proved}};
  result.worst_step = 217;
  result.seconds = 4.1e-4;
  return result;
}

/// error(t) of each method [m], energy(t) [J].
struct Behaviour {
  const char* method;
  const char* stabilizer;
  double size;
  double growth;
};

std::array<float, 3> link_pose(double angle, double x, double y, double length) {
  return {static_cast<float>(x + 0.5 * length * std::cos(angle)),
          static_cast<float>(y + 0.5 * length * std::sin(angle)), static_cast<float>(angle)};
}

void add_frame(MethodRun& run, double time, double error) {
  const double length = 0.1;
  const double first = -1.57 + 1.5 * std::cos(6 * time);
  const double second = first + 1.2 * std::sin(9 * time);
  run.frames.times.push_back(time);
  run.frames.poses.push_back(
      {link_pose(first, 0, 0, length),
       link_pose(second, length * std::cos(first) + 20 * error, length * std::sin(first) - 10 * error, length),
       {0.F, 0.F, 0.F}});
}

MethodRun make_run(const Behaviour& behaviour, long steps, double step) {
  MethodRun run;
  run.method = behaviour.method;
  run.stabilizer = behaviour.stabilizer;
  run.status = RunStatus::completed;
  run.as_expected = true;
  run.step = step;
  run.steps = steps;
  run.planned_steps = steps;
  std::vector<double> drift;
  std::vector<double> energy;
  for (long k = 0; k <= steps; ++k) {
    const double time = static_cast<double>(k) * step;
    run.times.push_back(time);
    run.step_numbers.push_back(k);
    drift.push_back(behaviour.size * std::abs(std::sin(7 * time)) * std::exp(behaviour.growth * time));
    energy.push_back(-0.2 + behaviour.size * time * std::cos(12 * time));
    if (k % 4 == 0) add_frame(run, time, drift.back());
  }
  run.measures = {measure("drift", "max_abs(constraint_error)", millimetre, drift, step),
                  measure("energy", "total_energy", joule, energy, step)};
  run.measures[0].max_lower = run.measures[0].summary.max * (1 - 1e-9);
  run.measures[0].max_upper = run.measures[0].summary.max * (1 + 1e-9);
  run.certificates = {
      group("kkt_residual",
            "The computed solution solves a system whose entries differ relatively by at most the backward error.",
            "Oettli-Prager [OettliPrager64]", steps, "backward error at most", 3.1e-16),
      group("spd_delassus",
            "The Delassus matrix of the stored numbers is positive definite, so the constraints are independent.",
            "Rump [Rump06]", steps, "smallest eigenvalue at least", 0.42)};
  run.contact_residuals = {
      {"penetration", {"m", dimension::length, 1.0}, 1.5e-4, 0.05, "radius of the smallest body that moves", 12},
      {"cone", {"N s", dimension::impulse, 1.0}, 0.0, 0.0, "largest mu times normal impulse", -1}};
  run.cost = {2.4e-3, 8.2e-4, steps, steps};
  run.trajectory_hash = "5d1f0c7e9a";
  return run;
}

std::vector<MethodRun> make_runs(long steps) {
  const double step = 2.0 / static_cast<double>(steps);
  std::vector<MethodRun> runs{make_run({"unstabilized", "none", 2e-3, 0.8}, steps, step),
                              make_run({"baumgarte_50", "baumgarte", 3e-4, 0.0}, steps, step),
                              make_run({"wild", "baumgarte", 1e-3, 7.0}, steps / 2, step),
                              make_run({"exact", "reference", 1e-15, 0.0}, steps, step)};
  runs[1].options = {{"alpha", "50 1/s"}};
  runs[1].notes = {"least-norm multipliers: pin[2] row 1 depends on pin[1] row 1"};
  runs[2].status = RunStatus::diverged;
  runs[2].expect = ExpectedOutcome::diverges;
  runs[2].planned_steps = steps;
  runs[2].message = "at step " + std::to_string(steps / 2) + " the constraint error is beyond 1e3 m";
  return runs;
}

SweepRecord make_sweep() {
  SweepRecord sweep;
  sweep.spec.name = "gravity";
  sweep.spec.axes = {{"g", gravity_unit, {1.0, 5.0, 10.0, 50.0, 100.0}, {"1", "5", "10", "50", "100"}}};
  for (const double g : sweep.spec.axes[0].values) {
    SweepPoint point{{g}, {}};
    for (MethodRun run : make_runs(40)) {
      if (run.stabilizer == std::string("reference")) continue;
      run.cost.seconds = 1e-3 * g;
      run.measures[0].summary.max *= g / 10;
      run.frames = {};
      for (MeasureRecord& record : run.measures) record.values.clear();
      point.runs.push_back(std::move(run));
    }
    sweep.points.push_back(std::move(point));
  }
  return sweep;
}

FigureSpec figure(const char* name, const char* title, FigureKind kind, const char* x, const char* sweep, Scale scale) {
  FigureSpec spec;
  spec.name = name;
  spec.title = title;
  spec.y = {"drift"};
  spec.kind = kind;
  spec.x = x;
  spec.sweep = sweep;
  spec.scale = scale;
  return spec;
}

ClaimRecord claim(const char* id, const char* words, ClaimVerdict status, ClaimVerdict expect, double measured,
                  double lower, double upper) {
  ClaimRecord record;
  record.id = id;
  record.words = words;
  record.source = "ClinePai03 VI.A, fig. 3";
  record.text = "max(drift, unstabilized)";
  record.range_text = "in [15, 25] mm";
  record.status = status;
  record.expect = expect;
  record.measured = measured;
  record.lo = measured;
  record.hi = measured * (1 + 1e-9);
  record.range_lower = lower;
  record.range_upper = upper;
  record.unit = millimetre;
  return record;
}

std::vector<ClaimRecord> make_claims() {
  using enum ClaimVerdict;
  std::vector<ClaimRecord> claims{
      claim("fig3", "the error climbs to around 20 mm by step 600", not_reproduced, not_reproduced, 2.73e-3, 15e-3,
            25e-3),
      claim("fig4", "never above 3 mm", reproduced, reproduced, 3.0e-4, 0, 3e-3),
      claim("fig6", "within 0.5 mm", reproduced, reproduced, 6.1e-5, 0, 5e-4),
      claim("order", "errors are of second order", undecided, undecided, not_a_number, 1.9, 2.1)};
  using enum ClaimKind;
  claims[0].kind = quoted;
  claims[1].kind = read_off;
  claims[2].kind = derived;
  claims[0].note = "2.7 mm at the gravity of the Earth";
  claims[3].reason = "no run of the sweep reached its end";
  claims[3].unit = Unit{};
  return claims;
}

}  // namespace

ExperimentRecord sample_record(long steps) {
  ExperimentRecord record;
  record.id = "double_pendulum";
  record.title = "Double pendulum falling from rest";
  record.source = "ClinePai03 VI.A, fig. 3-7";
  record.note = "Two links of 100 mm swing about a pin.";
  record.scene_file = "scenes/double_pendulum.scene";
  record.scene_text = "experiment double_pendulum {}\n";
  record.has_world = true;
  record.parameters = {{"g", "9.81 m/s^2", 9.81, gravity_unit, false, "the paper does not print its gravity", false},
                       {"length", "100 mm", 0.1, millimetre, true, "", true}};
  const Shape rod = test::with_planar_form({ShapeKind::rod, {0.1, 0}, {}});
  record.bodies = {{"link[1]", BodyKind::rigid, rod, ""},
                   {"link[2]", BodyKind::rigid, rod, ""},
                   {"base", BodyKind::fixed, test::with_planar_form({ShapeKind::box, {0.02, 0.01}, {}}), ""}};
  record.joints = {{"pin[1]", "revolute", {world_body, 0}, {{{0, 0}, {-0.05, 0}}}},
                   {"pin[2]", "revolute", {0, 1}, {{{0.05, 0}, {-0.05, 0}}}}};
  record.runs = make_runs(steps);
  record.sweeps = {make_sweep()};
  record.figures = {figure("fig3", "Constraint error over time", FigureKind::line, "time", "", Scale::linear),
                    figure("by_gravity", "Constraint error by gravity", FigureKind::line, "g", "gravity", Scale::log),
                    figure("map", "Which gravity fits", FigureKind::heatmap, "g", "gravity", Scale::log),
                    figure("work", "Error against cost", FigureKind::work_precision, "time", "gravity", Scale::log),
                    figure("poses", "The fall", FigureKind::snapshots, "time", "", Scale::linear)};
  record.figures[4].times = {0.0, 0.1, 0.26, 0.4};  // each has a frame
  record.claims = make_claims();
  record.provenance = {"0.1.0",
                       "0123456789ab",
                       "0f" + std::string(62, 'a'),
                       "GNU 12",
                       "-O2",
                       "a processor",
                       "Linux",
                       {{"Eigen", "3.4.0"}},
                       "perpend run",
                       "2026-01-01T00:00:00Z",
                       0.5};
  return record;
}

ExperimentRecord hostile_record() {
  ExperimentRecord record = sample_record(40);
  for (std::string* text :
       {&record.id, &record.title, &record.source, &record.note, &record.scene_file, &record.scene_text})
    *text = hostile_name;
  record.warnings = {hostile_name};
  for (Parameter& parameter : record.parameters) parameter.name = parameter.note = parameter.unit.name = hostile_name;
  for (BodyDrawing& body : record.bodies) body.name = body.color = hostile_name;
  for (JointDrawing& joint : record.joints) joint.name = joint.type = hostile_name;
  for (FigureSpec& spec : record.figures) spec.title = spec.name = hostile_name;
  for (MethodRun& run : record.runs) {
    run.method = run.message = hostile_name;
    run.options = {{hostile_name, hostile_name}};
    run.notes = {hostile_name};
    run.measures[0].unit.name = hostile_name;
    run.measures[0].values[3] = not_a_number;
    run.measures[0].values[4] = std::numeric_limits<double>::infinity();
    for (CertificateGroup& group : run.certificates) group.reason = group.bounds[0].values[0].unit = hostile_name;
  }
  for (ClaimRecord& claim : record.claims)
    claim.id = claim.words = claim.source = claim.text = claim.range_text = hostile_name;
  return record;
}

}  // namespace perpend
