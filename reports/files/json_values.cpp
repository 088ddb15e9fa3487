#include "reports/files/json_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

namespace {

/// The inverse of si_name: "kg m^2/s^2/rad".
Dimension dimension_of_si(std::string_view name) {
  Dimension dimension;
  int sign = 1;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of(" /"), name.size());
    std::string_view factor = name.substr(0, end);
    int exponent = 1;
    if (const std::size_t caret = factor.find('^'); caret != std::string_view::npos) {
      exponent = std::stoi(std::string(factor.substr(caret + 1)));
      factor = factor.substr(0, caret);
    }
    std::int8_t* const place = factor == "m"     ? &dimension.length
                               : factor == "kg"  ? &dimension.mass
                               : factor == "s"   ? &dimension.time
                               : factor == "rad" ? &dimension.angle
                                                 : nullptr;
    if (place != nullptr) *place = static_cast<std::int8_t>(*place + sign * exponent);
    if (place == nullptr && factor != "1") throw std::runtime_error(fmt::format("unknown unit '{}'", factor));
    if (end == name.size()) break;
    sign = name[end] == '/' ? -1 : 1;
    name.remove_prefix(end + 1);
  }
  return dimension;
}

}  // namespace

void add_unit(Json& object, const Unit& unit) {
  object["unit"] = si_name(unit.dimension);
  object["shown_unit"] = unit.name;
  object["shown_factor"] = json_number(unit.factor);
}

Json axes_json(const std::vector<SweepAxis>& axes) {
  Json list = Json::array();
  for (const SweepAxis& axis : axes) {
    Json object = {{"key", axis.key}};
    add_unit(object, axis.unit);
    Json values = Json::array();
    for (const double value : axis.values) values.push_back(json_number(value));
    object["values"] = values;
    if (axis.is_of_words) object["words"] = axis.words;
    list.push_back(object);
  }
  return list;
}

Json json_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

double number_of(const Json& value) {
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return value == "nan" ? not_a_number : value.get<double>();
}

Unit read_unit(const Json& object) {
  return {object.at("shown_unit").get<std::string>(), dimension_of_si(object.at("unit").get<std::string>()),
          number_of(object.at("shown_factor"))};
}

std::vector<double> read_numbers(const Json& list) {
  std::vector<double> numbers;
  for (const Json& value : list) numbers.push_back(number_of(value));
  return numbers;
}

std::vector<SweepAxis> read_axes(const Json& list) {
  std::vector<SweepAxis> axes;
  for (const Json& axis : list)
    axes.push_back(
        {.key = axis.at("key"), .unit = read_unit(axis), .values = read_numbers(axis.at("values")), .words = {}});
  return axes;
}

}  // namespace perpend::reports
