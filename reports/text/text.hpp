// Numbers and names as people read them; text from a scene made safe for where it goes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/scene/dimension.hpp"

namespace perpend::reports {

/// `digits` significant digits, without padding: "2.73", "1.4e-5", "nan", "inf".
[[nodiscard]] std::string significant(double value, int digits = 4);
/// An SI value in its unit, without the unit's name.
[[nodiscard]] std::string in_unit(double value, const Unit& unit, int digits = 4);
/// The same with the unit's name behind it.
[[nodiscard]] std::string with_unit(double value, const Unit& unit, int digits = 4);
/// The same with the prefix that leaves one to three digits in front of the point, for lengths and times: "13.9 nm",
/// "57.8 s". Others, 0 and what is not finite in their own unit.
[[nodiscard]] std::string engineering(double value, const Unit& unit, int digits = 4);
/// The unit of an axis whose largest value, in SI, is `largest`: with another prefix where its numbers would be below
/// 0.1 or from 10,000 on, as far as it is a metre, second, newton, joule, watt, pascal or a product of two of these.
[[nodiscard]] Unit unit_of_axis(const Unit& unit, double largest);
/// A time spent as people read it: "57.8 s", "3.2 ms", "12 \u00b5s".
[[nodiscard]] std::string duration_text(double seconds);
/// The value of a claim that lies between two bounds: "2.73 m", "at least 1.968 m" where it has no other bound, "no
/// value".
[[nodiscard]] std::string measured_in_unit(double measured, double lower, double upper, const Unit& unit);
/// "[2.7299, 2.7301]" with as many digits as tell the ends apart, rounded outward; empty when there is only one number.
[[nodiscard]] std::string enclosure_in_unit(double lower, double upper, const Unit& unit);
/// Each with 4 significant digits, or with as many more as tell different values apart.
[[nodiscard]] std::vector<std::string> distinct_texts(const std::vector<double>& values);
/// "drift [mm]"; "drift" for a pure number.
[[nodiscard]] std::string with_unit_label(std::string_view name, std::string_view unit_name);

/// "1 row", "4 rows"; `many`: the plural, where an s does not make it: "2 bodies".
[[nodiscard]] std::string counted(long count, std::string_view one, std::string_view many = {});

/// Valid UTF-8 without control characters: a name can then not move the cursor, break a line or an XML file.
/// Line breaks and tabs become blanks, anything else that is not text U+FFFD.
[[nodiscard]] std::string single_line(std::string_view text);
/// The same, line breaks and tabs kept.
[[nodiscard]] std::string plain_text(std::string_view text);
/// Characters, not bytes, of valid UTF-8.
[[nodiscard]] std::size_t num_characters(std::string_view text);
/// At most `width` characters, the last an ellipsis when something was cut.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
/// A file name with the letters, digits and _ - of `text`; others become _.
[[nodiscard]] std::string as_file_name(std::string_view text);

/// A word as a POSIX shell takes it: in quotes where it has to be.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace perpend::reports
