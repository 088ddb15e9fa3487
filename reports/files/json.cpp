#include "reports/files/json.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/files/digest.hpp"
#include "reports/files/fit_json.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

Json pairs_json(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json object = Json::object();
  for (const auto& [name, value] : pairs) object[name] = value;
  return object;
}

Json measure_json(const MeasureRecord& measure) {
  Json object = {{"text", measure.text}};
  add_unit(object, measure.unit);
  object["max"] = json_number(measure.summary.max);
  object["min"] = json_number(measure.summary.min);
  object["final"] = json_number(measure.summary.final);
  object["rms"] = json_number(measure.summary.rms);
  object["mean"] = json_number(measure.summary.mean);
  object["at_max"] = json_number(measure.summary.at_max);
  if (!std::isnan(measure.max_lower)) object["max_lower"] = json_number(measure.max_lower);
  if (!std::isnan(measure.max_upper)) object["max_upper"] = json_number(measure.max_upper);
  if (measure.is_of_query) object["is_of_query"] = true;
  return object;
}

Json bound_json(const WorstBound& bound) {
  Json values = Json::array();
  for (const BoundValue& worst : bound.values)
    values.push_back({{"value", json_number(worst.value)}, {"unit", worst.unit}});
  return {{"name", bound.name}, {"known", bound.known}, {"values", values}};
}

Json group_json(const CertificateGroup& group) {
  Json bounds = Json::array();
  for (const WorstBound& bound : group.bounds) bounds.push_back(bound_json(bound));
  return {{"kind", group.kind},
          {"statement", group.statement},
          {"theorem", group.theorem},
          {"proved", group.proved},
          {"refuted", group.refuted},
          {"undecided", group.undecided},
          {"granting", group.granting},
          {"granted_rows", group.granted_rows},
          {"recheckable", group.recheckable},
          {"as_expected", is_as_expected(group)},
          {"reason", group.reason},
          {"bounds", bounds},
          {"worst_step", group.worst_step},
          {"seconds", json_number(group.seconds)}};
}

/// SI; without a joint where none came apart.
Json divergence_json(const JointDivergence& divergence) {
  return {{"joint", divergence.joint},
          {"row", divergence.row},
          {"error", json_number(divergence.error)},
          {"limit", json_number(divergence.limit)},
          {"unit", divergence.unit.name}};
}

Json certificates_summary(const CertificateCounts& counts) {
  return {{"proved", counts.proved},     {"refuted", counts.refuted},           {"undecided", counts.undecided},
          {"granting", counts.granting}, {"granted_rows", counts.granted_rows}, {"recheckable", counts.recheckable}};
}

Json certificates_json(const MethodRun& run) {
  Json object = certificates_summary(count_certificates(run));
  Json groups = Json::array();
  for (const CertificateGroup& group : run.certificates) groups.push_back(group_json(group));
  object["groups"] = groups;
  return object;
}

Json residuals_json(const std::vector<ContactResidual>& residuals) {
  Json list = Json::array();
  for (const ContactResidual& residual : residuals)
    list.push_back({{"law", residual.law},
                    {"unit", residual.unit.name},
                    {"largest", json_number(residual.largest)},
                    {"scale", json_number(residual.scale)},
                    {"scale_text", residual.scale_text},
                    {"ratio", json_number(residual.ratio())},
                    {"at_step", residual.at_step}});
  return list;
}

Json impacts_json(const ImpactFacts& impacts) {
  return {{"count", impacts.count},
          {"limited", impacts.limited},
          {"least_share", json_number(impacts.least_share)},
          {"kept_out", json_number(impacts.kept_out)}};
}

Json cost_json(const RunCost& cost) {
  return {{"seconds", json_number(cost.seconds)},
          {"certify_seconds", json_number(cost.certify_seconds)},
          {"solves", cost.solves},
          {"factorizations", cost.factorizations},
          {"iterations", cost.iterations}};
}

Json to_json_value(const Parameter& parameter) {
  Json object = {{"name", parameter.name}, {"text", parameter.text}, {"value", json_number(parameter.value)}};
  add_unit(object, parameter.unit);
  object["given"] = parameter.given;
  object["note"] = parameter.note;
  object["overridden"] = parameter.overridden;
  return object;
}

Json to_json_value(const MethodRun& run) {
  Json measures = Json::object();
  for (const MeasureRecord& measure : run.measures) measures[measure.name] = measure_json(measure);
  return {{"method", run.method},
          {"line", run.place.line},
          {"stabilizer", run.stabilizer},
          {"options", pairs_json(run.options)},
          {"status", to_string(run.status)},
          {"stopped_by", to_string(run.stopped_by)},
          {"message", run.message},
          {"divergence", divergence_json(run.divergence.value_or(JointDivergence{}))},
          {"expect", to_string(run.expect)},
          {"as_expected", run.as_expected},
          {"step", json_number(run.step)},
          {"steps", run.steps},
          {"planned_steps", run.planned_steps},
          {"measures", measures},
          {"certificates", certificates_json(run)},
          {"contact_residuals", residuals_json(run.contact_residuals)},
          {"lcp_solvers", lcp_solvers_json(run.lcp_solvers)},
          {"impacts", impacts_json(run.impacts)},
          {"lacks_static_friction", run.lacks_static_friction},
          {"cost", cost_json(run.cost)},
          {"trajectory_hash", run.trajectory_hash},
          {"cache", to_string(run.cache)},
          {"notes", run.notes}};
}

Json to_json_value(const SweepRecord& sweep) {
  Json points = Json::array();
  for (const SweepPoint& point : sweep.points) {
    Json coordinates = Json::array();
    for (const double value : point.coordinates) coordinates.push_back(json_number(value));
    Json runs = Json::array();
    for (const MethodRun& run : point.runs) runs.push_back(to_json_value(run));
    points.push_back({{"coordinates", coordinates}, {"runs", runs}});
  }
  Json boundaries = Json::array();
  for (const SweepBoundary& boundary : sweep.boundaries) {
    Json coordinates = Json::array();
    for (const double value : boundary.coordinates) coordinates.push_back(json_number(value));
    boundaries.push_back({{"method", boundary.method},
                          {"coordinates", coordinates},
                          {"low", json_number(boundary.low)},
                          {"high", json_number(boundary.high)},
                          {"below", boundary.below},
                          {"above", boundary.above}});
  }
  return {{"name", sweep.spec.name},
          {"axes", axes_json(sweep.spec.axes)},
          {"refined_axis", sweep.spec.refinement ? Json(sweep.spec.refinement->axis) : Json()},
          {"points", points},
          {"boundaries", boundaries}};
}

Json to_json_value(const ClaimRecord& claim) {
  Json object = {{"id", claim.id},
                 {"line", claim.place.line},
                 {"words", claim.words},
                 {"kind", to_string(claim.kind)},
                 {"source", claim.source},
                 {"text", claim.text},
                 {"range_text", claim.range_text},
                 {"status", to_string(claim.status)},
                 {"expect", to_string(claim.expect)},
                 {"as_expected", is_as_expected(claim)},
                 {"measured", json_number(claim.measured)},
                 {"lo", json_number(claim.lo)},
                 {"hi", json_number(claim.hi)},
                 {"range_lower", json_number(claim.range_lower)},
                 {"range_upper", json_number(claim.range_upper)}};
  add_unit(object, claim.unit);
  object["reason"] = claim.reason;
  object["limit_scope"] = claim.limit_scope ? to_string(*claim.limit_scope) : "none";
  object["note"] = claim.note;
  object["figure"] = claim.figure;
  return object;
}

Json to_json_value(const FitRecord& fit) {
  return fit_json(fit);
}

Json inputs_json(const ExperimentRecord& record) {
  Json files = Json::array();
  for (const SceneFile& file : record.scene_files) files.push_back(file.path);
  return {{"scene", files},
          {"set", record.inputs.set},
          {"methods", record.inputs.methods},
          {"certificates", record.inputs.certificates},
          {"series", record.inputs.has_sweep_series},
          {"states", record.inputs.has_states},
          {"sweeps", record.inputs.has_sweeps}};
}

Json to_json_value(const UndrawnFigure& undrawn) {
  return {{"figure", undrawn.figure}, {"reason", undrawn.reason}};
}

Json to_json_value(const Provenance& provenance) {
  Json outside = {{"commit", provenance.commit},
                  {"compiler", provenance.compiler},
                  {"flags", provenance.flags},
                  {"cpu", provenance.cpu},
                  {"system", provenance.system},
                  {"libraries", pairs_json(provenance.libraries)},
                  {"command", provenance.command},
                  {"date", provenance.date},
                  {"seconds", json_number(provenance.seconds)}};
  return {{"program", "perpend"},
          {"program_version", provenance.version},
          {"scene_sha256", provenance.scene_sha256},
          {"content_sha256", ""},
          {"outside_hash", outside}};
}

Json claims_summary(const ClaimCounts& counts) {
  return {{"reproduced", counts.reproduced},
          {"not_reproduced", counts.not_reproduced},
          {"undecided", counts.undecided},
          {"not_run", counts.not_run},
          {"unexpected", counts.unexpected}};
}

Json runs_summary(const RunCounts& counts) {
  return {{"as_expected", counts.as_expected}, {"unexpected", counts.unexpected}};
}

Json all_certificates(const ExperimentRecord& record) {
  Json object = certificates_summary(count_certificates(record));
  object["every"] = record.certified_every;
  return object;
}

Json summary_json(const ExperimentRecord& record) {
  const std::vector<std::string> unexpected = unexpected_results(record);
  return {{"as_expected", unexpected.empty()},
          {"unexpected", unexpected},
          {"stopped_by", to_string(record.stopped_by)},
          {"runs", runs_summary(count_runs(record.runs))},
          {"sweep_runs", runs_summary(count_runs(record.sweeps))},
          {"claims", claims_summary(count_claims(record.claims))},
          {"certificates", all_certificates(record)}};
}

template <class T>
Json json_list(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to_json_value(item));
  return list;
}

/// Time spent differs from run to run; what was written for a checker, or was found in a cache, is no result.
void remove_circumstances(Json& runs) {
  for (Json& run : runs) {
    run.erase("cache");
    run["cost"].erase("seconds");
    run["cost"].erase("certify_seconds");
    run["certificates"].erase("recheckable");
    for (Json& group : run["certificates"]["groups"]) {
      group.erase("seconds");
      group.erase("recheckable");
    }
  }
}

}  // namespace

Json lcp_solvers_json(const std::vector<LcpUse>& solvers) {
  Json list = Json::array();
  for (const LcpUse& use : solvers)
    list.push_back({{"solver", use.solver},
                    {"chosen_by", use.reason == SolverReason::named ? "name" : "auto"},
                    {"reason", to_string(use.reason)},
                    {"is_fallback", use.is_fallback},
                    {"solved", use.solved},
                    {"failed", use.failed},
                    {"iterations", use.iterations},
                    {"fewest_unknowns", use.fewest_unknowns},
                    {"most_unknowns", use.most_unknowns},
                    {"first_failure", to_string(use.first_failure)},
                    {"first_failure_step", use.first_failure_step}});
  return list;
}

std::string content_hash(Json results) {
  results.erase("scene_file");
  results.erase("inputs");           // which files were asked for
  results.erase("undrawn_figures");  // of the machine, not of the scene
  results["provenance"].erase("content_sha256");
  results["provenance"].erase("outside_hash");
  results["summary"]["certificates"].erase("recheckable");
  remove_circumstances(results["runs"]);
  for (Json& sweep : results["sweeps"])
    for (Json& point : sweep["points"]) remove_circumstances(point["runs"]);
  return sha256_hex(json_text(results, -1));
}

namespace {

Json start_json(const ExperimentRecord& record) {
  Json moved = Json::array();
  for (const auto& [name, move] : record.moved)
    moved.push_back({{"body", name},
                     {"shift_m", move.shift},
                     {"turn_rad", move.turn},
                     {"velocity_m_per_s", move.velocity},
                     {"spin_rad_per_s", move.spin}});
  Json gaps = Json::array();
  for (const auto& [name, gap] : record.closed_joints)
    gaps.push_back(
        {{"joint", name}, {"unit", si_unit(gap.dimension).name}, {"before", gap.before}, {"after", gap.after}});
  return {{"mode", record.start == StartMode::assembled ? "assemble" : "assemble_velocities"},
          {"moved", moved},
          {"gaps", gaps}};
}

}  // namespace

Json results_json(const ExperimentRecord& record) {
  Json results = {{"format", "perpend-results"},
                  {"version", results_version},
                  {"id", record.id},
                  {"title", record.title},
                  {"source", record.source},
                  {"note", record.note},
                  {"scene_file", record.scene_file},
                  {"summary", summary_json(record)},
                  {"inputs", inputs_json(record)},
                  {"parameters", json_list(record.parameters)},
                  {"warnings", record.warnings},
                  {"undrawn_figures", json_list(record.undrawn)},
                  {"runs", json_list(record.runs)},
                  {"sweeps", json_list(record.sweeps)},
                  {"claims", json_list(record.claims)},
                  {"fits", json_list(record.fits)},
                  {"provenance", to_json_value(record.provenance)}};
  if (record.start != StartMode::given) results["start"] = start_json(record);
  const std::string hash = content_hash(results);
  results["provenance"]["content_sha256"] = hash;
  return results;
}

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string json_report(const ExperimentRecord& record) {
  return json_text(results_json(record)) + "\n";
}

std::optional<WriteError> write_results_json(const ExperimentRecord& record, const std::string& path) {
  return write_file(path, json_text(results_json(record)) + "\n");
}

}  // namespace perpend::reports
