#include "study/runs/earlier_runs.hpp"

#include <algorithm>
#include <utility>

#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "study/runs/law_words.hpp"
#include "verification/certificates.hpp"

namespace perpend {

namespace {

/// Statements and theorems are those of the kinds; a kind that this program does not know makes it false.
bool restate(std::vector<CertificateGroup>& groups) {
  return std::all_of(groups.begin(), groups.end(), [](CertificateGroup& group) {
    for (const CertificateType* type : certificate_types::all)
      if (group.kind == type->id) {
        group.statement = type->statement;
        group.theorem = type->theorem;
        return true;
      }
    return false;
  });
}

/// Two scenes with the same runs may write a number, choose a unit or order their measures in different ways.
bool restate(const std::vector<MeasureSpec>& specs, std::vector<MeasureRecord>& measures) {
  if (measures.size() != specs.size()) return false;
  std::vector<MeasureRecord> ordered;
  for (const MeasureSpec& spec : specs) {
    const auto found = std::find_if(measures.begin(), measures.end(),
                                    [&](const MeasureRecord& measure) { return measure.name == spec.name; });
    if (found == measures.end()) return false;
    ordered.push_back(std::move(*found));
    ordered.back().text = spec.text;
    ordered.back().unit = spec.unit;
    ordered.back().is_of_query = spec.is_of_query;
    found->name.clear();  // taken
  }
  measures = std::move(ordered);
  return true;
}

/// Nothing where there is none, or it does not fit the experiment.
std::optional<EarlierRun> find_earlier(EarlierRuns& earlier, const RunRequest& request, const Experiment& experiment,
                                       const MethodSpec& method) {
  std::optional<EarlierRun> found = earlier.find(request);
  if (!found) return std::nullopt;
  MethodRun& run = found->run;
  const bool is_measured = std::holds_alternative<World>(experiment.system);  // a linear system is not
  if (run.method != method.name || !restate(run.certificates)) return std::nullopt;
  if (is_measured && !restate(experiment.measures, run.measures)) return std::nullopt;
  if (const auto* world = std::get_if<World>(&experiment.system)) put_in_laws(world->model, run);
  run.options = method.options;
  run.label = method.label;
  run.cache = CacheUse::found;
  return found;
}

/// `first_byte`: of what the run wrote.
CacheUse keep(const RunSource& source, const RunRequest& request, const Experiment& experiment, MethodRun run,
              std::uintmax_t first_byte) {
  if (const auto* world = std::get_if<World>(&experiment.system)) leave_out_laws(world->model, run);
  if (source.stream == nullptr) return source.earlier->add(request, run, {});
  source.stream->end_member();
  if (source.stream->num_bytes() - first_byte > source.most_bytes) return CacheUse::too_large;
  const std::optional<std::string> written = source.stream->read_back(first_byte);
  return written ? source.earlier->add(request, run, *written) : CacheUse::failed;
}

}  // namespace

RunRequest run_of_scene(const Experiment& experiment, const MethodSpec& method,
                        std::optional<DataAmount> certificates) {
  RunRequest request{.method = method.name, .expect = method.expect, .certificates = certificates};
  for (const FigureSpec& figure : experiment.figures)
    request.times.insert(request.times.end(), figure.times.begin(), figure.times.end());
  std::sort(request.times.begin(), request.times.end());
  request.times.erase(std::unique(request.times.begin(), request.times.end()), request.times.end());
  return request;
}

MethodRun find_or_run(const RunSource& source, const RunRequest& request, const Experiment& experiment,
                      const MethodSpec& method, const std::function<MethodRun()>& make) {
  if (source.earlier == nullptr || is_interrupted()) return make();
  if (auto found = find_earlier(*source.earlier, request, experiment, method)) {
    if (source.stream != nullptr) source.stream->add_member(found->certificates);
    return std::move(found->run);
  }
  const std::uintmax_t first_byte = source.stream != nullptr ? source.stream->num_bytes() : 0;
  const WallClock::time_point start = WallClock::now();
  MethodRun run = make();
  // A limit that was met may have left something undecided, even of a run that came to its end.
  const bool is_whole = run.stopped_by == StopReason::none && run.status != RunStatus::not_run && !is_interrupted() &&
                        !(source.limit && seconds_since(start) >= *source.limit);
  if (is_whole) run.cache = keep(source, request, experiment, run, first_byte);
  return run;
}

}  // namespace perpend
