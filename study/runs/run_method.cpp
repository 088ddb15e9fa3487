#include "study/runs/run_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "reports/text/text.hpp"
#include "stabilizers/reference_step.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "study/reference/reference_notes.hpp"
#include "study/runs/run_notes.hpp"
#include "study/runs/run_plan.hpp"

namespace perpend {

namespace {

/// Status of a run whose last step ended with this one.
RunStatus run_status(Status of_step) {
  switch (of_step) {
    case Status::converged:
      return RunStatus::completed;
    case Status::singular:
    case Status::contradictory:
      return RunStatus::singular;
    case Status::iteration_limit:
      return RunStatus::iteration_limit;
    case Status::unsolved:
      return RunStatus::unsolved;
    case Status::not_finite:
      return RunStatus::not_finite;
    case Status::diverged:
      return RunStatus::diverged;
    case Status::interrupted:
      return RunStatus::interrupted;
    case Status::not_run:
      break;
  }
  return RunStatus::not_run;
}

MethodRun start_run(const MethodSpec& method) {
  MethodRun run;
  run.method = method.name;
  run.label = method.label;
  run.stabilizer = std::string(method.type->spec.name);
  run.options = method.options;
  run.expect = method.expect;
  return run;
}

bool is_reference(const MethodSpec& method) {
  return method.type->spec.name == reference_stabilizer.spec.name;
}

bool any_measure(const Experiment& experiment, bool SignalType::*need) {
  return (experiment.run && experiment.run->stop_when && needs(*experiment.run->stop_when, need)) ||
         std::any_of(experiment.measures.begin(), experiment.measures.end(),
                     [need](const MeasureSpec& measure) { return needs(measure, need); });
}

/// The reference method with default options replays what the library has made for the measures; with others it runs.
bool replays(const MethodSpec& method) {
  return is_reference(method) && method.properties.entries().empty();
}

StepFunction step_function(const MethodSpec& method, const ReferenceTrajectory* reference) {
  if (!replays(method))
    return [stabilizer = method.stabilizer](StepContext& context, const State& now, State& next) {
      const Status status = stabilizer->step(context, now, next);
      // A method of the caller may give another size; what follows reads as many numbers as the model has.
      if (status == Status::converged && (next.q.size() != now.q.size() || next.v.size() != now.v.size()))
        throw std::logic_error("the method gave a state of another size");
      return status;
    };
  return [reference, step = std::size_t{0}](StepContext& context, const State&, State& next) mutable {
    if (++step >= reference->states.size())
      return reference->status == Status::converged ? Status::iteration_limit : reference->status;
    next = reference->states[step];
    report_forces(context, reference->multipliers[step]);
    if (reference->contacts.empty()) return Status::converged;
    next.contacts = reference->contacts[step];
    for (ContactImpulse& impulse : next.contacts) {
      impulse.normal *= context.h;
      for (double& part : impulse.tangential) part *= context.h;
    }
    context.report.num_contacts = static_cast<int>(next.contacts.size());
    return Status::converged;
  };
}

LinearizedRows rows_of(const Linearization& linearization) {
  return {linearization.rows, linearization.system.mass, linearization.left_out};
}

void add_spectral_certificate(const Linearization& linearization, const MethodSpec& method, const LinearUpdate& update,
                              double step, CertificateCollector& certificates, MethodRun& run) {
  const int free_dimension = static_cast<int>(linearization.system.mass.size()) - linearization.rank;
  const UpdateStep made{update, step, free_dimension, linearization.rank};
  PieceClock clock;
  const SpectralProof proof = prove_stability(linearization, method, step);
  // A mechanism that leaves its start is no fault of the method, unless the scene says what it expects.
  if (method.expect == ExpectedOutcome::completes && proof.report.is_by_forces && proof.forces.is_of_mechanism)
    certificates.allow_refuted(CertificateKind::spectral_radius);
  if (proof.report.is_by_forces && proof.report.stable != Verdict::proved)
    run.notes.push_back(fmt::format("spectral radius: {}: {}", to_string(proof.report.stable), proof.report.reason));
  const ForcedStep forced{linearization.forces, method.stabilizer->force_rule(), proof.forces};
  const bool is_forced = proof.forces.verdict != Verdict::not_run;
  const LinearizedRows rows = rows_of(linearization);
  certificates.add(spectral_certificate(linearization, method, proof), {},
                   CertifiedData(rows, &made, is_forced ? &forced : nullptr));
  certificates.add_seconds(CertificateKind::spectral_radius, clock.end());
}

void add_static_certificates(const Experiment& experiment, const MethodSpec& method, LazyLinearization& linearization,
                             std::optional<double> step, CertificateCollector& certificates, MethodRun& run) {
  const bool is_world = std::holds_alternative<World>(experiment.system);
  const bool leaves_out = is_world && experiment.verify.rank == ExpectedRank::deficient;
  if (leaves_out || !is_world) {
    const Linearization& known = linearization.get();
    if (!is_world || known.rows_certificate.kind == CertificateKind::rank)
      certificates.add(known.rows_certificate, {}, CertifiedData(rows_of(known)));
  }
  for (const std::string& dependency : linearization.dependencies())
    run.notes.push_back("redundant: " + dependency + (leaves_out ? "; multipliers are those of least norm" : ""));
  if (experiment.verify.spectral_radius == Frequency::never) return;
  const auto update = method.stabilizer->linear_update();
  if (!update) {
    run.notes.push_back("spectral radius: not applicable, the method has no linear update");
    return;
  }
  if (!step) {
    run.notes.push_back("spectral radius: no step given; see the claims for single steps and limits");
    return;
  }
  if (method.expect == ExpectedOutcome::unstable) certificates.expect_refuted(CertificateKind::spectral_radius);
  if (method.expect == ExpectedOutcome::diverges || method.expect == ExpectedOutcome::any)
    certificates.allow_refuted(CertificateKind::spectral_radius);
  add_spectral_certificate(linearization.get(), method, *update, *step, certificates, run);
}

/// A refutation that is expected has to be there: without a linear update, or a step, there is none.
bool has_refuted_radius(const MethodRun& run) {
  const std::string_view kind = certificate_type(CertificateKind::spectral_radius).id;
  return std::any_of(run.certificates.begin(), run.certificates.end(),
                     [&](const CertificateGroup& group) { return group.kind == kind && group.refuted > 0; });
}

void judge_status(MethodRun& run) {
  switch (run.expect) {
    case ExpectedOutcome::completes:
      run.as_expected = run.status == RunStatus::completed;
      break;
    case ExpectedOutcome::unstable:
      run.as_expected = run.status == RunStatus::completed && has_refuted_radius(run);
      if (!has_refuted_radius(run))
        run.notes.push_back("expected to be unstable: no spectral radius above 1 was proved");
      break;
    case ExpectedOutcome::diverges:
      run.as_expected = run.status == RunStatus::diverged || run.status == RunStatus::not_finite;
      break;
    case ExpectedOutcome::unsolvable:
      run.as_expected = run.status == RunStatus::no_solution;
      break;
    case ExpectedOutcome::any:
      run.as_expected = run.status != RunStatus::not_run && run.status != RunStatus::interrupted;
      break;
  }
}

std::optional<JointDivergence> divergence_record(const Model& model, const Divergence& divergence) {
  for (const Joint& joint : model.joints) {
    const int row = divergence.row - joint.first_row;
    if (divergence.row < 0 || row < 0 || row >= joint.num_rows) continue;
    const Dimension dimension = joint.type->row_dimension[row];
    return JointDivergence{joint.name, row_name(model, divergence.row), divergence.error, divergence.limit,
                           si_unit(dimension)};
  }
  return std::nullopt;
}

/// A run that was broken off ends like one whose observer wanted no more, or with a solve that had to stop.
void note_stop(MethodRun& run) {
  const bool may_be_cut = run.status == RunStatus::completed || run.status == RunStatus::interrupted;
  if (!must_stop() || !may_be_cut || run.steps >= run.planned_steps) return;
  run.status = RunStatus::interrupted;
  run.stopped_by = stop_reason();
  run.message = fmt::format("{} after {} of {}; its numbers are of these",
                            run.stopped_by == StopReason::signal ? "interrupted" : "stopped by its time limit",
                            run.steps, reports::counted(run.planned_steps, "step"));
}

/// Pre: the run replays the reference.
void end_as_reference(const ReferenceTrajectory& reference, MethodRun& run) {
  if (run.status == RunStatus::interrupted) return;
  if (reference.status == Status::converged) {
    if (reference.event.empty() || run.status != RunStatus::iteration_limit) return;
    run.status = RunStatus::reference_ends;
    run.message = fmt::format("the motion is known to t = {:g} s, step {}: then {}", reference.states.back().time,
                              reference.states.size() - 1, reference.event);
    return;
  }
  run.status = run_status(reference.status);
  run.message = reference.message;
}

/// With the method's own choice of contacts; nothing when it has none.
std::optional<Model> own_model(const Model& model, const MethodSpec& method) {
  if (!method.active_gap && !method.active_set && !method.restitution_law && !method.directions) return std::nullopt;
  Model own = model;
  own.contacts.active_gap = method.active_gap.value_or(own.contacts.active_gap);
  own.contacts.active_set = method.active_set.value_or(own.contacts.active_set);
  own.contacts.law = method.restitution_law.value_or(own.contacts.law);
  own.contacts.directions = method.directions.value_or(own.contacts.directions);
  return own;
}

}  // namespace

MethodRun run_not_begun(const Experiment& experiment, const MethodSpec& method) {
  MethodRun run = start_run(method);
  run.step = step_of(experiment, method).value_or(not_a_number);
  if (std::holds_alternative<World>(experiment.system)) run.planned_steps = planned_steps(experiment, method);
  run.stopped_by = stop_reason();
  run.message = "interrupted before it began";
  return run;
}

MethodRun run_method(const Experiment& experiment, const MethodSpec& method, LazyLinearization& linearization,
                     ReferenceLibrary& references, const RunOptions& options) {
  const World& world = std::get<World>(experiment.system);
  const std::optional<Model> own = own_model(world.model, method);
  const Model& model = own ? *own : world.model;
  const StopScope scope(options.limit);
  MethodRun run = start_run(method);
  run.step = step_of(experiment, method).value_or(not_a_number);
  run.planned_steps = planned_steps(experiment, method);
  if (!method.objection.empty()) {
    run.status = RunStatus::cannot_run;
    run.message = method.objection;
    judge_status(run);
    return run;
  }

  const bool needs_reference = any_measure(experiment, &SignalType::needs_reference) || replays(method);
  const ReferenceTrajectory* reference = needs_reference ? &references.get(run.step, run.planned_steps) : nullptr;
  CertificateCollector certificates(options.label, experiment.verify, options.stream, options.data);
  add_static_certificates(experiment, method, linearization, run.step, certificates, run);

  RunRecorder recorder({.experiment = experiment,
                        .model = model,
                        .step = run.step,
                        .planned_steps = run.planned_steps,
                        .detail = options.detail,
                        .reference = reference,
                        .lcps = options.lcps,
                        .method = method.name,
                        .keeps_states = options.keeps_states,
                        .on_progress = options.on_progress},
                       certificates);
  const SimulationSettings settings{.step = run.step,
                                    .num_steps = run.planned_steps,
                                    .ledger = any_measure(experiment, &SignalType::needs_ledger),
                                    .dependent_rows = experiment.verify.rank == ExpectedRank::deficient
                                                          ? DependentRows::leave_out
                                                          : DependentRows::stop,
                                    .integration = method.integration,
                                    .linear_algebra = method.linear_algebra,
                                    .lcp_solvers = method.lcp_solvers,
                                    .solver = options.solver};
  const SimulationResult result = simulate(model, world.initial, step_function(method, reference), settings, recorder);
  run.status = run_status(result.status);
  run.message = result.message;
  const bool has_no_answer = run.status == RunStatus::unsolved || run.status == RunStatus::iteration_limit;
  if (has_no_answer && recorder.is_unsolvable()) {
    run.status = RunStatus::no_solution;
    run.message += "; it has none, proved";
  }
  run.divergence = divergence_record(model, result.divergence);
  run.steps = result.steps;
  if (!recorder.stopped_by_condition()) note_stop(run);
  run.cost.seconds = result.seconds;
  run.cost.solves = result.solves;
  run.cost.factorizations = result.factorizations;
  for (const LcpUse& use : result.lcp_use) run.cost.iterations += use.iterations;
  run.impacts = result.impacts;
  run.lcp_solvers = result.lcp_use;
  run.lacks_static_friction = !method.stabilizer->has_static_friction() && has_friction(model);
  recorder.finish(run);
  add_notes({.experiment = experiment,
             .model = model,
             .method = method,
             .result = result,
             .is_reference = is_reference(method),
             .is_of_sweep = options.detail != Detail::full,
             .stopped_by_condition = recorder.stopped_by_condition(),
             .gap_of_condition = recorder.gap_of_condition()},
            run);
  if (replays(method)) run.cost.seconds += reference->seconds;
  if (is_reference(method) && !replays(method))
    run.notes.push_back("not checked by a second run: its options are not the default ones");
  if (reference != nullptr) add_reference_notes(*reference, replays(method), run);
  if (reference != nullptr && replays(method)) end_as_reference(*reference, run);
  certificates.finish();
  run.certificates = certificates.groups();
  run.cost.certify_seconds = certificates.seconds();
  judge_status(run);
  return run;
}

MethodRun certify_method(const Experiment& experiment, const MethodSpec& method, LazyLinearization& linearization,
                         const RunOptions& options) {
  MethodRun run = start_run(method);
  const std::optional<double> step = step_of(experiment, method);
  run.step = step.value_or(not_a_number);
  CertificateCollector certificates(options.label, experiment.verify, options.stream, options.data);
  add_static_certificates(experiment, method, linearization, step, certificates, run);
  run.notes.push_back("linear system: certified, not simulated");
  certificates.finish();
  run.certificates = certificates.groups();
  run.cost.certify_seconds = certificates.seconds();
  run.status = RunStatus::completed;
  // Without a run there is nothing to diverge.
  run.as_expected = run.expect != ExpectedOutcome::unstable || has_refuted_radius(run);
  return run;
}

}  // namespace perpend
