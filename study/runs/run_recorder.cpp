#include "study/runs/run_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "kernel/model/stop.hpp"
#include "reports/text/text.hpp"
#include "study/runs/poses.hpp"

namespace perpend {

namespace {

/// Frames of an animation: enough for smooth play, few enough for the page.
constexpr long max_frames = 300;
/// Mechanisms with more bodies than this are not animated: the page would be too large.
constexpr std::size_t max_animated_bodies = 2000;
/// Arrows of contacts in a frame: more would hide each other.
constexpr std::size_t most_frame_contacts = 400;
constexpr long progress_interval = 64;

Vec3 angular_velocity(const Model& model, int body, const VectorX& v) {
  if (body == world_body || model.bodies[body].dof < 6) return Vec3::Zero();
  return v.segment<3>(model.bodies[body].offset + 3);
}

/// How fast two of the bodies whose angles the joint counts turn against each other, at most [rad/s].
double relative_spin(const Model& model, const Joint& joint, const VectorX& v) {
  const auto spin = [&](int body) { return angular_velocity(model, body, v); };
  if (!has_carrier(*joint.type)) return (spin(joint.body[1]) - spin(joint.body[0])).norm();
  const Vec3 held = spin(joint.carrier);
  return std::max((spin(joint.body[0]) - held).norm(), (spin(joint.body[1]) - held).norm());
}

bool has_angle(const JointType& type) {
  for (int which = 0; which < type.num_coordinates; ++which)
    if (type.coordinate_spec[which].dimension == dimension::angle) return true;
  return false;
}

}  // namespace

TurnWatch::TurnWatch(const Model& model) : model_(model) {
  if (model.space != Space::spatial) return;
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    if (model.joints[k].first_coordinate >= 0 && has_angle(*model.joints[k].type))
      joints_.push_back(static_cast<int>(k));
}

/// No angle of a joint changes faster than its bodies turn against each other. The velocity at the end of the step
/// stands for that within it, hence half of what would do.
void TurnWatch::add(const Instant& instant) {
  const double h = instant.state.time - last_time_;
  last_time_ = instant.state.time;
  if (instant.step == 0 || !note_.empty()) return;
  for (const int k : joints_) {
    const Joint& joint = model_.joints[k];
    const double turn = relative_spin(model_, joint, instant.state.v) * h;
    if (!(turn > 0.5 * std::numbers::pi)) continue;
    note_ = fmt::format(
        "joint '{}' turns by up to {:.2g} of a turn in step {}: from half a turn on its whole turns are "
        "counted wrong, and limits and springs act at the wrong place; a smaller step tells",
        joint.name, turn / (2.0 * std::numbers::pi), instant.step);
    return;
  }
}

RunRecorder::RunRecorder(const RecorderSettings& settings, CertificateCollector& certificates)
    : settings_(settings),
      certificates_(certificates),
      turns_(settings.model),
      contact_watch_(settings.model, settings.step),
      frame_stride_(std::max(1L, (settings.planned_steps + max_frames - 1) / max_frames)) {
  const VerifySettings& verify = settings_.experiment.verify;
  if (verify.enclosure != Frequency::never && settings.model.num_rows > 0) {
    enclosure_.emplace(settings.model);
    enclosure_clock_.emplace();
  }
  if (verify.spd != Frequency::never || verify.residual != Frequency::never || settings.model.contacts.enabled)
    watch_solves();
  keeps_more_ = settings.detail != Detail::summary || enclosure_ || !turns_.is_idle();
  // Where nothing is proved or drawn each call does the same.
  const bool proves_none = !enclosure_ && !solves_;
  if (proves_none && settings.detail == Detail::summary) calls_per_timing_ = 64;
  for (const MeasureSpec& spec : settings.experiment.measures)
    measures_.push_back({.name = spec.name,
                         .text = spec.text,
                         .unit = spec.unit,
                         .summary = {},
                         .values = {},
                         .is_of_query = spec.is_of_query});
  for (const FigureSpec& figure : settings.experiment.figures)
    snapshot_times_.insert(snapshot_times_.end(), figure.times.begin(), figure.times.end());
  std::sort(snapshot_times_.rbegin(), snapshot_times_.rend());
  running_.resize(measures_.size());
}

void RunRecorder::watch_solves() {
  solves_.emplace(allocate_evaluation(settings_.model).rows, settings_.experiment.verify, certificates_);
}

namespace {

/// A law that is not finite stops the run, and says so: of its step there is nothing to certify.
bool is_of_no_numbers(const Problem& problem, Status status) {
  return status != Status::converged && !(problem.motion.allFinite() && problem.target.allFinite());
}

}  // namespace

void RunRecorder::on_solve(const Problem& problem, const Solution& solution) {
  if (!solves_ || is_of_no_numbers(problem, solution.status)) return;
  solves_->add({problem, solution}, current_step_);
}

void RunRecorder::on_contact_solve(const ContactProblem& problem, const ContactSolution& solution, const Lcp* lcp) {
  if (settings_.lcps != nullptr && lcp != nullptr) settings_.lcps->add(settings_.method, current_step_, *lcp);
  if (solution.status == Status::interrupted || is_of_no_numbers(problem.joints, solution.status)) return;
  if (solution.status == Status::converged) contact_watch_.add_solve(problem, solution);
  if (!solves_) watch_solves();
  solves_->add({problem, solution}, current_step_);
}

void RunRecorder::Running::take(double value, double time) {
  const bool first = count++ == 0;
  // Once without a number, an extreme stays so: what it was there is not known.
  if (first || (!(value <= summary.max) && !std::isnan(summary.max))) {
    summary.max = value;
    summary.at_max = time;
  }
  if (first || (!(value >= summary.min) && !std::isnan(summary.min))) summary.min = value;
  summary.final = value;
  sum += value;
  sum_of_squares += value * value;
}

bool RunRecorder::take_gap(std::size_t i, double value, const Instant& instant) {
  const MeasureSpec& spec = settings_.experiment.measures[i];
  // Impulses and residuals begin with the first step.
  if (instant.step == 0 && std::isnan(value) && needs(spec, &SignalType::follows_forces)) return false;
  const ReferenceTrajectory* reference = settings_.reference;
  const auto step = static_cast<std::size_t>(instant.step);
  const bool is_known = reference != nullptr && reference->is_known(step);
  // What becomes of the reference is noted with it.
  const bool has_no_reference = !is_known && needs(spec, &SignalType::needs_reference);
  // Behind the end of the motion that the reference knows.
  const bool is_past = reference != nullptr && reference->has_motion() && step >= reference->states.size();
  if (is_past && std::isnan(value) && has_no_reference) {
    running_[i].summary.final = value;
    return false;
  }
  if (!has_no_reference) running_[i].add_gap(instant);
  return true;
}

void RunRecorder::record_measures(const Instant& instant, bool keep_row) {
  const ReferenceTrajectory* reference = settings_.reference;
  const auto step = static_cast<std::size_t>(instant.step);
  const SignalContext context{settings_.model,
                              instant,
                              initial_energy_,
                              reference != nullptr && reference->is_known(step) ? &reference->states[step] : nullptr,
                              solves_ ? solves_->backward_error() : not_a_number,
                              contact_watch_.of_step(),
                              settings_.step,
                              &memory_};
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    const double value = measure(settings_.experiment.measures[i], context, components_);
    if (keep_row) measures_[i].values.push_back(value);
    if (std::isfinite(value) || take_gap(i, value, instant)) running_[i].take(value, instant.state.time);
  }
  const auto& condition = settings_.experiment.run->stop_when;
  if (!condition) return;
  // 1 where it holds, and 2 more where it compares what is no number.
  const double value = measure(*condition, context, components_);
  stopped_by_condition_ = value == 1.0 || value == 3.0;
  const bool begins_later = instant.step == 0 && needs(*condition, &SignalType::follows_forces);
  if (value >= 2.0 && !begins_later && gap_of_condition_ < 0) gap_of_condition_ = instant.step;
}

/// Every so many steps, at the end, and at the first step on or after each time that a figure shows. Pre: full detail.
bool RunRecorder::is_frame_due(const Instant& instant) {
  if (settings_.model.bodies.size() > max_animated_bodies) return false;
  bool due = instant.step % frame_stride_ == 0 || instant.step == settings_.planned_steps;
  // A time given in decimal may be one rounding above the product of step number and step.
  while (!snapshot_times_.empty() && instant.state.time * (1.0 + 1e-12) >= snapshot_times_.back()) {
    snapshot_times_.pop_back();
    due = true;
  }
  return due;
}

void RunRecorder::record_frame(const Instant& instant) {
  if (!is_frame_due(instant)) return;
  frames_.times.push_back(instant.state.time);
  if (settings_.model.space == Space::planar)
    frames_.poses.push_back(planar_poses(settings_.model, instant.evaluation));
  else
    frames_.spatial_poses.push_back(spatial_poses(settings_.model, instant.state));
  if (!settings_.model.joints.empty()) frames_.gaps.push_back(joint_gaps(settings_.model, instant.evaluation));
  if (settings_.model.contacts.enabled)
    frames_.contacts.push_back(frame_contacts(instant.state, instant.evaluation, most_frame_contacts));
}

/// What is kept or proved of an instant beyond the measures.
void RunRecorder::keep(const Instant& instant, bool keep_row) {
  turns_.add(instant);
  if (enclosure_) {
    enclosure_clock_->begin();
    enclosure_->add(instant.state, instant.step);
    certificates_.keep_state(instant.state, instant.step);
    enclosure_seconds_ += enclosure_clock_->end();
  }
  if (keep_row) {
    times_.push_back(instant.state.time);
    step_numbers_.push_back(instant.step);
    if (settings_.keeps_states) {
      const State& state = instant.state;
      states_.positions.insert(states_.positions.end(), state.q.begin(), state.q.end());
      states_.velocities.insert(states_.velocities.end(), state.v.begin(), state.v.end());
    }
  }
  if (settings_.detail == Detail::full) record_frame(instant);
}

bool RunRecorder::on_instant(const Instant& instant) {
  if (instant.step == 0) initial_energy_ = instant.evaluation.energies.total();
  hash_.add(instant.state);
  const bool keep_row =
      settings_.detail != Detail::summary &&
      (instant.step % settings_.experiment.run->record_every == 0 || instant.step == settings_.planned_steps);
  if (keeps_more_) keep(instant, keep_row);
  record_measures(instant, keep_row);
  current_step_ = instant.step + 1;
  if (solves_) solves_->begin_step();
  if (settings_.model.contacts.enabled || instant.step == 0) contact_watch_.add_instant(instant);
  if (settings_.on_progress) report_progress(instant);
  return !stopped_by_condition_ && !must_stop();
}

void RunRecorder::report_progress(const Instant& instant) {
  if (instant.step > 0) ++unreported_steps_;
  if (unreported_steps_ < progress_interval) return;
  settings_.on_progress(unreported_steps_);
  unreported_steps_ = 0;
}

namespace {

bool reads_ledger(const MeasureSpec& measure) {
  if (measure.signal != nullptr) return measure.signal->needs_ledger;
  return std::any_of(measure.operands.begin(), measure.operands.end(), reads_ledger);
}

}  // namespace

void RunRecorder::Running::add_gap(const Instant& instant) {
  if (gaps++ > 0) return;
  first_gap_step = instant.step;
  first_gap_time = instant.state.time;
  lacks_ledger = std::isnan(instant.ledger.applied);
}

void RunRecorder::note_gaps(MethodRun& run) const {
  std::vector<std::size_t> gaps;
  for (std::size_t i = 0; i < running_.size(); ++i)
    if (running_[i].gaps > 0) gaps.push_back(i);
  // By name: the order of the measures in the scene means nothing.
  std::sort(gaps.begin(), gaps.end(),
            [&](std::size_t a, std::size_t b) { return measures_[a].name < measures_[b].name; });
  for (const std::size_t i : gaps) {
    const Running& running = running_[i];
    const bool is_of_ledger = running.lacks_ledger && reads_ledger(settings_.experiment.measures[i]);
    run.notes.push_back(fmt::format("measure '{}' is not finite at {} of {}, first at step {} (t = {:g} s): {}{}",
                                    measures_[i].name, running.gaps, reports::counted(running.count, "instant"),
                                    running.first_gap_step, running.first_gap_time, measures_[i].text,
                                    is_of_ledger ? "; this method keeps no ledger of work" : ""));
  }
}

void RunRecorder::finish(MethodRun& run) {
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    const double count = static_cast<double>(running_[i].count);
    measures_[i].summary = running_[i].summary;
    measures_[i].summary.mean = running_[i].sum / count;
    measures_[i].summary.rms = std::sqrt(running_[i].sum_of_squares / count);
    const MeasureSpec& spec = settings_.experiment.measures[i];
    const bool is_enclosed = enclosure_ && spec.signal != nullptr && spec.signal->spec.name == "constraint_error" &&
                             spec.entity < 0 && spec.reduction == Reduction::max_abs;
    if (!is_enclosed) continue;
    measures_[i].max_lower = enclosure_->lower();
    measures_[i].max_upper = enclosure_->upper();
  }
  if (enclosure_) {
    enclosure_clock_->begin();
    const std::span<const TrajectoryState> all = certificates_.states();
    const std::span<const TrajectoryState> given = all.empty() ? std::span(&enclosure_->worst(), 1) : all;
    const Certificate certificate = enclosure_->certificate();
    const bool is_whole = static_cast<double>(given.size()) == certificate[ConstraintErrorBound::num_states];
    const JointState about{settings_.model, given, enclosure_->worst_step(), is_whole};
    // Where nothing is known of the errors, no step is the worst: the certificate is about the run from its start.
    certificates_.add(certificate, {std::max(about.worst_step, 0L), {}}, CertifiedData(about));
    certificates_.add_seconds(certificate.kind, enclosure_seconds_ + enclosure_clock_->end());
  }
  if (settings_.on_progress) settings_.on_progress(unreported_steps_);
  note_gaps(run);
  if (!turns_.note().empty()) run.notes.push_back(turns_.note());
  if (solves_)
    for (std::string& note : solves_->notes()) run.notes.push_back(std::move(note));
  run.measures = std::move(measures_);
  run.times = std::move(times_);
  run.step_numbers = std::move(step_numbers_);
  run.states = std::move(states_);
  run.frames = std::move(frames_);
  run.contact_residuals = contact_watch_.residuals();
  run.trajectory_hash = hash_.text();
}

}  // namespace perpend
