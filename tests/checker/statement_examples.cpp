#include "tests/checker/statement_examples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

extern "C" {
#include <fclib.h>
}

namespace perpend::test {

namespace {

using nlohmann::ordered_json;

std::vector<double> doubles(const ordered_json& from) {
  std::vector<double> result;
  for (const ordered_json& entry : from) result.push_back(std::strtod(entry.get<std::string>().c_str(), nullptr));
  return result;
}

/// Columns first, as both formats have them.
std::vector<double> by_columns(const ordered_json& a) {
  const std::size_t num_rows = a["num_rows"], num_columns = a["num_columns"];
  const std::vector<double> values = doubles(a["value"]);
  std::vector<double> entries(num_rows * num_columns, 0.0);
  for (std::size_t i = 0; i < num_rows; ++i)
    for (int k = a["first"][i]; k < a["first"][i + 1].get<int>(); ++k)
      entries[a["column"][k].get<std::size_t>() * num_rows + i] = values[k];
  return entries;
}

/// Decimal, with all digits.
std::string line(const std::vector<double>& numbers) {
  return fmt::format("{:.17g}\n", fmt::join(numbers, " "));
}

std::string siconos_matrix(const ordered_json& a) {
  return fmt::format("0\n{0}\n{1}\n{0} {1}\n", a["num_rows"].get<int>(), a["num_columns"].get<int>()) +
         line(by_columns(a));
}

StatementExample made(const Recipe& recipe) {
  const Workplace place;
  Arguments arguments{"certify", recipe.kind};
  for (std::size_t i = 0; i < recipe.files.size(); ++i) {
    const bool is_contacts = i == 0 && recipe.kind == std::string("friction");
    const char* ending = !is_contacts ? ".txt" : recipe.files[i].starts_with("\x89HDF") ? ".hdf5" : ".dat";
    const std::string name = static_cast<char>('a' + i) + std::string(ending);
    place.write(name, recipe.files[i]);
    arguments.push_back(name);
  }
  arguments.insert(arguments.end(), recipe.more.begin(), recipe.more.end());
  arguments.insert(arguments.end(), {"--certificate", "out.jsonl"});
  const Outcome outcome = place.run(arguments);
  if (!place.has("out.jsonl")) throw std::runtime_error(recipe.name + (": " + outcome.err));
  std::istringstream file(place.read("out.jsonl"));
  std::string header, line;
  std::getline(file, header);
  std::getline(file, line);
  return {ordered_json::parse(header), ordered_json::parse(line)};
}

std::string verdict_of(const Recipe& recipe) {
  try {
    return made(recipe).line["verdict"];
  } catch (const std::runtime_error&) {
    return "none";
  }
}

std::string matrix_text(const ordered_json& a) {
  std::string text;
  for (std::size_t i = 0; i + 1 < a["first"].size(); ++i) {
    std::vector<std::string> row(a["num_columns"].get<std::size_t>(), "0");
    for (int k = a["first"][i]; k < a["first"][i + 1].get<int>(); ++k)
      row[a["column"][k].get<std::size_t>()] = a["value"][k].get<std::string>();
    for (std::size_t j = 0; j < row.size(); ++j) text += row[j] + (j + 1 == row.size() ? "\n" : " ");
  }
  return text;
}

/// The entries of A + A^T, for which z^T A z is half of what they give. Whole numbers in the examples.
std::string doubled_text(const ordered_json& a) {
  const std::size_t n = a["num_rows"];
  std::vector<std::vector<double>> sum(n, std::vector<double>(n, 0.0));
  for (std::size_t i = 0; i < n; ++i)
    for (int k = a["first"][i]; k < a["first"][i + 1].get<int>(); ++k) {
      const double value = std::strtod(a["value"][k].get<std::string>().c_str(), nullptr);
      sum[i][a["column"][k].get<std::size_t>()] += value;
      sum[a["column"][k].get<std::size_t>()][i] += value;
    }
  return matrix_text(compressed(sum));
}

/// "... a step of STABILIZER at h = ..."
std::string stabilizer_in(const std::string& claim) {
  const std::string before = "a step of ";
  std::string rest = claim.substr(claim.find(before) + before.size());
  for (const char* after : {" at h", " lies", " loses", " is stable"})
    rest.resize(std::min(rest.size(), rest.find(after)));
  return rest;
}

std::string vector_text(const ordered_json& x) {
  std::string text;
  for (const ordered_json& entry : x) text += entry.get<std::string>() + "\n";
  return text;
}

}  // namespace

std::string siconos_text(const ordered_json& data) {
  const bool is_global = data.contains("M");
  std::string text = fmt::format("{}\n{}\n", data["dimension"].get<int>(), data["mu"].size());
  text += is_global ? siconos_matrix(data["M"]) + siconos_matrix(data["H"]) : siconos_matrix(data["W"]);
  text += line(doubles(data["q"]));
  if (is_global) text += line(doubles(data["w"]));
  return text + line(doubles(data["mu"]));
}

std::string fclib_bytes(const ordered_json& data) {
  std::vector<double> w = by_columns(data["W"]), mu = doubles(data["mu"]), q = doubles(data["q"]),
                      r = doubles(data["x"]), u = doubles(data["u"]);
  const int m = static_cast<int>(q.size());
  std::vector<int> first, row;
  for (int j = 0; j <= m; ++j) first.push_back(j * m);
  for (int k = 0; k < m * m; ++k) row.push_back(k % m);
  fclib_matrix matrix{
      .nzmax = m * m, .m = m, .n = m, .p = first.data(), .i = row.data(), .x = w.data(), .nz = -1, .info = nullptr};
  fclib_local problem{.W = &matrix,
                      .V = nullptr,
                      .R = nullptr,
                      .mu = mu.data(),
                      .q = q.data(),
                      .s = nullptr,
                      .spacedim = data["dimension"],
                      .info = nullptr};
  fclib_solution solution{nullptr, u.data(), r.data(), nullptr};
  const Workplace place;
  const std::string path = place.path("contacts.hdf5");
  if (fclib_write_local(&problem, path.c_str()) != 1 || fclib_write_solution(&solution, path.c_str()) != 1)
    throw std::runtime_error("FCLIB writes no file");
  return place.read("contacts.hdf5");
}

ordered_json hexadecimal(const std::vector<double>& numbers) {
  ordered_json result = ordered_json::array();
  for (const double x : numbers) result.push_back(fmt::format("{:a}", x));
  return result;
}

ordered_json compressed(const std::vector<std::vector<double>>& rows) {
  std::vector<int> first{0}, column;
  std::vector<double> value;
  for (const std::vector<double>& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0.0) continue;
      column.push_back(static_cast<int>(j));
      value.push_back(row[j]);
    }
    first.push_back(static_cast<int>(column.size()));
  }
  return {{"num_rows", rows.size()},
          {"num_columns", rows.front().size()},
          {"first", first},
          {"column", column},
          {"value", hexadecimal(value)}};
}

const std::map<std::string, StatementExample>& statement_examples() {
  static const std::map<std::string, StatementExample> found = [] {
    std::map<std::string, StatementExample> all;
    for (const Recipe& recipe : statement_recipes()) all[recipe.name] = made(recipe);
    return all;
  }();
  return found;
}

std::string verdict_anew(const ordered_json& line) {
  const ordered_json& data = line["data"];
  Recipe recipe{"anew", line["kind"] == "solvability" ? "lcp" : "", {}, {}};
  const std::string kind = line["kind"];
  if (recipe.kind[0] == '\0') recipe.kind = kind.c_str();
  if (kind.starts_with("friction")) {
    recipe.kind = "friction";
    const Arguments law{"--law", kind == "friction_pyramid" ? "pyramid" : "cone"};
    if (data.contains("u")) return verdict_of({"anew", "friction", {fclib_bytes(data)}, law});
    recipe.files = {siconos_text(data)};
    recipe.more = law;
  } else if (data.contains("method")) {
    recipe.kind = "method";
    recipe.more = {"--stabilizer", stabilizer_in(line["claim"]), "--step", data["method"].value("step", "1") + " s"};
    if (kind == "limit") recipe.more.insert(recipe.more.end(), {"--limit", data["method"]["parameter"]});
    recipe.files = {matrix_text(data["M"]), matrix_text(data["B"])};
  } else {
    const bool has_sums = kind == "class" && line["facts"][0]["value"] == "copositive";
    recipe.files = {has_sums ? doubled_text(data["A"]) : matrix_text(data["A"])};
  }
  for (const char* name : {"x", "b", "z"})
    if (data.contains(name)) recipe.files.push_back(vector_text(data[name]));
  if (data.contains("rank")) recipe.more = {"--rank", std::to_string(data["rank"].get<int>())};
  if (data.contains("within")) recipe.more = {"--within", data["within"][0]};
  if (data.contains("radius")) recipe.more = {"--radius", data["radius"][0]};
  return verdict_of(recipe);
}

}  // namespace perpend::test
