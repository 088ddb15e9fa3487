// The terminal's tables at every width and with every name.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <sstream>

#include "reports/text/tables.hpp"
#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_tables {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const std::string& line : lines_of(text)) widest = std::max(widest, num_characters(line));
  return widest;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Ten measures; a name for each.
ExperimentRecord many_measures() {
  ExperimentRecord record = sample_record(8);
  for (MethodRun& run : record.runs)
    for (int i = 0; i < 10; ++i) {
      run.measures.push_back(run.measures[0]);
      run.measures.back().name = "another" + std::to_string(i);
    }
  return record;
}

ExperimentRecord long_names() {
  ExperimentRecord record = sample_record(8);
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    record.runs[i].method = std::to_string(i) + std::string(500, 'm');
  for (MethodRun& run : record.runs) run.measures[0].name = std::string(500, 'n');
  return record;
}

BOOST_AUTO_TEST_SUITE(tables)

BOOST_AUTO_TEST_CASE(a_report_fits_every_usual_width) {
  for (const std::size_t width : {60U, 72U, 80U, 100U, 132U, 200U})
    for (const std::string& line : lines_of(text_report(many_measures(), width)))
      BOOST_TEST(num_characters(line) <= width, line);
}

BOOST_AUTO_TEST_CASE(a_run_without_certificates_says_so) {
  ExperimentRecord record = sample_record(8);
  BOOST_TEST(count_of(text_report(record, 100), "none made, as asked") == 0U);
  for (MethodRun& run : record.runs) run.certificates.clear();
  record.certified_every = 0;
  BOOST_TEST(count_of(text_report(record, 100), "Certificates\nnone made, as asked: nothing is proved of this run\n") ==
             1U);
}

BOOST_AUTO_TEST_CASE(every_measure_is_there_at_every_width) {
  for (const std::size_t width : {10U, 40U, 80U, 200U}) {
    const std::string text = text_report(many_measures(), width);
    for (int i = 0; i < 10; ++i) BOOST_TEST(count_of(text, "|another" + std::to_string(i) + "| max [mm]") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(a_wide_terminal_needs_one_block_and_a_narrow_one_names_the_methods_in_each) {
  BOOST_TEST(count_of(text_report(many_measures(), 1000), "method  ") == 3U);  // methods, contacts, certificates
  const std::string narrow = text_report(many_measures(), 80);
  BOOST_TEST(count_of(narrow, "\nbaumgarte_50") > 2 + 2U);
}

BOOST_AUTO_TEST_CASE(names_of_500_letters_are_cut_and_leave_room_for_numbers) {
  const std::string report = text_report(long_names(), 100);
  const std::string text = report.substr(0, report.find("\nClaims"));
  BOOST_TEST(widest_line(text) <= 100U);
  BOOST_TEST(text.find(std::string(29, 'm')) == std::string::npos);
  BOOST_TEST(text.find("0mmmm") != std::string::npos);
  BOOST_TEST(text.find("\xE2\x80\xA6") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(hostile_names_move_no_cursor_and_break_no_line) {
  const ExperimentRecord record = hostile_record();
  const std::string text = text_report(record, 100);
  for (const char c : text) BOOST_REQUIRE((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  const std::vector<std::string> lines = lines_of(text);
  const auto methods = std::find(lines.begin(), lines.end(), "Methods");
  BOOST_REQUIRE((methods != lines.end()));
  // A header and a line for each method, whatever the names hold.
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    BOOST_TEST((methods + 2 + static_cast<long>(i))->starts_with("<script>"));
}

BOOST_AUTO_TEST_CASE(what_did_not_run_shows_no_number) {
  ExperimentRecord record = sample_record(8);
  record.runs[0].status = RunStatus::not_run;
  const std::vector<std::string> lines = lines_of(text_report(record, 100));
  const auto row =
      std::find_if(lines.begin(), lines.end(), [](const std::string& l) { return l.starts_with("unstab"); });
  BOOST_REQUIRE((row != lines.end()));
  BOOST_TEST(row->find("not run") != std::string::npos);
  BOOST_TEST(row->ends_with("-"));
}

BOOST_AUTO_TEST_CASE(a_star_marks_the_smallest_error_and_nothing_else) {
  const std::string text = text_report(sample_record(), 100);
  const std::string numbers = text.substr(0, text.find("* smallest"));
  BOOST_TEST(count_of(numbers, "*") == 1U);
  BOOST_TEST(numbers.find("0.3*") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(columns_are_aligned) {
  const TextTable table{{"n", "value", "w"}, {{"first", "1", "x"}, {"\xCE\xB1\xCE\xB2", "1000000", "y"}}, 1, 1};
  const std::vector<std::string> lines = lines_of(table.text(80));
  BOOST_REQUIRE(lines.size() == 3U);
  for (const std::string& line : lines) BOOST_TEST(num_characters(line) == num_characters(lines[0]));
}

BOOST_AUTO_TEST_CASE(a_column_wider_than_the_page_stands_alone_and_is_whole) {
  const TextTable table{{"n", "a", "b"}, {{"1", std::string(50, 'a'), "2"}}, 1, 1};
  const std::string text = table.text(20);
  BOOST_TEST(text.find(std::string(50, 'a')) != std::string::npos);
  BOOST_TEST(lines_of(text).size() == 5U);  // two blocks of two lines and the empty one between
}

BOOST_AUTO_TEST_CASE(wrapping_keeps_every_word_in_its_order) {
  const std::string text = "one two three four five six seven eight nine ten eleven twelve";
  for (const std::size_t width : {5U, 10U, 17U, 80U}) {
    std::string joined;
    for (const std::string& line : lines_of(wrapped(text, width, 2))) {
      BOOST_TEST(num_characters(line) <= std::max<std::size_t>(width, 2 + 6));  // "twelve" behind the indent
      joined += (joined.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
    }
    BOOST_TEST(joined == text);
  }
  BOOST_TEST(wrapped("", 10, 2).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_tables
