#include "reports/page/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/figures/figure_data.hpp"
#include "reports/page/comparison.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_data.hpp"
#include "reports/page/page_sections.hpp"
#include "reports/page/page_text.hpp"
#include "reports/page/summary.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

Json parameters_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const Parameter& parameter : record.parameters) {
    const bool is_number = !std::isnan(parameter.value);
    rows.push_back({{"name", breakable(parameter.name)},
                    {"value", is_number ? with_unit(parameter.value, parameter.unit, 6) : parameter.text},
                    {"is_given", parameter.given},
                    {"is_overridden", parameter.overridden},
                    {"note", parameter.note}});
  }
  return rows;
}

/// Whether a value is given only means something where there is a source to give it.
bool has_source_column(const ExperimentRecord& record) {
  return !record.source.empty() || std::any_of(record.parameters.begin(), record.parameters.end(),
                                               [](const Parameter& parameter) { return !parameter.given; });
}

bool has_note_column(const ExperimentRecord& record) {
  return std::any_of(record.parameters.begin(), record.parameters.end(),
                     [](const Parameter& parameter) { return parameter.overridden || !parameter.note.empty(); });
}

std::vector<std::string> warnings_view(const ExperimentRecord& record) {
  std::vector<std::string> warnings = record.warnings;
  for (std::string& sentence : describe(record.undrawn)) warnings.push_back(std::move(sentence));
  return warnings;
}

/// Figures as headings that the page's script fills.
Json figures_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const FigureSpec& spec : all_figures(record)) {
    const FigureData figure = figure_data(spec, record);
    rows.push_back({{"number", std::to_string(rows.size())},
                    {"title", figure.title},
                    {"is_motion", figure.kind == FigureKind::snapshots},
                    {"notes", figure.notes}});
  }
  return rows;
}

/// Intervals of refined sweeps.
Json boundaries_view(const ExperimentRecord& record) {
  constexpr std::size_t most_rows = 50;
  Json rows = Json::array();
  std::size_t count = 0;
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepBoundary& boundary : sweep.boundaries) {
      if (++count > most_rows) continue;
      const SweepAxis& along = sweep.spec.axes[sweep.spec.refinement->axis];
      const std::string line = describe_line(sweep.spec, boundary);
      const std::vector<std::string> ends =
          distinct_texts({boundary.low / along.unit.factor, boundary.high / along.unit.factor});
      rows.push_back({{"line", breakable(fmt::format("{}, {}{}{}", sweep.spec.name, boundary.method,
                                                     line.empty() ? "" : ", ", line))},
                      {"key", breakable(with_unit_label(along.key, along.unit.name))},
                      {"low", ends[0]},
                      {"high", ends[1]},
                      {"below", boundary.below},
                      {"above", boundary.above}});
    }
  return {
      {"rows", rows},
      {"hint", count > most_rows ? fmt::format("The first {} of {}; all are in results.json.", most_rows, count) : ""}};
}

/// What several methods have in common is said once.
Json notes_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const MethodRun& run : record.runs)
    for (const std::string& note : run.notes) {
      const auto same = std::find_if(rows.begin(), rows.end(), [&](const Json& row) { return row["text"] == note; });
      const std::string method = breakable(run.method);
      if (same == rows.end())
        rows.push_back({{"methods", method}, {"text", note}});
      else
        (*same)["methods"] = (*same)["methods"].get<std::string>() + ", " + method;
    }
  return rows;
}

Json hashed_view(const ExperimentRecord& record) {
  const Json results = results_json(record);
  std::vector<std::pair<std::string, std::string>> rows{
      {"Program", "perpend " + record.provenance.version},
      {"Scene SHA-256", record.provenance.scene_sha256},
      {"Results SHA-256", results["provenance"]["content_sha256"].get<std::string>()}};
  for (const MethodRun& run : record.runs)
    if (!run.trajectory_hash.empty())
      rows.emplace_back("Trajectory of " + single_line(run.method), run.trajectory_hash);
  return named_values(rows);
}

/// three.js is ten times the rest of a page: only a page with poses in space takes it along.
std::string page_script(const ExperimentRecord& record) {
  std::string script(assets::script());
  const bool has_poses = record.space == Space::spatial &&
                         std::any_of(record.runs.begin(), record.runs.end(),
                                     [](const MethodRun& run) { return num_frames(run.frames, Space::spatial) > 0; });
  if (has_poses) script += assets::space_script();
  return script;
}

Json circumstances_view(const ExperimentRecord& record) {
  Json rows = provenance_rows(record.provenance);
  if (const std::string found = describe_cache(record); !found.empty())
    rows.push_back({{"name", "From the cache"}, {"value", found}});
  return rows;
}

}  // namespace

Json page_view(const ExperimentRecord& record) {
  const std::vector<std::string> unexpected = unexpected_results(record);
  Json view = {
      {"title", single_line(record.title.empty() ? record.id : record.title)},
      {"source", record.source},
      {"note", record.note},
      {"scene_file", record.scene_file},
      {"scene_text", record.scene_text},
      {"is_as_expected", unexpected.empty()},
      {"is_drawn", record.undrawn.empty()},
      {"unexpected", unexpected},
      {"stop", describe_stop(record)},
      {"claims_line", record.claims.empty() ? "no claims" : "claims: " + describe(count_claims(record.claims))},
      {"summary", summary_view(record)},
      {"certificates_line", "certificates: " + describe(count_certificates(record))},
      {"warnings", warnings_view(record)},
      {"parameters", parameters_view(record)},
      {"has_source_column", has_source_column(record)},
      {"has_note_column", has_note_column(record)},
      {"methods", methods_view(record)},
      {"comparison", comparison_view(record)},
      {"has_comparison", !comparison_view(record)["rows"].empty()},
      {"contacts", contacts_view(record)},
      {"has_contacts", !contacts_view(record)["rows"].empty()},
      {"claims", claims_view(record)},
      {"figures", figures_view(record)},
      {"boundaries", boundaries_view(record)},
      {"certificates", certificates_view(record)},
      {"notes", notes_view(record)},
      {"has_animation", has_animation(record)},
      {"hashed", hashed_view(record)},
      {"outside_hash", circumstances_view(record)}};
  view["has_boundaries"] = !view["boundaries"]["rows"].empty();
  for (const char* list : {"warnings", "parameters", "claims", "figures", "notes", "unexpected"})
    view[std::string("has_") + list] = !view[list].empty();
  // The first figure stands in the summary, which has key frames already.
  const auto main = std::find_if(view["figures"].begin(), view["figures"].end(),
                                 [](const Json& figure) { return !figure["is_motion"].get<bool>(); });
  if (main != view["figures"].end()) {
    view["main_figure"] = *main;
    view["figures"].erase(main);
    view["has_figures"] = !view["figures"].empty();
  }
  view["has_pictures"] = view.contains("main_figure") || !view["summary"]["frames"]["method"].empty();
  return view;
}

std::string html_report(const ExperimentRecord& record) {
  Json view = page_view(record);
  const std::string_view style = assets::style();
  const std::string script = page_script(record);
  view["policy"] = content_security_policy(style, script);
  view["style"] = style;
  view["script"] = script;
  view["data"] = embedded_json(page_data(record));
  return render_template(assets::report_template(), view);
}

std::optional<WriteError> write_html(const ExperimentRecord& record, const std::string& path) {
  return write_file(path, html_report(record));
}

}  // namespace perpend::reports
