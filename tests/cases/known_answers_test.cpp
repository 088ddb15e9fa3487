// Each answer that is known by hand, from exact arithmetic and from its statement.
#include <boost/test/unit_test.hpp>

#include "referee/case_judge.hpp"
#include "verification/cases/exact_truth.hpp"
#include "verification/cases/families.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend::test::of_known_answers {
namespace {

void for_each_known(Question question, const std::function<void(const Case&)>& check) {
  for (const CaseFamily& family : case_families()) {
    if (!family.is_fixed || family.question != question) continue;
    for (long i = 0; i < family.default_count; ++i) {
      const Case one = family.make(0, i);
      BOOST_TEST_INFO_SCOPE(one.name);
      check(one);
    }
  }
}

BOOST_AUTO_TEST_SUITE(known_answers)

BOOST_AUTO_TEST_CASE(exact_arithmetic_agrees_with_what_is_known_by_hand) {
  for_each_known(Question::spd,
                 [](const Case& one) { BOOST_TEST(is_positive_definite_exactly(dense(one.a)) == one.truth); });
  for_each_known(Question::rank,
                 [](const Case& one) { BOOST_TEST(has_full_row_rank_exactly(dense(one.a)) == one.truth); });
  for_each_known(Question::p_matrix,
                 [](const Case& one) { BOOST_TEST(is_p_matrix_exactly(dense(one.a)) == one.truth); });
  for_each_known(Question::solvable, [](const Case& one) {
    if (one.a.num_rows <= 4) BOOST_TEST(count_solutions_exactly(dense(one.a), one.b) == one.num_solutions);
  });
}

BOOST_AUTO_TEST_CASE(statements_decide_every_known_case_and_rightly) {
  for (const Question question : {Question::spd, Question::rank, Question::rho, Question::p_matrix, Question::solvable})
    for_each_known(question, [](const Case& one) {
      const CaseJudgement judged = judge_case(one);
      BOOST_TEST((judged.statement.verdict == (one.truth ? Verdict::proved : Verdict::refuted)));
      BOOST_TEST(judged.contradiction == "");
    });
}

BOOST_AUTO_TEST_CASE(plain_numerics_is_wrong_about_the_edges) {
  const auto says = [](const char* family, const std::string& name, std::size_t test) {
    const CaseFamily* found = find_case_family(family);
    for (long i = 0; i < found->default_count; ++i)
      if (const Case one = found->make(0, i); one.name == name) return *judge_case(one).plain.at(test).says;
    BOOST_FAIL(name);
    return false;
  };
  BOOST_TEST(says("known_spd", "one_bit_inside", 0));
  BOOST_TEST(!says("known_spd", "hilbert_16", 0));     // definite
  BOOST_TEST(!says("known_rank", "thin_row", 1));      // independent
  BOOST_TEST(!says("known_rho", "defective_0_4", 0));  // on the circle
}

BOOST_AUTO_TEST_CASE(families_have_names_of_their_own_and_are_found_by_them) {
  for (const CaseFamily& family : case_families()) BOOST_TEST(find_case_family(family.name) == &family);
  BOOST_TEST(find_case_family("none") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_known_answers
