// How a reader of a page makes one run of a study alone, and asks the study for it: commands to copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reports/files/json.hpp"

namespace perpend::reports {

/// A key of the points of a sweep.
struct PointKey {
  std::string name;    ///< as --set takes it
  std::string column;  ///< as a query takes it
  // Where cells of maps stand for its values, of each, ascending:
  std::vector<std::string> texts{};     ///< with a unit: "12.5 mm"
  std::vector<std::int64_t> offsets{};  ///< what it adds to the number of a point
};

/// What is the same for all points of a sweep.
struct PointCommands {
  std::string run;    ///< "perpend run FILE --no-sweeps", with the values that the whole study was given
  std::string out;    ///< folder for the results of single points
  std::string query;  ///< "perpend query DIR"
  std::string sweep;
  std::string view;  ///< its runs and their measures
  std::vector<PointKey> keys;
  std::vector<std::string> methods;
};

/// A run of the sweep.
struct StaticPoint {
  std::size_t method = 0;          ///< its place in PointCommands::methods
  std::int64_t number = 0;         ///< of its point in the sweep
  std::vector<std::string> texts;  ///< values of its keys, as --set takes them
};

/// Makes the run, with a report of its own.
[[nodiscard]] std::string run_command(const PointCommands& commands, const StaticPoint& point);
/// Shows what the study has of the run.
[[nodiscard]] std::string query_command(const PointCommands& commands, const StaticPoint& point);
/// `select`: from "select" to the end, without the view, which stands for "{}".
[[nodiscard]] std::string query_command(const PointCommands& commands, const std::string& select);

/// run_command with VALUE and METHOD for those of a point, for readers without the script of the page.
[[nodiscard]] std::string run_pattern(const PointCommands& commands);
/// For the script of the page.
[[nodiscard]] Json commands_data(const PointCommands& commands);

}  // namespace perpend::reports
