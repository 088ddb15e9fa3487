// The sources that pages cite are those of the list of references, word by word.
#include "reports/text/citations.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <string>

namespace perpend::reports::of_citations {
namespace {

std::string references() {
  std::ifstream stream(PERPEND_SOURCE_DIR "/docs/references.md");
  return {std::istreambuf_iterator<char>(stream), {}};
}

BOOST_AUTO_TEST_SUITE(sources)

BOOST_AUTO_TEST_CASE(each_source_stands_in_the_list_of_references) {
  const std::string list = references();
  for (const Citation& citation : citations()) {
    std::string line = "- **" + std::string(citation.key) + "** " + std::string(citation.text);
    if (!citation.doi.empty()) line += " doi:" + std::string(citation.doi);
    BOOST_TEST((list.find(line + "\n") != std::string::npos), line);
  }
}

BOOST_AUTO_TEST_CASE(a_source_is_found_by_its_key) {
  BOOST_REQUIRE(find_citation("ClinePai03 VI.A, fig. 3") != nullptr);
  BOOST_TEST(find_citation("ClinePai03 VI.A, fig. 3")->key == "ClinePai03");
  BOOST_TEST(find_citation("ClinePai03") == find_citation("ClinePai03, section 2"));
  BOOST_TEST(find_citation("ClinePai033") == nullptr);
  BOOST_TEST(find_citation("derived") == nullptr);
  BOOST_TEST(find_citation("") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_citations
