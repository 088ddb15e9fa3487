// What a run says of how it computed.
#include "cli/run_notes.hpp"

#include <boost/test/unit_test.hpp>

namespace perpend::cli {
namespace {

BOOST_AUTO_TEST_SUITE(run_notes)

BOOST_AUTO_TEST_CASE(the_defaults_of_the_plane_need_no_words) {
  BOOST_TEST(numerics_notes(Model{}, MethodSpec{}).empty());
}

BOOST_AUTO_TEST_CASE(space_says_how_it_turns) {
  Model model;
  model.space = Space::spatial;
  MethodSpec method;
  const auto explicit_notes = numerics_notes(model, method);
  BOOST_REQUIRE(explicit_notes.size() == 2u);
  BOOST_TEST(explicit_notes[0].find("exponential") != std::string::npos);
  BOOST_TEST(explicit_notes[0].find("(explicit)") != std::string::npos);
  BOOST_TEST(explicit_notes[1].starts_with("route kkt"));
  method.integration.rotation = RotationUpdate::first_order;
  method.integration.gyroscopic = GyroscopicTerm::implicit_term;
  const auto implicit_notes = numerics_notes(model, method);
  BOOST_TEST(implicit_notes[0].find("first order") != std::string::npos);
  BOOST_TEST(implicit_notes[0].find("(implicit)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(cfm_says_which_rows_it_enters) {
  MethodSpec method;
  method.linear_algebra.cfm = 1e-3;
  const auto last = [&] { return numerics_notes(Model{}, method).back(); };
  BOOST_TEST(last() == "cfm of 0.001 (SI) is added to every row");
  method.linear_algebra.route = Route::baraff;
  BOOST_TEST(last().find("auxiliary rows") != std::string::npos);
  method.linear_algebra.cfm_rows = CfmRows::all;
  BOOST_TEST(last().find("every row") != std::string::npos);
  method.linear_algebra.cfm_rows = CfmRows::closures;
  BOOST_TEST(last().find("closures") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::cli
