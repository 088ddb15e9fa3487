#include "reports/results/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

using Scales = std::map<std::string, double>;

void add_scales(const std::vector<MethodRun>& runs, Scales& scales) {
  for (const MethodRun& run : runs)
    for (const MeasureRecord& measure : run.measures)
      if (const double largest = largest_magnitude(measure.summary); std::isfinite(largest))
        scales[measure.name] = std::max(scales[measure.name], largest);
}

std::vector<std::pair<std::string, std::string>> settings_of(const MethodRun& run) {
  std::vector<std::pair<std::string, std::string>> settings{{"stabilizer", run.stabilizer},
                                                            {"planned steps", std::to_string(run.planned_steps)},
                                                            {"expect", to_string(run.expect)},
                                                            {"as expected", run.as_expected ? "yes" : "no"}};
  for (const auto& [name, value] : run.options) settings.emplace_back("option " + name, value);
  return settings;
}

RunFindings run_findings(std::string name, const MethodRun& run, const Scales& scales) {
  RunFindings found{.name = std::move(name),
                    .status = to_string(run.status),
                    .steps = run.steps,
                    .trajectory_hash = run.trajectory_hash,
                    .quantities = {},
                    .certificates = {}};
  for (const MeasureRecord& measure : run.measures) {
    const auto scale = scales.find(measure.name);
    std::vector<std::pair<const char*, double>> values{{"max", measure.summary.max},
                                                       {"min", measure.summary.min},
                                                       {"final", measure.summary.final},
                                                       {"rms", measure.summary.rms},
                                                       {"mean", measure.summary.mean}};
    if (measure.max_lower <= measure.max_upper)
      values.insert(values.end(), {{"max_lower", measure.max_lower}, {"max_upper", measure.max_upper}});
    for (const auto& [what, value] : values)
      found.quantities.push_back({measure.name + " " + what, value, si_name(measure.unit.dimension),
                                  scale == scales.end() ? 0.0 : scale->second});
  }
  for (const CertificateGroup& group : run.certificates)
    found.certificates.push_back({group.kind, group.proved, group.refuted, group.undecided});
  found.settings = settings_of(run);
  return found;
}

/// With all digits: points of a refinement lie close together.
std::string point_name(const SweepSpec& sweep, const SweepPoint& point) {
  std::string text = sweep.name + " at ";
  for (std::size_t i = 0; i < std::min(sweep.axes.size(), point.coordinates.size()); ++i) {
    const std::string unit = si_name(sweep.axes[i].unit.dimension);
    text += fmt::format("{}{} = {}{}{}", i == 0 ? "" : ", ", sweep.axes[i].key, point.coordinates[i],
                        unit.empty() ? "" : " ", unit);
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> found_inputs(const ExperimentRecord& record) {
  std::vector<std::pair<std::string, std::string>> inputs;
  for (const Parameter& parameter : record.parameters)
    inputs.emplace_back("param " + parameter.name,
                        std::isnan(parameter.value)
                            ? parameter.text
                            : fmt::format("{} {}", parameter.value, si_name(parameter.unit.dimension)));
  if (!record.inputs.set.empty()) inputs.emplace_back("--set", fmt::format("{}", fmt::join(record.inputs.set, "; ")));
  if (!record.inputs.methods.empty())
    inputs.emplace_back("--methods", fmt::format("{}", fmt::join(record.inputs.methods, ",")));
  return inputs;
}

std::vector<std::pair<std::string, std::string>> found_environment(const Provenance& provenance) {
  std::vector<std::pair<std::string, std::string>> environment{
      {"perpend", provenance.version}, {"commit", provenance.commit}, {"compiler", provenance.compiler},
      {"flags", provenance.flags},     {"processor", provenance.cpu}, {"system", provenance.system}};
  environment.insert(environment.end(), provenance.libraries.begin(), provenance.libraries.end());
  return environment;
}

/// The largest scale of all measures in the unit of the claim. Pure numbers are apart: ratios have only their own
/// scale.
double claim_scale(const ClaimRecord& claim, const ExperimentRecord& record, const Scales& scales) {
  double scale = std::abs(claim.measured);
  if (claim.unit.dimension == dimension::none) return scale;
  for (const MethodRun& run : record.runs)
    for (const MeasureRecord& measure : run.measures)
      if (measure.unit.dimension == claim.unit.dimension)
        if (const auto found = scales.find(measure.name); found != scales.end()) scale = std::max(scale, found->second);
  return scale;
}

ClaimFindings claim_findings(const ClaimRecord& claim, const ExperimentRecord& record, const Scales& scales) {
  const std::string unit = si_name(claim.unit.dimension);
  const double scale = claim_scale(claim, record, scales);
  ClaimFindings found{claim.id, to_string(claim.status), {"measured", claim.measured, unit, scale}, {}};
  found.expect = to_string(claim.expect);
  found.range = {{"range_lower", claim.range_lower, unit, 0.0}, {"range_upper", claim.range_upper, unit, 0.0}};
  if (claim.lo <= claim.hi) found.enclosure = {{"at least", claim.lo, unit, scale}, {"at most", claim.hi, unit, scale}};
  return found;
}

FitFindings fit_findings(const FitRecord& fit) {
  FitFindings found{fit.name, fit.reason.empty() ? "a best point" : fit.reason, {}};
  if (!fit.reason.empty()) return found;
  const auto add = [&](const std::string& name, std::size_t key, double value) {
    double scale = 0.0;
    for (const double one : fit.axes[key].values) scale = std::max(scale, std::abs(one));
    found.quantities.push_back({name + " " + fit.axes[key].key, value, si_name(fit.axes[key].unit.dimension), scale});
  };
  for (std::size_t key = 0; key < fit.axes.size(); ++key) add("best", key, fit.best[key]);
  found.quantities.push_back({"least misfit", fit.least, "", std::max(fit.least, fit.limit)});
  for (std::size_t part = 0; part < fit.region.size(); ++part)
    for (std::size_t key = 0; key < fit.axes.size(); ++key) {
      const std::string name = fmt::format("region {}", part + 1);
      add(name + " from", key, fit.region[part].extents[key].low);
      add(name + " to", key, fit.region[part].extents[key].high);
    }
  return found;
}

}  // namespace

std::map<std::string, double> measure_scales(const ExperimentRecord& record) {
  Scales scales;
  add_scales(record.runs, scales);
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points) add_scales(point.runs, scales);
  return scales;
}

Findings findings_of(const ExperimentRecord& record) {
  Findings found{.experiment = record.id,
                 .scene_sha256 = record.provenance.scene_sha256,
                 .inputs = found_inputs(record),
                 .environment = found_environment(record.provenance),
                 .runs = {},
                 .claims = {},
                 .fits = {}};
  const Scales scales = measure_scales(record);
  for (const MethodRun& run : record.runs) found.runs.push_back(run_findings(run.method, run, scales));
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points)
      for (const MethodRun& run : point.runs)
        found.runs.push_back(run_findings(point_name(sweep.spec, point) + ": " + run.method, run, scales));
  for (const ClaimRecord& claim : record.claims) found.claims.push_back(claim_findings(claim, record, scales));
  for (const FitRecord& fit : record.fits) found.fits.push_back(fit_findings(fit));
  return found;
}

}  // namespace perpend::reports
