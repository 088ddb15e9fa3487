#include "batch/scenes/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "batch/scenes/cached_runs.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/files/certificate_stream.hpp"
#include "reports/files/digest.hpp"
#include "reports/files/folder_lock.hpp"
#include "reports/files/result_files.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"
#include "study/execute.hpp"
#include "study/runs/contact_recorder.hpp"

namespace perpend::batch {

namespace {

/// Pictures of figures in a cache, by what gnuplot is told and by which gnuplot draws.
class ScenePictures final : public reports::EarlierPictures {
 public:
  /// The cache outlives it.
  explicit ScenePictures(LenientCache& cache) : cache_(cache) {}

  [[nodiscard]] std::optional<std::string> find(std::string_view script) override;
  void add(std::string_view script, std::string_view picture) override;

 private:
  [[nodiscard]] std::optional<std::string> key(std::string_view script);

  LenientCache& cache_;
};

std::optional<std::string> ScenePictures::find(std::string_view script) {
  const auto hash = key(script);
  return hash ? cache_.find_picture(*hash) : std::nullopt;
}

void ScenePictures::add(std::string_view script, std::string_view picture) {
  if (const auto hash = key(script)) cache_.add_picture(*hash, picture);
}

std::optional<std::string> ScenePictures::key(std::string_view script) {
  if (!cache_.is_there()) return std::nullopt;
  static const std::string gnuplot = reports::gnuplot_version();
  if (gnuplot.empty()) return std::nullopt;
  return reports::sha256_hex("picture by " + gnuplot + '\n' + std::string(script));
}

SceneEnd judge(const ExperimentRecord& record) {
  const auto stopped = [](const std::vector<MethodRun>& runs) {
    return std::any_of(runs.begin(), runs.end(), [](const MethodRun& run) { return !run.as_expected; });
  };
  const auto has_stop = [&](const SweepRecord& sweep) {
    return std::any_of(sweep.points.begin(), sweep.points.end(),
                       [&](const SweepPoint& point) { return stopped(point.runs); });
  };
  if (record.stopped_by != StopReason::none || stopped(record.runs) ||
      std::any_of(record.sweeps.begin(), record.sweeps.end(), has_stop))
    return SceneEnd::not_completed;
  return reports::unexpected_results(record).empty() ? SceneEnd::as_expected : SceneEnd::unexpected;
}

std::string stamp_of(const SceneSettings& settings, const dsl::Document& document) {
  std::vector<std::string> options{"certificates " + settings.inputs.certificates};
  for (const std::string& one : settings.inputs.set) options.push_back("set " + one);
  for (const std::string& one : settings.inputs.methods) options.push_back("method " + one);
  if (!settings.inputs.has_sweeps) options.push_back("no sweeps");
  if (settings.inputs.has_sweep_series) options.push_back("series");
  if (settings.inputs.has_states) options.push_back("states");
  if (!settings.has_csv) options.push_back("no csv");
  return reports::stamp_key(dsl::all_text(document), options);
}

/// What gives the results of this scene alone, whatever else ran with it.
std::string command_of(const SceneSettings& settings, const std::string& file) {
  const RunInputs& inputs = settings.inputs;
  std::string command = "perpend run " + reports::shell_word(file);
  if (!settings.folder.empty()) command += " --out " + reports::shell_word(settings.folder);
  for (const std::string& one : inputs.set) command += " --set " + reports::shell_word(one);
  if (!inputs.methods.empty())
    command += " --methods " + reports::shell_word(fmt::format("{}", fmt::join(inputs.methods, ",")));
  if (inputs.certificates != RunInputs{}.certificates)
    command += " --certificate-data " + reports::shell_word(inputs.certificates);
  if (!inputs.has_sweeps) command += " --no-sweeps";
  if (inputs.has_sweep_series) command += " --series";
  if (inputs.has_states) command += " --states";
  if (!settings.has_csv) command += " --no-csv";
  return command;
}

/// Returns the files of figures and of the scene.
std::vector<std::string> write_results(const std::string& folder, bool has_csv, reports::CertificateStream& stream,
                                       LenientCache& cache, ThreadBudget& threads, const reports::PageLinks& links,
                                       SceneOutcome& outcome) {
  std::vector<std::string> written;
  ScenePictures pictures(cache);
  const auto side_by_side = [&](std::size_t count, const std::function<void(std::size_t)>& task) {
    run_side_by_side(count, &threads, task);
  };
  if (const auto error = stream.commit()) outcome.unwritten.push_back(*error);
  for (const reports::WriteError& error : reports::write_all(*outcome.record, folder,
                                                             {.csv = has_csv,
                                                             .pictures = &pictures,
                                                             .side_by_side = side_by_side,
                                                             .undrawn = &outcome.record->undrawn,
                                                             .written = &written,
                                                             .links = links}))
    outcome.unwritten.push_back(error);
  return written;
}

void write_complete(const SceneSettings& settings, const std::string& stamp, reports::CertificateStream& stream,
                    LenientCache& cache, ThreadBudget& threads, SceneOutcome& outcome) {
  reports::remove_results(settings.folder);
  reports::remove_incomplete(settings.folder);
  const std::vector<std::string> written =
      write_results(settings.folder, settings.has_csv, stream, cache, threads, settings.links, outcome);
  // Without all figures it would keep a later run from drawing them.
  if (outcome.unwritten.empty() && outcome.record->undrawn.empty())
    if (const auto error = reports::write_stamp(settings.folder, stamp, static_cast<int>(outcome.end), written))
      outcome.unwritten.push_back(*error);
}

/// In a folder of its own: the results of an earlier run that came to its end stay.
void write_incomplete(const SceneSettings& settings, reports::CertificateStream& stream, LenientCache& cache,
                      ThreadBudget& threads, SceneOutcome& outcome) {
  reports::remove_incomplete(settings.folder);
  const std::string place = reports::incomplete_folder(settings.folder);
  if (const auto error = reports::create_directory(place)) {
    outcome.unwritten.push_back(*error);
    return;
  }
  stream.move_to(place + "/" + reports::certificate_file_name);
  const std::vector<std::string> written = write_results(place, settings.has_csv, stream, cache, threads, {}, outcome);
  // So that the next run knows what it may take away.
  if (const auto error = reports::write_stamp(place, reports::no_key, static_cast<int>(outcome.end), written))
    outcome.unwritten.push_back(*error);
  outcome.place = place;
}

}  // namespace

SceneOutcome run_scene(const dsl::Document& document, const Experiment& experiment,
                       const std::vector<std::string>& warnings, const std::string& file, const SceneSettings& settings,
                       LenientCache& cache, ThreadBudget& threads) {
  const auto start = std::chrono::steady_clock::now();
  SceneOutcome outcome;
  const auto cannot_write = [&](const reports::WriteError& error) {
    outcome.unwritten.push_back(error);
    outcome.end = SceneEnd::not_written;
    return outcome;
  };
  const std::string stamp = settings.folder.empty() ? "" : stamp_of(settings, document);
  if (settings.keeps_unchanged && !settings.folder.empty() && settings.lcps.empty()) {
    if (const auto verdict = reports::find_unchanged(settings.folder, stamp)) {
      outcome.end = static_cast<SceneEnd>(*verdict);
      outcome.is_kept = true;
      return outcome;
    }
  }
  std::optional<reports::FolderLock> lock;
  std::optional<reports::CertificateStream> stream;
  if (!settings.folder.empty()) {
    if (const auto error = reports::create_directory(settings.folder)) return cannot_write(*error);
    lock.emplace(settings.folder);
    if (!lock->is_held()) {
      outcome.trouble = lock->trouble();
      outcome.end = SceneEnd::not_written;
      return outcome;
    }
    stream.emplace(settings.folder + "/" + reports::certificate_file_name, settings.certificates.most_bytes);
    write_header(document, experiment, *stream);
    if (stream->error()) return cannot_write(*stream->error());
  }
  std::optional<LcpExport> lcps;
  if (!settings.lcps.empty()) lcps.emplace(settings.lcps, experiment.id, settings.lcp_every);
  SceneRuns earlier(document, experiment.id, settings.overrides, cache);
  outcome.record = execute(document, experiment,
                           {.methods = settings.methods,
                            .overrides = settings.overrides,
                            .stream = stream ? &*stream : nullptr,
                            .data = settings.certificates.amount,
                            .lcps = lcps ? &*lcps : nullptr,
                            .keeps_states = settings.inputs.has_states,
                            .keeps_sweep_series = settings.inputs.has_sweep_series,
                            .earlier = cache.is_there() ? &earlier : nullptr,
                            .limit = settings.limit,
                            .progress = settings.on_progress,
                            .threads = &threads});
  ExperimentRecord& record = *outcome.record;
  record.warnings.insert(record.warnings.begin(), warnings.begin(), warnings.end());
  add_source(document, file, record);
  record.inputs = settings.inputs;
  record.provenance.command = command_of(settings, file);
  record.provenance.commit = settings.commit;
  record.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.end = judge(record);
  if (stream && record.stopped_by == StopReason::none)
    write_complete(settings, stamp, *stream, cache, threads, outcome);
  else if (stream)
    write_incomplete(settings, *stream, cache, threads, outcome);
  if (lcps && lcps->error()) outcome.unwritten.push_back(*lcps->error());
  if (!outcome.unwritten.empty()) outcome.end = SceneEnd::not_written;
  return outcome;
}

}  // namespace perpend::batch
