#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>
#include <variant>

#include "cli/commands/load_scene.hpp"
#include "cli/commands/result_commands.hpp"
#include "cli/process.hpp"
#include "reports/figures/figures.hpp"
#include "reports/files/result_files.hpp"
#include "reports/results/results_reader.hpp"
#include "reports/results/series_archive.hpp"
#include "reports/text/latex.hpp"
#include "study/execute.hpp"
#include "study/runs/run_plan.hpp"
#include "study/side_by_side.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

/// A record as it was drawn: what results.json and series.npz have, and what the scene in inputs/ says of figures.
std::variant<ExperimentRecord, std::string> read_whole_record(const std::string& folder) {
  auto read = reports::read_results(folder);
  if (const auto* error = std::get_if<reports::ReadError>(&read)) return error->message();
  auto& record = std::get<ExperimentRecord>(read);
  if (record.scene_files.empty())
    return folder + ": results without their scene, which says what figures show; run the scene again";
  const std::string file = (fs::path(folder) / reports::inputs_folder_name / record.scene_files.front().path).string();
  const auto overrides = read_overrides(record.inputs.set);
  if (!overrides) return folder + ": values that were set cannot be read";
  LoadedScene scene = load_scene(file, *overrides, true, record.inputs.methods);
  if (!scene.experiment) return file + ": not the scene of these results any more; run it again";
  if (const auto error = select_methods(*scene.experiment, record.inputs.methods, scene.warnings)) return *error;
  describe_scene(*scene.experiment, record);
  for (MethodRun& run : record.runs)
    for (const MethodSpec& method : scene.experiment->methods)
      if (method.name == run.method) run.label = method.label;
  for (SweepRecord& sweep : record.sweeps)
    for (const SweepSpec& spec : scene.experiment->sweeps)
      if (spec.name == sweep.spec.name) sweep.spec = spec;
  const std::string series = (fs::path(folder) / reports::series_file_name).string();
  if (!fs::exists(series)) return series + ": missing, and figures are drawn from its rows; run the scene again";
  if (const auto error = reports::read_series(folder, record)) return error->message();
  return std::move(record);
}

/// What the papers of the methods are called, too.
std::set<std::string> keys_of(const ExperimentRecord& record) {
  std::set<std::string> keys = reports::cited_keys(record);
  for (const MethodRun& run : record.runs)
    for (const StabilizerType& type : vocabulary().stabilizers) {
      if (type.spec.name != run.stabilizer) continue;
      std::string_view citations = type.spec.citation;
      while (!citations.empty()) {
        const std::size_t comma = std::min(citations.find(", "), citations.size());
        keys.emplace(citations.substr(0, comma));
        citations.remove_prefix(std::min(comma + 2, citations.size()));
      }
    }
  return keys;
}

ExitCode draw_scene(const ExperimentRecord& record, const FiguresArguments& arguments, const std::string& folder) {
  const std::size_t jobs =
      arguments.jobs > 0 ? static_cast<std::size_t>(arguments.jobs) : std::thread::hardware_concurrency();
  ThreadBudget threads(jobs > 1 ? static_cast<int>(jobs) - 1 : 0);
  reports::PrintOptions options{.style = *reports::find_figure_style(arguments.style),
                                .format = arguments.format,
                                .figures = arguments.figures,
                                .keeps_existing = !arguments.is_forced,
                                .side_by_side = [&](std::size_t count, const std::function<void(std::size_t)>& task) {
                                  run_side_by_side(count, &threads, task);
                                }};
  const reports::FiguresResult result = reports::print_figures(record, folder, options);
  std::vector<reports::WriteError> errors = result.errors;
  const std::pair<const char*, std::string> texts[] = {{"measures.tex", reports::measures_latex(record)},
                                                       {"claims.tex", reports::claims_latex(record)},
                                                       {"references.bib", reports::bibliography(keys_of(record))}};
  for (const auto& [name, text] : texts)
    if (const auto error = reports::write_file(folder + "/" + name, text)) errors.push_back(*error);
  for (const std::string& warning : result.warnings) say("warning: " + warning + "\n");
  for (const UndrawnFigure& undrawn : result.undrawn)
    say(fmt::format("error: figure {}: {}\n", undrawn.figure, undrawn.reason));
  print_errors(errors);
  for (const std::string& name : result.names) print_out("{}/{}.{}\n", folder, name, arguments.format);
  print_out("{}: {} drawn, measures.tex, claims.tex, references.bib\n", folder, result.names.size());
  return errors.empty() && result.undrawn.empty() ? ExitCode::as_expected : ExitCode::internal_error;
}

}  // namespace

ExitCode draw_figures(const FiguresArguments& arguments) {
  const auto scenes = reports::find_results(arguments.results);
  if (const auto* error = std::get_if<reports::ReadError>(&scenes)) {
    say("error: " + error->message() + "\n");
    return ExitCode::scene_error;
  }
  ExitCode code = ExitCode::as_expected;
  for (const std::string& scene : std::get<std::vector<std::string>>(scenes)) {
    const std::string results = (fs::path(arguments.results) / scene).lexically_normal().string();
    const auto record = read_whole_record(results);
    if (const auto* why = std::get_if<std::string>(&record)) {
      say("error: " + *why + "\n");
      return ExitCode::scene_error;
    }
    const std::string folder =
        arguments.out.empty()
            ? (fs::path(results) / (arguments.style == "default" ? "figures" : "figures-" + arguments.style)).string()
            : (fs::path(arguments.out) / scene).lexically_normal().string();
    code = worst(code, draw_scene(std::get<ExperimentRecord>(record), arguments, folder));
  }
  return code;
}

}  // namespace perpend::cli
