// The sweeps of a study and the values of their runs, as its file has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/database.hpp"
#include "reports/page/point_commands.hpp"

namespace perpend::batch {

/// A key of more distinct values makes no groups.
inline constexpr std::size_t most_groups = 12;

struct Axis {
  std::string name, unit;
  double factor = 1.0;
  std::string si_unit{};
  std::vector<std::string> words{};  ///< of the values 1, 2, ... of a choice; else empty
  std::size_t num_distinct = 0;
  std::vector<double> values{};  ///< distinct, ascending [SI]; of points that are no grid the first most_groups
  std::int64_t num_values = 0;   ///< with those that are given twice; 0: not known
  bool is_setting = false;       ///< it only says how methods solve

  /// "b [1/s]".
  [[nodiscard]] std::string label() const;
  [[nodiscard]] std::string shown(double value) const;
  /// "12.5 mm".
  [[nodiscard]] std::string shown_with_unit(double value) const;
  /// As --set takes it, so that it reads back as the same double: "12.5 mm".
  [[nodiscard]] std::string text(double value) const;
  [[nodiscard]] double value_of(const std::string& word) const;
  /// Where a value is. Pre: it is there.
  [[nodiscard]] std::size_t place(double value) const {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
  }
};

/// Numbers of runs, by method.
using RunCounts = std::map<std::string, std::int64_t, std::less<>>;

struct Sweep {
  std::int64_t number = 0;
  std::string name;
  std::int64_t num_points = 0;  ///< of the grid
  std::vector<Axis> axes;
  std::vector<std::string> methods;                      ///< in the order of their first runs
  std::map<std::string, RunCounts, std::less<>> ends{};  ///< of the runs at points of the grid, by status
  bool is_grid = true;
  std::optional<std::size_t> refined{};  ///< the axis
  double tolerance = 0.0;                ///< SI
  std::string design{};                  ///< given, drawn or saltelli
  reports::PointCommands commands{};     ///< of its points

  [[nodiscard]] reports::StaticPoint point(const std::string& method, std::int64_t number,
                                           const std::vector<double>& at) const;
};

/// "held: drift" where the sweep has several methods.
[[nodiscard]] std::string title_of(const Sweep& sweep, const std::string& method, const std::string& what);

struct Measure {
  std::string name, unit;
  double factor = 1.0;
  bool is_signed = false;  ///< some run has values below 0: of such a measure the magnitude is shown

  /// "largest drift", "largest |energy|".
  [[nodiscard]] std::string largest() const { return "largest " + (is_signed ? "|" + name + "|" : name); }
  /// SQL: the value that is shown of a row of `run_measures`. `table`: "m.", or nothing.
  [[nodiscard]] std::string column(const std::string& table = "m.") const;
};

/// Those of all sweeps, by their names.
[[nodiscard]] std::vector<Measure> measures_of(Database& database);

/// "drift [mm]".
[[nodiscard]] std::string with_unit(const std::string& text, const Measure& measure);

/// Throw DatabaseError.
[[nodiscard]] std::vector<Sweep> sweeps_of(Database& database);

/// SQL: runs of the grid of a sweep and a method, which are its last two parameters, in their order, with a column for
/// each coordinate, then what is asked of the joined tables, then the numbers of the point and of the run.
[[nodiscard]] std::string samples_sql(const Sweep& sweep, const std::string& column, const std::string& joined);

/// The first column of all rows.
[[nodiscard]] std::vector<std::string> texts(Query& query);

}  // namespace perpend::batch
