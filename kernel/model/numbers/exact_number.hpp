// Numbers that a text gives digit by digit, against the doubles that are read from it.
#pragma once

#include <string_view>

namespace perpend {

/// Whether `value`, the double nearest to the decimal number written, is what was meant. A whole number, digits alone
/// after a sign, means itself: false where no double is it. A decimal fraction or a power of ten means the nearest
/// double, and holds.
[[nodiscard]] bool is_meant_decimal(std::string_view written, double value);

/// The same for hexadecimal digits without "0x", with a point and an exponent of 2 or without: such a number means
/// itself, and no double has more than 53 bits.
[[nodiscard]] bool is_meant_hexadecimal(std::string_view written, double value);

}  // namespace perpend
