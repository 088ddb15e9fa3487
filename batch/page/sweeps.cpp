#include "batch/page/sweeps.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>
#include <string_view>

#include "batch/results/views.hpp"
#include "dsl/values/units.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

std::string title_of(const Sweep& sweep, const std::string& method, const std::string& what) {
  return sweep.methods.size() > 1 ? fmt::format("{}: {}", method, what) : what;
}

std::string with_unit(const std::string& text, const Measure& measure) {
  return measure.unit.empty() ? text : fmt::format("{} [{}]", text, measure.unit);
}

std::string Axis::label() const {
  if (words.empty()) return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
  std::string text = name;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{} = {}", i == 0 ? ": " : ", ", i + 1, words[i]);
  return text;
}

std::string Axis::shown(double value) const {
  return words.empty() ? reports::significant(value / factor) : text(value);
}

std::string Axis::shown_with_unit(double value) const {
  return unit.empty() ? shown(value) : shown(value) + " " + unit;
}

std::string Axis::text(double value) const {
  if (!words.empty()) return words.at(static_cast<std::size_t>(value) - 1);
  const Unit own{unit, {}, factor}, si{si_unit, {}, 1.0};
  return dsl::format_quantity(value, dsl::to_si(dsl::from_si(value, own), own) == value ? own : si);
}

double Axis::value_of(const std::string& word) const {
  return static_cast<double>(1 + std::find(words.begin(), words.end(), word) - words.begin());
}

reports::StaticPoint Sweep::point(const std::string& method, std::int64_t number, const std::vector<double>& at) const {
  const auto found = std::find(methods.begin(), methods.end(), method);
  reports::StaticPoint point{
      .method = static_cast<std::size_t>(found - methods.begin()), .number = number, .texts = {}};
  for (std::size_t i = 0; i < axes.size(); ++i) point.texts.push_back(axes[i].text(at[i]));
  return point;
}

std::vector<std::string> texts(Query& query) {
  std::vector<std::string> result;
  while (query.step()) result.push_back(query.text(0));
  return result;
}

namespace {

/// Files of earlier versions lack tables and columns.
bool has_words(Database& database) {
  return Query(database, "SELECT 1 FROM sqlite_master WHERE name = 'words'").step();
}

/// A name as SQL takes it: in brackets where it is a word of the language.
std::string sql_name(const std::string& name) {
  return is_sql_word(name) ? "[" + name + "]" : name;
}

/// The folder of the file and the scene, as they were given to the command that made it.
void add_commands(Database& database, Sweep& sweep) {
  const std::string folder = std::filesystem::path(database.path()).parent_path().string();
  Query scene(database, "SELECT value FROM provenance WHERE name = 'scene_file'");
  Query set(database, "SELECT value FROM study WHERE name = 'set'");
  reports::PointCommands& commands = sweep.commands;
  commands.run = "perpend run " + reports::shell_word(scene.step() ? scene.text(0) : "FILE.scene") + " --no-sweeps";
  std::vector<std::string> names;
  for (const Axis& axis : sweep.axes) names.push_back(axis.name);
  std::istringstream given(set.step() ? set.text(0) : "");
  for (std::string line; std::getline(given, line);) {
    // Where a sweep sets what the study was given, the values of the sweep hold.
    const std::string name = line.substr(0, line.find(" = "));
    if (std::find(names.begin(), names.end(), name) == names.end())
      commands.run += " --set " + reports::shell_word(line);
  }
  commands.out = (folder.empty() ? "." : folder) + "/points";
  commands.query = "perpend query " + reports::shell_word(folder.empty() ? "." : folder);
  commands.sweep = sweep.name;
  commands.view = "sweep_" + sweep.name;
  commands.methods = sweep.methods;
  const std::vector<std::string> columns = key_names(names);
  for (std::size_t i = 0; i < names.size(); ++i) commands.keys.push_back({names[i], sql_name(columns[i]), {}, {}});
  // No map of another sweep has cells for pairs of values.
  if (!sweep.is_grid || sweep.axes.size() != 2) return;
  Query first(database,
              "SELECT MIN(point) FROM points WHERE sweep = ? AND position = ? AND point < ? GROUP BY value ORDER BY "
              "value");
  const std::int64_t strides[] = {sweep.axes[1].num_values, 1};
  for (std::size_t i = 0; i < 2; ++i) {
    const Axis& axis = sweep.axes[i];
    for (const double value : axis.values) commands.keys[i].texts.push_back(axis.text(value));
    first.bind(sweep.number, i, sweep.num_points);
    while (first.step()) commands.keys[i].offsets.push_back(first.whole(0) / strides[i] % axis.num_values * strides[i]);
  }
}

/// The count of a name, which is made where there is none. It is looked up without a copy of the name.
template <class Counts>
typename Counts::mapped_type& entry(Counts& counts, std::string_view name) {
  const auto found = counts.find(name);
  return found != counts.end() ? found->second : counts[std::string(name)];
}

/// Methods and ends of all runs in one pass, which costs less than to sort them by either.
void add_runs(Database& database, std::vector<Sweep>& sweeps) {
  Query runs(database, "SELECT sweep, point, method, status FROM runs ORDER BY run");
  auto sweep = sweeps.begin();
  while (runs.step()) {
    const std::int64_t number = runs.whole(0);
    if (sweep == sweeps.end() || sweep->number != number)
      sweep = std::find_if(sweeps.begin(), sweeps.end(), [&](const Sweep& one) { return one.number == number; });
    if (sweep == sweeps.end()) continue;
    const std::string_view method = runs.bytes(2);
    if (std::find(sweep->methods.begin(), sweep->methods.end(), method) == sweep->methods.end())
      sweep->methods.emplace_back(method);
    if (runs.whole(1) < sweep->num_points) ++entry(entry(sweep->ends, runs.bytes(3)), method);
  }
}

}  // namespace

std::vector<Sweep> sweeps_of(Database& database) {
  std::vector<Sweep> sweeps;
  Query all(database, "SELECT sweep, name, num_points, is_grid, refined, tolerance, design FROM sweeps ORDER BY sweep");
  while (all.step()) {
    Sweep& sweep = sweeps.emplace_back();
    sweep.number = all.whole(0);
    sweep.name = all.text(1);
    sweep.num_points = all.whole(2);
    sweep.is_grid = all.whole(3) != 0;
    if (!all.is_null(4)) sweep.refined = static_cast<std::size_t>(all.whole(4));
    sweep.tolerance = all.number(5);
    sweep.design = all.text(6);
  }
  const bool is_new = has_words(database);
  Query axes(database, fmt::format("SELECT name, unit, factor, {} FROM axes WHERE sweep = ? ORDER BY position",
                                   is_new ? "si_unit, num_values, is_setting" : "'', 0, 0"));
  std::optional<Query> words;
  if (is_new) words.emplace(database, "SELECT word FROM words WHERE sweep = ? AND position = ? ORDER BY value");
  Query values(database,
               "SELECT DISTINCT value FROM points WHERE sweep = ? AND position = ? AND point < ? ORDER BY value");
  add_runs(database, sweeps);
  for (Sweep& sweep : sweeps) {
    axes.bind(sweep.number);
    while (axes.step())
      sweep.axes.push_back(
          {axes.text(0), axes.text(1), axes.number(2), axes.text(3), {}, 0, {}, axes.whole(4), axes.whole(5) != 0});
    for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
      if (words) sweep.axes[i].words = texts(words->bind(sweep.number, i));
      values.bind(sweep.number, i, sweep.num_points);
      Axis& axis = sweep.axes[i];
      for (; values.step(); ++axis.num_distinct)
        if (sweep.is_grid || axis.num_distinct < most_groups) axis.values.push_back(values.number(0));
      if (axis.num_values == 0) axis.num_values = static_cast<std::int64_t>(axis.num_distinct);
    }
    add_commands(database, sweep);
  }
  return sweeps;
}

std::string Measure::column(const std::string& table) const {
  return is_signed ? fmt::format("MAX(ABS({0}max), ABS({0}min))", table) : table + "max";
}

std::vector<Measure> measures_of(Database& database) {
  std::vector<Measure> measures;
  Query known(
      database,
      "SELECT measure, unit, factor, EXISTS (SELECT 1 FROM run_measures r WHERE r.measure = m.measure AND r.min < "
      "0) FROM measures m ORDER BY measure");
  while (known.step()) measures.push_back({known.text(0), known.text(1), known.number(2), known.whole(3) != 0});
  return measures;
}

std::string samples_sql(const Sweep& sweep, const std::string& column, const std::string& joined) {
  std::string columns, joins;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    columns += fmt::format("p{}.value, ", i);
    joins +=
        fmt::format(" JOIN points p{0} ON p{0}.sweep = r.sweep AND p{0}.point = r.point AND p{0}.position = {0}", i);
  }
  return fmt::format(
      "SELECT {}{}, r.point, r.run FROM runs r{}{} WHERE r.point < {} AND r.sweep = ? AND r.method = ? ORDER BY r.run",
      columns, column, joins, joined, sweep.num_points);
}

}  // namespace perpend::batch
