#include "tests/checker/contact_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <stdexcept>

#include "tests/cli/program.hpp"

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

std::string matrix_text(const ordered_json& a) {
  return fmt::format("0\n{0}\n{1}\n{0} {1}\n", a["num_rows"].get<int>(), a["num_columns"].get<int>()) +
         line(by_columns(a));
}

}  // namespace

std::string siconos_text(const ordered_json& data) {
  const bool is_global = data.contains("M");
  std::string text = fmt::format("{}\n{}\n", data["dimension"].get<int>(), data["mu"].size());
  text += is_global ? matrix_text(data["M"]) + matrix_text(data["H"]) : matrix_text(data["W"]);
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

}  // namespace perpend::test
