// What papers take from a run: TeX that compiles whatever the names are, and an entry for every source.
#include <boost/test/unit_test.hpp>

#include "reports/text/github.hpp"
#include "reports/text/latex.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_latex {
namespace {

/// "- **KEY** ..." of each line of the manual's references.
std::set<std::string> documented_keys() {
  const std::string manual = read_text(PERPEND_SOURCE_DIR "/docs/references.md");
  std::set<std::string> keys;
  for (std::size_t at = manual.find("\n- **"); at != std::string::npos; at = manual.find("\n- **", at + 1))
    keys.insert(manual.substr(at + 5, manual.find("**", at + 5) - at - 5));
  return keys;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

BOOST_AUTO_TEST_SUITE(latex)

BOOST_AUTO_TEST_CASE(characters_that_are_commands_are_printed) {
  BOOST_TEST(latex_text("drift_before [m/s^2]") == "drift\\_before [m/s$^{2}$]");
  BOOST_TEST(latex_text("100% & $x_{i}#~") == "100\\% \\& \\$x\\_\\{i\\}\\#\\textasciitilde{}");
  BOOST_TEST(latex_text("\\input{x}") == "\\textbackslash{}input\\{x\\}");
}

BOOST_AUTO_TEST_CASE(numbers_have_powers_of_ten) {
  BOOST_TEST(latex_number(2.734) == "$2.73$");
  BOOST_TEST(latex_number(1.394e-5) == "$1.39\\times10^{-5}$");
  BOOST_TEST(latex_number(not_a_number) == "--");
  BOOST_TEST(latex_number(-std::numeric_limits<double>::infinity()) == "$-\\infty$");
}

BOOST_AUTO_TEST_CASE(tables_have_a_row_for_each_method_and_claim_and_the_best_in_bold) {
  const ExperimentRecord record = sample_record(40);
  const std::string measures = measures_latex(record);
  BOOST_TEST(count(measures, " \\\\\n") == record.runs.size() + 1);
  BOOST_TEST(count(measures, "\\boldmath") >= 1U);
  BOOST_TEST(count(claims_latex(record), " \\\\\n") == record.claims.size() + 1);
  for (const std::string& table : {measures_latex(hostile_record()), claims_latex(hostile_record())})
    for (const char* command : {"\\toprule", "\\midrule", "\\bottomrule", "\\end{tabular}"})
      BOOST_TEST(count(table, command) == count(table, "\\begin{tabular}"), command);
}

BOOST_AUTO_TEST_CASE(measures_that_are_too_many_for_a_page_stand_in_tables_below_one_another) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    const MeasureRecord first = run.measures.at(0);
    for (int i = 0; i < 11; ++i) {
      run.measures.push_back(first);
      run.measures.back().name = "another_measure_" + std::to_string(i);
    }
  }
  const std::string measures = measures_latex(record);
  const std::size_t tables = count(measures, "\\begin{tabular}");
  BOOST_TEST(tables > 1U);
  BOOST_TEST(count(measures, "Method & ") == tables);
  for (int i = 0; i < 11; ++i) BOOST_TEST(count(measures, "another\\_measure\\_" + std::to_string(i) + "\\\\") == 1U);
}

BOOST_AUTO_TEST_CASE(every_documented_source_has_an_entry_of_its_own) {
  const std::set<std::string> keys = documented_keys();
  BOOST_TEST(keys.size() > 50U);
  for (const std::string& key : keys) {
    const std::string entry = bibliography({key});
    BOOST_TEST(count(entry, "{" + key + ",\n") == 1U, key);
    BOOST_TEST(count(entry, "\n}\n") == 1U, key);
  }
  BOOST_TEST(count(bibliography(keys), "\n}\n") == keys.size());
  BOOST_TEST(bibliography({"Nobody99"}).empty());
}

BOOST_AUTO_TEST_CASE(sources_of_scene_claims_and_theorems_are_cited) {
  const std::set<std::string> keys = cited_keys(sample_record(40));
  BOOST_TEST(keys.contains("OettliPrager64"));
  BOOST_TEST(keys.contains("Rump06"));
}

BOOST_AUTO_TEST_CASE(annotations_are_one_line_each_and_carry_no_command_of_a_scene) {
  BOOST_TEST(github_annotation("error", {"a,b.scene", 3}, "x: y", "50% of\n::error::z") ==
             "::error file=a%2Cb.scene,line=3,title=x%3A y::50%25 of%0A::error::z\n");
  const std::string all = github_annotations(hostile_record());
  BOOST_TEST(count(all, "\n") == count("\n" + all, "\n::error "));
  BOOST_TEST(github_summary(hostile_record()).find("<script>") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_latex
