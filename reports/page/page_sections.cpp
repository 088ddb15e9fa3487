#include "reports/page/page_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "reports/figures/figure_data.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/fits.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

constexpr int digits_of_a_cell = 4;
constexpr std::size_t columns_of_a_page = 6;  // measures that fit next to the method on a page of 1280 pixels

const char* verdict_class(bool as_expected, bool is_positive) {
  if (!as_expected) return "bad";
  return is_positive ? "good" : "expected";
}

std::string steps_text(const MethodRun& run) {
  if (run.planned_steps == 0 && run.status == RunStatus::completed) return "no steps: only its update was analysed";
  return fmt::format("{} of {} of {}; {}", run.steps, counted(run.planned_steps, "step"),
                     engineering(run.step, si_unit(dimension::time)), cpu_time(run.cost.seconds));
}

/// The time is that of the maximum: an error that is largest on its negative side shows its range, since its
/// magnitude is no maximum.
std::string error_detail(const MeasureSummary& summary, const Unit& unit) {
  const bool is_max = summary.max >= std::abs(summary.min) && !std::isnan(summary.at_max);
  const std::string extent =
      is_max ? "max at " + significant(summary.at_max) + " s"
             : fmt::format("magnitude; from {} to {}", in_unit(summary.min, unit), in_unit(summary.max, unit));
  return fmt::format("{}, end {}, rms {}", extent, in_unit(summary.final, unit), in_unit(summary.rms, unit));
}

Json measure_cell(const MethodRun& run, const std::string& name, bool is_best) {
  const MeasureRecord* measure = find_measure(run, name);
  if (measure == nullptr || run.status == RunStatus::not_run)
    return {{"main", "\xE2\x80\x93"}, {"detail", ""}, {"best", false}};
  const MeasureSummary& summary = measure->summary;
  if (std::isnan(summary.final) && std::isnan(summary.max))
    return {{"main", "\xE2\x80\x93"}, {"detail", "not measured"}, {"best", false}};
  const bool is_error = is_error_measure(*measure);
  if (is_error && ends_early(summary))
    return {{"main", "\u2265 " + in_unit(largest_magnitude(summary), measure->unit, digits_of_a_cell)},
            {"detail", "in the first part of the run, which alone has values"},
            {"best", false}};
  const std::string detail = is_error ? error_detail(summary, measure->unit)
                                      : fmt::format("end; from {} to {}", in_unit(summary.min, measure->unit),
                                                    in_unit(summary.max, measure->unit));
  return {{"main", in_unit(is_error ? largest_magnitude(summary) : summary.final, measure->unit, digits_of_a_cell)},
          {"detail", detail},
          {"best", is_best}};
}

Json column_header(const std::vector<MethodRun>& runs, const std::string& name) {
  for (const MethodRun& run : runs)
    if (const MeasureRecord* measure = find_measure(run, name))
      return {{"name", breakable(name)}, {"unit", measure->unit.name}, {"text", measure->text}};
  return {{"name", breakable(name)}, {"unit", ""}, {"text", ""}};
}

std::string cost_text(const CertificateGroup& group, const MethodRun& run) {
  if (!(group.seconds > 0)) return "\xE2\x80\x93";  // too short to measure
  const std::string seconds = cpu_time(group.seconds);
  if (!(run.cost.seconds > 0)) return seconds;
  return seconds + " (" + significant(group.seconds / run.cost.seconds, 2) + " \xC3\x97)";
}

Json group_view(const CertificateGroup& group, const MethodRun& run) {
  Json bounds = Json::array();
  for (const WorstBound& bound : group.bounds)
    bounds.push_back({{"name", bound.name}, {"value", describe(bound, group)}});
  const bool all_proved = group.refuted == 0 && group.undecided == 0;
  return {{"method", ""},
          {"kind", breakable(group.kind)},
          {"proved", std::to_string(group.proved)},
          {"granting", group.granting == 0 ? "" : granting_text(group.granting, group.granted_rows)},
          {"recheckable", std::to_string(group.recheckable)},
          {"refuted", std::to_string(group.refuted)},
          {"undecided", std::to_string(group.undecided)},
          {"class", verdict_class(is_as_expected(group), all_proved)},
          {"is_unexpected", !is_as_expected(group)},
          {"bounds", bounds},
          {"reason", group.reason},
          {"worst_step", group.worst_step >= 0 && group.proved + group.refuted + group.undecided > 1
                             ? std::to_string(group.worst_step)
                             : ""},
          {"cost", cost_text(group, run)}};
}

/// A part of the measures; only the first table says how the runs ended.
Json methods_table(const ExperimentRecord& record, std::span<const std::string> names, bool is_first) {
  Json columns = Json::array();
  std::vector<std::vector<bool>> best;
  for (const std::string& name : names) {
    columns.push_back(column_header(record.runs, name));
    best.push_back(best_runs(record.runs, name, digits_of_a_cell));
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < record.runs.size(); ++i) {
    const MethodRun& run = record.runs[i];
    Json cells = Json::array();
    for (std::size_t k = 0; k < names.size(); ++k) cells.push_back(measure_cell(run, names[k], best[k][i]));
    rows.push_back({{"method", breakable(shown_name(run))},
                    {"color", std::to_string(i % num_colors)},
                    {"options", (run.label.empty() ? "" : single_line(run.method) + ": ") + describe_method(run)},
                    {"status", describe_status(run)},
                    {"class", verdict_class(run.as_expected, run.status == RunStatus::completed)},
                    {"message", run.message},
                    {"steps", steps_text(run)},
                    {"cells", cells}});
  }
  return {{"is_first", is_first}, {"columns", columns}, {"rows", rows}};
}

}  // namespace

Json methods_view(const ExperimentRecord& record) {
  const std::vector<std::string> names = measure_names(record.runs);
  const std::size_t num_tables = std::max<std::size_t>((names.size() + columns_of_a_page - 1) / columns_of_a_page, 1);
  Json tables = Json::array();
  for (std::size_t i = 0; i < num_tables; ++i) {
    const std::span part = std::span(names).subspan(
        i * names.size() / num_tables, (i + 1) * names.size() / num_tables - i * names.size() / num_tables);
    tables.push_back(methods_table(record, part, i == 0));
  }
  const bool has_best = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const std::vector<bool> best = best_runs(record.runs, name, digits_of_a_cell);
    return std::find(best.begin(), best.end(), true) != best.end();
  });
  return {{"tables", tables}, {"has_best", has_best}};
}

Json contacts_view(const ExperimentRecord& record) {
  Json laws = Json::array();
  Json rows = Json::array();
  for (const MethodRun& run : record.runs) {
    if (run.contact_residuals.empty() || run.steps == 0) continue;
    Json cells = Json::array();
    for (const ContactResidual& residual : run.contact_residuals) {
      if (rows.empty())
        laws.push_back({{"law", residual.law}, {"unit", residual.unit.name}, {"scale", residual.scale_text}});
      if (std::isnan(residual.largest)) {
        cells.push_back({{"main", "-"}, {"detail", "the method solves no such problem"}});
        continue;
      }
      const std::string detail = residual.scale > 0.0 ? fmt::format("{} of {}", significant(residual.ratio(), 3),
                                                                    with_unit(residual.scale, residual.unit, 3))
                                                      : "nothing to measure";
      const std::string place = residual.at_step >= 0 ? fmt::format("; at step {}", residual.at_step) : "";
      cells.push_back({{"main", significant(residual.largest)}, {"detail", detail + place}});
    }
    rows.push_back({{"method", breakable(shown_name(run))}, {"cells", cells}});
  }
  return {{"laws", laws}, {"rows", rows}};
}

Json short_claim_view(const ClaimRecord& claim) {
  return {{"words", claim.words},
          {"is_quoted", claim.kind == ClaimKind::quoted},
          {"kind", describe(claim.kind)},
          {"source", claim.source},
          {"measured", measured_in_unit(claim.measured, claim.lo, claim.hi, claim.unit)},
          {"range", claim.range_text},
          {"verdict", describe(claim.status)},
          {"is_finding", claim.status == ClaimVerdict::not_reproduced},
          {"class", verdict_class(is_as_expected(claim), claim.status == ClaimVerdict::reproduced)},
          {"note", claim.note}};
}

Json fits_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const FitRecord& fit : record.fits) {
    Json data = Json::array();
    for (const DatumText& datum : describe_data(fit))
      data.push_back({{"name", datum.name},
                      {"source", datum.source},
                      {"asked", breakable(datum.asked)},
                      {"printed", datum.printed},
                      {"value", datum.value},
                      {"pull", datum.pull},
                      {"note", datum.note}});
    rows.push_back({{"title", single_line(fit.words.empty() ? fit.name : fit.words)},
                    {"sentences", describe_fit(fit)},
                    {"data", data},
                    {"note", fit.note}});
  }
  return rows;
}

Json claims_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const ClaimRecord& claim : record.claims) {
    const bool as_expected = is_as_expected(claim);
    rows.push_back({{"id", breakable(claim.id)},
                    {"words", claim.words},
                    {"is_quoted", claim.kind == ClaimKind::quoted},
                    {"kind", describe(claim.kind)},
                    {"source", claim.source},
                    {"text", breakable(claim.text)},
                    {"measured", measured_in_unit(claim.measured, claim.lo, claim.hi, claim.unit)},
                    {"enclosure", enclosure_in_unit(claim.lo, claim.hi, claim.unit)},
                    {"range", claim.range_text},
                    {"verdict", describe(claim.status)},
                    {"class", verdict_class(as_expected, claim.status == ClaimVerdict::reproduced)},
                    {"expectation", as_expected ? "as expected" : "expected: " + describe(claim.expect)},
                    {"reason", claim.reason},
                    {"note", claim.note}});
  }
  return rows;
}

Json certificates_view(const ExperimentRecord& record) {
  Json kinds = Json::array();
  Json runs = Json::array();
  std::vector<std::string> seen;
  for (const MethodRun& run : record.runs) {
    Json groups = Json::array();
    for (const CertificateGroup& group : run.certificates) {
      groups.push_back(group_view(group, run));
      if (std::find(seen.begin(), seen.end(), group.kind) != seen.end()) continue;
      seen.push_back(group.kind);
      kinds.push_back({{"kind", breakable(group.kind)}, {"statement", group.statement}, {"theorem", group.theorem}});
    }
    const bool has_groups = !groups.empty();
    if (has_groups) groups[0]["method"] = breakable(shown_name(run));
    runs.push_back({{"method", breakable(shown_name(run))},
                    {"has_groups", has_groups},
                    {"num_groups", std::to_string(groups.size())},
                    {"groups", groups}});
  }
  const bool has_kinds = !kinds.empty();
  const bool all_as_expected = std::all_of(record.runs.begin(), record.runs.end(), [](const MethodRun& run) {
    return std::all_of(run.certificates.begin(), run.certificates.end(),
                       [](const CertificateGroup& group) { return is_as_expected(group); });
  });
  return {{"has_kinds", has_kinds}, {"all_as_expected", all_as_expected}, {"kinds", kinds}, {"runs", runs}};
}

}  // namespace perpend::reports
