#include "reports/results/lock_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "reports/files/json.hpp"

namespace perpend::reports {

namespace {

constexpr int lock_version = 1;

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

Json locked_pairs(const NamedTexts& pairs) {
  Json object = Json::object();
  for (const auto& [name, value] : pairs) object[name] = value;
  return object;
}

NamedTexts unlocked_pairs(const Json& object) {
  NamedTexts pairs;
  for (const auto& [name, value] : object.items()) pairs.emplace_back(name, value.get<std::string>());
  return pairs;
}

Json locked_tolerance(const Tolerance& tolerance) {
  return {{"relative", tolerance.relative}, {"amount", tolerance.amount}, {"share_of_scale", tolerance.share_of_scale}};
}

Tolerance unlocked_tolerance(const Json& json) {
  const Tolerance usual;
  const Tolerance tolerance{.relative = json.value("relative", usual.relative),
                            .amount = json.value("amount", usual.amount),
                            .share_of_scale = json.value("share_of_scale", usual.share_of_scale)};
  if (!(tolerance.relative >= 0) || !(tolerance.amount >= 0) || !(tolerance.share_of_scale >= 0))
    throw std::runtime_error("a tolerance is negative");
  return tolerance;
}

Json locked_quantity(const Quantity& quantity) {
  return {{"value", json_number(quantity.value)}, {"unit", quantity.unit}, {"scale", json_number(quantity.scale)}};
}

Quantity unlocked_quantity(const std::string& name, const Json& json) {
  return {name, number_of(json.at("value")), json.at("unit"), number_of(json.at("scale"))};
}

Json locked_quantities(const std::vector<Quantity>& quantities) {
  Json values = Json::object();
  for (const Quantity& quantity : quantities) values[quantity.name] = locked_quantity(quantity);
  return values;
}

std::vector<Quantity> unlocked_quantities(const Json& values) {
  std::vector<Quantity> quantities;
  for (const auto& [name, value] : values.items()) quantities.push_back(unlocked_quantity(name, value));
  return quantities;
}

Json locked_run(const RunFindings& run) {
  Json certificates = Json::object();
  for (const CertificateTally& tally : run.certificates)
    certificates[tally.kind] = {{"proved", tally.proved}, {"refuted", tally.refuted}, {"undecided", tally.undecided}};
  return {{"name", run.name},
          {"status", run.status},
          {"steps", run.steps},
          {"trajectory_hash", run.trajectory_hash},
          {"values", locked_quantities(run.quantities)},
          {"certificates", certificates}};
}

RunFindings unlocked_run(const Json& json) {
  RunFindings run{.name = json.at("name"),
                  .status = json.at("status"),
                  .steps = json.at("steps"),
                  .trajectory_hash = json.at("trajectory_hash"),
                  .quantities = unlocked_quantities(json.at("values")),
                  .certificates = {}};
  for (const auto& [kind, tally] : json.at("certificates").items())
    run.certificates.push_back({kind, tally.at("proved"), tally.at("refuted"), tally.at("undecided")});
  return run;
}

Lock unlocked(const Json& json) {
  Lock lock;
  lock.tolerances.usual = unlocked_tolerance(json.at("tolerance"));
  for (const auto& [measure, tolerance] : json.at("tolerances").items())
    lock.tolerances.of_measure[measure] = unlocked_tolerance(tolerance);
  Findings& findings = lock.findings;
  findings.experiment = json.at("experiment");
  findings.scene_sha256 = json.at("scene_sha256");
  findings.inputs = unlocked_pairs(json.at("inputs"));
  findings.environment = unlocked_pairs(json.at("environment"));
  for (const Json& run : json.at("runs")) findings.runs.push_back(unlocked_run(run));
  for (const Json& claim : json.at("claims"))
    findings.claims.push_back(
        {claim.at("id"), claim.at("verdict"), unlocked_quantity("measured", claim.at("measured")), {}, false});
  // Locks of scenes without fits have none.
  for (const Json& fit : json.value("fits", Json::array()))
    findings.fits.push_back({fit.at("name"), fit.at("outcome"), unlocked_quantities(fit.at("values"))});
  return lock;
}

}  // namespace

std::string lock_text(const Lock& lock) {
  const Findings& findings = lock.findings;
  Json tolerances = Json::object(), runs = Json::array(), claims = Json::array(), fits = Json::array();
  for (const auto& [measure, tolerance] : lock.tolerances.of_measure) tolerances[measure] = locked_tolerance(tolerance);
  for (const RunFindings& run : findings.runs) runs.push_back(locked_run(run));
  for (const ClaimFindings& claim : findings.claims)
    claims.push_back({{"id", claim.id}, {"verdict", claim.verdict}, {"measured", locked_quantity(claim.measured)}});
  for (const FitFindings& fit : findings.fits)
    fits.push_back({{"name", fit.name}, {"outcome", fit.outcome}, {"values", locked_quantities(fit.quantities)}});
  Json lock_json = {{"format", "perpend-lock"},
                    {"version", lock_version},
                    {"experiment", findings.experiment},
                    {"scene_sha256", findings.scene_sha256},
                    {"tolerance", locked_tolerance(lock.tolerances.usual)},
                    {"tolerances", tolerances},
                    {"inputs", locked_pairs(findings.inputs)},
                    {"environment", locked_pairs(findings.environment)},
                    {"runs", runs},
                    {"claims", claims}};
  if (!fits.empty()) lock_json["fits"] = std::move(fits);
  return json_text(lock_json) + "\n";
}

std::variant<Lock, ReadError> read_lock(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return ReadError{path, "there is no such lock; perpend run SCENE --lock writes it"};
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  // The JSON library throws; here that is a file that cannot be used.
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || json.value("format", "") != "perpend-lock")
      return ReadError{path, "no lock of perpend run; perpend run SCENE --lock writes one"};
    if (json.at("version") != lock_version)
      return ReadError{path, fmt::format("a lock of another version than {}; write it again by --lock", lock_version)};
    return unlocked(json);
  } catch (const Json::parse_error&) {
    return ReadError{path, "no JSON, or only a part of it; write it again by --lock"};
  } catch (const std::exception& failure) {
    return ReadError{path, fmt::format("not as a lock is written: {}; write it again by --lock", failure.what())};
  }
}

Findings findings_for(const Lock& lock, const ExperimentRecord& record) {
  const auto statistic = [](const Quantity& quantity) { return quantity.name.substr(quantity.name.rfind(' ') + 1); };
  std::set<std::string> locked;
  for (const RunFindings& run : lock.findings.runs)
    for (const Quantity& quantity : run.quantities) locked.insert(statistic(quantity));
  Findings findings = findings_of(record);
  for (RunFindings& run : findings.runs)
    std::erase_if(run.quantities, [&](const Quantity& quantity) {
      const std::string word = statistic(quantity);
      return (word == "mean" || word == "max_lower" || word == "max_upper") && !locked.contains(word);
    });
  return findings;
}

std::string lock_path(const std::string& scene) {
  return std::filesystem::path(scene).replace_extension(".lock").string();
}

std::optional<WriteError> renew_lock(const std::string& path, const ExperimentRecord& record) {
  Lock lock;
  const auto earlier = read_lock(path);
  if (const auto* known = std::get_if<Lock>(&earlier)) lock.tolerances = known->tolerances;
  lock.findings = findings_of(record);
  return write_file(path, lock_text(lock));
}

}  // namespace perpend::reports
