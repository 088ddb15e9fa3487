// Fits: what they compare, over which sweep, and what does not go together.
#include <boost/test/unit_test.hpp>

#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_fit_blocks {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string fit_scene(const std::string& statements) {
  return scene_with(
      "param k = 2\nparam length = 1 m\nparam law = poisson\nmethod gain = baumgarte(alpha: 50/s)\n"
      "measure drift = max_abs(constraint_error)\nmeasure energy = total_energy\n"
      "sweep line { k = [1, 2, 3]; methods = gain }\nsweep area { k = [1, 2]; length = [3, 2, 1] m }\n"
      "sweep space { k = [1, 2]; length = [1, 2] m; step = [1, 2] ms }\nsweep drawn { k = random(1, 2, 9) }\n"
      "sweep unordered { k = [1, 3, 2] }\nsweep single { k = [1] }\n" +
      statements);
}

FitSpec fit_of(const std::string& body) {
  return load_good(fit_scene("fit f \"what is k?\" { " + body + " }")).fits.at(0);
}

const std::string drift_datum = "datum d { value = max(drift, gain); near = 20 mm within 5 mm }\n";

struct Message {
  std::string code, text;
};
Message error_of(const std::string& body) {
  const Loaded loaded = load_text(fit_scene("fit f { " + body + " }"));
  for (const Diagnostic& diagnostic : loaded.diagnostics)
    if (diagnostic.severity == Diagnostic::Severity::error) return {diagnostic.code, diagnostic.message};
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fit_blocks)

BOOST_AUTO_TEST_CASE(data_are_in_si_with_the_unit_remembered) {
  const FitSpec fit = fit_of(
      "datum d \"the figure\" { value = 2 * max(drift, gain); near = 20 mm within 500 um; note = \"by eye\" }\n"
      "datum e { value = min(energy, gain); near = 0 within 3 J; source = \"Key fig. 2\" }\n"
      "over = line; confidence = 0.9; note = \"coarse\"");
  BOOST_TEST(fit.name == "f");
  BOOST_TEST(fit.words == "what is k?");
  BOOST_TEST(fit.sweep == "line");
  BOOST_TEST(fit.confidence == 0.9);
  BOOST_TEST(fit.note == "coarse");
  BOOST_REQUIRE(fit.data.size() == 2U);
  BOOST_TEST(fit.data[0].printed == 0.02);
  BOOST_TEST(fit.data[0].deviation == 500e-6);
  BOOST_TEST(fit.data[0].unit.name == "mm");
  BOOST_TEST(fit.data[0].text == "2 * max(drift, gain)");
  BOOST_TEST(fit.data[0].words == "the figure");
  BOOST_TEST(fit.data[0].note == "by eye");
  BOOST_TEST(fit.data[1].deviation == 3.0);
  BOOST_TEST(fit.data[1].source == "Key fig. 2");
  BOOST_TEST(fit_of("over = line\n" + drift_datum).confidence == 0.95);
  BOOST_TEST(
      fit_of("over = area\n for i in 1..2 { datum d[i] { value = max(drift, gain); near = i * 1 mm within 1 mm } }")
          .data.at(1)
          .printed == 0.002);
}

BOOST_AUTO_TEST_CASE(a_fit_needs_a_grid_of_numbers_and_enough_data) {
  const std::pair<std::string, std::string> wrong[] = {
      {"over = line", "a fit without data cannot determine 1 key"},
      {"over = area\n" + drift_datum, "one datum cannot determine 2 keys"},
      {"over = space\n" + drift_datum, "sweep 'space' has 3 keys, and a fit takes one or two"},
      {"over = drawn\n" + drift_datum, "sweep 'drawn' is no grid: its keys are taken together, or drawn"},
      {"over = unordered\n" + drift_datum, "the values of 'k' neither ascend nor descend"},
      {"over = single\n" + drift_datum, "the values of 'k' neither ascend nor descend"},
      {"over = line; confidence = 1\n" + drift_datum, "a confidence lies between 0 and 1"},
      {"over = line\ndatum d { value = max(drift, plain); near = 1 mm within 1 mm }",
       "sweep 'line' does not run method 'plain'"},
      {"over = line\ndatum d { value = median(drift, gain, over: line); near = 1 mm within 1 mm }",
       "a datum is asked of one run at each point of the sweep"},
      {"over = line\ndatum d { value = max(drift, gain, k: 2); near = 1 mm within 1 mm }", ""},
      {"over = line\ndatum d { value = 3 mm; near = 1 mm within 1 mm }",
       "the value of a datum asks nothing of the runs"},
      {"over = line\ndatum d { value = max(drift, gain); near = 1 mm within 0 mm }",
       "a number and its standard deviation are finite, and the deviation is above 0, found 1 mm within 0 mm"},
      {"over = line\ndatum d { value = max(drift, gain); near = 1 mm }", "'near' takes a value and a tolerance"}};
  for (const auto& [body, message] : wrong) {
    const Message error = error_of(body);
    BOOST_TEST((error.code == "S056" || message.empty()), body << ": " << error.code);
    BOOST_TEST((error.text == message || (message.empty() && !error.text.empty())), body << ": " << error.text);
  }
}

BOOST_AUTO_TEST_CASE(numbers_have_the_dimension_of_their_value) {
  BOOST_TEST(error_of("over = line\ndatum d { value = max(drift, gain); near = 2 J within 1 J }").code == "S031");
  BOOST_TEST(error_of("over = line\ndatum d { value = max(drift, gain); near = 2 mm within 1 J }").code != "");
}

BOOST_AUTO_TEST_CASE(names_and_blocks_are_checked) {
  BOOST_TEST(error_of("over = nowhere\n" + drift_datum).code != "");
  BOOST_TEST(error_of(drift_datum).text.find("over") != std::string::npos);
  BOOST_TEST(error_of("over = line\n" + drift_datum + drift_datum).text.find("'d'") != std::string::npos);
  BOOST_TEST(first_code(fit_scene("datum d { }")) == "S011");
  BOOST_TEST(first_code(fit_scene("fit f { over = line\n" + drift_datum + "claim c { } }")) == "S011");
}

BOOST_AUTO_TEST_CASE(claims_ask_fits) {
  const auto claim_of = [](const std::string& body) {
    return load_good(fit_scene("fit f { over = area\n" + drift_datum +
                               "datum e { value = final(energy, gain); near = 1 J "
                               "within 1 J } }\nclaim c \"w\" { " +
                               body + " }"))
        .claims.at(0);
  };
  const ClaimSpec length = claim_of("value = highest(f.length) - lowest(f.length); below = 1 m");
  BOOST_TEST(length.value.operands.at(0).query.fit == "f");
  BOOST_TEST(length.value.operands.at(0).query.axis == "length");
  BOOST_TEST(length.value.operands.at(0).query.function == "highest");
  BOOST_TEST(claim_of("value = best(f.k); in = [1, 2]").value.query.fit == "f");
  BOOST_TEST(claim_of("value = goodness(f); above = 0.05").value.query.function == "goodness");
  const auto code_of = [](const std::string& value) {
    return first_code(
        fit_scene("fit f { over = line\n" + drift_datum + "}\nclaim c \"w\" { value = " + value + "; below = 1 }"));
  };
  for (const char* value : {"best(f)", "goodness(f.k)", "best(f.length)", "best(f.k, gain)", "misfit()"})
    BOOST_TEST(code_of(value) == "S054", value);
  BOOST_TEST(code_of("best(g.k)") != "");
  BOOST_TEST(code_of("best(f.k)") == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_fit_blocks
