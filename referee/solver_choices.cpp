#include "referee/solver_choices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/load.hpp"
#include "study/vocabulary.hpp"

namespace perpend {

namespace {

FileError error_of(const std::string& shown, std::span<const dsl::Diagnostic> diagnostics) {
  std::string message;
  for (const dsl::Diagnostic& found : diagnostics)
    if (found.severity == dsl::Diagnostic::Severity::error)
      message += fmt::format("{}{}: {}{}", message.empty() ? "" : "\n", shown, found.message,
                             found.hint.empty() ? "" : fmt::format(" ({})", found.hint));
  return {message};
}

Reading<std::vector<ChosenSolver>> read_choice(const std::string& text, const std::string& shown) {
  const dsl::LoadedSolvers loaded = dsl::parse_lcp_solvers(text, vocabulary());
  if (loaded.solvers.empty()) return error_of(shown, loaded.diagnostics);
  std::vector<ChosenSolver> chosen;
  for (const LcpSolverChoice& choice : loaded.solvers) {
    auto made = choice.type->make(choice.options);
    if (auto* solver = std::get_if<std::unique_ptr<LcpSolver>>(&made))
      chosen.push_back({choice.text, std::move(*solver)});
  }
  return chosen;
}

bool needs_options(const LcpSolverType& type) {
  const auto is_required = [](const FieldSpec& field) { return field.required; };
  return std::any_of(type.spec.arguments.begin(), type.spec.arguments.end(), is_required) ||
         std::any_of(type.spec.properties.begin(), type.spec.properties.end(), is_required);
}

}  // namespace

Reading<SolverChoices> choose_solvers(const std::vector<std::string>& texts, const std::string& option) {
  SolverChoices all;
  std::vector<std::string> wanted;
  for (const std::string& text : texts) {
    if (text != "all") {
      wanted.push_back(text);
      continue;
    }
    for (const LcpSolverType* type : lcp_solver_types()) {
      if (needs_options(*type))
        all.left_out.push_back(
            fmt::format("'all' leaves out {}: it has an option to choose, {}", type->spec.name, type->variants));
      else
        wanted.emplace_back(type->spec.name);
    }
  }
  for (const std::string& text : wanted) {
    auto read = read_choice(text, option + text);
    if (const auto* error = std::get_if<FileError>(&read)) return *error;
    auto& chosen = std::get<std::vector<ChosenSolver>>(read);
    std::move(chosen.begin(), chosen.end(), std::back_inserter(all.solvers));
  }
  return all;
}

}  // namespace perpend
