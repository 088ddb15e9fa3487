#include "dsl/values/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numbers>
#include <utility>
#include <vector>

namespace perpend::dsl {

namespace {

namespace d = dimension;

// Factors are the exact SI definitions, rounded once. 1 Hz is 1/s; turns are what rpm counts.
const std::array<UnitRow, 20> unit_rows{{
    {{"m", d::length, 1.0}, "metre"},
    {{"mm", d::length, 1e-3}, "millimetre"},
    {{"cm", d::length, 1e-2}, "centimetre"},
    {{"km", d::length, 1e3}, "kilometre"},
    {{"um", d::length, 1e-6}, "micrometre"},
    {{"s", d::time, 1.0}, "second"},
    {{"ms", d::time, 1e-3}, "millisecond"},
    {{"us", d::time, 1e-6}, "microsecond"},
    {{"kg", d::mass, 1.0}, "kilogram"},
    {{"gram", d::mass, 1e-3}, "gram; g is free for gravity"},
    {{"N", d::force, 1.0}, "newton"},
    {{"kN", d::force, 1e3}, "kilonewton"},
    {{"mN", d::force, 1e-3}, "millinewton"},
    {{"J", d::energy, 1.0}, "joule"},
    {{"W", d::energy / d::time, 1.0}, "watt"},
    {{"Pa", d::force / d::length / d::length, 1.0}, "pascal"},
    {{"Hz", d::rate, 1.0}, "hertz: 1/s"},
    {{"rad", d::angle, 1.0}, "radian, converts freely to a pure number"},
    {{"deg", d::angle, std::numbers::pi / 180.0}, "degree"},
    {{"rpm", d::spin, std::numbers::pi / 30.0}, "revolutions per minute: 2 pi rad / 60 s"},
}};

struct DimensionName {
  Dimension dimension;
  const char* words;
};

constexpr std::array<DimensionName, 23> dimension_names{{
    {d::length, "a length"},
    {d::time, "a time"},
    {d::mass, "a mass"},
    {d::angle, "an angle"},
    {d::rate, "a rate"},
    {d::velocity, "a velocity"},
    {d::acceleration, "an acceleration"},
    {d::spin, "an angular velocity"},
    {d::spin / d::time, "an angular acceleration"},
    {d::force, "a force"},
    {d::energy, "an energy or torque"},
    {d::energy / d::time, "a power"},
    {d::impulse, "an impulse"},
    {d::inertia, "an inertia"},
    {d::stiffness, "a stiffness"},
    {d::damping, "a damping"},
    {d::area_density, "a density"},
    {d::mass / pow(d::length, 3), "a density"},
    {pow(d::mass, -1), "a compliance"},
    {d::length * d::length * d::length, "a volume"},
    {d::force / d::length / d::length, "a pressure"},
    {d::length * d::length, "an area"},
    {pow(d::rate, 2), "a rate squared"},
}};

}  // namespace

std::span<const UnitRow> unit_table() {
  return unit_rows;
}

const Unit* find_unit(std::string_view name) {
  // Most words that are asked for are no units: the first letter of a few is looked at.
  static const auto by_first = [] {
    std::array<std::vector<const Unit*>, 256> lists;
    for (const UnitRow& row : unit_rows)
      lists[static_cast<unsigned char>(std::string_view(row.unit.name).front())].push_back(&row.unit);
    return lists;
  }();
  if (name.empty()) return nullptr;
  for (const Unit* unit : by_first[static_cast<unsigned char>(name.front())])
    if (unit->name == name) return unit;
  return nullptr;
}

bool same_dimension(Dimension a, Dimension b) {
  a.angle = 0;
  b.angle = 0;
  return a == b;
}

std::string describe(Dimension dimension) {
  if (dimension == d::none) return "a pure number";
  const auto found = std::find_if(dimension_names.begin(), dimension_names.end(),
                                  [&](const DimensionName& row) { return row.dimension == dimension; });
  if (found == dimension_names.end()) return fmt::format("a quantity in {}", si_unit(dimension).name);
  return fmt::format("{} [{}]", found->words, si_unit(dimension).name);
}

std::optional<Dimension> checked_product(Dimension a, Dimension b, int exponent) {
  constexpr int limit = 60;  // far beyond physics, well inside int8_t even after one more product
  const auto combine = [&](int x, int y) {
    return std::abs(y) > limit || std::abs(exponent) > limit ? limit + 1 : x + y * exponent;
  };
  const std::array<int, 4> sum{combine(a.length, b.length), combine(a.mass, b.mass), combine(a.time, b.time),
                               combine(a.angle, b.angle)};
  if (std::any_of(sum.begin(), sum.end(), [](int x) { return std::abs(x) > limit; })) return std::nullopt;
  return Dimension{static_cast<std::int8_t>(sum[0]), static_cast<std::int8_t>(sum[1]), static_cast<std::int8_t>(sum[2]),
                   static_cast<std::int8_t>(sum[3])};
}

bool UnitProduct::multiply(const Unit& unit, int exponent) {
  const auto product = checked_product(dimension_, unit.dimension, exponent);
  if (!product) return false;
  dimension_ = *product;
  // Dividing by mm^2 as 1 / 1e-6: powers of whole units first, one rounding each.
  for (int i = 0; i < std::abs(exponent); ++i) factor_ = exponent > 0 ? factor_ * unit.factor : factor_ / unit.factor;
  return std::isfinite(factor_) && factor_ > 0.0;
}

namespace {

/// 1000 for the factor 1e-3: dividing by the whole number rounds once where multiplying rounds twice. 0: there is none.
double decimal_inverse(double factor) {
  if (!(factor < 1.0)) return 0.0;
  const double inverse = std::round(1.0 / factor);
  return 1.0 / inverse == factor ? inverse : 0.0;
}

std::string with_unit(std::string number, const Unit& unit) {
  if (unit.name.empty()) return number;
  return unit.name.substr(0, 2) == "1/" ? number + unit.name.substr(1) : number + " " + unit.name;
}

}  // namespace

double to_si(double value, const Unit& unit) {
  const double inverse = decimal_inverse(unit.factor);
  return inverse > 0.0 ? value / inverse : value * unit.factor;
}

double from_si(double si_value, const Unit& unit) {
  const double inverse = decimal_inverse(unit.factor);
  return inverse > 0.0 ? si_value * inverse : si_value / unit.factor;
}

std::string format_quantity(double si_value, const Unit& unit) {
  const double shown = from_si(si_value, unit);
  if (to_si(shown, unit) == si_value) return with_unit(fmt::format("{}", shown), unit);
  return with_unit(fmt::format("{}", si_value), si_unit(unit.dimension));
}

std::string format_short(double si_value, const Unit& unit) {
  return with_unit(fmt::format("{:.4g}", from_si(si_value, unit)), unit);
}

std::string quantity_text(const Quantity& q) {
  const bool has_own = q.unit != nullptr && q.unit->dimension == q.dimension;
  return format_short(q.value, has_own ? *q.unit : si_unit(q.dimension));
}

std::string format_rounded(double si_value, const Unit& unit, int digits) {
  std::string text = fmt::format("{:.{}g}", from_si(si_value, unit), digits);
  // "1.2e-05" -> "1.2e-5"
  if (const std::size_t e = text.find("e-0"); e != std::string::npos) text.erase(e + 2, 1);
  if (const std::size_t e = text.find("e+0"); e != std::string::npos) text.erase(e + 1, 2);
  return with_unit(std::move(text), unit);
}

}  // namespace perpend::dsl
