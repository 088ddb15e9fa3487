#include "reports/files/json_parts.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

/// Values are in the SI unit `unit`; a report shows them divided by `shown_factor` as `shown_unit`.
void add_unit(Json& object, const Unit& unit) {
  object["unit"] = si_name(unit.dimension);
  object["shown_unit"] = unit.name;
  object["shown_factor"] = json_number(unit.factor);
}

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
  return object;
}

Json group_json(const CertificateGroup& group) {
  Json bounds = Json::object();
  Json known = Json::object();
  for (const WorstBound& bound : group.bounds) {
    bounds[bound.name] = bound.text;
    known[bound.name] = bound.known;
  }
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
          {"bounds_known", known},
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

Json certificates_json(const MethodRun& run) {
  const CertificateCounts counts = count_certificates(run);
  Json groups = Json::array();
  for (const CertificateGroup& group : run.certificates) groups.push_back(group_json(group));
  return {{"proved", counts.proved},
          {"refuted", counts.refuted},
          {"undecided", counts.undecided},
          {"granting", counts.granting},
          {"granted_rows", counts.granted_rows},
          {"recheckable", counts.recheckable},
          {"groups", groups}};
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
          {"factorizations", cost.factorizations}};
}

Json axes_json(const std::vector<SweepAxis>& axes) {
  Json list = Json::array();
  for (const SweepAxis& axis : axes) {
    Json object = {{"key", axis.key}};
    add_unit(object, axis.unit);
    Json values = Json::array();
    for (const double value : axis.values) values.push_back(json_number(value));
    object["values"] = values;
    list.push_back(object);
  }
  return list;
}

}  // namespace

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
          {"impacts", impacts_json(run.impacts)},
          {"lacks_static_friction", run.lacks_static_friction},
          {"cost", cost_json(run.cost)},
          {"trajectory_hash", run.trajectory_hash},
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
  return {{"name", sweep.spec.name}, {"axes", axes_json(sweep.spec.axes)}, {"points", points}};
}

Json to_json_value(const ClaimRecord& claim) {
  Json object = {{"id", claim.id},
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
  return object;
}

Json to_json_value(const UndrawnFigure& undrawn) {
  return {{"figure", undrawn.figure}, {"reason", undrawn.reason}};
}

Json to_json_value(const Provenance& provenance) {
  Json outside = {{"compiler", provenance.compiler},
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

}  // namespace perpend::reports
