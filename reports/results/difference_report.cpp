#include "reports/results/difference_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"
#include "reports/page/static_page.hpp"
#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"

namespace perpend::reports {

namespace {

std::size_t count_changes(const Difference& difference, bool rounding) {
  return static_cast<std::size_t>(
      std::count_if(difference.changes.begin(), difference.changes.end(),
                    [&](const Change& change) { return (change.kind == ChangeKind::rounding) == rounding; }));
}

std::string difference_line(const Difference& difference) {
  const std::size_t changed = count_changes(difference, false), rounded = count_changes(difference, true);
  if (changed == 0 && rounded == 0 && difference.num_numbers > 0)
    return fmt::format("no change: all {} numbers have the same bits", difference.num_numbers);
  return fmt::format("{}; of {} numbers {} have the same bits and {} differ within their tolerances",
                     changed == 0 ? "no change" : counted(static_cast<long>(changed), "change"), difference.num_numbers,
                     difference.num_equal, rounded);
}

std::string parting_row_text(const Parting::Row& row) {
  return fmt::format("step {} (t = {} s), {}: {} and {}", row.step, significant(row.time), single_line(row.measure),
                     significant(row.before, 17), significant(row.after, 17));
}

std::string parting_text(const Parting& parting) {
  if (!parting.has_rows && parting.has_same_hash) return "the rows are not compared: one of them has no series";
  if (!parting.has_rows) return "the trajectory has another hash, and one of them has no series that say where";
  if (!parting.first)
    return "the trajectory has another hash, and all recorded rows are the same; --states records more";
  std::string text = "parts at " + parting_row_text(*parting.first);
  if (!parting.beyond) return text + "; always within the tolerance";
  return parting.beyond->step == parting.first->step
             ? text + "; beyond the tolerance at once"
             : text + "; beyond the tolerance from " + parting_row_text(*parting.beyond);
}

std::string distance_text(const Change& change) {
  if (change.kind != ChangeKind::value && change.kind != ChangeKind::rounding) return "";
  return fmt::format("{} of {} allowed", significant(change.distance, 3), significant(change.allowed, 3));
}

/// Changes first, then what is only rounding, in the order found.
std::vector<const Change*> sorted_changes(const Difference& difference) {
  std::vector<const Change*> sorted;
  for (const Change& change : difference.changes) sorted.push_back(&change);
  std::stable_partition(sorted.begin(), sorted.end(),
                        [](const Change* change) { return change->kind != ChangeKind::rounding; });
  return sorted;
}

std::string changes_text(const Difference& difference, std::size_t most_lines) {
  TextTable table{
      .header = {"where", "what", "before", "after", "distance"}, .rows = {}, .num_fixed = 2, .num_left = 2};
  std::size_t left_out = 0;
  for (const Change* change : sorted_changes(difference)) {
    if (change->kind == ChangeKind::rounding) break;
    if (table.rows.size() == most_lines)
      ++left_out;
    else
      table.rows.push_back({single_line(change->where), single_line(change->what), single_line(change->before),
                            single_line(change->after), distance_text(*change)});
  }
  if (table.rows.empty()) return "";
  return table.text(160) + (left_out == 0 ? "" : fmt::format("and {} more; --format json has all\n", left_out));
}

Json other_values_json(const std::vector<OtherValue>& values) {
  Json list = Json::array();
  for (const OtherValue& value : values)
    list.push_back({{"name", value.name}, {"before", value.before}, {"after", value.after}});
  return list;
}

Json parting_row_json(const std::optional<Parting::Row>& row) {
  if (!row) return nullptr;
  return {{"step", row->step},
          {"time", json_number(row->time)},
          {"measure", row->measure},
          {"before", json_number(row->before)},
          {"after", json_number(row->after)}};
}

Json difference_json(const Difference& difference) {
  Json changes = Json::array(), partings = Json::array();
  for (const Change& change : difference.changes)
    changes.push_back({{"kind", to_string(change.kind)},
                       {"where", change.where},
                       {"what", change.what},
                       {"before", change.before},
                       {"after", change.after},
                       {"distance", json_number(change.distance)},
                       {"allowed", json_number(change.allowed)}});
  for (const Parting& parting : difference.partings)
    partings.push_back({{"run", parting.run},
                        {"has_rows", parting.has_rows},
                        {"first", parting_row_json(parting.first)},
                        {"beyond", parting_row_json(parting.beyond)}});
  return {{"scene", difference.name},
          {"changed", difference.is_changed()},
          {"numbers", difference.num_numbers},
          {"equal", difference.num_equal},
          {"environment", other_values_json(difference.environment)},
          {"inputs", other_values_json(difference.inputs)},
          {"changes", changes},
          {"partings", partings}};
}

StaticTable other_values_table(const char* title, const std::vector<OtherValue>& values) {
  StaticTable table{.title = title, .hint = "", .columns = {"", "before", "after"}, .rows = {}};
  for (const OtherValue& value : values) table.rows.push_back({value.name, value.before, value.after});
  return table;
}

StaticSection difference_section(const Difference& difference) {
  StaticSection section{
      .name = difference.name, .line = difference_line(difference), .maps = {}, .curves = {}, .tables = {}};
  const auto add_changes = [&](const char* title, bool rounding) {
    StaticTable table{
        .title = title, .hint = "", .columns = {"where", "what", "before", "after", "distance"}, .rows = {}};
    for (const Change& change : difference.changes)
      if ((change.kind == ChangeKind::rounding) == rounding)
        table.rows.push_back({change.where, change.what, change.before, change.after, distance_text(change)});
    if (!table.rows.empty()) section.tables.push_back(std::move(table));
  };
  add_changes("Changes", false);
  StaticTable partings{.title = "Where trajectories part", .hint = "", .columns = {"run", "where"}, .rows = {}};
  for (const Parting& parting : difference.partings) partings.rows.push_back({parting.run, parting_text(parting)});
  for (StaticTable table : {partings, other_values_table("Inputs", difference.inputs),
                            other_values_table("Environment", difference.environment)})
    if (!table.rows.empty()) section.tables.push_back(std::move(table));
  add_changes("Other bits, within the tolerances", true);
  return section;
}

}  // namespace

bool FolderComparison::is_changed() const {
  return std::any_of(scenes.begin(), scenes.end(), [](const Difference& scene) { return scene.is_changed(); });
}

std::string comparison_text(const FolderComparison& comparison, std::size_t most_lines) {
  std::string text =
      fmt::format("before: {}\nafter:  {}\n", single_line(comparison.before), single_line(comparison.after));
  for (const Difference& scene : comparison.scenes) {
    text += fmt::format("\n{}: {}\n", single_line(scene.name), difference_line(scene));
    for (const OtherValue& value : scene.inputs)
      text += fmt::format("  input {}: {} -> {}\n", single_line(value.name), single_line(value.before),
                          single_line(value.after));
    for (const OtherValue& value : scene.environment)
      text +=
          fmt::format("  {}: {} -> {}\n", single_line(value.name), single_line(value.before), single_line(value.after));
    for (const Parting& parting : scene.partings)
      text += fmt::format("  {}: {}\n", single_line(parting.run), parting_text(parting));
    text += changes_text(scene, most_lines);
  }
  return text;
}

std::string comparison_json(const FolderComparison& comparison) {
  Json scenes = Json::array();
  for (const Difference& scene : comparison.scenes) scenes.push_back(difference_json(scene));
  return json_text({{"format", "perpend-comparison"},
                    {"version", 1},
                    {"before", comparison.before},
                    {"after", comparison.after},
                    {"changed", comparison.is_changed()},
                    {"scenes", scenes}}) +
         "\n";
}

std::string comparison_page(const FolderComparison& comparison) {
  const auto changed = std::count_if(comparison.scenes.begin(), comparison.scenes.end(),
                                     [](const Difference& scene) { return scene.is_changed(); });
  StaticPage page{.title = "Comparison of results",
                  .experiment = "",
                  .is_as_expected = !comparison.is_changed(),
                  .is_complete = true,
                  .verdict = fmt::format("{} of {} changed", changed,
                                         counted(static_cast<long>(comparison.scenes.size()), "scene")),
                  .source = fmt::format("{} and {}", comparison.before, comparison.after),
                  .headline = comparison.is_changed() ? "Changed" : "No change",
                  .sections = {},
                  .claims = {},
                  .failures = {},
                  .provenance = {{"before", comparison.before}, {"after", comparison.after}}};
  for (const Difference& scene : comparison.scenes) page.sections.push_back(difference_section(scene));
  return static_page(page);
}

}  // namespace perpend::reports
