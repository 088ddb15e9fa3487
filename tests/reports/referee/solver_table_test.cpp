// What the attempts of solvers amount to.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/reports/referee/sample_solver_table.hpp"

namespace perpend::reports::of_solver_table {
namespace {

/// Height of a profile at `ratio`: of its last point that is not beyond.
double share_at(const Curve& curve, double ratio) {
  double share = 0.0;
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (curve.x[i] <= ratio) share = curve.y[i];
  return share;
}

BOOST_AUTO_TEST_SUITE(solver_table)

BOOST_AUTO_TEST_CASE(each_attempt_is_counted_once_by_each_solver) {
  const SolverTable table = sample_solver_table();
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    long sum = 0;
    for (const auto& [outcome, count] : summarize(table, s).outcomes) sum += count;
    BOOST_TEST(sum == static_cast<long>(table.problems.size()));
  }
}

BOOST_AUTO_TEST_CASE(only_a_proof_counts) {
  BOOST_TEST(counts(proved_in(1.0)));
  BOOST_TEST(counts(stopped("ray", 1.0, "proved")));
  BOOST_TEST(!counts(stopped("ray", 1.0, "undecided")));
  BOOST_TEST(!counts(stopped("ray", 1.0)));
  BOOST_TEST(!counts(judged("undecided", 1.0)));
  BOOST_TEST(!counts(judged("refuted", 1.0)));
  SolverAttempt bare = proved_in(1.0);
  bare.certificate.reset();
  BOOST_TEST((outcome_of(bare) == Outcome::uncertified));
  BOOST_TEST(!counts(bare));
}

BOOST_AUTO_TEST_CASE(the_counts_of_a_known_table_are_known) {
  const SolverTable table = sample_solver_table();
  const SolverSummary lemke = summarize(table, 0), pgs = summarize(table, 1), murty = summarize(table, 2);
  BOOST_TEST(lemke.count(Outcome::proved) == 3);
  BOOST_TEST(lemke.count(Outcome::no_solution) == 1);
  BOOST_TEST(lemke.failures.empty());
  BOOST_TEST(pgs.count(Outcome::refuted) == 1);
  BOOST_TEST(pgs.failures.at("limit") == 1);
  BOOST_TEST(murty.count(Outcome::unsuited) == 1);
  BOOST_TEST(murty.failures.at("limit") == 2);
  BOOST_TEST(murty.failures.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_refuted_enters_neither_times_nor_errors) {
  const SolverSummary pgs = summarize(sample_solver_table(), 1);
  BOOST_TEST(pgs.own.count == 2);
  BOOST_TEST(pgs.own.median == 1.5);
  BOOST_TEST(pgs.own.total == 3.0);
  BOOST_TEST(pgs.all_seconds == 11.0);
  BOOST_TEST(pgs.backward_error == 1e-14);
  BOOST_TEST(pgs.iterations == 20);
}

BOOST_AUTO_TEST_CASE(times_in_common_are_of_problems_that_all_answered_or_refused) {
  const SolverTable table = sample_solver_table();
  BOOST_TEST((common_problems(table) == std::vector<std::size_t>{0, 1}));
  BOOST_TEST(summarize(table, 0).common.total == 5.0);
  BOOST_TEST(summarize(table, 0).common.median == 2.5);
  BOOST_TEST(summarize(table, 1).common.total == 3.0);
  BOOST_TEST(summarize(table, 2).common.count == 1);
}

BOOST_AUTO_TEST_CASE(a_problem_that_all_refuse_is_not_common_and_stays_open) {
  SolverTable table = sample_solver_table();
  for (SolverAttempt& attempt : table.problems[0].attempts) attempt = stopped("unsuited", 0.0);
  BOOST_TEST((common_problems(table) == std::vector<std::size_t>{1}));
  BOOST_TEST((open_problems(table) == std::vector<std::size_t>{0}));
}

BOOST_AUTO_TEST_CASE(a_proof_that_there_is_no_solution_closes_a_problem) {
  SolverTable table = sample_solver_table();
  BOOST_TEST(open_problems(table).empty());
  table.problems[3].attempts[0].unsolvable = "undecided";
  BOOST_TEST((open_problems(table) == std::vector<std::size_t>{3}));
}

BOOST_AUTO_TEST_CASE(numbers_of_steps_are_no_part_of_a_group) {
  BOOST_TEST(group_of("pile-post-000120") == "pile-post");
  BOOST_TEST(group_of("pile-post-000120-2") == "pile-post");
  BOOST_TEST(group_of("pile-post") == "pile-post");
  BOOST_TEST(group_of("pile2") == "pile2");
  BOOST_TEST(group_of("-7") == "-7");
  BOOST_TEST(group_of("7") == "7");
  BOOST_TEST(group_of("") == "");
}

BOOST_AUTO_TEST_CASE(a_history_is_spread_evenly_over_the_iterations_of_the_largest_problem) {
  SolverTable table = sample_solver_table();
  BOOST_TEST(convergence(table).curves.empty());
  for (SolvedProblem& problem : table.problems) problem.attempts[1].history = {1.0, 0.1, 0.01, 0.001, 1e-4};
  const FigureData figure = convergence(table);
  BOOST_REQUIRE_EQUAL(figure.curves.size(), 1U);
  const Curve& curve = figure.curves.front();
  BOOST_TEST(curve.label == table.solvers[1]);
  const auto largest = std::max_element(table.problems.begin(), table.problems.end(),
                                        [](const auto& one, const auto& other) { return one.size < other.size; });
  BOOST_TEST(figure.title == largest->name + ", " + std::to_string(largest->size) + " unknowns");
  BOOST_TEST(curve.x.back() == static_cast<double>(largest->attempts[1].iterations));
  BOOST_TEST(curve.x.front() == curve.x.back() / 5.0);
  BOOST_TEST(curve.y.back() == 1e-4);
}

BOOST_AUTO_TEST_CASE(a_profile_rises_from_the_share_of_wins_to_the_share_of_answers) {
  const SolverTable table = sample_solver_table();
  const FigureData profile = performance_profile(table);
  BOOST_REQUIRE_EQUAL(profile.curves.size(), 3U);
  for (std::size_t s = 0; s < 3; ++s) {
    const Curve& curve = profile.curves[s];
    BOOST_TEST(std::is_sorted(curve.x.begin(), curve.x.end()));
    BOOST_TEST(std::is_sorted(curve.y.begin(), curve.y.end()));
    BOOST_TEST(curve.y.back() == 25.0 * static_cast<double>(summarize(table, s).own.count));
  }
  // lemke: ratios 1, 4, 1, 1; pgs: 2, 1; murty: 4.
  BOOST_TEST(share_at(profile.curves[0], 1.0) == 75.0);
  BOOST_TEST(share_at(profile.curves[0], 3.9) == 75.0);
  BOOST_TEST(share_at(profile.curves[0], 4.0) == 100.0);
  BOOST_TEST(share_at(profile.curves[1], 1.0) == 25.0);
  BOOST_TEST(share_at(profile.curves[1], 2.0) == 50.0);
  BOOST_TEST(share_at(profile.curves[2], 3.9) == 0.0);
  BOOST_TEST(share_at(profile.curves[2], 4.0) == 25.0);
}

BOOST_AUTO_TEST_CASE(a_profile_does_not_depend_on_the_unit_of_time) {
  SolverTable table = sample_solver_table();
  const FigureData before = performance_profile(table);
  for (SolvedProblem& problem : table.problems)
    for (SolverAttempt& attempt : problem.attempts) attempt.seconds *= 0.125;  // exact
  const FigureData after = performance_profile(table);
  for (std::size_t s = 0; s < before.curves.size(); ++s)
    BOOST_TEST((before.curves[s].x == after.curves[s].x && before.curves[s].y == after.curves[s].y));
}

BOOST_AUTO_TEST_CASE(an_empty_table_has_no_profile_and_no_failures) {
  SolverTable table;
  table.solvers = {"lemke"};
  BOOST_TEST(performance_profile(table).curves.empty());
  BOOST_TEST(std::isnan(summarize(table, 0).own.median));
  BOOST_TEST(common_problems(table).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_solver_table
