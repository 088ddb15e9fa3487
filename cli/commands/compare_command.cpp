#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <variant>

#include "cli/commands/result_commands.hpp"
#include "cli/process.hpp"
#include "dsl/load.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/result_files.hpp"
#include "reports/results/difference_report.hpp"
#include "reports/results/results_reader.hpp"
#include "reports/results/series_archive.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;
using reports::ReadError;

ExitCode refuse(const std::string& message) {
  say("error: " + message + "\n");
  return ExitCode::scene_error;
}

struct GivenTolerance {
  reports::Tolerance tolerance{};
  std::optional<Dimension> dimension{};  ///< of an amount
  std::string text{};                    ///< as given
};

/// What the command line says.
struct GivenTolerances {
  reports::Tolerance usual{};
  std::map<std::string, GivenTolerance> of_measure{};

  [[nodiscard]] reports::Tolerances tolerances() const {
    reports::Tolerances all{.usual = usual};
    for (const auto& [name, given] : of_measure) all.of_measure[name] = given.tolerance;
    return all;
  }
};

/// "1e-6" is a share, "1 um" an amount.
std::optional<GivenTolerance> read_tolerance(std::string_view text) {
  double value = 0.0;
  const auto [rest, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong != std::errc() || !(value >= 0.0)) return std::nullopt;
  std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  while (unit.starts_with(' ')) unit.remove_prefix(1);
  while (unit.ends_with(' ')) unit.remove_suffix(1);
  if (unit.empty()) return GivenTolerance{.tolerance = {.relative = value}};
  for (const dsl::UnitRow& row : dsl::unit_table())
    if (row.unit.name == unit)
      return GivenTolerance{.tolerance = {.relative = 0.0, .amount = value * row.unit.factor},
                            .dimension = row.unit.dimension};
  return std::nullopt;
}

/// Nothing, and a message, for a text that is no tolerance.
std::optional<GivenTolerances> read_tolerances(const std::vector<std::string>& texts) {
  GivenTolerances tolerances;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    std::string_view value = std::string_view(text).substr(equals == std::string::npos ? 0 : equals + 1);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    auto tolerance = read_tolerance(value);
    const bool is_amount_for_all = equals == std::string::npos && tolerance && tolerance->dimension;
    if (!tolerance || is_amount_for_all) {
      static_cast<void>(refuse(fmt::format(
          "--tolerance \"{}\": neither a share such as 1e-6 nor \"measure = 1e-6\" or \"measure = 1 um\"", text)));
      return std::nullopt;
    }
    if (equals == std::string::npos) {
      tolerances.usual = tolerance->tolerance;
      continue;
    }
    tolerance->text = text;
    const std::string name = text.substr(0, equals);
    tolerances.of_measure[name.substr(0, name.find_last_not_of(' ') + 1)] = *std::move(tolerance);
  }
  return tolerances;
}

/// The units of all measures of the results, by their names.
class KnownMeasures {
 public:
  void add(const ExperimentRecord& record) {
    add(record.runs);
    for (const SweepRecord& sweep : record.sweeps)
      for (const SweepPoint& point : sweep.points) add(point.runs);
  }

  /// What is wrong with a tolerance for one of them.
  [[nodiscard]] std::optional<std::string> objection(const GivenTolerances& given) const {
    for (const auto& [name, one] : given.of_measure) {
      const auto range = units_.equal_range(name);
      if (range.first == range.second)
        return fmt::format("--tolerance \"{}\": neither of the results has a measure '{}'; they have {}", one.text,
                           name, names());
      const bool fits =
          !one.dimension || std::any_of(range.first, range.second, [&dimension = one.dimension](const auto& known) {
            return known.second.dimension == *dimension;
          });
      if (!fits)
        return fmt::format("--tolerance \"{}\": measure '{}' {}", one.text, name,
                           range.first->second.name.empty() ? "has no unit" : "is in " + range.first->second.name);
    }
    return std::nullopt;
  }

 private:
  void add(const std::vector<MethodRun>& runs) {
    for (const MethodRun& run : runs)
      for (const MeasureRecord& measure : run.measures) {
        const auto range = units_.equal_range(measure.name);
        const bool is_known = std::any_of(range.first, range.second, [&](const auto& known) {
          return known.second.dimension == measure.unit.dimension;
        });
        if (!is_known) units_.emplace(measure.name, measure.unit);
      }
  }
  [[nodiscard]] std::string names() const {
    std::string text;
    for (auto one = units_.begin(); one != units_.end(); one = units_.upper_bound(one->first))
      text += (text.empty() ? "" : ", ") + one->first;
    return text.empty() ? "none" : text;
  }

  std::multimap<std::string, Unit> units_;
};

std::string path_below(const std::string& folder, const std::string& scene) {
  return scene.empty() ? folder : (fs::path(folder) / scene).string();
}

using Compared = std::variant<reports::FolderComparison, std::string>;

/// The scenes of two folders, side by side, or why they cannot be compared.
Compared compare_folders(const std::string& before, const std::string& after, const GivenTolerances& given) {
  const auto scenes_before = reports::find_results(before), scenes_after = reports::find_results(after);
  for (const auto* scenes : {&scenes_before, &scenes_after})
    if (const auto* error = std::get_if<ReadError>(scenes)) return error->message();
  const auto& first = std::get<std::vector<std::string>>(scenes_before);
  const auto& second = std::get<std::vector<std::string>>(scenes_after);
  reports::FolderComparison comparison{.before = before, .after = after, .scenes = {}};
  const reports::Tolerances tolerances = given.tolerances();
  KnownMeasures known;
  std::vector<std::string> scenes;
  std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(scenes));
  for (const std::string& scene : scenes) {
    const bool is_before = std::binary_search(first.begin(), first.end(), scene);
    const bool is_after = std::binary_search(second.begin(), second.end(), scene);
    if (!is_before || !is_after) {
      reports::Difference difference{.name = scene.empty() ? "." : scene};
      difference.changes.push_back({.kind = reports::ChangeKind::missing,
                                    .where = "results",
                                    .what = "scene",
                                    .before = is_before ? "there" : "none",
                                    .after = is_after ? "there" : "none"});
      comparison.scenes.push_back(std::move(difference));
      const auto alone = reports::read_results(path_below(is_before ? before : after, scene));
      if (const auto* record = std::get_if<ExperimentRecord>(&alone)) known.add(*record);
      continue;
    }
    auto read_before = reports::read_results(path_below(before, scene));
    auto read_after = reports::read_results(path_below(after, scene));
    for (const auto* read : {&read_before, &read_after})
      if (const auto* error = std::get_if<ReadError>(read)) return error->message();
    auto& a = std::get<ExperimentRecord>(read_before);
    auto& b = std::get<ExperimentRecord>(read_after);
    if (auto error = reports::read_series(path_below(before, scene), a)) return error->message();
    if (auto error = reports::read_series(path_below(after, scene), b)) return error->message();
    known.add(a);
    known.add(b);
    comparison.scenes.push_back(reports::find_difference(reports::findings_of(a), reports::findings_of(b), tolerances));
    reports::add_partings(reports::find_partings(a, b, tolerances), comparison.scenes.back());
    if (!scene.empty()) comparison.scenes.back().name = scene;
  }
  if (auto objection = known.objection(given)) return *std::move(objection);
  return comparison;
}

ExitCode show(const reports::FolderComparison& comparison, const CompareOutput& output) {
  print_out("{}",
            output.format == "json" ? reports::comparison_json(comparison) : reports::comparison_text(comparison));
  if (!output.report.empty()) {
    if (const auto error = reports::write_file(output.report, reports::comparison_page(comparison))) {
      print_errors({*error});
      return ExitCode::internal_error;
    }
    if (output.opens) open_page(output.report);
  }
  return comparison.is_changed() ? ExitCode::unexpected : ExitCode::as_expected;
}

/// A folder that goes with its owner.
class Scratch {
 public:
  Scratch() {
    std::string form = (fs::temp_directory_path() / "perpend-XXXXXX").string();
    if (::mkdtemp(form.data()) != nullptr) path_ = form;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Why what is there cannot be run again; empty: it can.
std::string reproduction_trouble(const std::string& folder, const ExperimentRecord& record) {
  if (record.stopped_by != StopReason::none) return folder + ": of a run that was broken off; run its scene again";
  if (record.scene_files.empty())
    return folder +
           ": results without their scene, as programs before version 3 of the format wrote them; run the "
           "scene again";
  for (const SceneFile& file : record.scene_files) {
    const fs::path path = fs::path(file.path).lexically_normal();
    if (path.is_absolute() || path.begin() == path.end() || *path.begin() == "..")
      return fmt::format("{}: names a file of the scene outside of it, '{}'", folder, file.path);
  }
  if (const auto file = reports::missing_input(folder, record))
    return fmt::format("{}: {}/{} is missing, a file of the scene", folder, reports::inputs_folder_name, *file);
  return "";
}

RunArguments arguments_of(const std::string& folder, const ExperimentRecord& record, const std::string& out, int jobs) {
  RunArguments run;
  run.files = {(fs::path(folder) / reports::inputs_folder_name / record.scene_files.front().path).string()};
  run.out = out;
  run.set = record.inputs.set;
  run.methods = record.inputs.methods;
  run.certificate_data = record.inputs.certificates;
  run.series = record.inputs.has_sweep_series;
  run.states = record.inputs.has_states;
  run.has_sweeps = record.inputs.has_sweeps;
  run.quiet = true;
  run.jobs = jobs;
  run.cache.is_off = true;  // what is found was not made again
  return run;
}

}  // namespace

ExitCode compare_results(const CompareArguments& arguments) {
  const auto tolerances = read_tolerances(arguments.output.tolerances);
  if (!tolerances) return ExitCode::scene_error;
  const auto comparison = compare_folders(arguments.before, arguments.after, *tolerances);
  if (const auto* error = std::get_if<std::string>(&comparison)) return refuse(*error);
  return show(std::get<reports::FolderComparison>(comparison), arguments.output);
}

ExitCode reproduce_results(const ReproduceArguments& arguments) {
  const auto tolerances = read_tolerances(arguments.output.tolerances);
  if (!tolerances) return ExitCode::scene_error;
  const auto scenes = reports::find_results(arguments.results);
  if (const auto* error = std::get_if<ReadError>(&scenes)) return refuse(error->message());
  std::vector<RunArguments> runs;
  KnownMeasures known;
  const Scratch scratch;
  const std::string out = arguments.out.empty() ? scratch.path() : arguments.out;
  if (out.empty()) return refuse("no folder for temporary files can be made; name one by --out");
  std::error_code error;
  if (fs::equivalent(out, arguments.results, error))
    return refuse(fmt::format("--out {}: the new results would replace those that they are compared with", out));
  for (const std::string& scene : std::get<std::vector<std::string>>(scenes)) {
    const std::string folder = path_below(arguments.results, scene);
    const auto read = reports::read_results(folder);
    if (const auto* unread = std::get_if<ReadError>(&read)) return refuse(unread->message());
    const auto& record = std::get<ExperimentRecord>(read);
    if (const std::string trouble = reproduction_trouble(folder, record); !trouble.empty()) return refuse(trouble);
    known.add(record);
    runs.push_back(arguments_of(folder, record, path_below(out, scene), arguments.jobs));
  }
  if (const auto objection = known.objection(*tolerances)) return refuse(*objection);
  for (const RunArguments& run : runs) {
    const ExitCode code = run_scenes(run);
    if (code == ExitCode::interrupted || code == ExitCode::scene_error || code == ExitCode::internal_error) return code;
  }
  const auto comparison = compare_folders(arguments.results, out, *tolerances);
  if (const auto* unread = std::get_if<std::string>(&comparison)) return refuse(*unread);
  auto shown = std::get<reports::FolderComparison>(comparison);
  if (arguments.out.empty()) shown.after = "run again";
  return show(shown, arguments.output);
}

}  // namespace perpend::cli
