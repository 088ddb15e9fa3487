#include "study/runs/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/stability.hpp"
#include "study/vocabulary.hpp"

namespace perpend {

namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_run_points = 10000;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Queries of a fit name no method.
bool uses_only(const ClaimExpression& expression, const Names& methods) {
  const ClaimQuery& query = expression.query;
  if (expression.op == ClaimExpression::Op::query && query.fit.empty() && !contains(methods, query.method))
    return false;
  return std::all_of(expression.operands.begin(), expression.operands.end(),
                     [&](const ClaimExpression& operand) { return uses_only(operand, methods); });
}

/// Removes the selection's complement from a list of methods. True when the list named methods and none is left.
bool is_emptied(Names& listed, const Names& methods) {
  if (listed.empty()) return false;  // an empty list stands for all
  std::erase_if(listed, [&](const std::string& name) { return !contains(methods, name); });
  return listed.empty();
}

/// Erases the items that `is_dropped`; returns their names.
template <class Items, class Name, class Predicate>
Names drop(Items& items, Name name, Predicate is_dropped) {
  Names dropped;
  Items kept;
  for (auto& item : items) {
    if (is_dropped(item))
      dropped.push_back(name(item));
    else
      kept.push_back(std::move(item));
  }
  items = std::move(kept);
  return dropped;
}

void warn(const char* what, const Names& dropped, const char* why, std::vector<std::string>& warnings) {
  if (!dropped.empty()) warnings.push_back(fmt::format("{} left out, {}: {}", what, why, fmt::join(dropped, ", ")));
}

bool asks_one_of(const ClaimExpression& expression, const Names& fits) {
  return (expression.op == ClaimExpression::Op::query && contains(fits, expression.query.fit)) ||
         std::any_of(expression.operands.begin(), expression.operands.end(),
                     [&](const ClaimExpression& operand) { return asks_one_of(operand, fits); });
}

bool asks_sweeps(const ClaimExpression& expression) {
  const ClaimQuery& query = expression.query;
  return (expression.op == ClaimExpression::Op::query && (!query.sweep.empty() || !query.fit.empty())) ||
         std::any_of(expression.operands.begin(), expression.operands.end(), asks_sweeps);
}

}  // namespace

bool is_selected(const std::vector<std::string>& selection, const std::string& name) {
  return selection.empty() || std::find(selection.begin(), selection.end(), name) != selection.end();
}

std::optional<std::string> select_methods(Experiment& experiment, const Names& methods,
                                          std::vector<std::string>& warnings) {
  if (methods.empty()) return std::nullopt;
  for (const std::string& name : methods) {
    if (find_method(experiment, name) != nullptr) continue;
    Names known;
    for (const MethodSpec& method : experiment.methods) known.push_back(method.name);
    return fmt::format("no method '{}' in the scene; it has {}", name, fmt::join(known, ", "));
  }
  const auto name = [](const auto& item) { return item.name; };
  const Names sweeps =
      drop(experiment.sweeps, name, [&](SweepSpec& sweep) { return is_emptied(sweep.methods, methods); });
  const Names figures = drop(experiment.figures, name, [&](FigureSpec& figure) {
    return contains(sweeps, figure.sweep) || is_emptied(figure.methods, methods);
  });
  const Names fits = drop(experiment.fits, name, [&](const FitSpec& fit) {
    return contains(sweeps, fit.sweep) || !std::all_of(fit.data.begin(), fit.data.end(), [&](const FitDatum& datum) {
             return uses_only(datum.value, methods);
           });
  });
  const Names claims = drop(
      experiment.claims, [](const ClaimSpec& claim) { return claim.id; },
      [&](const ClaimSpec& claim) { return !uses_only(claim.value, methods) || asks_one_of(claim.value, fits); });
  constexpr const char* why = "for want of methods that were not selected";
  warn("sweeps", sweeps, why, warnings);
  warn("figures", figures, why, warnings);
  warn("fits", fits, why, warnings);
  warn("claims", claims, why, warnings);
  return std::nullopt;
}

void leave_out_sweeps(Experiment& experiment, std::vector<std::string>& warnings) {
  const Names figures = drop(
      experiment.figures, [](const FigureSpec& figure) { return figure.name; },
      [](const FigureSpec& figure) { return !figure.sweep.empty(); });
  const Names claims = drop(
      experiment.claims, [](const ClaimSpec& claim) { return claim.id; },
      [](const ClaimSpec& claim) { return asks_sweeps(claim.value); });
  const Names fits = drop(
      experiment.fits, [](const FitSpec& fit) { return fit.name; }, [](const FitSpec&) { return true; });
  constexpr const char* why = "for want of sweeps";
  warn("figures", figures, why, warnings);
  warn("fits", fits, why, warnings);
  warn("claims", claims, why, warnings);
  experiment.sweeps.clear();
}

std::size_t grid_size(const SweepSpec& sweep) {
  if (sweep.is_zipped) return sweep.axes.front().values.size();
  std::size_t size = 1;
  for (const SweepAxis& axis : sweep.axes) size *= axis.values.size();
  return size;
}

GridPoint grid_point(const SweepSpec& sweep, std::size_t index) {
  const std::size_t num_axes = sweep.axes.size();
  GridPoint point{std::vector<double>(num_axes), std::vector<dsl::Override>(num_axes)};
  for (std::size_t i = num_axes; i-- > 0;) {
    const SweepAxis& axis = sweep.axes[i];
    const std::size_t at = sweep.is_zipped ? index : index % axis.values.size();
    if (!sweep.is_zipped) index /= axis.values.size();
    point.coordinates[i] = axis.values[at];
    point.overrides[i] = {axis.key, dsl::value_text(axis, axis.values[at])};
  }
  return point;
}

std::vector<GridPoint> grid(const SweepSpec& sweep) {
  std::vector<GridPoint> points(grid_size(sweep));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = grid_point(sweep, i);
  return points;
}

std::vector<dsl::Override> merge(const std::vector<dsl::Override>& given, const std::vector<dsl::Override>& swept) {
  std::vector<dsl::Override> merged;
  for (const dsl::Override& one : given)
    if (std::none_of(swept.begin(), swept.end(), [&](const dsl::Override& other) { return other.name == one.name; }))
      merged.push_back(one);
  merged.insert(merged.end(), swept.begin(), swept.end());
  return merged;
}

std::string values_text(const std::vector<dsl::Override>& overrides) {
  std::string text;
  for (const dsl::Override& one : overrides)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", one.name, one.value_text);
  return text;
}

std::string first_error(const std::vector<dsl::Diagnostic>& diagnostics) {
  for (const dsl::Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == dsl::Diagnostic::Severity::error)
      return fmt::format("line {}: {}", diagnostic.line, diagnostic.message);
  return "";
}

std::optional<std::string> find_size_error(const Experiment& experiment) {
  for (const SweepSpec& sweep : experiment.sweeps)
    if (grid_size(sweep) > most_run_points)
      return fmt::format("sweep {} has {} points; a run keeps the results of up to {} in memory: use 'perpend study'",
                         sweep.name, grid_size(sweep), most_run_points);
  return std::nullopt;
}

std::optional<std::string> find_sweep_error(const dsl::Document& document, const Experiment& experiment,
                                            const std::vector<dsl::Override>& given,
                                            const std::vector<std::string>& methods) {
  for (const SweepSpec& sweep : experiment.sweeps) {
    const std::size_t size = grid_size(sweep);
    // Where there are more points than a run takes, the ends alone are tried.
    const std::size_t stride = size <= most_run_points ? 1 : std::max<std::size_t>(size - 1, 1);
    for (std::size_t i = 0; i < size; i += stride) {
      const GridPoint point = grid_point(sweep, i);
      const dsl::Loaded loaded =
          dsl::elaborate(document, vocabulary(), merge(given, point.overrides), methods, dsl::Extent::runs);
      if (loaded.experiment) continue;
      return fmt::format("sweep {} at {}: {}", sweep.name, values_text(point.overrides),
                         first_error(loaded.diagnostics));
    }
  }
  return std::nullopt;
}

bool is_swept(const SweepSpec& sweep, const std::string& method, const std::vector<std::string>& methods) {
  return is_selected(methods, method) && is_selected(sweep.methods, method);
}

long planned_steps(const Experiment& experiment, const MethodSpec& method) {
  const double ratio = experiment.run->duration / step_of(experiment, method).value_or(experiment.run->duration);
  // A quotient within 1e-9 of a whole number is that number: the two were given in decimal.
  return static_cast<long>(std::floor(ratio * (1.0 + 1e-9)));
}

long all_planned_steps(const Experiment& experiment, const std::vector<std::string>& methods) {
  if (!std::holds_alternative<World>(experiment.system)) return 0;
  long planned = 0;
  for (const MethodSpec& method : experiment.methods)
    if (is_selected(methods, method.name)) planned += planned_steps(experiment, method);
  for (const SweepSpec& sweep : experiment.sweeps) {
    const long num_methods =
        std::count_if(experiment.methods.begin(), experiment.methods.end(),
                      [&](const MethodSpec& method) { return is_swept(sweep, method.name, methods); });
    const std::size_t num_points = std::min(grid_size(sweep), most_run_points);
    for (std::size_t number = 0; number < num_points; ++number) {
      const GridPoint point = grid_point(sweep, number);
      const double steps = experiment.run->duration / experiment.run->step;
      double scale = 1.0;
      for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
        if (sweep.axes[i].key == "step") scale *= experiment.run->step / point.coordinates[i];
        if (sweep.axes[i].key == "duration") scale *= point.coordinates[i] / experiment.run->duration;
      }
      planned += num_methods * static_cast<long>(steps * scale);
    }
  }
  return planned;
}

double expected_work(const Experiment& experiment, const std::vector<std::string>& methods) {
  const auto* world = std::get_if<World>(&experiment.system);
  if (world == nullptr) return 0.0;
  const Model& model = world->model;
  const double unknowns = 1.0 + model.num_velocities + model.num_rows;
  const double a_step = model.contacts.enabled ? unknowns * unknowns : unknowns;
  return a_step * static_cast<double>(all_planned_steps(experiment, methods));
}

}  // namespace perpend
