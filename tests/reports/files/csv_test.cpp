// series.csv as a program reads it.
#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include "reports/files/result_files.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_csv {
namespace {

using Row = std::vector<std::string>;

/// RFC 4180: fields in quotes may hold commas, line breaks and doubled quotes.
std::vector<Row> parse_csv(const std::string& text) {
  std::vector<Row> rows{{""}};
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!is_quoted && text.compare(i, 2, "\r\n") == 0) {
      rows.push_back({""});
      ++i;
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();  // after the last line break
  return rows;
}

std::vector<Row> written(const ExperimentRecord& record) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_series_csv(record, folder.at("series.csv")).has_value());
  return parse_csv(read_text(folder.at("series.csv")));
}

ExperimentRecord record_of(const std::vector<double>& values) {
  ExperimentRecord record;
  MethodRun run;
  run.method = "only";
  run.measures.resize(1);
  run.measures[0].name = "x";
  run.measures[0].values = values;
  run.times = values;
  for (std::size_t i = 0; i < values.size(); ++i) run.step_numbers.push_back(static_cast<long>(i));
  record.runs = {run};
  return record;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(every_finite_double_reads_back_bit_for_bit) {
  using limits = std::numeric_limits<double>;
  std::vector<double> values{0.0,
                             -0.0,
                             0.1,
                             1.0 / 3,
                             2.0 / 3,
                             1e22,
                             1e23,
                             5e-324,
                             limits::min(),
                             limits::max(),
                             -limits::max(),
                             limits::epsilon(),
                             9007199254740993.0,
                             123456789012345680.0};
  std::mt19937_64 bits(1);
  while (values.size() < 20'000)
    if (const double value = std::bit_cast<double>(bits()); std::isfinite(value)) values.push_back(value);
  const std::vector<Row> rows = written(record_of(values));
  BOOST_REQUIRE(rows.size() == values.size() + 1);
  int different = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (const std::size_t column : {2U, 3U})
      different += same_bits(std::strtod(rows[i + 1][column].c_str(), nullptr), values[i]) ? 0 : 1;
  BOOST_TEST(different == 0);
}

BOOST_AUTO_TEST_CASE(numbers_take_no_more_digits_than_they_need) {
  const std::vector<Row> rows = written(record_of({0.1, 0.005, 2.0, 1e-7}));
  BOOST_TEST(rows[1][3] == "0.1");
  BOOST_TEST(rows[2][3] == "0.005");
  BOOST_TEST(rows[3][3] == "2");
  BOOST_TEST(rows[4][3] == "1e-07");
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_a_word_that_strtod_reads) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Row> rows = written(record_of({not_a_number, infinity, -infinity}));
  BOOST_TEST(std::isnan(std::strtod(rows[1][3].c_str(), nullptr)));
  BOOST_TEST(rows[1][3] == "nan");
  BOOST_TEST(std::strtod(rows[2][3].c_str(), nullptr) == infinity);
  BOOST_TEST(std::strtod(rows[3][3].c_str(), nullptr) == -infinity);
}

BOOST_AUTO_TEST_CASE(every_row_has_a_cell_for_each_column) {
  ExperimentRecord record = sample_record(40);
  record.runs[1].measures.erase(record.runs[1].measures.begin());  // has no drift
  record.runs[2].measures[1].values.resize(3);                     // stopped before its rows were complete
  const std::vector<Row> rows = written(record);
  for (const Row& row : rows) BOOST_TEST(row.size() == 5U);
  const Row& missing = rows[1 + 41 + 5];
  BOOST_TEST(missing[0] == "baumgarte_50");
  BOOST_TEST(missing[3].empty());
  BOOST_TEST(!missing[4].empty());
  const Row& cut = rows[1 + 41 + 41 + 4];
  BOOST_TEST(cut[0] == "wild");
  BOOST_TEST(cut[4].empty());
}

BOOST_AUTO_TEST_CASE(rows_keep_the_order_of_methods_and_steps) {
  const ExperimentRecord record = sample_record(40);
  const std::vector<Row> rows = written(record);
  std::size_t row = 1;
  for (const MethodRun& run : record.runs)
    for (std::size_t i = 0; i < run.times.size(); ++i, ++row) {
      BOOST_REQUIRE(rows[row][0] == run.method);
      BOOST_REQUIRE(rows[row][1] == std::to_string(run.step_numbers[i]));
      BOOST_REQUIRE(std::strtod(rows[row][3].c_str(), nullptr) == run.measures[0].values[i]);
    }
  BOOST_TEST(row == rows.size());
}

BOOST_AUTO_TEST_CASE(a_method_with_commas_quotes_and_line_breaks_reads_back_as_itself) {
  ExperimentRecord record = sample_record(8);
  record.runs[0].method = "a,b\"c\"\r\nd";
  BOOST_TEST(written(record)[1][0] == "a,b\"c\"\r\nd");
}

BOOST_AUTO_TEST_CASE(without_runs_there_is_a_header_alone) {
  const std::vector<Row> rows = written(ExperimentRecord{});
  BOOST_REQUIRE(rows.size() == 1U);
  BOOST_TEST(rows[0] == (Row{"method", "step", "time [s]"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_csv
