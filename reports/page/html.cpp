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
#include "reports/text/citations.hpp"
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

/// Bodies that were moved, and by how much.
Json start_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  const auto size = [](double value, const char* unit) {
    return value > 0.0 ? with_unit(value, Unit{unit, {}, 1.0}, 3) : std::string("stays");
  };
  for (const auto& [name, move] : record.moved)
    rows.push_back({{"name", breakable(name)},
                    {"shift", size(move.shift, "m")},
                    {"turn", size(move.turn, "rad")},
                    {"velocity", size(move.velocity, "m/s")},
                    {"spin", size(move.spin, "rad/s")}});
  return rows;
}

/// Joints that were open, and how far they are now.
Json gaps_view(const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const auto& [name, gap] : record.closed_joints) {
    const Unit unit = si_unit(gap.dimension);
    rows.push_back({{"name", breakable(name)},
                    {"before", with_unit(gap.before, unit, 3)},
                    {"after", with_unit(gap.after, unit, 3)}});
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

/// Words next to the main figure: more would push the motion off the first screen.
constexpr int most_claims_above = 2;

/// Claims that name the figure, for the side of it.
Json claims_of(const FigureSpec& spec, const ExperimentRecord& record) {
  Json rows = Json::array();
  for (const ClaimRecord& claim : record.claims)
    if (!claim.figure.empty() && claim.figure == spec.name) rows.push_back(short_claim_view(claim));
  return rows;
}

/// A figure that a claim names which does not reproduce is looked at first.
bool shows_finding(const FigureSpec& spec, const ExperimentRecord& record) {
  return std::any_of(record.claims.begin(), record.claims.end(), [&](const ClaimRecord& claim) {
    return claim.figure == spec.name && claim.status == ClaimVerdict::not_reproduced;
  });
}

/// Figures as headings that the page's script fills.
Json figures_view(const ExperimentRecord& record, const PageLinks& links) {
  Json rows = Json::array();
  for (const FigureSpec& spec : all_figures(record)) {
    const FigureData figure = figure_data(spec, record);
    const auto picture = links.pictures.find(spec.name);
    const std::string file = picture == links.pictures.end() ? "" : "figures/" + percent_encoded(picture->second);
    Json claims = claims_of(spec, record);
    std::vector<std::string> notes = figure.notes;
    if (std::string lost = lost_in_range(figure); !lost.empty()) notes.push_back(std::move(lost));
    rows.push_back({{"number", std::to_string(rows.size())},
                    {"title", figure.title},
                    {"is_motion", figure.kind == FigureKind::snapshots},
                    {"shows_finding", shows_finding(spec, record)},
                    {"has_claims", !claims.empty()},
                    {"claims", std::move(claims)},
                    {"file", file},
                    {"notes", notes}});
  }
  return rows;
}

Json links_view(const PageLinks& links) {
  Json scenes = Json::array();
  for (const PageLink& link : links.scenes) scenes.push_back({{"text", breakable(link.text)}, {"href", link.href}});
  return {{"index", links.index},
          {"has_scenes", !scenes.empty()},
          {"scenes", scenes},
          {"has_any", !links.index.empty() || !scenes.empty()}};
}

/// The document behind the scene, in full.
Json citation_view(const std::string& source) {
  const Citation* citation = find_citation(source);
  if (citation == nullptr) return {{"text", ""}, {"doi", ""}};
  return {{"text", std::string(citation->text)},
          {"doi", std::string(citation->doi)},
          {"href", citation->doi.empty() ? "" : "https://doi.org/" + percent_encoded(std::string(citation->doi))}};
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
      const std::string method = breakable(shown_name(run));
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

Json page_view(const ExperimentRecord& record, const PageLinks& links) {
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
      {"is_assembled", record.start != StartMode::given},
      {"start_what", record.start == StartMode::assembled ? "Positions and velocities" : "Velocities"},
      {"moved", start_view(record)},
      {"gaps", gaps_view(record)},
      {"has_source_column", has_source_column(record)},
      {"has_note_column", has_note_column(record)},
      {"methods", methods_view(record)},
      {"comparison", comparison_view(record)},
      {"has_comparison", !comparison_view(record)["rows"].empty()},
      {"contacts", contacts_view(record)},
      {"has_contacts", !contacts_view(record)["rows"].empty()},
      {"claims", claims_view(record)},
      {"fits", fits_view(record)},
      {"figures", figures_view(record, links)},
      {"links", links_view(links)},
      {"citation", citation_view(record.source)},
      {"has_series", links.has_series},
      {"boundaries", boundaries_view(record)},
      {"certificates", certificates_view(record)},
      {"notes", notes_view(record)},
      {"has_animation", has_animation(record)},
      {"hashed", hashed_view(record)},
      {"outside_hash", circumstances_view(record)}};
  view["has_boundaries"] = !view["boundaries"]["rows"].empty();
  for (const char* list :
       {"warnings", "parameters", "moved", "gaps", "claims", "fits", "figures", "notes", "unexpected"})
    view[std::string("has_") + list] = !view[list].empty();
  // One figure stands in the summary, which has key frames already: that of a finding, else the first.
  const auto is_wanted = [](const char* quality, bool value) {
    return [quality, value](const Json& figure) { return figure[quality].get<bool>() == value; };
  };
  auto main = std::find_if(view["figures"].begin(), view["figures"].end(), is_wanted("shows_finding", true));
  if (main == view["figures"].end())
    main = std::find_if(view["figures"].begin(), view["figures"].end(), is_wanted("is_motion", false));
  if (main != view["figures"].end()) {
    view["main_figure"] = *main;
    // The others stand in the table of claims.
    Json& said = view["main_figure"]["claims"];
    std::stable_partition(said.begin(), said.end(), [](const Json& claim) { return claim["is_finding"].get<bool>(); });
    if (said.size() > most_claims_above) said.erase(said.begin() + most_claims_above, said.end());
    view["figures"].erase(main);
    view["has_figures"] = !view["figures"].empty();
  }
  view["has_pictures"] = view.contains("main_figure") || !view["summary"]["frames"]["method"].empty();
  return view;
}

std::string html_report(const ExperimentRecord& record, const PageLinks& links) {
  Json view = page_view(record, links);
  const std::string_view style = assets::style();
  const std::string script = page_script(record);
  view["policy"] = content_security_policy(style, script);
  view["style"] = style;
  view["script"] = script;
  view["data"] = embedded_json(page_data(record));
  return render_template(assets::report_template(), view);
}

std::optional<WriteError> write_html(const ExperimentRecord& record, const std::string& path, const PageLinks& links) {
  return write_file(path, html_report(record, links));
}

}  // namespace perpend::reports
