#include "perpend/study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>

#include "api/errors.hpp"
#include "api/scene_parts.hpp"
#include "kernel/model/stop.hpp"
#include "perpend/report.hpp"
#include "reports/files/result_files.hpp"
#include "study/execute.hpp"
#include "study/runs/run_plan.hpp"

namespace perpend {

namespace {

Error file_error(const reports::WriteError& error) {
  return {ErrorKind::file, error.message()};
}

/// "there is no method 'x'; there are a, b".
template <class Rows, class Name>
Error no_such(const char* what, const std::string& name, const Rows& rows, const Name& name_of) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(name_of(row));
  return {ErrorKind::argument,
          names.empty() ? fmt::format("there is no {} '{}', and none at all", what, name)
                        : fmt::format("there is no {} '{}'; there are {}", what, name, fmt::join(names, ", "))};
}

std::optional<Error> find_option_error(const StudyOptions& options) {
  if (options.limit && !(std::isfinite(*options.limit) && *options.limit > 0.0))
    return Error{ErrorKind::argument, fmt::format("a limit of {} s: a time above 0 is needed", *options.limit)};
  if (options.threads < 1)
    return Error{ErrorKind::argument, fmt::format("{} threads: at least 1 is needed", options.threads)};
  if (!read_data_choice(options.certificate_data))
    return Error{ErrorKind::argument,
                 fmt::format("certificate_data = '{}': write first, sample, full or a size such as 100 MB",
                             options.certificate_data)};
  return std::nullopt;
}

std::vector<std::string> lines_of(const std::vector<Diagnostic>& warnings) {
  std::vector<std::string> lines;
  for (const Diagnostic& one : warnings)
    lines.push_back(one.line == 0 ? one.message : fmt::format("line {}: {}", one.line, one.message));
  return lines;
}

/// The file of certificates while the study runs.
class CertificateFile {
 public:
  [[nodiscard]] std::optional<reports::WriteError> open(const Scene::Parts& scene, const StudyOptions& options) {
    if (options.certificates.empty()) return std::nullopt;
    if (auto error = reports::create_directory(options.certificates)) return error;
    stream_.emplace(options.certificates + "/" + reports::certificate_file_name,
                    read_data_choice(options.certificate_data)->most_bytes);
    write_header(*scene.document, scene.experiment, *stream_);
    return stream_->error();
  }
  [[nodiscard]] reports::CertificateStream* stream() { return stream_ ? &*stream_ : nullptr; }
  [[nodiscard]] std::optional<reports::WriteError> close(const ExperimentRecord& record) {
    if (!stream_ || record.stopped_by != StopReason::none) return std::nullopt;
    return stream_->commit();
  }

 private:
  std::optional<reports::CertificateStream> stream_;
};

Result<ExperimentRecord> run_scene(const Scene::Parts& scene, const StudyOptions& options) {
  if (const auto error = find_option_error(options)) return *error;
  const auto start = std::chrono::steady_clock::now();
  const StopScope scope(std::nullopt, options.stop);
  const std::vector<std::string>& methods = options.methods.empty() ? scene.methods : options.methods;
  Experiment experiment = scene.experiment;
  std::vector<std::string> warnings = lines_of(scene.warnings);
  if (const auto error = select_methods(experiment, methods, warnings)) return Error{ErrorKind::argument, *error};
  if (const auto error = find_size_error(experiment)) return Error{ErrorKind::argument, *error};
  if (const auto error = find_sweep_error(*scene.document, experiment, scene.overrides, methods))
    return Error{ErrorKind::scene, *error};
  CertificateFile certificates;
  if (const auto error = certificates.open(scene, options)) return file_error(*error);
  ThreadBudget threads(options.threads - 1);
  ExperimentRecord record = execute(*scene.document, experiment,
                                    {.methods = methods,
                                     .overrides = scene.overrides,
                                     .stream = certificates.stream(),
                                     .data = read_data_choice(options.certificate_data)->amount,
                                     .lcps = nullptr,
                                     .limit = options.limit,
                                     .progress = options.progress,
                                     .threads = &threads});
  record.warnings.insert(record.warnings.begin(), warnings.begin(), warnings.end());
  add_source(*scene.document, scene.file, record);
  record.provenance.command = "perpend::run";
  record.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (const auto error = certificates.close(record)) return file_error(*error);
  return record;
}

}  // namespace

Result<Study> run(const Scene& scene, const StudyOptions& options) {
  return guarded(kind_of_exception(options.progress != nullptr), [&]() -> Result<Study> {
    Result<ExperimentRecord> record = run_scene(scene.parts(), options);
    if (!record) return record.error();
    return Study(std::make_shared<const ExperimentRecord>(std::move(record).value()));
  });
}

const ExperimentRecord& Study::record() const {
  return *record_;
}

Result<const MethodRun*> Study::find_run(const std::string& method) const {
  for (const MethodRun& run : runs())
    if (run.method == method) return &run;
  return no_such("method", method, runs(), [](const MethodRun& run) { return run.method; });
}

Result<MeasureSummary> Study::measure(const std::string& method, const std::string& measure) const {
  const Result<const MethodRun*> run = find_run(method);
  if (!run) return run.error();
  if (const MeasureRecord* found = reports::find_measure(**run, measure)) return found->summary;
  return no_such("measure", measure, (*run)->measures, [](const MeasureRecord& one) { return one.name; });
}

Result<Series> Study::series(const std::string& method, const std::string& measure) const {
  const Result<const MethodRun*> run = find_run(method);
  if (!run) return run.error();
  if (const MeasureRecord* found = reports::find_measure(**run, measure))
    return Series{(*run)->times, found->values, found->unit};
  return no_such("measure", measure, (*run)->measures, [](const MeasureRecord& one) { return one.name; });
}

Result<ClaimRecord> Study::claim(const std::string& id) const {
  for (const ClaimRecord& claim : claims())
    if (claim.id == id) return claim;
  return no_such("claim", id, claims(), [](const ClaimRecord& claim) { return claim.id; });
}

CertificateCounts Study::certificates() const {
  return reports::count_certificates(record());
}

Result<CertificateCounts> Study::certificates(const std::string& method) const {
  const Result<const MethodRun*> run = find_run(method);
  if (!run) return run.error();
  return reports::count_certificates(**run);
}

std::vector<std::string> Study::unexpected() const {
  return reports::unexpected_results(record());
}

Result<std::vector<UndrawnFigure>> write_report(const Study& study, const std::string& folder,
                                                const ReportOptions& options) {
  return guarded(ErrorKind::internal, [&]() -> Result<std::vector<UndrawnFigure>> {
    if (folder.empty()) return Error{ErrorKind::argument, "a report needs a folder"};
    std::vector<UndrawnFigure> undrawn;
    const auto errors = reports::write_all(study.record(), folder, {.figures = options.figures, .undrawn = &undrawn});
    if (errors.empty()) return undrawn;
    std::string message = errors.front().message();
    for (std::size_t i = 1; i < errors.size(); ++i) message += "; " + errors[i].message();
    return Error{ErrorKind::file, std::move(message)};
  });
}

}  // namespace perpend
