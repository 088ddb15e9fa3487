#include "reports/page/margins_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

constexpr std::size_t most_firsts = 25;

constexpr const char* margins_style = R"(
.margins td { min-width: 90px; }
.margins th:first-child { min-width: 200px; }
.margin, .margin-axis { display: grid; grid-template-columns: minmax(150px, 3fr) minmax(200px, 5fr) minmax(190px, 4fr); gap: 4px 18px; margin: 0; padding: 8px 0; border-bottom: 1px solid var(--line); align-items: start; }
.margin { scroll-margin-top: 12px; overflow-wrap: anywhere; font-size: 13.5px; }
.margin:target { background: var(--warn); }
.margin-axis { padding: 0; border-bottom: 2px solid var(--edge); }
.scale { position: relative; height: 20px; font-size: 11.5px; color: var(--soft); }
.scale i { position: absolute; transform: translateX(-50%); font-style: normal; white-space: nowrap; }
.range code { display: block; margin: 1px 0 4px; }
.bar svg { display: block; width: 100%; height: 26px; }
.bar .track { stroke: var(--grid); stroke-width: 2; }
.bar .same { fill: var(--focus); opacity: 0.55; }
.bar .end { stroke: var(--bad); stroke-width: 6; }
.bar .used { stroke: var(--ink); stroke-width: 4; }
.bar .open { fill: var(--focus); opacity: 0.55; }
@media (max-width: 720px) { .margin { grid-template-columns: minmax(0, 1fr); } .margin-axis { grid-template-columns: minmax(0, 1fr); } .margin-axis span:not(.scale) { display: none; } }
)";

/// Place on the axis, 0 to 1, of a value that is off by a share: linear up to 1 %, then logarithmic.
struct Axis {
  double span;

  [[nodiscard]] double at(double share) const {
    const double size = std::min(std::abs(share), span - 1.0);
    const double place = std::log10(1.0 + size / 0.01) / std::log10(1.0 + (span - 1.0) / 0.01);
    return 0.5 + std::copysign(0.5 * place, share);
  }
};

/// Offset of a value as a share of the one that is used; of one unit where that is 0.
double offset(const Parameter& parameter, double value) {
  const double scale = parameter.value == 0.0 ? parameter.unit.factor : std::abs(parameter.value);
  return (value - parameter.value) / scale;
}

/// "1.5 %", "24 %", "a factor of 3".
std::string percent(double share) {
  if (share >= 1.0) return fmt::format("a factor of {}", significant(share + 1.0, 2));
  return share >= 0.1 ? fmt::format("{:.0f} %", 100.0 * share) : fmt::format("{} %", significant(100.0 * share, 2));
}

std::string value_text(const Parameter& parameter, double value) {
  return with_unit(value, parameter.unit, 4);
}

std::string bar(const Parameter& parameter, const ClaimMargin& margin, double span) {
  const Axis axis{span};
  constexpr double width = 1000.0, inset = 14.0;
  const auto x = [&](double value) { return inset + (width - 2.0 * inset) * axis.at(offset(parameter, value)); };
  const bool has_low = !std::isnan(margin.below.changes), has_high = !std::isnan(margin.above.changes);
  const double from = x(margin.below.holds), to = x(margin.above.holds);
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} 26\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"from {1} to {2}\">"
      "<line class=\"track\" x1=\"0\" x2=\"{0}\" y1=\"13\" y2=\"13\"/>"
      "<rect class=\"same\" x=\"{3:.1f}\" y=\"6\" width=\"{4:.1f}\" height=\"14\"/>",
      width, value_text(parameter, margin.below.holds), value_text(parameter, margin.above.holds), from,
      std::max(2.0, to - from));
  const auto end = [&](double at) {
    svg += fmt::format("<line class=\"end\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"2\" y2=\"24\"/>", at);
  };
  if (has_low)
    end(x(margin.below.changes));
  else
    svg += fmt::format("<path class=\"open\" d=\"M{0:.1f} 6 l-14 7 l14 7z\"/>", from);
  if (has_high)
    end(x(margin.above.changes));
  else
    svg += fmt::format("<path class=\"open\" d=\"M{0:.1f} 6 l14 7 l-14 7z\"/>", to);
  return svg + fmt::format("<line class=\"used\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"26\"/></svg>",
                           x(parameter.value));
}

std::string readable(ClaimVerdict verdict) {
  std::string text = to_string(verdict);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string readable(const TriedVerdict& verdict) {
  return verdict.no_scene.empty() ? readable(verdict.status) : "no valid scene: " + verdict.no_scene;
}

std::string command(const SceneMargins& scene, const Parameter& parameter, double value) {
  return fmt::format("perpend run {} --set \"{} = {}\"", scene.file, parameter.name, value_text(parameter, value));
}

std::string anchor_of(const SceneMargins& scene, const Parameter* parameter = nullptr,
                      const ClaimRecord* claim = nullptr) {
  std::string text = as_file_name(scene.id);
  if (parameter != nullptr) text += "-" + as_file_name(parameter->name);
  if (claim != nullptr) text += "-" + as_file_name(claim->id);
  return text;
}

/// What happens at the nearer end first.
Json ends_view(const SceneMargins& scene, const Parameter& parameter, const ClaimMargin& margin) {
  Json ends = Json::array();
  std::vector<const MarginSide*> sides{&margin.below, &margin.above};
  std::erase_if(sides, [](const MarginSide* side) { return std::isnan(side->changes); });
  std::stable_sort(sides.begin(), sides.end(), [&](const MarginSide* a, const MarginSide* b) {
    return share_to_change(parameter, *a) < share_to_change(parameter, *b);
  });
  for (const MarginSide* side : sides)
    ends.push_back(
        {{"what", fmt::format("{}{}, {} {}: {}", sides.size() == 2 && side == sides.front() ? "first at " : "at ",
                              value_text(parameter, side->changes), percent(share_to_change(parameter, *side)),
                              side == &margin.below ? "below" : "above", readable(side->verdict))},
         {"command", command(scene, parameter, side->changes)}});
  if (sides.empty()) ends.push_back({{"what", "no other verdict as far as was searched"}, {"command", ""}});
  return ends;
}

Json claim_view(const SceneMargins& scene, const Parameter& parameter, const ClaimMargin& margin, double span) {
  const ClaimRecord& claim = margin.claim;
  const char* tone = claim.status == ClaimVerdict::reproduced       ? "good"
                     : claim.status == ClaimVerdict::not_reproduced ? "bad"
                                                                    : "expected";
  return {{"anchor", anchor_of(scene, &parameter, &claim)},
          {"id", breakable(claim.id)},
          {"tone", tone},
          {"verdict", readable(claim.status)},
          {"words", claim.kind == ClaimKind::ours ? "ours: " + claim.words : claim.words},
          {"bar", bar(parameter, margin, span)},
          {"range", fmt::format("{} to {}", value_text(parameter, margin.below.holds),
                                value_text(parameter, margin.above.holds))},
          {"ends", ends_view(scene, parameter, margin)}};
}

Json ticks(double span) {
  const Axis axis{span};
  Json list = Json::array();
  // Places are classes, since the page allows no inline style.
  for (const double share : {-0.9, -0.1, 0.0, 0.1, 1.0, span - 1.0})
    list.push_back({{"place", fmt::format("at{}", std::lround(1000.0 * axis.at(share)))},
                    {"text", share == 0.0   ? std::string("used")
                             : share >= 1.0 ? fmt::format("×{}", significant(share + 1.0, 3))
                                            : fmt::format("{:+g} %", 100.0 * share)}});
  return list;
}

std::string tick_style(double span) {
  const Axis axis{span};
  std::string style;
  for (const double share : {-0.9, -0.1, 0.0, 0.1, 1.0, span - 1.0}) {
    const double place = axis.at(share);
    style += fmt::format(".at{} {{ left: {:.1f}%; }}\n", std::lround(1000.0 * place), 1.4 + 97.2 * place);
  }
  return style;
}

Json scene_view(const SceneMargins& scene, double span) {
  Json parameters = Json::array();
  for (const ParameterMargins& one : scene.parameters) {
    Json claims = Json::array();
    for (const ClaimMargin& margin : one.claims) claims.push_back(claim_view(scene, one.parameter, margin, span));
    parameters.push_back(
        {{"name", one.parameter.name},
         {"used", one.parameter.text},
         {"note", one.parameter.note},
         {"tried", counted(one.num_values, "value") + " tried" + (one.is_whole ? ", whole numbers" : "")},
         {"ticks", ticks(span)},
         {"claims", claims}});
  }
  Json notes = Json::array();
  for (const std::string& note : scene.notes) notes.push_back(note);
  return {{"anchor", anchor_of(scene)}, {"title", scene.title}, {"source", scene.source},
          {"file", scene.file},         {"notes", notes},       {"parameters", parameters}};
}

struct First {
  const SceneMargins* scene;
  const ParameterMargins* parameter;
  const ClaimMargin* margin;
  const MarginSide* side;
  double share;
};

/// The nearer side of each claim and parameter where its verdict changes, the nearest first. A value without a scene
/// says nothing about a claim.
std::vector<First> firsts_of(const MarginsPage& page) {
  std::vector<First> firsts;
  for (const SceneMargins& scene : page.scenes)
    for (const ParameterMargins& parameter : scene.parameters)
      for (const ClaimMargin& margin : parameter.claims) {
        const auto share = [&](const MarginSide& side) {
          const bool is_verdict = side.verdict.no_scene.empty();
          return is_verdict ? share_to_change(parameter.parameter, side) : std::numeric_limits<double>::infinity();
        };
        const double below = share(margin.below), above = share(margin.above);
        if (std::isfinite(std::min(below, above)))
          firsts.push_back(
              {&scene, &parameter, &margin, below <= above ? &margin.below : &margin.above, std::min(below, above)});
      }
  std::stable_sort(firsts.begin(), firsts.end(), [](const First& a, const First& b) { return a.share < b.share; });
  return firsts;
}

Json side_json(const MarginSide& side) {
  Json json{{"holds", side.holds}, {"changes", nullptr}, {"verdict", nullptr}, {"no_scene", nullptr}};
  if (std::isnan(side.changes)) return json;
  json["changes"] = side.changes;
  if (side.verdict.no_scene.empty())
    json["verdict"] = to_string(side.verdict.status);
  else
    json["no_scene"] = side.verdict.no_scene;
  return json;
}

}  // namespace

std::string margins_page(const MarginsPage& page) {
  const std::vector<First> firsts = firsts_of(page);
  Json rows = Json::array();
  for (const First& first : firsts) {
    if (rows.size() == most_firsts) break;
    const Parameter& parameter = first.parameter->parameter;
    rows.push_back(
        {{"anchor", anchor_of(*first.scene, &parameter, &first.margin->claim)},
         {"claim", first.margin->claim.id},
         {"scene", (first.margin->claim.kind == ClaimKind::ours ? "a claim of ours; " : "") + first.scene->title},
         {"parameter", parameter.name},
         {"used", parameter.text},
         {"from", readable(first.margin->claim.status)},
         {"to", readable(first.side->verdict)},
         {"changes", value_text(parameter, first.side->changes)},
         {"share",
          fmt::format("{} {}", percent(first.share), first.side == &first.margin->below ? "below" : "above")}});
  }
  std::size_t num_pairs = 0, num_parameters = 0, num_scenes = 0;
  for (const SceneMargins& scene : page.scenes) {
    num_scenes += scene.parameters.empty() ? 0 : 1;
    num_parameters += scene.parameters.size();
    for (const ParameterMargins& one : scene.parameters) num_pairs += one.claims.size();
  }
  Json scenes = Json::array();
  for (const SceneMargins& scene : page.scenes)
    if (!scene.parameters.empty() || !scene.notes.empty()) scenes.push_back(scene_view(scene, page.span));
  const std::string style = std::string(assets::style()) + margins_style + tick_style(page.span);
  const Json view{{"policy", content_security_policy(style, "")},
                  {"style", style},
                  {"title", "How far may unprinted numbers move?"},
                  {"span", significant(page.span, 3)},
                  {"resolution", percent(page.resolution)},
                  {"headline", fmt::format("{} of {} verdicts change", firsts.size(), num_pairs)},
                  {"summary", fmt::format("claims of {} under {} that their sources do not give",
                                          counted(static_cast<long>(num_scenes), "scene"),
                                          counted(static_cast<long>(num_parameters), "number"))},
                  {"has_firsts", !firsts.empty()},
                  {"firsts", rows},
                  {"has_more", firsts.size() > most_firsts},
                  {"more", firsts.size() > most_firsts ? std::to_string(firsts.size() - most_firsts) : ""},
                  {"scenes", scenes},
                  {"provenance", named_values(page.provenance)}};
  return render_template(assets::margins_template(), view);
}

Json margins_json(const MarginsPage& page) {
  Json scenes = Json::array();
  for (const SceneMargins& scene : page.scenes) {
    Json parameters = Json::array();
    for (const ParameterMargins& one : scene.parameters) {
      Json claims = Json::array();
      for (const ClaimMargin& margin : one.claims)
        claims.push_back({{"claim", margin.claim.id},
                          {"words", margin.claim.words},
                          {"verdict", to_string(margin.claim.status)},
                          {"below", side_json(margin.below)},
                          {"above", side_json(margin.above)}});
      parameters.push_back({{"parameter", one.parameter.name},
                            {"used", one.parameter.value},
                            {"unit", one.parameter.unit.name},
                            {"factor", one.parameter.unit.factor},
                            {"is_whole", one.is_whole},
                            {"num_values", one.num_values},
                            {"claims", claims}});
    }
    scenes.push_back({{"file", scene.file},
                      {"experiment", scene.id},
                      {"title", scene.title},
                      {"source", scene.source},
                      {"notes", scene.notes},
                      {"parameters", parameters}});
  }
  return {{"format", "perpend-margins"},
          {"version", 1},
          {"span", page.span},
          {"resolution", page.resolution},
          {"scenes", scenes}};
}

}  // namespace perpend::reports
