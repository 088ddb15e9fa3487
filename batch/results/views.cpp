#include "batch/results/views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "batch/results/kept_status.hpp"

namespace perpend::batch {

namespace {

std::string sweep_view(std::size_t number, const SweepSpec& sweep, std::set<std::string>& views) {
  std::string sql = fmt::format("CREATE VIEW {} AS SELECT r.run, r.point, r.method, ",
                                quoted(unique_name("sweep_" + sweep.name, views), '"'));
  std::vector<std::string> keys;
  for (const SweepAxis& axis : sweep.axes) keys.push_back(axis.key);
  keys = key_names(keys);
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) sql += key_column(number, i, sweep.axes[i], "r.point", keys[i]);
  return sql + fmt::format(
                   "r.status, r.as_expected, r.certified, m.measure, m.max, m.min, m.final, m.rms, m.mean, m.at_max "
                   "FROM runs r LEFT JOIN run_measures m ON m.run = r.run WHERE r.sweep = {};",
                   number);
}

/// Neighbours on a line whose outcomes differ, whether or not the interval between them is short yet.
std::string boundary_select(std::size_t number, const PlannedSweep& sweep) {
  const SweepRefinement& refinement = *sweep.spec->refinement;
  const RefinedLines& lines = *sweep.lines;
  const ShortWidth width = short_width(refinement);
  // Within the grid the line is the index without its place on the axis; behind it indices are ordered by line.
  const std::string line =
      fmt::format("CASE WHEN r.point < {0} THEN r.point / {1} * {2} + r.point % {2} ELSE (r.point - {0}) / {3} END",
                  sweep.num_points, lines.stride() * lines.length(), lines.stride(), lines.indices_per_line());
  return fmt::format(
      "SELECT * FROM (WITH ends AS (SELECT r.method AS method, r.point AS point, p.value AS value, {line} AS line, "
      "{outcome} AS outcome FROM runs r JOIN points p ON p.sweep = r.sweep AND p.point = r.point AND p.position = "
      "{position} WHERE r.sweep = {number}), pairs AS (SELECT method, line, LAG(point) OVER w AS point_below, point AS "
      "point_above, LAG(value) OVER w AS low, value AS high, LAG(outcome) OVER w AS below, outcome AS above FROM ends "
      "WINDOW w AS (PARTITION BY method, line ORDER BY value)) SELECT {number} AS sweep, method, line, point_below, "
      "point_above, low, high, below, above, high - low <= {base} + {share} * MAX(ABS(low), ABS(high)) AS is_refined "
      "FROM pairs WHERE below <> above)",
      fmt::arg("line", line), fmt::arg("outcome", outcome_sql(refinement)), fmt::arg("position", refinement.axis),
      fmt::arg("number", number), fmt::arg("base", width.base), fmt::arg("share", width.share));
}

std::string boundary_view(std::size_t number, const SweepSpec& sweep, std::set<std::string>& views) {
  std::string sql =
      fmt::format("CREATE VIEW {} AS SELECT b.method, ", quoted(unique_name("boundaries_" + sweep.name, views), '"'));
  std::set<std::string> columns{"method", "low", "high", "below", "above", "is_refined"};
  for (std::size_t i = 0; i < sweep.axes.size(); ++i)
    if (i != sweep.refinement->axis)
      sql += key_column(number, i, sweep.axes[i], "b.point_below", unique_name(sweep.axes[i].key, columns));
  return sql +
         fmt::format("b.low, b.high, b.below, b.above, b.is_refined FROM boundaries b WHERE b.sweep = {};", number);
}

}  // namespace

std::string unique_name(std::string name, std::set<std::string>& taken) {
  const auto lower = [](std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  };
  while (!taken.insert(lower(name)).second) name += "_key";
  return name;
}

std::vector<std::string> key_names(const std::vector<std::string>& keys) {
  std::set<std::string> columns{"run", "point", "method", "status", "as_expected", "certified", "measure",
                                "max", "min",   "final",  "rms",    "mean",        "at_max"};
  std::vector<std::string> names;
  for (const std::string& key : keys) names.push_back(unique_name(key, columns));
  return names;
}

std::string key_column(std::size_t sweep, std::size_t position, const SweepAxis& axis, const char* point,
                       const std::string& name) {
  const char* const source =
      axis.is_of_words ? "w.word FROM points p JOIN words w USING (sweep, position, value)" : "p.value FROM points p";
  return fmt::format("(SELECT {} WHERE p.sweep = {} AND p.point = {} AND p.position = {}) AS {}, ", source, sweep,
                     point, position, quoted(name, '"'));
}

std::string quoted(const std::string& text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result += c == quote ? std::string(2, c) : std::string(1, c);
  return result + quote;
}

std::string outcome_sql(const SweepRefinement& refinement) {
  std::string outcome = "r.status";
  if (refinement.outcome == RefinedOutcome::completion)
    outcome = fmt::format("CASE r.status WHEN {0} THEN {0} ELSE 'not completed' END", sql(KeptStatus::completed));
  if (refinement.outcome == RefinedOutcome::certificate)
    outcome = fmt::format(
        "(SELECT CASE WHEN c.refuted > 0 THEN 'refuted' WHEN c.undecided > 0 THEN 'undecided' ELSE 'proved' END FROM "
        "run_certificates c WHERE c.run = r.run AND c.kind = {})",
        quoted(refinement.certificate, '\''));
  return fmt::format("CASE WHEN r.status NOT IN {} THEN {} END",
                     sql({KeptStatus::limit, KeptStatus::crashed, KeptStatus::not_run, KeptStatus::interrupted}),
                     outcome);
}

std::vector<std::string> views_of(const std::vector<PlannedSweep>& sweeps) {
  std::vector<std::string> all, boundaries;
  std::set<std::string> names{"boundaries"};
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    all.push_back(sweep_view(i, *sweeps[i].spec, names));
    if (!sweeps[i].lines) continue;
    boundaries.push_back(boundary_select(i, sweeps[i]));
    all.push_back(boundary_view(i, *sweeps[i].spec, names));
  }
  if (!boundaries.empty())
    all.push_back(fmt::format("CREATE VIEW boundaries AS {};", fmt::join(boundaries, " UNION ALL ")));
  return all;
}

}  // namespace perpend::batch
