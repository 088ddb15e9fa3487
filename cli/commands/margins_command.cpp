#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands/load_scene.hpp"
#include "cli/commands/study_arguments.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/provenance.hpp"
#include "reports/page/margins_page.hpp"
#include "reports/text/text.hpp"
#include "study/sweeps/margins.hpp"

namespace perpend::cli {

namespace {

/// What is named and not there; empty: nothing.
std::string find_unknown(const MarginsArguments& arguments, const Experiment& experiment) {
  for (const std::string& name : arguments.parameters) {
    const auto is_it = [&](const Parameter& parameter) { return parameter.name == name; };
    if (std::none_of(experiment.parameters.begin(), experiment.parameters.end(), is_it))
      return fmt::format("the scene has no param '{}'", name);
  }
  for (const std::string& id : arguments.claims) {
    const auto is_it = [&](const ClaimSpec& claim) { return claim.id == id; };
    if (std::none_of(experiment.claims.begin(), experiment.claims.end(), is_it))
      return fmt::format("the scene has no claim '{}'", id);
  }
  return "";
}

std::string side_text(const Parameter& parameter, const MarginSide& side) {
  if (std::isnan(side.changes)) return fmt::format("to {} at least", reports::with_unit(side.holds, parameter.unit));
  return fmt::format(
      "to {}; {} at {}", reports::with_unit(side.holds, parameter.unit),
      side.verdict.no_scene.empty() ? to_string(side.verdict.status) : "no valid scene: " + side.verdict.no_scene,
      reports::with_unit(side.changes, parameter.unit));
}

void print_margins(const SceneMargins& scene) {
  for (const ParameterMargins& one : scene.parameters)
    for (const ClaimMargin& margin : one.claims)
      print_out("{}: {}: {} under {} = {}: down {}, up {}\n", scene.file, margin.claim.id,
                to_string(margin.claim.status), one.parameter.name, one.parameter.text,
                side_text(one.parameter, margin.below), side_text(one.parameter, margin.above));
  for (const std::string& note : scene.notes) print_out("{}: {}\n", scene.file, note);
}

SceneMargins left_out(const std::string& file, const Experiment& experiment) {
  return {.file = file,
          .id = experiment.id,
          .title = experiment.title,
          .source = experiment.source,
          .parameters = {},
          .notes = {"left out here, for what its runs cost; alone: perpend margins " + reports::shell_word(file) +
                    " --out DIR"}};
}

ExitCode write_margins(const MarginsArguments& arguments, reports::MarginsPage& page) {
  Provenance provenance = reports::collect_provenance("");
  provenance.command = arguments.command_line;
  page.provenance = {{"Command", provenance.command},   {"Program", "perpend " + provenance.version},
                     {"Compiler", provenance.compiler}, {"Flags", provenance.flags},
                     {"Processor", provenance.cpu},     {"System", provenance.system},
                     {"Date", provenance.date}};
  auto error = reports::create_directory(arguments.out);
  if (!error) error = reports::write_file(arguments.out + "/margins.html", reports::margins_page(page));
  if (!error) error = reports::write_file(arguments.out + "/margins.json", reports::margins_json(page).dump(2) + "\n");
  if (error) say("error: " + error->message() + "\n");
  if (!error) print_out("{}/margins.html\n", arguments.out);
  return error ? ExitCode::internal_error : ExitCode::as_expected;
}

}  // namespace

ExitCode find_scene_margins(const MarginsArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  if (!overrides) return ExitCode::scene_error;
  ThreadBudget threads(
      std::max(1, arguments.jobs > 0 ? arguments.jobs : static_cast<int>(std::thread::hardware_concurrency())) - 1);
  reports::MarginsPage page{.scenes = {}, .span = arguments.span, .resolution = arguments.resolution, .provenance = {}};
  for (const std::string& file : arguments.files) {
    const LoadedScene scene = load_scene(file, *overrides, true);
    if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
    if (const std::string unknown = find_unknown(arguments, *scene.experiment); !unknown.empty()) {
      say(fmt::format("{}: error: {}\n", file, unknown));
      return ExitCode::scene_error;
    }
    if (std::find(arguments.left_out.begin(), arguments.left_out.end(), file) != arguments.left_out.end()) {
      page.scenes.push_back(left_out(file, *scene.experiment));
      continue;
    }
    Progress progress(file, false);
    std::mutex mutex;  // of what follows
    long num_values = 0;
    const auto guess = static_cast<long>(20 * scene.experiment->parameters.size());
    MarginOptions options{.range = {.span = arguments.span, .resolution = arguments.resolution},
                          .parameters = arguments.parameters,
                          .claims = arguments.claims,
                          .overrides = *overrides,
                          .limit = arguments.limit,
                          .threads = &threads};
    options.on_value = [&](const std::string& what) {
      const std::lock_guard lock(mutex);
      ++num_values;
      progress.update(what, num_values, std::max(guess, num_values + 1));
    };
    SceneMargins margins = find_margins(*scene.document, *scene.experiment, options);
    progress.finish();
    if (is_interrupted()) break;
    margins.file = file;
    print_margins(margins);
    page.scenes.push_back(std::move(margins));
  }
  // What is finished is written, too.
  const ExitCode code =
      arguments.out.empty() || page.scenes.empty() ? ExitCode::as_expected : write_margins(arguments, page);
  return is_interrupted() ? ExitCode::interrupted : code;
}

}  // namespace perpend::cli
