// Which solvers of contact problems a method and the run ask for.
#include <boost/test/unit_test.hpp>

#include "kernel/solvers/lcp_solver.hpp"
#include "tests/dsl/real_vocabulary.hpp"
#include "tests/dsl/schema/schema_places.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_lcp_solvers {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string scene(const std::string& in_method, const std::string& in_run = "") {
  return "experiment x {\n world planar { contacts { }\n body b = disk(radius: 1 m) { mass = 1 kg } }\n run { step = 1 "
         "ms; duration = 1 s" +
         in_run + " }\n method m1 = none { " + in_method + " }\n method m2 = none\n}";
}

std::string chosen(const MethodSpec& method) {
  std::string text;
  for (const LcpSolverChoice& choice : method.lcp_solvers) text += std::string(choice.type->spec.name) + " ";
  return text;
}

std::string options(const MethodSpec& method) {
  std::string text;
  for (const auto& [name, value] : method.options) text += name + "=" + value + ";";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lcp_solvers)

BOOST_AUTO_TEST_CASE(a_method_that_names_no_solver_has_the_default) {
  BOOST_TEST(load_good(scene("")).methods[0].lcp_solvers.empty());
}

BOOST_AUTO_TEST_CASE(solvers_are_tried_in_the_order_of_the_list) {
  BOOST_TEST(chosen(load_good(scene("solver = lemke")).methods[0]) == "lemke ");
  const Experiment e = load_good(scene("solver = [pgs(sweeps: 50, tolerance: 1e-6), lemke, pgs]"));
  BOOST_TEST(chosen(e.methods[0]) == "pgs lemke pgs ");
  const LcpSolverChoice& first = e.methods[0].lcp_solvers[0];
  BOOST_TEST(first.options.number("sweeps") == 50.0);
  BOOST_TEST(first.options.number("tolerance") == 1e-6);
  BOOST_TEST(first.text == "pgs(sweeps: 50, tolerance: 1e-6)");
  BOOST_TEST(e.methods[0].lcp_solvers[2].options.entries().empty());
  BOOST_TEST(options(e.methods[0]) == "solver=[pgs(sweeps: 50, tolerance: 1e-6), lemke, pgs];");
}

BOOST_AUTO_TEST_CASE(a_method_that_names_solvers_does_not_ask_those_of_the_run) {
  const Experiment e = load_good(scene("solver = lemke", "; solver = [pgs, lemke]"));
  BOOST_TEST(chosen(e.methods[0]) == "lemke ");
  BOOST_TEST(options(e.methods[0]) == "solver=lemke;");
  BOOST_TEST(chosen(e.methods[1]) == "pgs lemke ");
  BOOST_TEST(options(e.methods[1]) == "solver=[pgs, lemke];");
}

BOOST_AUTO_TEST_CASE(each_of_the_shipped_solvers_can_be_named) {
  for (const LcpSolverType* type : real_vocabulary().lcp_solvers) {
    std::string options;
    for (const FieldSpec& field : type->spec.arguments)
      if (field.required) options += std::string(field.name) + ": " + good_value(field);
    const std::string call = std::string(type->spec.name) + (options.empty() ? "" : "(" + options + ")");
    const Loaded loaded = load_real(scene("solver = " + call));
    BOOST_TEST(loaded.experiment.has_value(), render(loaded.diagnostics, false));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_solver_is_said_where_it_stands) {
  const auto code = [](const std::string& solver) { return first_code(scene("solver = " + solver)); };
  BOOST_TEST(code("lemk") == "S016");
  BOOST_TEST(code("[pgs, lemk]") == "S016");
  BOOST_TEST(code("sparse_ldlt") == "S016");
  BOOST_TEST(code("3") == "S020");
  BOOST_TEST(code("[[pgs]]") == "S020");
  BOOST_TEST(code("\"lemke\"") == "S020");
  BOOST_TEST(code("[]") == "S013");
  BOOST_TEST(code("[pgs, pgs]") == "S014");
  BOOST_TEST(code("[pgs(sweeps: 3), pgs(sweeps: 4)]") == "");
  BOOST_TEST(code("pgs(3)") == "S012");
  BOOST_TEST(code("pgs(sweep: 3)") == "S012");
  BOOST_TEST(code("pgs(sweeps: 0)") == "S023");
  BOOST_TEST(code("pgs(sweeps: 2.5)") == "S024");
  BOOST_TEST(code("pgs(sweeps: 1e30)") == "S023");  // more than a count holds
  BOOST_TEST(code("pgs(sweeps: 3, sweeps: 4)") == "S014");
  BOOST_TEST(code("pgs(tolerance: 2)") == "S042");  // of the factory
  BOOST_TEST(first_code(scene("linear_solver = lemke")) == "S016");
  BOOST_TEST(first_code(scene("linear_solver = sparse_ldlt")) == "");
}

BOOST_AUTO_TEST_CASE(a_param_may_hold_the_name_of_a_solver_and_is_swept) {
  std::string text = scene("solver = way");
  text.insert(text.find('\n'), "\n param way = lemke\n sweep ways { way = [lemke, dantzig] }");
  const auto experiment = [&](const std::vector<Override>& overrides) {
    Parsed parsed = parse_text("test.scene", text);
    const Loaded loaded = elaborate(*parsed.document, real_vocabulary(), overrides);
    BOOST_TEST_REQUIRE(loaded.experiment.has_value(), render(loaded.diagnostics, false));
    return *loaded.experiment;
  };
  BOOST_TEST(chosen(experiment({}).methods[0]) == "lemke ");
  BOOST_TEST(options(experiment({}).methods[0]) == "solver=lemke;");
  BOOST_TEST(chosen(experiment({{"way", "dantzig"}}).methods[0]) == "dantzig ");
  BOOST_TEST(experiment({}).sweeps[0].axes[0].words == std::vector<std::string>({"lemke", "dantzig"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_solver_without_contacts_is_a_warning_and_of_a_linear_system_an_error) {
  BOOST_TEST(first_code(scene_with("method m1 = none { solver = lemke }")) == "S065");
  BOOST_TEST(first_code("experiment x { linear { mass = [1] kg; B = [[1]] }\n method a = none { solver = lemke } }") ==
             "S042");
}

BOOST_AUTO_TEST_CASE(a_choice_about_contacts_that_a_method_does_not_follow_is_a_warning_and_left_out) {
  for (const char* choice : {"solver = lemke", "directions = 2", "restitution_law = newton"}) {
    const auto declare = [&](const std::string& name) {
      const Parsed parsed = parse_text("test.scene", scene("solver = auto }\n method m3 = " + name + " { " + choice));
      const Loaded loaded = elaborate(*parsed.document, real_vocabulary());
      return loaded.diagnostics.empty() ? "" : std::string(loaded.diagnostics[0].code);
    };
    BOOST_TEST(declare("small_steps") == "S065");
    BOOST_TEST(declare("reference") == "S065");
    BOOST_TEST(declare("stabilized_lcp") == "");
  }
}

BOOST_AUTO_TEST_CASE(a_method_chooses_its_active_contacts_and_without_contacts_that_is_a_warning) {
  for (const char* choice : {"active_gap = 0.3 m", "active_set = gap"})
    BOOST_TEST(first_code(scene_with(std::string("method m1 = none { ") + choice + " }")) == "S065");
  BOOST_TEST(first_code(scene("active_gap = 0.3 m")) == "");
  BOOST_TEST(first_code(scene("active_set = gap")) == "");
  BOOST_TEST(first_code(scene("active_gap = -0.3 m")) == "S023");
  BOOST_TEST(first_code(scene("active_set = near")) != "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_lcp_solvers
