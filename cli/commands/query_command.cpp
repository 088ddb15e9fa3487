#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "batch/columns.hpp"
#include "batch/database.hpp"
#include "batch/results/file.hpp"
#include "batch/study/shards.hpp"
#include "cli/commands/study_arguments.hpp"
#include "cli/process.hpp"
#include "formats/npz.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/text/text_table.hpp"

namespace perpend::cli {

namespace {

constexpr const char* list_tables =
    "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY type, name";

std::vector<std::string> titles(const batch::Query& query) {
  std::vector<std::string> names;
  for (int i = 0; i < query.num_columns(); ++i) names.push_back(query.name(i));
  return names;
}

/// RFC 4180.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void print_csv(batch::Query& query) {
  const auto print = [&](const auto& field) {
    std::string line;
    for (int i = 0; i < query.num_columns(); ++i) line += (i == 0 ? "" : ",") + csv_field(field(i));
    print_out("{}\n", line);
  };
  print([&](int i) { return query.name(i); });
  while (!is_interrupted() && query.step()) print([&](int i) { return query.shown(i, ""); });
}

/// An array of objects, a line each, so that any number of rows needs no memory. What JSON cannot write is a text, as
/// in results.json.
void print_json(batch::Query& query) {
  const char* separator = "[";
  const std::vector<std::string> names = batch::unique_names(query);
  while (!is_interrupted() && query.step()) {
    nlohmann::ordered_json row;
    for (int i = 0; i < query.num_columns(); ++i) {
      auto& value = row[names[static_cast<std::size_t>(i)]];
      if (query.is_null(i)) continue;
      if (query.is_text(i))
        value = query.text(i);
      else if (const std::string shown = query.shown(i, ""); shown.find_first_not_of("-0123456789") == shown.npos)
        value = query.whole(i);
      else if (std::isfinite(query.number(i)))
        value = query.number(i);
      else
        value = shown;
    }
    print_out("{}{}\n", separator, row.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    separator = ",";
  }
  print_out("{}]\n", *separator == '[' ? "[" : "");
}

void print_table(batch::Query& query) {
  const auto num_columns = static_cast<std::size_t>(query.num_columns());
  reports::TextTable table{.header = titles(query), .rows = {}, .num_fixed = 0, .num_left = num_columns};
  while (!is_interrupted() && query.step()) {
    auto& row = table.rows.emplace_back();
    for (int i = 0; i < query.num_columns(); ++i) row.push_back(query.shown(i, "-"));
  }
  print_out("{}", table.text(std::numeric_limits<std::size_t>::max()));
}

ExitCode write_columns(batch::Database& database, const std::string& sql, const std::string& path) {
  const std::vector<formats::NamedArray> columns = batch::columns_of(database, sql);
  if (columns.empty()) {
    say("error: the statement gives no columns\n");
    return ExitCode::scene_error;
  }
  const auto error = reports::write_file(path, formats::write_npz(columns));
  if (!error) return ExitCode::as_expected;
  say(fmt::format("error: {}\n", error->message()));
  return ExitCode::internal_error;
}

}  // namespace

ExitCode query_study(const QueryArguments& arguments) {
  std::error_code error;
  const std::string path = std::filesystem::is_directory(arguments.study, error)
                               ? arguments.study + "/" + batch::file_name({})
                               : arguments.study;
  if (!std::filesystem::exists(path, error)) {
    say(fmt::format("error: {}: no such file\n", path));
    return ExitCode::scene_error;
  }
  if ((arguments.format == "npz") == arguments.out.empty()) {
    say(arguments.out.empty() ? "error: arrays are no text: --out FILE.npz says where they go\n"
                              : "error: --out is for --format npz; the others print: perpend query ... > FILE\n");
    return ExitCode::scene_error;
  }
  try {
    batch::Database database(path, batch::Access::read);
    static_cast<void>(batch::read_state(database));
    const std::string sql = arguments.sql.empty() ? list_tables : arguments.sql;
    if (arguments.format == "npz") return write_columns(database, sql, arguments.out);
    batch::Query query(database, sql);
    if (arguments.format == "csv")
      print_csv(query);
    else if (arguments.format == "json")
      print_json(query);
    else
      print_table(query);
  } catch (const batch::DatabaseError& trouble) {
    say(fmt::format("error: {}\n", trouble.what()));
    return ExitCode::scene_error;
  }
  return is_interrupted() ? ExitCode::interrupted : ExitCode::as_expected;
}

}  // namespace perpend::cli
