// What a statement has found, read back by kind: the words are made from it, and nothing reads them.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <set>

#include "verification/statements/statement.hpp"

namespace perpend::test::of_statement {
namespace {

BOOST_AUTO_TEST_SUITE(statement)

BOOST_AUTO_TEST_CASE(no_two_kinds_of_facts_or_bounds_read_alike) {
  std::set<std::string> facts, bounds;
  for (int k = 0; k <= static_cast<int>(FactKind::only_limit); ++k)
    BOOST_TEST(facts.insert(name_of(static_cast<FactKind>(k))).second, k);
  for (int k = 0; k <= static_cast<int>(BoundKind::velocity_share); ++k)
    BOOST_TEST(bounds.insert(describe(StatementBound{static_cast<BoundKind>(k), 0.0})).second, k);
}

BOOST_AUTO_TEST_CASE(a_fact_is_found_by_its_kind_and_type) {
  Statement found;
  BOOST_TEST(!found.num_solutions().has_value());
  BOOST_TEST(!found.count(FactKind::rank).has_value());
  BOOST_TEST((found.property(FactKind::p_matrix) == Verdict::not_run));
  found.add(FactKind::rank, 3);
  found.add(FactKind::p_matrix, Verdict::refuted);
  found.add(FactKind::solutions, SolutionCount{});
  found.add(FactKind::class_name, "P");
  BOOST_TEST((found.count(FactKind::rank) == 3));
  BOOST_TEST((found.property(FactKind::p_matrix) == Verdict::refuted));
  BOOST_TEST((found.num_solutions() == SolutionCount{}));
  BOOST_TEST((found.num_solutions() != SolutionCount{1}));
  BOOST_TEST(!found.count(FactKind::class_name).has_value());
  const char* const words[] = {"3", "refuted", "infinite", "P"};
  for (std::size_t i = 0; i < found.facts.size(); ++i) BOOST_TEST(describe(found.facts[i]) == words[i]);
}

BOOST_AUTO_TEST_CASE(of_several_distances_the_sharpest_counts) {
  Statement found;
  BOOST_TEST(std::isnan(found.largest_distance()));
  BOOST_TEST(found.least_distance() == 0.0);
  found.add(BoundKind::z_distance, 3.0, "one theorem");
  found.add(BoundKind::z_distance, 2.0, "another");
  found.add(BoundKind::z_least_distance, 0.5);
  found.add(BoundKind::x_least_distance, 1.5);
  found.add(BoundKind::backward_error, 1.0);
  BOOST_TEST(found.largest_distance() == 2.0);
  BOOST_TEST(found.least_distance() == 1.5);
  BOOST_TEST(found.bound(BoundKind::z_distance) == 3.0);
  BOOST_TEST(std::isnan(found.bound(BoundKind::smallest)));
}

BOOST_AUTO_TEST_CASE(what_a_bound_is_about_stands_in_its_words) {
  BOOST_TEST(describe(StatementBound{BoundKind::z_distance, 1.0, "P"}) ==
             "distance of an entry of z to a solution at most (P)");
  BOOST_TEST(describe(StatementBound{BoundKind::rank_distance, 1.0, "2"}) == "distance to rank 2 at most");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_statement
