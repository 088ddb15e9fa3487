// Random families under the statements: none may contradict what is true. The first number is of the default suite, the
// second of the long one.
#include <bit>
#include <boost/test/unit_test.hpp>

#include "referee/case_judge.hpp"
#include "verification/cases/families.hpp"

namespace perpend::test::of_suite {
namespace {

constexpr std::uint64_t seed = 20;

struct Counts {
  long cases = 0;
  long decided = 0;
};

void add_family(const std::string& name, long first, long count, Counts& counts) {
  const CaseFamily* family = find_case_family(name);
  BOOST_REQUIRE(family != nullptr);
  for (long i = first; i < first + count; ++i) {
    const CaseJudgement judged = judge_case(family->make(seed, i));
    if (!judged.contradiction.empty()) BOOST_ERROR(name << " number " << i << ": " << judged.contradiction);
    ++counts.cases;
    counts.decided += judged.statement.verdict == Verdict::undecided ? 0 : 1;
  }
}

/// Whether the claim holds is always decided of these.
const std::vector<std::pair<const char*, long>> always_decided{
    {"gram", 30'000},         {"near_singular", 30'000},   {"indefinite_by_a_hair", 6'000},
    {"badly_scaled", 10'000}, {"extreme_spd", 1'000},      {"dependent_rows", 15'000},
    {"jordan_block", 4'000},  {"projected_update", 2'000}, {"whole_p", 1'000},
    {"hairline_p", 300},      {"planted_definite", 200},   {"planted_semidefinite", 200},
    {"planted_p", 200},       {"planted_h_plus", 200},     {"degenerate", 200},
    {"planted_any", 500},     {"infeasible", 1'500},       {"infeasible_by_a_hair", 1'500},
    {"whole_lcp", 1'000},     {"extreme_lcp", 500}};
/// No enclosure is small enough for some of these, and some contacts are too many to try all choices.
const std::vector<std::pair<const char*, long>> others{{"contact_like", 30},
                                                       {"hilbert_system", 110},
                                                       {"near_singular_system", 5'000},
                                                       {"hilbert_lcp", 110},
                                                       {"near_singular_lcp", 500}};

BOOST_AUTO_TEST_SUITE(suite)

BOOST_AUTO_TEST_CASE(no_statement_about_a_hundred_thousand_small_problems_is_wrong) {
  Counts first, second;
  for (const auto& [name, count] : always_decided) add_family(name, 0, count, first);
  for (const auto& [name, count] : others) add_family(name, 0, count, second);
  BOOST_TEST(first.cases + second.cases > 100'000);
  BOOST_TEST(first.decided == first.cases);
  BOOST_TEST(second.decided > second.cases / 2);
}

/// The first three sizes, of 8 to 128 rows.
BOOST_AUTO_TEST_CASE(planted_problems_of_every_class_are_decided_at_each_small_size) {
  for (const char* name :
       {"large_definite", "large_semidefinite", "large_degenerate", "large_p", "large_h_plus", "large_contacts",
        "large_infeasible", "large_infeasible_by_a_hair", "large_p_class", "large_definite_answer",
        "large_degenerate_answer", "large_p_answer", "large_h_plus_answer"}) {
    Counts counts;
    add_family(name, 0, 3, counts);
    BOOST_TEST(counts.decided == 3, name);
  }
}

BOOST_AUTO_TEST_CASE(no_statement_about_half_a_million_more_is_wrong, *boost::unit_test::disabled()) {
  Counts counts;
  for (const auto* list : {&always_decided, &others})
    for (const auto& [name, count] : *list) add_family(name, count, 5 * count, counts);
  BOOST_TEST(counts.cases > 500'000);
}

BOOST_AUTO_TEST_CASE(no_statement_about_two_thousand_rows_is_wrong, *boost::unit_test::disabled()) {
  Counts counts;
  add_family("ring_of_springs", 0, 60, counts);
  add_family("large_lcp", 0, 30, counts);
  BOOST_TEST(counts.decided > counts.cases / 2);
  // All sizes twice.
  for (const CaseFamily& family : case_families())
    if (std::string_view(family.name).starts_with("large_")) add_family(family.name, 0, 10, counts);
}

BOOST_AUTO_TEST_SUITE_END()

/// FNV-1a of all numbers.
std::uint64_t hash_of(const Case& one, std::uint64_t hash) {
  const auto add = [&hash](std::uint64_t bits) { hash = (hash ^ bits) * 0x100000001b3U; };
  add(static_cast<std::uint64_t>(one.a.num_rows));
  for (const int column : one.a.column) add(static_cast<std::uint64_t>(column));
  for (const double value : one.a.value) add(std::bit_cast<std::uint64_t>(value));
  for (const double value : one.b) add(std::bit_cast<std::uint64_t>(value));
  for (const double value : one.solution) add(std::bit_cast<std::uint64_t>(value));
  add(one.truth ? 1 : 0);
  return hash;
}

std::uint64_t hash_of(const CaseFamily& family, std::uint64_t with_seed) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const long count = std::min(50L, 5 * family.default_count);
  for (long i = 0; i < count; ++i) hash = hash_of(family.make(with_seed, i), hash);
  return hash;
}

BOOST_AUTO_TEST_SUITE(determinism)

BOOST_AUTO_TEST_CASE(a_family_is_the_same_twice_and_differs_by_seed) {
  for (const CaseFamily& family : case_families()) {
    BOOST_TEST(hash_of(family, 1) == hash_of(family, 1), family.name);
    if (!family.is_fixed) BOOST_TEST(hash_of(family, 1) != hash_of(family, 2), family.name);
  }
}

BOOST_AUTO_TEST_CASE(families_are_the_same_on_every_machine) {
  std::uint64_t all = 0;
  for (const CaseFamily& family : case_families()) all = all * 31 + hash_of(family, 1);
  BOOST_TEST(all == 9302961116010712104U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_suite
