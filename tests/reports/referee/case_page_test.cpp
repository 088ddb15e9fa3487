// The page of problems with known answers.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reports/referee/case_table.hpp"

namespace perpend::reports::of_case_page {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

CaseTable sample() {
  CaseTable table{.seed = 7};
  FamilyTally tally{.family = "near_edge", .question = "spd", .claim = "A is positive definite", .words = "few digits"};
  tally.count = 12;
  tally.num_true = 5;
  tally.plain = {{"Cholesky", 12, 3, 1, 0}, {"eigenvalue", 12, 0, 0, 2}};
  tally.proved = 5;
  tally.refuted = 6;
  tally.undecided = 1;
  table.families = {tally};
  CaseExample example{.question = "spd", .family = "near_edge", .name = "number 4"};
  example.data = {{"A", "1 2\n2 4\n"}};
  example.test = "Cholesky";
  example.plain_says = true;
  example.reason = "<b>determinant</b> 0";
  example.verdict = "refuted";
  example.theorem = "minors";
  example.level = "exact";
  table.examples = {example};
  table.solvers = {"lemke"};
  table.pivots = {{"Murty's triangle", 4, "2^n", 16, 16, {"16"}}};
  CostRow met{.what = "definite", .size = "10 rows"}, missed = met;
  met.proof_seconds = 1.5;
  missed.proof_seconds = 4.0;
  met.plain_seconds = missed.plain_seconds = 1.0;
  met.wanted = missed.wanted = 2.0;
  table.costs = {met, missed};
  return table;
}

BOOST_AUTO_TEST_SUITE(case_page_of_a_table)

BOOST_AUTO_TEST_CASE(the_page_says_what_plain_numerics_and_proofs_made_of_the_cases) {
  const std::string page = case_page(sample());
  for (const char* part :
       {"No proof is wrong", "4 of 22 plain answers are", "12 problems", "Cholesky: wrong in 4 of 12 answers",
        "5 proved, 6 refuted, 1 undecided, 0 wrong", "1 2\n2 4\n", "yes: Cholesky", "minors", "Murty&apos;s triangle",
        "1 of 2 wanted costs is met", "missed"})
    BOOST_TEST(contains(page, part), part);
  BOOST_TEST(!contains(page, "<b>"));
  BOOST_TEST(contains(page, "default-src 'none'"));
}

BOOST_AUTO_TEST_CASE(a_wrong_proof_stands_at_the_top_and_nothing_judged_is_no_success) {
  CaseTable table = sample();
  table.families[0].wrong = 1;
  table.contradictions = {{"near_edge", 3, "proved: it is singular"}};
  const std::string page = case_page(table);
  BOOST_TEST(contains(page, "1 proof is wrong"));
  BOOST_TEST(contains(page, "near_edge number 3: proved: it is singular"));
  BOOST_TEST(contains(page, "verdict bad"));
  BOOST_TEST(contains(case_page({}), "No case was judged"));
  BOOST_TEST(contains(case_page({}), "verdict bad"));
}

BOOST_AUTO_TEST_CASE(json_holds_the_same_numbers) {
  const Json root = case_table_json(sample());
  BOOST_TEST(root.at("summary").at("cases") == 12);
  BOOST_TEST(root.at("families").at(0).at("plain").at(0).at("false_accepts") == 3);
  BOOST_TEST(root.at("costs").at(1).at("ratio") == 4.0);
  BOOST_TEST(root.at("pivots").at(0).at("solvers").at("lemke") == "16");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_case_page
