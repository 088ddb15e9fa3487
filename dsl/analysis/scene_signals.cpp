#include "dsl/analysis/scene_signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/analysis/part_names.hpp"
#include "dsl/analysis/signals.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

/// `reduction(signal)` of a signal with a component for each row, or max_abs of any: vectors have functions for the
/// rest.
bool SceneSignals::is_reduced(const Expression& e) const {
  const auto rows = reductions();
  const bool is_reduction =
      std::any_of(rows.begin(), rows.end(), [&](const ReductionName& row) { return row.name == a_.text(e.name); });
  if (!is_reduction || e.operands.size() != 1) return false;
  const Expression& operand = *e.operands[0];
  if (operand.kind != ExpressionKind::name && operand.kind != ExpressionKind::call) return false;
  const SignalType* signal = find_signal(a_, a_.text(operand.name));
  if (signal == nullptr) return false;
  return signal->num_components == 0 || (a_.text(e.name) == "max_abs" && !is_measure(a_, operand));
}

bool SceneSignals::is_signal(const Expression& e) const {
  const bool is_indexed = e.kind == ExpressionKind::index;
  if (!is_indexed && find_signal(a_, a_.text(e.name)) != nullptr) return true;
  if (e.kind == ExpressionKind::call) return is_reduced(e);
  const Symbol base = is_indexed ? e.operands[0]->name : e.name;
  const auto num_indices = a_.measures.num_indices(a_.text(base));
  return num_indices.has_value() && (*num_indices > 0) == is_indexed;
}

std::optional<Value> SceneSignals::read(const Expression& e, const Evaluator& evaluator) const {
  const Walker::ReadingFor its_names(a_.walker, evaluator);
  const bool has_name = e.kind == ExpressionKind::name;
  if (e.kind == ExpressionKind::index || is_measure(a_, e) ||
      (has_name && find_signal(a_, a_.text(e.name)) == nullptr)) {
    const auto index = resolve(a_, a_.measures, e, "measure", false);
    return index ? std::optional(a_.measure_values[static_cast<std::size_t>(*index)]) : std::nullopt;
  }
  MeasureSpec reading;
  reading.text = a_.evaluator().source(e);
  const Expression* signal = read_reduction(a_, e, reading);
  if (signal == nullptr || !read_signal(a_, *signal, reading)) return std::nullopt;
  reading.dimension = dimension_of(a_.world.model, reading);
  const int count = reading.reduction == Reduction::none ? num_components(a_, *reading.signal) : 1;
  if (count == 0) {
    a_.report.error(
        e.span, "S051",
        fmt::format("'{}' has one component a row, and an expression needs a number", reading.signal->spec.name),
        fmt::format("write max_abs({}) or norm({})", reading.text, reading.text));
    return std::nullopt;
  }
  std::vector<MeasureSpec> components(static_cast<std::size_t>(count), reading);
  constexpr std::array<Reduction, 3> each{Reduction::x, Reduction::y, Reduction::z};
  for (std::size_t i = 0; i < components.size(); ++i) {
    components[i].state.component = static_cast<int>(i);
    if (count > 1) components[i].reduction = each[i];
  }
  return signal_value(std::move(components), count > 1, reading.dimension);
}

std::optional<SignalReader::Elsewhere> SceneSignals::elsewhere(const Expression& e) const {
  if (auto misused = thing_as_value(a_, e)) return misused;
  return misplaced_measure(a_, e.name);
}

SignalReader::Elsewhere SceneSignals::explain_member(const std::string& written) const {
  if (auto fault = fault_of_member(a_, written)) return {fault->message, fault->hint, fault->code};
  const std::string last = written.substr(written.rfind('.') + 1);
  for (const auto& [table, what] : {std::pair(&a_.bodies, "body"), std::pair(&a_.joints, "joint"),
                                    std::pair(&a_.forces, "force"), std::pair(&a_.contacts, "contact")})
    if (!find_declared(a_, *table, written).empty())
      return {fmt::format("'{}' is a {}, and a value is needed", written, what),
              "signals of it are values; perpend list signals prints them", "S021"};
  return {fmt::format("'{}' has no value here", written),
          fmt::format("of a part's let values those are seen that it exports: export = [..., {}]", last), "S021"};
}

std::vector<std::string_view> SceneSignals::names() const {
  std::vector<std::string_view> names = a_.measures.base_names();
  for (const SignalType& row : a_.vocabulary.signals) names.push_back(row.spec.name);
  return names;
}

}  // namespace perpend::dsl
