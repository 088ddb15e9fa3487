// Units of measurement: the table, compound units as written, and dimensions in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dsl/load.hpp"
#include "dsl/values/value.hpp"

namespace perpend::dsl {

[[nodiscard]] const Unit* find_unit(std::string_view name);

/// Equal up to the radian, which counts as a pure number.
[[nodiscard]] bool same_dimension(Dimension a, Dimension b);

/// "a rate [1/s]", "a length [m]", "a pure number", "a quantity in kg m/s".
[[nodiscard]] std::string describe(Dimension dimension);

/// Product of powers of units as one unit; nothing when an exponent grows beyond reason.
class UnitProduct {
 public:
  /// Multiplies by unit^exponent. False when the result is not representable.
  [[nodiscard]] bool multiply(const Unit& unit, int exponent);
  [[nodiscard]] Unit result(std::string name) const { return {std::move(name), dimension_, factor_}; }

 private:
  Dimension dimension_;
  double factor_ = 1.0;
};

/// Dimension arithmetic that says when an exponent leaves the range of Dimension.
[[nodiscard]] std::optional<Dimension> checked_product(Dimension a, Dimension b, int exponent_of_b = 1);

/// `15 mm` is the double nearest to 0.015.
[[nodiscard]] double to_si(double value, const Unit& unit);
[[nodiscard]] double from_si(double si_value, const Unit& unit);

/// A value as text in a unit: "2.7 mm", shortest digits that read back as the same double.
[[nodiscard]] std::string format_quantity(double si_value, const Unit& unit);

/// As `format_quantity` with few digits, for messages.
[[nodiscard]] std::string format_short(double si_value, const Unit& unit);

/// In the unit that it was written in, otherwise in SI: "2.7 mm".
[[nodiscard]] std::string quantity_text(const Quantity& quantity);

/// With so many significant digits, the exponent as people write it: "1.2e-5 m".
[[nodiscard]] std::string format_rounded(double si_value, const Unit& unit, int digits);

}  // namespace perpend::dsl
