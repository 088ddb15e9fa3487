#include "batch/page/maps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "batch/results/kept_status.hpp"
#include "reports/text/text.hpp"
#include "verification/certificate.hpp"

namespace perpend::batch {

namespace {

using reports::MapColor;
using reports::StaticMap;
using reports::StaticSection;

/// Empty cells, colour 0.
StaticMap empty_map(const Sweep& sweep) {
  const Axis &x = sweep.axes[0], &y = sweep.axes[1];
  // In the middle of the cells.
  const auto ticks = [](const Axis& axis) {
    const std::size_t last = axis.values.size() - 1;
    std::vector<std::pair<double, std::string>> result;
    for (const std::size_t i : std::set<std::size_t>{0, last / 2, last})
      result.emplace_back((static_cast<double>(i) + 0.5) / static_cast<double>(last + 1), axis.shown(axis.values[i]));
    return result;
  };
  StaticMap map;
  map.x_label = x.label();
  map.y_label = y.label();
  map.x_ticks = ticks(x);
  map.y_ticks = ticks(y);
  map.columns = x.values.size();
  map.rows = y.values.size();
  map.cells.assign(map.columns * map.rows, 0);
  return map;
}

std::uint8_t& cell(StaticMap& map, const Sweep& sweep, double x, double y) {
  return map.cells[sweep.axes[1].place(y) * map.columns + sweep.axes[0].place(x)];
}

constexpr MapColor white{255, 255, 255};

// Okabe and Ito's colours, in which a run that completed is as green as a proof.
constexpr MapColor green{0, 158, 115}, red{213, 94, 0};

MapColor color_of(KeptStatus status) {
  switch (status) {
    case KeptStatus::completed:
      return green;
    case KeptStatus::diverged:
      return red;
    case KeptStatus::not_finite:
      return {204, 121, 167};
    case KeptStatus::no_solution:
      return {0, 114, 178};
    case KeptStatus::unsolved:
      return {86, 180, 233};
    case KeptStatus::iteration_limit:
      return {240, 228, 66};
    case KeptStatus::singular:
      return {136, 34, 85};
    case KeptStatus::limit:
      return {230, 159, 0};
    case KeptStatus::cannot_run:
    case KeptStatus::reference_ends:
      return {200, 200, 200};
    case KeptStatus::not_run:
    case KeptStatus::interrupted:
    case KeptStatus::crashed:
      break;
  }
  return {0, 0, 0};
}

MapColor color_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return green;
    case Verdict::refuted:
      return red;
    case Verdict::undecided:
      return {150, 150, 150};
    case Verdict::not_run:
      break;
  }
  return {0, 0, 0};
}

/// What a cell shows, in the order in which they come. `read`: the outcome in a column of the query.
template <class Outcome>
StaticMap outcome_map(const Sweep& sweep, Query& query, const std::string& title, Outcome (*read)(Query&, int)) {
  StaticMap map = empty_map(sweep);
  map.title = title;
  map.palette = {white};
  std::vector<Outcome> outcomes;
  const int column = static_cast<int>(sweep.axes.size());
  while (query.step()) {
    const Outcome outcome = read(query, column);
    auto found = std::find(outcomes.begin(), outcomes.end(), outcome);
    if (found == outcomes.end()) {
      found = outcomes.insert(outcomes.end(), outcome);
      map.palette.push_back(color_of(outcome));
      map.legend.emplace_back(static_cast<std::uint8_t>(outcomes.size()), to_string(outcome));
    }
    cell(map, sweep, query.number(0), query.number(1)) = static_cast<std::uint8_t>(found - outcomes.begin() + 1);
  }
  return map;
}

KeptStatus status_in(Query& query, int column) {
  return read_status(query.text(column));
}

Verdict verdict_in(Query& query, int column) {
  return static_cast<Verdict>(query.whole(column));
}

/// From the smallest to the largest value; by logarithms where they span decades.
std::optional<StaticMap> value_map(const Sweep& sweep, const Samples& samples, const std::string& title,
                                   const std::string& unit) {
  if (samples.size() == 0) return std::nullopt;
  const double low = samples.at(0).value, high = samples.at(samples.size() - 1).value;
  const bool is_log = low > 0.0 && high > 100.0 * low;
  const auto scaled = [&](double value) { return is_log ? std::log(value) : value; };
  StaticMap map = empty_map(sweep);
  map.title = title + (is_log ? ", logarithmic" : "");
  map.palette = reports::value_palette();
  map.scale = reports::ColorScale{low, high, is_log, unit};
  const double width = scaled(high) - scaled(low);
  samples.each(SampleOrder::by_run(), [&](const Sample& sample) {
    cell(map, sweep, sample.at[0], sample.at[1]) = static_cast<std::uint8_t>(
        1 + std::lround(width > 0.0 ? 254.0 * (scaled(sample.value) - scaled(low)) / width : 0.0));
  });
  std::vector<double> shares{0.0}, values{low};
  for (const double share : {0.25, 0.5, 0.75, 1.0}) {
    if (!(width > 0.0)) break;
    shares.push_back(share);
    values.push_back(is_log ? low * std::pow(high / low, share) : low + (high - low) * share);
  }
  const std::vector<std::string> texts = reports::distinct_texts(values);
  for (std::size_t i = 0; i < shares.size(); ++i)
    map.legend.emplace_back(static_cast<std::uint8_t>(1 + std::lround(254.0 * shares[i])), texts[i]);
  map.legend.emplace_back(std::uint8_t{0}, "did not end");
  return map;
}

/// An interval of the refined axis, at the values of the others.
struct Boundary {
  std::string method;
  std::vector<double> at;  ///< one for each axis; of the refined one the lower end
  double low = 0.0, high = 0.0;
  std::string below, above;
  bool is_refined = false;
  std::int64_t point_below = 0, point_above = 0;
};

template <class Action>
void each_boundary(Database& database, const Sweep& sweep, const Action& action) {
  Query all(database,
            "SELECT method, low, high, below, above, is_refined, point_below, point_above FROM boundaries WHERE sweep "
            "= ? ORDER BY "
            "method, line, low");
  Query at(database, "SELECT value FROM points WHERE sweep = ? AND point = ? ORDER BY position");
  all.bind(sweep.number);
  while (all.step()) {
    Boundary boundary{all.text(0),       {},           all.number(1), all.number(2), all.text(3), all.text(4),
                      all.whole(5) != 0, all.whole(6), all.whole(7)};
    at.bind(sweep.number, all.whole(6));
    while (at.step()) boundary.at.push_back(at.number(0));
    action(boundary);
  }
}

/// Where a value lies on the side of a map whose cells have the values of the axis in their middles.
double share_of(const Axis& axis, double value) {
  const std::vector<double>& values = axis.values;
  const std::size_t above = std::clamp<std::size_t>(axis.place(value), 1, values.size() - 1);
  const double part = (value - values[above - 1]) / (values[above] - values[above - 1]);
  return (static_cast<double>(above) - 0.5 + part) / static_cast<double>(values.size());
}

/// The ends of the interval, with as many digits as make them differ.
std::vector<std::string> ends_of(const Axis& axis, const Boundary& boundary) {
  return reports::distinct_texts({boundary.low / axis.factor, boundary.high / axis.factor});
}

/// Across the cell of the line, from one end of the interval to the other.
reports::MapMark mark_of(const Sweep& sweep, const Boundary& boundary) {
  const std::size_t refined = *sweep.refined, other = 1 - refined;
  const Axis &along = sweep.axes[refined], &across = sweep.axes[other];
  const double from = share_of(along, boundary.low), to = share_of(along, boundary.high);
  const auto cells = static_cast<double>(across.values.size());
  const auto place = static_cast<double>(across.place(boundary.at[other]));
  const std::vector<std::string> ends = ends_of(along, boundary);
  const std::string text = fmt::format("{} = {}: {} from {} to {}", across.name, across.shown(boundary.at[other]),
                                       along.name, ends[0], ends[1]);
  if (refined == 1) return {place / cells, (place + 1.0) / cells, from, to, text};
  return {from, to, place / cells, (place + 1.0) / cells, text};
}

}  // namespace

void add_maps(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures, StaticSection& section) {
  Database& database = samples.database();
  for (const std::string& method : sweep.methods) {
    const std::size_t first = section.maps.size();
    Query status(database, samples_sql(sweep, "r.status", ""));
    section.maps.push_back(
        outcome_map(sweep, status.bind(sweep.number, method), title_of(sweep, method, "how runs end"), status_in));
    // A kind whose verdict is the same everywhere makes no map.
    Query kinds(
        database,
        "SELECT c.kind FROM run_certificates c JOIN runs r USING (run) WHERE r.sweep = ? AND r.method = ? GROUP "
        "BY c.kind HAVING MAX(c.refuted > 0) + MAX(c.undecided > 0 AND c.refuted = 0) + MAX(c.refuted = 0 AND "
        "c.undecided = 0) > 1 ORDER BY c.kind");
    for (const std::string& kind : texts(kinds.bind(sweep.number, method))) {
      Query verdict(
          database,
          samples_sql(sweep,
                      fmt::format("CASE WHEN c.refuted > 0 THEN {:d} WHEN c.undecided > 0 THEN {:d} ELSE {:d} END",
                                  static_cast<int>(Verdict::refuted), static_cast<int>(Verdict::undecided),
                                  static_cast<int>(Verdict::proved)),
                      " JOIN run_certificates c ON c.run = r.run AND c.kind = ?"));
      section.maps.push_back(outcome_map(sweep, verdict.bind(kind, sweep.number, method),
                                         title_of(sweep, method, "certificate " + kind), verdict_in));
    }
    for (const Measure& measure : measures)
      if (auto map = value_map(sweep, samples.of(method, measure),
                               title_of(sweep, method, with_unit(measure.largest(), measure)), measure.unit))
        section.maps.push_back(std::move(*map));
    for (std::size_t i = first; i < section.maps.size(); ++i) section.maps[i].method = method;
  }
}

void add_boundaries(Database& database, const Sweep& sweep, StaticSection& section) {
  constexpr std::size_t most_rows = 50;
  const Axis& along = sweep.axes[*sweep.refined];
  const std::string width = along.shown_with_unit(sweep.tolerance);
  reports::StaticTable table{
      .title = fmt::format("Where outcomes change along {}", along.name),
      .hint = fmt::format("Two runs with different outcomes stand at the ends of each interval; "
                          "intervals are halved until they are at most {} wide. What lies between "
                          "the ends is not known, nor whether outcomes change twice between two "
                          "neighbours of the grid that agree.",
                          width),
      .columns = {"Line", along.label() + " from", "to", "below", "above"},
      .rows = {}};
  std::size_t count = 0;
  each_boundary(database, sweep, [&](const Boundary& boundary) {
    for (StaticMap& map : section.maps)
      if (boundary.method == map.method) map.marks.push_back(mark_of(sweep, boundary));
    if (++count > most_rows) return;
    std::string line;
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
      if (i != *sweep.refined)
        line +=
            fmt::format("{}{} = {}{}{}", line.empty() ? "" : ", ", sweep.axes[i].name,
                        sweep.axes[i].shown(boundary.at[i]), sweep.axes[i].unit.empty() ? "" : " ", sweep.axes[i].unit);
    if (line.empty()) line = sweep.name;
    const std::vector<std::string> ends = ends_of(along, boundary);
    table.rows.push_back({title_of(sweep, boundary.method, line), ends[0], ends[1], boundary.below, boundary.above});
    auto& commands = table.commands.emplace_back();
    for (const auto& [point, value] :
         {std::pair{boundary.point_below, boundary.low}, std::pair{boundary.point_above, boundary.high}}) {
      std::vector<double> at = boundary.at;
      at[*sweep.refined] = value;
      commands.push_back(reports::run_command(sweep.commands, sweep.point(boundary.method, point, at)));
    }
  });
  if (count > most_rows)
    table.hint +=
        fmt::format(" The first {} of {}; all of them are in the view boundaries_{}.", most_rows, count, sweep.name);
  if (!table.rows.empty()) section.tables.push_back(std::move(table));
  for (StaticMap& map : section.maps) map.marks_text = fmt::format("where outcomes change, to {}", width);
}

}  // namespace perpend::batch
