#include "tests/checker/statement_examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "tests/checker/contact_files.hpp"
#include "tests/checker/statement_recipes.hpp"

namespace perpend::test {

namespace {

using nlohmann::ordered_json;

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

/// Of A + A^T: z^T A z is half of what it gives. Whole numbers in the examples.
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
