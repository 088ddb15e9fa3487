#include "study/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>

#include "kernel/model/stop.hpp"
#include "reports/files/digest.hpp"
#include "reports/files/provenance.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/runs/earlier_runs.hpp"
#include "study/runs/poses.hpp"
#include "study/runs/run_method.hpp"
#include "study/runs/run_plan.hpp"
#include "study/stability.hpp"
#include "study/sweeps/refinement.hpp"
#include "study/sweeps/repeated_points.hpp"
#include "study/sweeps/sweep_point.hpp"
#include "study/vocabulary.hpp"
#include "verification/arithmetic/plain_numerics.hpp"
#include "verification/claims/claim.hpp"
#include "verification/claims/fit.hpp"

namespace perpend {

namespace {

class Execution {
 public:
  Execution(const dsl::Document& document, const Experiment& experiment, const ExecuteOptions& options)
      : document_(document), experiment_(experiment), options_(options), linearization_(experiment) {}

  ExperimentRecord run();

 private:
  void plan();
  MethodRun run_one(const MethodSpec& method, ReferenceLibrary* references, reports::CertificateStream* stream);
  MethodRun find_or_run(const MethodSpec& method, ReferenceLibrary* references, reports::CertificateStream* stream);
  MethodRun find_or_run(SweptScene& scene, const MethodSpec& method, const RunRequest& request);
  void run_methods();
  void run_sweep(const SweepSpec& sweep);
  SweepPoint run_point(const SweepSpec& sweep, const SweepDetail& detail, const GridPoint& point, std::int64_t index,
                       const std::vector<std::string>& methods);
  void refine_sweep(const SweepDetail& detail, SweepRecord& record);
  void drop_series();
  void fit_sweeps();
  void judge_claims();
  void leave_claims();
  [[nodiscard]] StopReason why_incomplete() const;
  void show_progress(const std::string& what, long steps);

  const dsl::Document& document_;
  const Experiment& experiment_;
  const ExecuteOptions& options_;
  ExperimentRecord record_;
  LazyLinearization linearization_;
  long planned_ = 0;
  std::mutex progress_;  // of what follows
  long done_ = 0;
};

void Execution::plan() {
  planned_ = all_planned_steps(experiment_, options_.methods);
}

void Execution::show_progress(const std::string& what, long steps) {
  const std::lock_guard lock(progress_);
  done_ += steps;
  if (options_.progress) options_.progress(what, done_, planned_);
}

MethodRun Execution::run_one(const MethodSpec& method, ReferenceLibrary* references,
                             reports::CertificateStream* stream) {
  if (is_interrupted()) return run_not_begun(experiment_, method);
  RunOptions options{.detail = Detail::full,
                     .stream = stream,
                     .data = options_.data,
                     .label = method.name,
                     .lcps = options_.lcps,
                     .keeps_states = options_.keeps_states,
                     .limit = options_.limit,
                     .on_progress = {}};
  options.on_progress = [&](long steps) { show_progress(method.name, steps); };
  show_progress(method.name, 0);
  return references != nullptr ? run_method(experiment_, method, linearization_, *references, options)
                               : certify_method(experiment_, method, linearization_, options);
}

MethodRun Execution::find_or_run(const MethodSpec& method, ReferenceLibrary* references,
                                 reports::CertificateStream* stream) {
  // LCPs and states no cache has, and what a limit of size leaves out depends on what came before.
  const bool is_kept =
      options_.lcps == nullptr && !options_.keeps_states && (stream == nullptr || !stream->has_size_limit());
  const auto data = stream != nullptr ? std::optional(options_.data) : std::nullopt;
  MethodRun run =
      perpend::find_or_run({.earlier = is_kept ? options_.earlier : nullptr, .limit = options_.limit, .stream = stream},
                           run_of_scene(experiment_, method, data), experiment_, method,
                           [&] { return run_one(method, references, stream); });
  run.place = method.place;
  if (run.cache == CacheUse::found) show_progress(method.name, run.steps);
  return run;
}

MethodRun Execution::find_or_run(SweptScene& scene, const MethodSpec& method, const RunRequest& request) {
  const auto progress = [&](long steps) {
    show_progress(fmt::format("{} / {}", request.sweep->name, method.name), steps);
  };
  MethodRun run = perpend::find_or_run({.earlier = options_.earlier, .limit = options_.limit, .stream = nullptr},
                                       request, scene.experiment(), method, [&] {
                                         return scene.run(method, {options_.limit, progress});
                                       });
  run.place = method.place;
  if (run.cache == CacheUse::found) progress(run.steps);
  return run;
}

void Execution::run_methods() {
  const auto* world = std::get_if<World>(&experiment_.system);
  std::optional<ReferenceLibrary> references;
  if (world != nullptr) references.emplace(*world);
  std::vector<const MethodSpec*> methods;
  for (const MethodSpec& method : experiment_.methods)
    if (is_selected(options_.methods, method.name)) methods.push_back(&method);
  record_.runs.resize(methods.size());
  reports::OrderedParts certificates(options_.stream, methods.size());
  // What a limit of size leaves out, and the numbers of LCPs kept, depend on what came before.
  const bool is_in_turn = options_.lcps != nullptr || (options_.stream != nullptr && options_.stream->has_size_limit());
  run_side_by_side(methods.size(), is_in_turn ? nullptr : options_.threads, [&](std::size_t i) {
    reports::CertificateStream* stream = certificates.open(i);
    record_.runs[i] = find_or_run(*methods[i], references ? &*references : nullptr, stream);
    certificates.end(i);
  });
}

SweepPoint Execution::run_point(const SweepSpec& sweep, const SweepDetail& detail, const GridPoint& point,
                                std::int64_t index, const std::vector<std::string>& methods) {
  SweepPoint result{.coordinates = point.coordinates, .runs = {}};
  SweptScene scene(document_, sweep, detail, point, options_.overrides, methods);
  std::vector<std::optional<MethodRun>> runs(scene.methods().size());
  run_side_by_side(runs.size(), options_.threads, [&](std::size_t i) {
    const MethodSpec& method = *scene.methods()[i];
    if (is_interrupted()) return;
    runs[i] = find_or_run(scene, method,
                          {.method = method.name,
                           .expect = method.expect,
                           .sweep = &sweep,
                           .detail = &detail,
                           .point = &point,
                           .index = index});
  });
  for (std::optional<MethodRun>& run : runs)
    if (run) result.runs.push_back(std::move(*run));
  return result;
}

/// An interruption leaves out the points that have not begun.
void Execution::run_sweep(const SweepSpec& sweep) {
  const std::vector<GridPoint> points = grid(sweep);
  SweepDetail detail = sweep_detail(experiment_, sweep);
  detail.has_rows = detail.has_rows || options_.keeps_sweep_series;
  const RepeatedPoints repeated(sweep);
  const auto first = [&](std::size_t i) {
    return static_cast<std::size_t>(repeated.first(static_cast<std::int64_t>(i)));
  };
  std::vector<std::optional<SweepPoint>> swept(points.size());
  run_side_by_side(points.size(), options_.threads, [&](std::size_t i) {
    if (!is_interrupted() && first(i) == i)
      swept[i] = run_point(sweep, detail, points[i], static_cast<std::int64_t>(i), options_.methods);
  });
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (first(i) == i || !swept[first(i)]) continue;
    swept[i] = swept[first(i)];
    for (const MethodRun& run : swept[i]->runs)
      show_progress(fmt::format("{} / {}", sweep.name, run.method), run.steps);
  }
  SweepRecord record{.spec = sweep, .points = {}};
  for (std::optional<SweepPoint>& point : swept)
    if (point) record.points.push_back(std::move(*point));
  if (sweep.refinement && record.points.size() == points.size()) refine_sweep(detail, record);
  record_.sweeps.push_back(std::move(record));
}

/// A line of a method's runs at a time, one point after the other.
void Execution::refine_sweep(const SweepDetail& detail, SweepRecord& record) {
  const RefinedLines lines(record.spec);
  std::vector<std::string> methods;
  for (const MethodSpec& method : experiment_.methods)
    if (is_swept(record.spec, method.name, options_.methods)) methods.push_back(method.name);
  struct Refined {
    std::vector<SweepPoint> points;
    std::vector<SweepBoundary> boundaries;
  };
  std::vector<Refined> all(static_cast<std::size_t>(lines.count()) * methods.size());
  const std::size_t grid = record.points.size();
  run_side_by_side(all.size(), options_.threads, [&](std::size_t i) {
    const std::string& method = methods[i % methods.size()];
    Refined& refined = all[i];
    const auto outcome_of = [&](const SweepPoint& point) {
      for (const MethodRun& run : point.runs)
        if (run.method == method) return refined_outcome(*record.spec.refinement, run);
      return std::string();
    };
    refined.boundaries = lines.refine(static_cast<std::int64_t>(i / methods.size()), [&](std::int64_t index) {
      if (static_cast<std::size_t>(index) < grid) return outcome_of(record.points[static_cast<std::size_t>(index)]);
      if (is_interrupted()) return std::string();
      refined.points.push_back(run_point(record.spec, detail, lines.point(index), index, {method}));
      return outcome_of(refined.points.back());
    });
    for (SweepBoundary& boundary : refined.boundaries) boundary.method = method;
  });
  for (Refined& refined : all) {
    std::move(refined.points.begin(), refined.points.end(), std::back_inserter(record.points));
    std::move(refined.boundaries.begin(), refined.boundaries.end(), std::back_inserter(record.boundaries));
  }
}

/// Claims may ask of every run: after an interruption none is judged.
void Execution::leave_claims() {
  for (const ClaimSpec& claim : experiment_.claims) {
    ClaimRecord record = judge_claim(claim, {});
    record.status = ClaimVerdict::not_run;
    record.reason = "the run was interrupted";
    record_.claims.push_back(std::move(record));
  }
}

StopReason Execution::why_incomplete() const {
  const auto is_cut = [](const MethodRun& run) { return run.stopped_by != StopReason::none; };
  const auto has_cut = [&](const std::vector<MethodRun>& runs) {
    return std::any_of(runs.begin(), runs.end(), is_cut);
  };
  if (is_interrupted()) return StopReason::signal;
  bool any = has_cut(record_.runs);
  for (const SweepRecord& sweep : record_.sweeps)
    for (const SweepPoint& point : sweep.points) any = any || has_cut(point.runs);
  return any ? StopReason::time_limit : StopReason::none;
}

void Execution::fit_sweeps() {
  const std::vector<SweepView> sweeps(record_.sweeps.begin(), record_.sweeps.end());
  for (const FitSpec& fit : experiment_.fits) record_.fits.push_back(fit_sweep(fit, sweeps));
}

void Execution::judge_claims() {
  const auto step_for = [&](const MethodSpec& method, std::optional<double> step) -> std::optional<double> {
    return step ? step : step_of(experiment_, method);
  };
  ClaimContext context{.runs = record_.runs,
                       .sweeps = {record_.sweeps.begin(), record_.sweeps.end()},
                       .fits = record_.fits,
                       .rho = {},
                       .rho_floating = {},
                       .stability_limit = {}};
  context.rho = [&](const std::string& name, std::optional<double> asked) {
    const MethodSpec* method = find_method(experiment_, name);
    const std::optional<double> step = method != nullptr ? step_for(*method, asked) : std::nullopt;
    StabilityReport unknown;
    unknown.stable = Verdict::undecided;
    unknown.reason = "no step is given: write rho(method, step: ...)";
    return step ? prove_stability(linearization_.get(), *method, *step).report : unknown;
  };
  context.rho_floating = [&](const std::string& name, std::optional<double> asked) -> double {
    const MethodSpec* method = find_method(experiment_, name);
    const auto update = method != nullptr ? method->stabilizer->linear_update() : std::nullopt;
    const std::optional<double> step = method != nullptr ? step_for(*method, asked) : std::nullopt;
    const bool is_known = update && step && linearization_.get().forces.is_empty();  // of M and J alone
    return is_known ? floating_spectral_radius(dense_system(experiment_), *update, *step) : not_a_number;
  };
  context.stability_limit = [&](const std::string& name, const std::string& parameter) {
    const MethodSpec* method = find_method(experiment_, name);
    return method != nullptr ? limit(linearization_.get(), experiment_, *method, parameter) : LimitReport{};
  };
  for (const ClaimSpec& claim : experiment_.claims) record_.claims.push_back(judge_claim(claim, context));
}

/// Results and pages show sweeps by their summaries.
void Execution::drop_series() {
  for (SweepRecord& sweep : record_.sweeps)
    for (SweepPoint& point : sweep.points)
      for (MethodRun& run : point.runs) {
        run.times.clear();
        run.step_numbers.clear();
        for (MeasureRecord& measure : run.measures) measure.values.clear();
      }
}

ExperimentRecord Execution::run() {
  describe_scene(experiment_, record_);
  plan();
  run_methods();
  for (const SweepSpec& sweep : experiment_.sweeps) run_sweep(sweep);
  fit_sweeps();
  record_.stopped_by = why_incomplete();
  if (record_.stopped_by == StopReason::signal)
    leave_claims();
  else
    judge_claims();
  if (!options_.keeps_sweep_series) drop_series();
  return std::move(record_);
}

}  // namespace

void describe_scene(const Experiment& experiment, ExperimentRecord& record) {
  record.id = experiment.id;
  record.title = experiment.title;
  record.source = experiment.source;
  record.note = experiment.note;
  record.parameters = experiment.parameters;
  record.figures = experiment.figures;
  for (const FigureSpec& figure : experiment.figures)
    if (figure.kind == FigureKind::stability) record.stability_maps.push_back(stability_map(experiment, figure));
  record.certified_every = experiment.verify.every;
  record.has_world = std::holds_alternative<World>(experiment.system);
  if (const World* world = std::get_if<World>(&experiment.system)) {
    record.start = world->start;
    for (const StartMove& move : world->moves)
      record.moved.push_back({world->model.bodies[static_cast<std::size_t>(move.body)].name, move});
    for (const StartGap& gap : world->gaps)
      record.closed_joints.push_back({world->model.joints[static_cast<std::size_t>(gap.joint)].name, gap});
  }
  if (!record.has_world) return;
  const Model& model = std::get<World>(experiment.system).model;
  record.space = model.space;
  for (const Body& body : model.bodies) record.bodies.push_back({body.name, body.kind, body.shape, body.color});
  for (const Joint& joint : model.joints) record.joints.push_back(joint_drawing(joint, model.space));
}

void write_header(const dsl::Document& document, const Experiment& experiment, reports::CertificateStream& stream) {
  stream.header({{"format", "perpend-certificates"},
                 {"version", 3},
                 {"experiment", experiment.id},
                 {"scene_sha256", reports::sha256_hex(dsl::all_text(document))}});
}

void add_source(const dsl::Document& document, const std::string& file, ExperimentRecord& record) {
  record.scene_file = file;
  record.scene_text = dsl::source_text(document);
  record.scene_files = dsl::scene_files(document);
  record.provenance = reports::collect_provenance(dsl::all_text(document));
}

ExperimentRecord execute(const dsl::Document& document, const Experiment& experiment, const ExecuteOptions& options) {
  Experiment measured = experiment;
  add_default_measures(measured);
  return Execution(document, measured, options).run();
}

FitRecord fit_sweep(const FitSpec& fit, const std::vector<SweepView>& sweeps) {
  const SweepView* sweep = find_sweep(sweeps, fit.sweep);
  return fit_sweep(fit, sweep == nullptr ? std::nullopt : std::optional(*sweep));
}

ClaimRecord judge_by_sweeps(const ClaimSpec& claim, const std::vector<SweepView>& sweeps,
                            const std::vector<FitRecord>& fits) {
  return judge_claim(
      claim, {.runs = {}, .sweeps = sweeps, .fits = fits, .rho = {}, .rho_floating = {}, .stability_limit = {}});
}

}  // namespace perpend
