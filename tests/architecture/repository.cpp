// The rules hold in this checkout.
#include <boost/test/unit_test.hpp>

#include "tests/architecture/arrow_rules.hpp"
#include "tests/architecture/definition_rules.hpp"
#include "tests/architecture/text_rules.hpp"

using namespace perpend::architecture;

namespace {

const SourceTree& repository() {
  static const SourceTree tree = read_tree(PERPEND_SOURCE_DIR);
  return tree;
}

void expect_none(const Violations& violations) {
  for (const Violation& violation : violations) BOOST_ERROR(violation);
  BOOST_TEST(violations.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(repository_rules)

BOOST_AUTO_TEST_CASE(the_checkout_was_read) {
  BOOST_TEST(repository().contains("kernel/model/scene/record.hpp"));
  BOOST_TEST(repository().contains("scripts/packages.txt"));
  BOOST_TEST(reference_keys(repository()).contains("ClinePai03"));
}

BOOST_AUTO_TEST_CASE(includes_follow_the_arrows) {
  expect_none(include_violations(repository()));
}
BOOST_AUTO_TEST_CASE(libraries_stay_in_their_folders) {
  expect_none(library_violations(repository()));
}
BOOST_AUTO_TEST_CASE(targets_follow_the_arrows) {
  expect_none(link_violations(repository()));
}
BOOST_AUTO_TEST_CASE(each_type_is_defined_once) {
  expect_none(definition_violations(repository()));
}
BOOST_AUTO_TEST_CASE(citations_resolve) {
  expect_none(citation_violations(repository()));
}
BOOST_AUTO_TEST_CASE(no_machine_is_named) {
  expect_none(machine_violations(repository()));
}
BOOST_AUTO_TEST_CASE(scenes_stand_under_their_source) {
  expect_none(scene_violations(repository()));
}
BOOST_AUTO_TEST_CASE(packages_are_explained) {
  expect_none(package_violations(repository()));
}
BOOST_AUTO_TEST_CASE(every_kind_of_certificate_has_its_limits_in_the_manual) {
  expect_none(certificate_violations(repository()));
}
BOOST_AUTO_TEST_CASE(programs_of_the_manual_are_built) {
  expect_none(program_violations(repository()));
}
BOOST_AUTO_TEST_CASE(cells_of_tables_are_short) {
  expect_none(table_violations(repository()));
}
BOOST_AUTO_TEST_CASE(sentences_begin_with_their_noun) {
  expect_none(sentence_violations(repository()));
}
BOOST_AUTO_TEST_CASE(links_lead_somewhere) {
  expect_none(document_link_violations(repository()));
}

BOOST_AUTO_TEST_SUITE_END()
