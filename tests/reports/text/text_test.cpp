#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/thinning.hpp"
#include "reports/files/digest.hpp"
#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports::of_text {
namespace {

const Unit millimetre{"mm", dimension::length, 1e-3};

BOOST_AUTO_TEST_SUITE(text)

BOOST_AUTO_TEST_CASE(numbers_are_short_and_say_when_they_are_none) {
  BOOST_TEST(significant(0.0027312) == "0.002731");
  BOOST_TEST(significant(1.4e-5) == "1.4e-5");
  BOOST_TEST(significant(-2.5e10) == "-2.5e10");
  BOOST_TEST(significant(0.0) == "0");
  BOOST_TEST(significant(std::nan("")) == "nan");
  BOOST_TEST(significant(-std::numeric_limits<double>::infinity()) == "-inf");
  BOOST_TEST(with_unit(0.0027, millimetre) == "2.7 mm");
}

BOOST_AUTO_TEST_CASE(only_one_of_a_thing_is_in_the_singular) {
  BOOST_TEST(counted(0, "row") == "0 rows");
  BOOST_TEST(counted(1, "row") == "1 row");
  BOOST_TEST(counted(2, "row") == "2 rows");
  BOOST_TEST(counted(1, "body", "bodies") == "1 body");
  BOOST_TEST(counted(21, "body", "bodies") == "21 bodies");
  BOOST_TEST(granting_text(1, 1) == "1 grants 1 row as rounding");
  BOOST_TEST(granting_text(1, 4) == "1 grants 4 rows as rounding");
  BOOST_TEST(granting_text(4, 4) == "4 grant 4 rows as rounding");
}

BOOST_AUTO_TEST_CASE(a_run_that_was_interrupted_counts_the_runs_that_ended) {
  ExperimentRecord record;
  record.stopped_by = StopReason::signal;
  record.runs.resize(1);
  BOOST_TEST(describe_stop(record).find("0 of 1 run came to its end") != std::string::npos, describe_stop(record));
  record.runs.resize(3);
  BOOST_TEST(describe_stop(record).find("0 of 3 runs came to their end") != std::string::npos, describe_stop(record));
}

BOOST_AUTO_TEST_CASE(an_enclosure_is_rounded_outward) {
  const double lower = 0.00273049;
  const double upper = 0.00273051;
  const std::string text = enclosure_in_unit(lower, upper, millimetre);
  const std::size_t comma = text.find(',');
  BOOST_TEST(std::stod(text.substr(1)) <= 2.73049);
  BOOST_TEST(std::stod(text.substr(comma + 1)) >= 2.73051);
  BOOST_TEST(enclosure_in_unit(1.0, 1.0, millimetre).empty());
  BOOST_TEST(enclosure_in_unit(0.0, std::numeric_limits<double>::infinity(), millimetre) == "[0, inf]");
}

BOOST_AUTO_TEST_CASE(enclosures_hold_for_many_numbers) {
  double value = 1.0;
  for (int i = 0; i < 2000; ++i) {
    value = std::fmod(value * 7.31 + 0.377, 97.0);
    const double upper = value * (1 + std::pow(10.0, -(i % 14)));
    const std::string text = enclosure_in_unit(value, upper, Unit{});
    BOOST_REQUIRE_LE(std::stod(text.substr(1)), value);
    BOOST_REQUIRE_GE(std::stod(text.substr(text.find(',') + 1)), upper);
  }
}

BOOST_AUTO_TEST_CASE(control_characters_and_broken_bytes_do_not_get_through) {
  BOOST_TEST(single_line("a\nb\tc") == "a b c");
  BOOST_TEST(plain_text("a\nb\tc") == "a\nb\tc");
  BOOST_TEST(single_line("\x1B[31mred") == "\xEF\xBF\xBD[31mred");
  BOOST_TEST(single_line("\xFF") == "\xEF\xBF\xBD");
  BOOST_TEST(single_line("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");  // overlong
  BOOST_TEST(single_line("\xE2\x80\xAE"
                         "abc") ==
             "\xEF\xBF\xBD"
             "abc");  // turns the reading direction
  BOOST_TEST(single_line("\xCE\xB1 = 50 \xF0\x9F\x98\x80") == "\xCE\xB1 = 50 \xF0\x9F\x98\x80");
}

BOOST_AUTO_TEST_CASE(widths_count_characters) {
  BOOST_TEST(num_characters("\xCE\xB1\xCE\xB2") == 2U);
  BOOST_TEST(shortened("\xCE\xB1\xCE\xB2\xCE\xB3", 2) == "\xCE\xB1\xE2\x80\xA6");
  BOOST_TEST(shortened("abc", 3) == "abc");
}

BOOST_AUTO_TEST_CASE(a_file_name_cannot_leave_its_folder) {
  BOOST_TEST(as_file_name("../../etc/passwd") == "______etc_passwd");
  BOOST_TEST(as_file_name("").size() == 1U);
  BOOST_TEST(as_file_name(std::string(1000, 'a')).size() <= 100U);
}

BOOST_AUTO_TEST_CASE(tables_align_and_break_into_blocks) {
  const TextTable table{{"name", "a", "b"}, {{"\xCE\xB1", "1", "22"}, {"long", "333", "4"}}, 1, 1};
  BOOST_TEST(table.text(80) == "name    a   b\n\xCE\xB1       1  22\nlong  333   4\n");
  BOOST_TEST(table.text(10) == "name    a\n\xCE\xB1       1\nlong  333\n\nname   b\n\xCE\xB1     22\nlong   4\n");
  BOOST_TEST(wrapped("one two three", 7, 2) == "one two\n  three");
}

BOOST_AUTO_TEST_CASE(thinning_keeps_ends_peaks_and_gaps) {
  std::vector<double> values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(1e-3 * static_cast<double>(i));
  values[50'001] = 40.0;
  values[70'003] = -40.0;
  values[80'007] = std::nan("");
  const std::vector<std::size_t> rows = thinned_rows(values, 1500);
  const auto has = [&](std::size_t row) { return std::binary_search(rows.begin(), rows.end(), row); };
  BOOST_TEST(rows.size() <= 1500U);
  BOOST_TEST(std::is_sorted(rows.begin(), rows.end()));
  BOOST_TEST((has(0) && has(99'999) && has(50'001) && has(70'003) && has(80'007)));
  BOOST_TEST(thinned_rows(std::span(values).first(1500), 1500).size() == 1500U);
  BOOST_TEST(thinned_rows({}, 1500).empty());
}

BOOST_AUTO_TEST_CASE(sha256_of_abc_is_that_of_the_standard) {
  BOOST_TEST(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(sha256_base64("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  BOOST_TEST(base64("") == "");
  BOOST_TEST(base64("foobar") == "Zm9vYmFy");
  BOOST_TEST(base64("foob") == "Zm9vYg==");
}

BOOST_AUTO_TEST_CASE(a_value_with_one_bound_is_said_by_that_bound) {
  const double infinity = std::numeric_limits<double>::infinity();
  BOOST_TEST(measured_in_unit(infinity, 0.0019676, infinity, millimetre) == "at least 1.967 mm");
  BOOST_TEST(measured_in_unit(-infinity, -infinity, 0.0019673, millimetre) == "at most 1.968 mm");
  BOOST_TEST(measured_in_unit(0.002, 0.001, 0.003, millimetre) == "2 mm");
  BOOST_TEST(measured_in_unit(not_a_number, 0.0, 1.0, Unit{"m", dimension::length, 1.0}) == "in [0, 1] m");
  BOOST_TEST(measured_in_unit(not_a_number, not_a_number, not_a_number, millimetre) == "no value");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_text
