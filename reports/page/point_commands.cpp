#include "reports/page/point_commands.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/text/text.hpp"

namespace perpend::reports {

std::string run_command(const PointCommands& commands, const StaticPoint& point) {
  std::string command = commands.run;
  for (std::size_t i = 0; i < commands.keys.size(); ++i)
    command += fmt::format(" --set \"{} = {}\"", commands.keys[i].name, point.texts[i]);
  const std::string& method = commands.methods[point.method];
  return command +
         fmt::format(" --methods {} --out {}", shell_word(method),
                     shell_word(fmt::format("{}/{}-{}-{}", commands.out, commands.sweep, point.number, method)));
}

std::string query_command(const PointCommands& commands, const StaticPoint& point) {
  return query_command(commands, fmt::format("select * from {{}} where point = {} and method = '{}'", point.number,
                                             commands.methods[point.method]));
}

std::string query_command(const PointCommands& commands, const std::string& select) {
  std::string sql = select;
  if (const std::size_t at = sql.find("{}"); at != std::string::npos) sql.replace(at, 2, commands.view);
  return fmt::format("{} \"{}\"", commands.query, sql);
}

std::string run_pattern(const PointCommands& commands) {
  std::string pattern = commands.run;
  for (const PointKey& key : commands.keys) pattern += fmt::format(" --set \"{} = VALUE\"", key.name);
  return pattern + " --methods METHOD --out " + shell_word(commands.out + "/NAME");
}

Json commands_data(const PointCommands& commands) {
  Json keys = Json::array();
  for (const PointKey& key : commands.keys)
    keys.push_back({{"name", key.name}, {"column", key.column}, {"texts", key.texts}, {"offsets", key.offsets}});
  Json methods = Json::array();
  for (const std::string& method : commands.methods)
    methods.push_back({{"name", method}, {"word", shell_word(method)}});
  return {{"run", commands.run},   {"out", commands.out}, {"query", commands.query}, {"sweep", commands.sweep},
          {"view", commands.view}, {"keys", keys},        {"methods", methods}};
}

}  // namespace perpend::reports
