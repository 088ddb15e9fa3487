#include "reports/files/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/files/json_parts.hpp"
#include "reports/files/sha256.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

Json claims_summary(const ClaimCounts& counts) {
  return {{"reproduced", counts.reproduced},
          {"not_reproduced", counts.not_reproduced},
          {"undecided", counts.undecided},
          {"not_run", counts.not_run},
          {"unexpected", counts.unexpected}};
}

Json certificates_summary(const CertificateCounts& counts) {
  return {{"proved", counts.proved},     {"refuted", counts.refuted},           {"undecided", counts.undecided},
          {"granting", counts.granting}, {"granted_rows", counts.granted_rows}, {"recheckable", counts.recheckable}};
}

Json runs_summary(const RunCounts& counts) {
  return {{"as_expected", counts.as_expected}, {"unexpected", counts.unexpected}};
}

Json summary_json(const ExperimentRecord& record) {
  const std::vector<std::string> unexpected = unexpected_results(record);
  return {{"as_expected", unexpected.empty()},
          {"unexpected", unexpected},
          {"stopped_by", to_string(record.stopped_by)},
          {"runs", runs_summary(count_runs(record.runs))},
          {"sweep_runs", runs_summary(count_runs(record.sweeps))},
          {"claims", claims_summary(count_claims(record.claims))},
          {"certificates", certificates_summary(count_certificates(record))}};
}

template <class T>
Json json_list(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(to_json_value(item));
  return list;
}

/// Time spent differs from run to run; what was written for a checker is no result.
void remove_circumstances(Json& runs) {
  for (Json& run : runs) {
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

Json json_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

std::string content_hash(Json results) {
  results.erase("scene_file");
  results.erase("undrawn_figures");  // of the machine, not of the scene
  results["provenance"].erase("content_sha256");
  results["provenance"].erase("outside_hash");
  results["summary"]["certificates"].erase("recheckable");
  remove_circumstances(results["runs"]);
  for (Json& sweep : results["sweeps"])
    for (Json& point : sweep["points"]) remove_circumstances(point["runs"]);
  return sha256_hex(json_text(results, -1));
}

Json results_json(const ExperimentRecord& record) {
  Json results = {{"format", "perpend-results"},
                  {"version", results_version},
                  {"id", record.id},
                  {"title", record.title},
                  {"source", record.source},
                  {"note", record.note},
                  {"scene_file", record.scene_file},
                  {"summary", summary_json(record)},
                  {"parameters", json_list(record.parameters)},
                  {"warnings", record.warnings},
                  {"undrawn_figures", json_list(record.undrawn)},
                  {"runs", json_list(record.runs)},
                  {"sweeps", json_list(record.sweeps)},
                  {"claims", json_list(record.claims)},
                  {"provenance", to_json_value(record.provenance)}};
  const std::string hash = content_hash(results);
  results["provenance"]["content_sha256"] = hash;
  return results;
}

std::string json_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::optional<WriteError> write_results_json(const ExperimentRecord& record, const std::string& path) {
  return write_file(path, json_text(results_json(record)) + "\n");
}

}  // namespace perpend::reports
