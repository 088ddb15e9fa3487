#include "cli/solver_choices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/messages.hpp"
#include "cli/vocabulary.hpp"
#include "dsl/load.hpp"

namespace perpend::cli {

namespace {

/// The shortest scene with a method that has this solver: its options then go through the rows that scenes do.
std::string scene_of(const std::string& solver) {
  return "experiment solve {\n"
         "world planar { contacts { }; particle p { mass = 1 kg } }\n"
         "run { duration = 1 s; step = 1 s }\n"
         "method plain = none { solver = " +
         solver + " }\n}\n";
}

void complain(const std::string& text, std::span<const dsl::Diagnostic> diagnostics) {
  for (const dsl::Diagnostic& found : diagnostics)
    if (found.severity == dsl::Diagnostic::Severity::error)
      say(fmt::format("error: --solver {}: {}{}\n", text, found.message,
                      found.hint.empty() ? "" : fmt::format(" ({})", found.hint)));
}

std::optional<std::vector<ChosenSolver>> read_choice(const std::string& text) {
  // What could leave the one expression: the scene around it is not the user's.
  if (text.find_first_of("{};#\n\r\"") != std::string::npos) {
    say(fmt::format("error: --solver {}: write name or name(option: value)\n", text));
    return std::nullopt;
  }
  const dsl::Parsed parsed = dsl::parse_text("--solver", scene_of(text));
  if (!parsed.document) {
    complain(text, parsed.diagnostics);
    return std::nullopt;
  }
  const dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary());
  if (!loaded.experiment || loaded.experiment->methods.size() != 1) {
    complain(text, loaded.diagnostics);
    return std::nullopt;
  }
  std::vector<ChosenSolver> chosen;
  for (const LcpSolverChoice& choice : loaded.experiment->methods.front().lcp_solvers) {
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

std::optional<std::vector<ChosenSolver>> choose_solvers(const std::vector<std::string>& texts) {
  std::vector<ChosenSolver> all;
  const auto add = [&](const std::string& text) {
    auto chosen = read_choice(text);
    if (chosen) std::move(chosen->begin(), chosen->end(), std::back_inserter(all));
    return chosen.has_value();
  };
  for (const std::string& text : texts) {
    if (text != "all") {
      if (!add(text)) return std::nullopt;
      continue;
    }
    for (const LcpSolverType* type : lcp_solver_types()) {
      if (needs_options(*type))
        say(fmt::format("note: 'all' leaves out {}: it has an option to choose, {}\n", type->spec.name,
                        type->variants));
      else if (!add(std::string(type->spec.name)))
        return std::nullopt;
    }
  }
  return all;
}

}  // namespace perpend::cli
