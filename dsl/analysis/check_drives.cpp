// Functions of time over the run: drives and moved bodies that the steps do not show, loads that are no numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/analysis.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/numbers/table_range.hpp"

namespace perpend::dsl {

namespace {

/// The longest that any method takes.
double longest_step(const Analysis& a) {
  double step = 0.0;
  for (const MethodSpec& method : a.experiment.methods)
    step = std::max(step, method.step.value_or(a.experiment.run->step));
  return step;
}

/// The displacement of a body as the drive that it would be of a joint. Its accelerations are of no use to a contact.
Joint drive_of(const Body& body, const JointType& type) {
  Joint drive;
  drive.name = body.name;
  drive.type = &type;
  for (std::size_t k = 0; k < body.shift.size(); ++k) {
    if (body.shift[k].empty()) continue;
    drive.drive.push_back(body.shift[k]);
    drive.drive_rate.push_back(body.shift_rate[k]);
    drive.drive_acceleration.push_back(TimeFunction(0.0));
  }
  return drive;
}

/// Starts of steps at which functions are tried: all, or in long runs one in so many that it takes a tenth of a second.
std::vector<double> sampled_times(const Analysis& a) {
  constexpr double most_samples = 1e5;
  const double step = longest_step(a);
  const double count = std::floor(a.experiment.run->duration / step);
  const double stride = std::max(1.0, std::ceil(count / most_samples));
  std::vector<double> times;
  for (double k = 0.0; k <= count; k += stride) times.push_back(k * step);
  return times;
}

/// Which tables the functions read and where these end; empty: none.
std::string describe_ranges(std::span<const TimeFunction* const> functions) {
  std::string text;
  for (const TimeFunction* f : functions)
    if (f->inputs() != nullptr)
      for (const auto& table : f->inputs()->tables)
        if (const std::string range = describe_range(*table); text.find(range) == std::string::npos)
          text += (text.empty() ? "" : "; ") + range;
  return text;
}

std::optional<double> first_time_without_number(const TimeFunction& f, const std::vector<double>& times) {
  if (f.empty() || f.is_constant() || !f.signals().empty()) return std::nullopt;
  const auto found = std::find_if(times.begin(), times.end(), [&](double t) { return !std::isfinite(f(t)); });
  return found == times.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

void check_loads(Analysis& a) {
  if (!a.experiment.run || a.world.model.forces.empty()) return;
  const std::vector<double> times = sampled_times(a);
  for (std::size_t i = 0; i < a.world.model.forces.size(); ++i)
    for (const TimeFunction* f : laws_of(a.world.model.forces[i])) {
      const auto time = first_time_without_number(*f, times);
      if (!time) continue;
      const std::string ranges = describe_ranges(std::span(&f, 1));
      a.report.error(a.force_spans[i], "S026",
                     fmt::format("the {} '{}' is not a number at t = {}", a.world.model.forces[i].type->spec.name,
                                 a.world.model.forces[i].name, format_short(*time, a.preferred_unit(dimension::time))),
                     ranges.empty() ? "write it so that it is one over the whole run"
                                    : ranges + "; let the table reach over the whole run");
      break;
    }
}

bool check_drive(Analysis& a, const Joint& drive, std::string_view what, Span span) {
  const double step = longest_step(a);
  const auto found = a.vocabulary.checks->unresolved_drive(drive, step, a.experiment.run->duration);
  if (!found) return true;
  const auto time = [&](double value) { return format_short(value, a.preferred_unit(dimension::time)); };
  const Dimension dimension = drive.type->row_dimension[0];
  const std::string change =
      std::isfinite(found->change)
          ? fmt::format("moves by {} within", format_short(found->change, a.preferred_unit(dimension)))
          : "is not a number within";
  std::vector<const TimeFunction*> functions;
  for (const TimeFunction& f : drive.drive) functions.push_back(&f);
  const std::string ranges = std::isfinite(found->change) ? "" : describe_ranges(functions);
  a.report.error(span, "S063",
                 fmt::format("{} '{}' is faster than the steps show: it {} the step of {} at t = {}", what, drive.name,
                             change, time(step), time(found->time)),
                 !ranges.empty()     ? ranges + "; let the table reach over the whole run"
                 : found->step > 0.0 ? fmt::format("a step of {} would do", time(found->step))
                                     : "no step follows a jump; make it a smooth function");
  return false;
}

void check_shifts(Analysis& a) {
  if (!a.experiment.run) return;
  JointType type;
  type.kind = JointKind::drive;
  type.row_dimension.fill(dimension::length);
  for (std::size_t i = 0; i < a.world.model.bodies.size(); ++i) {
    const Joint drive = drive_of(a.world.model.bodies[i], type);
    if (!drive.drive.empty()) (void)check_drive(a, drive, "the shift of", a.body_notes[i].span);
  }
}

}  // namespace perpend::dsl
