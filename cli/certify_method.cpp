#include "cli/certify_method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/certify_subjects.hpp"
#include "dsl/load.hpp"
#include "formats/matrix_file.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/stability.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

/// Both as a scene writes them. Where the step is what is asked for, any will do.
MethodSpec read_method(const MethodArguments& arguments) {
  const std::string step = arguments.step.empty() && arguments.limit == "step" ? "1 s" : arguments.step;
  if (arguments.stabilizer.empty() || step.empty())
    throw Refusal(fmt::format("write perpend certify {}", method_usage));
  const dsl::LoadedMethod loaded = dsl::parse_method(arguments.stabilizer, step, vocabulary());
  if (loaded.method) return *loaded.method;
  std::string why;
  for (const dsl::Diagnostic& found : loaded.diagnostics)
    if (found.severity == dsl::Diagnostic::Severity::error)
      why += fmt::format("{}{}{}", why.empty() ? "" : "; ", found.message,
                         found.hint.empty() ? "" : fmt::format(" ({})", found.hint));
  throw Refusal(fmt::format("--stabilizer {} --step {}: {}", arguments.stabilizer, arguments.step, why));
}

/// "0.01", "true", "trapezoidal": a number as the decimal that the proof takes it for.
std::string value_text(const PropertyValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  const std::string* word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : "";
}

NamedMethod named(const MethodSpec& method, const std::string& parameter) {
  NamedMethod result{std::string(method.type->spec.name), {}, "", parameter};
  for (const auto& [name, value] : method.properties.entries())
    result.options.emplace_back(std::string(name), value_text(value));
  if (parameter != "step") result.step = fmt::format("{}", *method.step);
  return result;
}

/// "/s", " m": what a scene writes after the number.
std::string unit_after_number(const MethodSpec& method, const std::string& option) {
  for (const FieldSpec& field : method.type->spec.arguments) {
    if (field.name != option) continue;
    const std::string unit = si_name(field.dimension);
    if (unit.empty()) return "";
    return unit.starts_with("1/") ? unit.substr(1) : " " + unit;
  }
  return "";
}

/// "baumgarte(alpha: 10/s) at h = 0.01 s", in SI units.
std::string words_of(const MethodSpec& method, const NamedMethod& named) {
  std::string options;
  for (const auto& [name, value] : named.options)
    options += fmt::format("{}{}: {}{}", options.empty() ? "" : ", ", name, value, unit_after_number(method, name));
  return named.name + (options.empty() ? "" : "(" + options + ")") +
         (named.step.empty() ? "" : fmt::format(" at h = {} s", named.step));
}

Statement state_limit_of(const MethodSpec& method, const std::string& parameter, const SparseRows& m,
                         const SparseRows& b, const Effort& effort) {
  const bool is_step = parameter == "step";
  const auto update = [&](double value) {
    return is_step ? method.stabilizer->linear_update() : update_with(method, parameter, value);
  };
  const auto step = [&](double value) { return is_step ? value : *method.step; };
  return state_limit(m, b, update, step, effort);
}

/// What was found decides what is claimed: a limit, that every value is stable, or that none is.
std::string claim_of_limit(const Statement& found, const std::string& parameter, const std::string& words) {
  if (found.has(FactKind::no_limit))
    return fmt::format("a step of {} is stable at every value of {}", words, parameter);
  if (found.bound(BoundKind::upper_limit) == 0.0)
    return fmt::format("a step of {} is stable at no value of {}", words, parameter);
  return fmt::format("a value of {} at which a step of {} loses its stability is enclosed, in SI units", parameter,
                     words);
}

bool has_number(const MethodSpec& method, const std::string& option) {
  const auto& entries = method.properties.entries();
  return std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
    return entry.first == option && std::holds_alternative<double>(entry.second);
  });
}

}  // namespace

StatedProblem state_method_files(const std::vector<std::string>& files, const MethodArguments& arguments,
                                 const Effort& effort) {
  const MethodSpec method = read_method(arguments);
  const SparseRows m = wanted(read_matrix(files[0])), b = wanted(read_matrix(files[1]));
  const auto update = method.stabilizer->linear_update();
  if (!update) throw Refusal(arguments.stabilizer + " has no linear update, and its stability no certificate");
  const std::string& parameter = arguments.limit;
  if (!parameter.empty() && parameter != "step" && !has_number(method, parameter))
    throw Refusal(fmt::format("--limit {0}: give {0} a number to start from in --stabilizer", parameter));
  StatedProblem stated;
  stated.data.matrices = {{"M", m}, {"B", b}};
  stated.data.method = named(method, parameter);
  const std::string words = words_of(method, *stated.data.method);
  if (parameter.empty()) {
    stated.data.update = update;
    stated.data.step = *method.step;
    stated.statement = state_method(m, b, *update, *method.step, effort);
    stated.statement.claim = fmt::format("no eigenvalue of a step of {} lies outside the unit circle", words);
  } else {
    stated.statement = state_limit_of(method, parameter, m, b, effort);
    stated.statement.claim = claim_of_limit(stated.statement, parameter, words);
  }
  return stated;
}

}  // namespace perpend::cli
