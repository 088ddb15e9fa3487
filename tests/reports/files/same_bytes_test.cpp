// The same record gives the same bytes: twice, in files, and whatever the locale of the program is.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <locale>
#include <nlohmann/json.hpp>

#include "reports/figures/figures.hpp"
#include "reports/files/json.hpp"
#include "reports/files/junit.hpp"
#include "reports/files/result_files.hpp"
#include "reports/page/html.hpp"
#include "reports/text/tables.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_same_bytes {
namespace {

/// A decimal comma and dots between thousands, as much of the world writes.
struct CommaNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class CommaLocale {
 public:
  CommaLocale() : previous_(std::locale::global(std::locale(std::locale(), new CommaNumbers))) {}
  ~CommaLocale() { std::locale::global(previous_); }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  std::locale previous_;
};

std::vector<std::string> all_texts(const ExperimentRecord& record) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_series_csv(record, folder.at("series.csv")).has_value());
  std::vector<std::string> texts{html_report(record), json_text(results_json(record)), junit_text(record),
                                 text_report(record), read_text(folder.at("series.csv"))};
  for (const FigureSpec& spec : record.figures)
    texts.push_back(figure_script(figure_data(spec, record), record, "svg"));
  return texts;
}

BOOST_AUTO_TEST_SUITE(same_bytes)

BOOST_AUTO_TEST_CASE(twice_the_same) {
  for (const ExperimentRecord& record : {sample_record(), hostile_record()}) {
    const ExperimentRecord copy = record;
    BOOST_TEST((all_texts(record) == all_texts(copy)));
  }
}

BOOST_AUTO_TEST_CASE(a_locale_with_a_decimal_comma_changes_nothing) {
  const std::vector<std::string> before = all_texts(sample_record(2000));
  const CommaLocale comma;
  const std::vector<std::string> after = all_texts(sample_record(2000));
  BOOST_REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) BOOST_TEST((before[i] == after[i]), "text " << i);
}

BOOST_AUTO_TEST_CASE(the_files_hold_what_the_functions_return) {
  const TemporaryFolder folder;
  const ExperimentRecord record = sample_record(40);
  WriteOptions options;
  options.figures = false;
  BOOST_REQUIRE(write_all(record, folder.at("out"), options).empty());
  BOOST_TEST((read_text(folder.at("out/report.html")) == html_report(record)));
  BOOST_TEST((read_text(folder.at("out/results.json")) == json_text(results_json(record)) + "\n"));
  BOOST_TEST((read_text(folder.at("out/junit.xml")) == junit_text(record)));
}

BOOST_AUTO_TEST_CASE(writing_over_an_older_report_leaves_nothing_of_it) {
  const TemporaryFolder folder;
  WriteOptions options;
  options.figures = false;
  BOOST_REQUIRE(write_all(sample_record(), folder.at("out"), options).empty());
  BOOST_REQUIRE(write_all(sample_record(8), folder.at("out"), options).empty());
  BOOST_TEST((read_text(folder.at("out/report.html")) == html_report(sample_record(8))));
  for (const auto& entry : std::filesystem::directory_iterator(folder.at("out")))
    BOOST_TEST(entry.path().extension() != ".tmp");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_same_bytes
