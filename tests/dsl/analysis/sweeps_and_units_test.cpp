// What reports are told: display units, texts of sweep points, printed ranges, replaced values.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "tests/dsl/small_vocabulary.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_sweeps_and_units {

using namespace perpend;
using namespace perpend::dsl;

namespace {

SweepAxis axis_of(const std::string& statement) {
  return load_good(scene_with("param k = 1\nparam r = 10/s\nparam l = 5 mm\nsweep any { " + statement + " }"))
      .sweeps.at(0)
      .axes.at(0);
}

Unit unit_of_measure(const std::string& statements) {
  return load_good(scene_with("measure e = total_energy\nmeasure p = x(position(bob))\n" + statements))
      .measures[1]
      .unit;
}

ClaimSpec claim_of(const std::string& body) {
  return load_good(scene_with("measure p = x(position(bob))\nclaim c \"w\" { " + body + " }")).claims.at(0);
}

std::vector<std::string> texts_of(const SweepAxis& axis) {
  std::vector<std::string> texts;
  for (const double value : axis.values) texts.push_back(dsl::value_text(axis, value));
  return texts;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sweeps_and_units)

BOOST_AUTO_TEST_CASE(a_list_is_swept_in_its_order_and_unit) {
  const SweepAxis axis = axis_of("step = [4, 2, 1, 0.5] ms");
  BOOST_TEST(axis.values == std::vector<double>({0.004, 0.002, 0.001, 0.0005}), boost::test_tools::per_element());
  BOOST_TEST(texts_of(axis) == std::vector<std::string>({"4 ms", "2 ms", "1 ms", "0.5 ms"}),
             boost::test_tools::per_element());
  BOOST_TEST(axis.unit.name == "ms");
}

BOOST_AUTO_TEST_CASE(ranges_space_their_values_evenly) {
  const SweepAxis lin = axis_of("l = lin_range(1 mm, 3 mm, 5)");
  for (std::size_t i = 0; i < 5; ++i)
    BOOST_TEST(lin.values[i] == 1e-3 + 0.5e-3 * static_cast<double>(i), boost::test_tools::tolerance(1e-15));
  const SweepAxis log = axis_of("r = log_range(1/s, 2000/s, 50)");
  BOOST_TEST(log.values.size() == 50u);
  BOOST_TEST(log.values.front() == 1.0);
  BOOST_TEST(log.values.back() == 2000.0);
  for (std::size_t i = 1; i < 50; ++i)  // pow is within a few units in the last place
    BOOST_TEST(log.values[i] / log.values[i - 1] == std::pow(2000.0, 1.0 / 49.0), boost::test_tools::tolerance(1e-13));
  BOOST_TEST(axis_of("k = 2..5").values == std::vector<double>({2, 3, 4, 5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_zero_of_a_sweep_needs_no_unit_and_takes_that_of_its_neighbours) {
  for (const char* statement : {"l = [2 mm, 0]", "l = [2 mm, 0 mm]", "l = lin_range(2 mm, 0, 2)"}) {
    const SweepAxis axis = axis_of(statement);
    BOOST_TEST(axis.values == std::vector<double>({0.002, 0.0}), boost::test_tools::per_element());
    BOOST_TEST(texts_of(axis) == std::vector<std::string>({"2 mm", "0 mm"}), boost::test_tools::per_element());
    BOOST_TEST(axis.unit.name == "mm");
  }
  BOOST_TEST(texts_of(axis_of("l = lin_range(0, 4 mm, 3)")) == std::vector<std::string>({"0 mm", "2 mm", "4 mm"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_text_of_a_sweep_overrides_with_exactly_its_value) {
  test::Random random(23);
  std::string list;
  for (int i = 0; i < 100; ++i) list += fmt::format("{}{}", i == 0 ? "" : ", ", random.uniform(1e-9, 1e3));
  for (const char* unit : {"mm", "um", "cm", "km", "m"}) {
    const SweepAxis axis = axis_of(fmt::format("l = [{}] {}", list, unit));
    for (std::size_t i = 0; i < axis.values.size(); i += 7) {
      const Experiment again = load_good(scene_with("param l = 1 m"), {{"l", texts_of(axis)[i]}});
      BOOST_TEST(again.parameters[0].value == axis.values[i], texts_of(axis)[i]);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_grid_has_an_axis_for_each_key) {
  const Experiment e =
      load_good(scene_with("param k = 1\nsweep grid { k = [1, 2, 3]; step = [1, 2] ms; methods = [plain] }"));
  BOOST_REQUIRE_EQUAL(e.sweeps[0].axes.size(), 2u);
  BOOST_TEST(e.sweeps[0].axes[0].key == "k");
  BOOST_TEST(e.sweeps[0].axes[1].key == "step");
  BOOST_TEST(e.sweeps[0].methods == std::vector<std::string>({"plain"}), boost::test_tools::per_element());
}

/// A, B, and A with one key of B: what indices of sensitivity are made of.
BOOST_AUTO_TEST_CASE(a_sample_of_saltelli_mixes_two_samples_key_by_key) {
  const SweepSpec sweep =
      load_good(scene_with("param k = 1\nparam r = 1/s\nsweep some { k = saltelli(2, 3, 50, 4); r = "
                           "log_saltelli(1/s, 100/s, 50, 4); step = saltelli(1 ms, 2 ms, 50, 4) }"))
          .sweeps[0];
  BOOST_TEST((sweep.design == SweepDesign::saltelli && sweep.is_zipped));
  for (std::size_t key = 0; key < 3; ++key) {
    const std::vector<double>& values = sweep.axes[key].values;
    BOOST_REQUIRE(values.size() == 250u);
    for (std::size_t row = 0; row < 250; row += 5) {
      BOOST_TEST(values[row] != values[row + 1]);
      for (std::size_t mixed = 0; mixed < 3; ++mixed)
        BOOST_TEST(values[row + 2 + mixed] == values[row + (mixed == key ? 1 : 0)]);
    }
  }
  BOOST_TEST((load_good(scene_with("param k = 1\nsweep some { k = random(1, 2, 5) }")).sweeps[0].design ==
              SweepDesign::drawn));
}

BOOST_AUTO_TEST_CASE(a_refinement_knows_its_axis_and_how_often_it_halves) {
  const auto refinement = [](const std::string& refine) {
    return load_good(
               scene_with("param k = 1\nsweep grid { k = [1, 2, 5]; step = [3, 2, 1] ms; refine = " + refine + " }"))
        .sweeps[0]
        .refinement;
  };
  BOOST_TEST(refinement("status(along: k, to: 0.1)")->axis == 0u);
  BOOST_TEST(refinement("status(along: k, to: 0.1)")->most_halvings == 5);    // 3 / 2^5 < 0.1
  BOOST_TEST(refinement("status(along: k, to: 0.375)")->most_halvings == 3);  // 3 / 2^3
  const auto by_kind = refinement("certificate(spectral_radius, along: step, to: 100 us)");
  BOOST_TEST(by_kind->certificate == "spectral_radius");
  BOOST_TEST(by_kind->axis == 1u);
  BOOST_TEST(by_kind->tolerance == 1e-4);
  BOOST_TEST((refinement("completion(along: k, to: 0.1)")->outcome == RefinedOutcome::completion));
  // With one key it is clear which.
  BOOST_TEST(load_good(scene_with("param k = 1\nsweep line { k = [1, 2]; refine = status(to: 0.1) }"))
                 .sweeps[0]
                 .refinement->axis == 0u);
}

/// What a point of a sweep depends on, and nothing of what it does not.
BOOST_AUTO_TEST_CASE(a_run_is_read_without_sweeps_figures_and_claims) {
  const std::string text = scene_with(
      "param k = 1\nmeasure p = x(position(bob))\nsweep some { k = lin_range(1, 2, 100) }\nfigure f { y = p }\n"
      "claim c \"w\" { value = max(p, plain); below = 1 / (2 - k) * 1 m }");
  const Parsed parsed = parse_text("test.scene", text);
  const auto load = [&](const char* k, Extent extent) {
    const Override value{"k", k};
    return elaborate(*parsed.document, small_vocabulary(), {&value, 1}, {}, extent);
  };
  const Experiment run = *load("1.5", Extent::runs).experiment;
  BOOST_TEST((run.sweeps.empty() && run.figures.empty() && run.claims.empty()));
  const Experiment whole = *load("1.5", Extent::whole).experiment;
  BOOST_TEST(whole.sweeps[0].axes[0].values.size() == 100u);
  BOOST_TEST((run.measures.size() == 1u && run.methods.size() == whole.methods.size() && run.run.has_value()));
  BOOST_TEST(run.parameters[0].value == 1.5);
  // A claim that has no meaning at a point keeps no run from it.
  BOOST_TEST(!load("2", Extent::whole).experiment.has_value());
  BOOST_TEST(load("2", Extent::runs).experiment.has_value());
}

BOOST_AUTO_TEST_CASE(a_measure_is_shown_in_its_own_unit_or_in_that_of_the_scene) {
  BOOST_TEST(unit_of_measure("").name == "m");
  BOOST_TEST(unit_of_measure("claim c \"w\" { value = max(p, plain); below = 3 mm }").name == "mm");
  // The first claim decides, and a unit of the measure itself before any claim.
  BOOST_TEST(unit_of_measure("claim c \"w\" { value = max(p, plain); below = 3 mm }\nclaim d \"w\" { value = max(p, "
                             "plain); below = 3 km }")
                 .name == "mm");
  const Experiment own = load_good(
      scene_with("measure p = x(position(bob)) { unit = cm }\nclaim c \"w\" { value = max(p, plain); below = 3 mm }"));
  BOOST_TEST(own.measures[0].unit.name == "cm");
  BOOST_TEST(own.claims[0].unit.name == "mm");
  const Experiment by_scene = load_good(scene_with("param l = 3 cm\nmeasure p = x(position(bob))"));
  BOOST_TEST(by_scene.measures[0].unit.name == "cm");
  BOOST_TEST(load_good(scene_with("measure e = total_energy")).measures[0].unit.name == "J");
}

BOOST_AUTO_TEST_CASE(units_of_measures_are_read_like_those_behind_numbers) {
  const auto unit = [](const std::string& measure, const std::string& text) {
    return load_good(scene_with("measure q = " + measure + " { unit = " + text + " }")).measures[0].unit;
  };
  BOOST_TEST(unit("x(position(bob))", "mm").factor == 1e-3);
  BOOST_TEST(unit("total_energy", "kg*m^2/s^2").factor == 1.0);
  BOOST_TEST(unit("total_energy", "\"N m\"").name == "N m");
  BOOST_TEST(unit("total_energy", "kN*mm").factor == 1.0);
  BOOST_TEST(unit("total_energy", "\"mN km\"").factor == 1.0);
  for (const char* text : {"m^1.5", "1.5", "10 m", "m + m", "wide", "\"\"", "[m]", "m^2"})
    BOOST_TEST(!first_code(scene_with(std::string("measure q = x(position(bob)) { unit = ") + text + " }")).empty(),
               text);
}

BOOST_AUTO_TEST_CASE(a_printed_number_stands_for_everything_that_prints_so) {
  struct Case {
    const char* text;
    double half;
  };
  for (const Case& c : {Case{"0.83 m", 0.005}, Case{"20 mm", 0.5e-3}, Case{"20.0 mm", 0.05e-3}, Case{"1e3 m", 500.0},
                        Case{"1.50e-2 m", 0.5e-4}, Case{"7 m", 0.5}, Case{"0.000 m", 0.0005}}) {
    const ClaimSpec claim = claim_of(std::string("value = max(p, plain); is = ") + c.text);
    const double middle = (claim.lower + claim.upper) / 2.0;
    // Two bounds of two roundings each; their difference loses the digits that the middle has more than the half.
    const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * (std::abs(middle) + c.half);
    BOOST_TEST(std::abs((claim.upper - claim.lower) / 2.0 - c.half) <= rounding, c.text);
    BOOST_TEST(claim.range_text == std::string("is ") + c.text);
    BOOST_TEST(!claim.lower_open);
    BOOST_TEST(!claim.upper_open);
  }
}

BOOST_AUTO_TEST_CASE(ranges_take_their_unit_from_either_end) {
  const ClaimSpec one = claim_of("value = max(p, plain); in = [0, 3 mm]");
  BOOST_TEST(one.unit.name == "mm");
  BOOST_TEST(one.upper == 0.003);
  const ClaimSpec open = claim_of("value = max(p, plain); in = [1 cm, inf]");
  BOOST_TEST(open.lower == 0.01);
  BOOST_TEST(std::isinf(open.upper));
  BOOST_TEST(open.unit.name == "cm");
  BOOST_TEST(claim_of("value = max(p, plain) / 1 mm; in = [1, 2]").unit.name == "");
  BOOST_TEST(first_code(scene_with("measure p = x(position(bob))\nclaim c \"w\" { value = max(p, plain); in = [1 mm, 2 "
                                   "s] }")) == "S032");
}

// What nobody says of a claim is that of the scene's author, who quotes nothing.
BOOST_AUTO_TEST_CASE(a_claim_is_ours_unless_it_says_whose_it_is) {
  const auto claim = [](const std::string& source, const std::string& more) {
    return load_good(scene_with(source +
                                "\nmeasure p = x(position(bob))\nclaim c \"w\" { value = max(p, plain); below = 1 "
                                "m; " +
                                more + " }"))
        .claims.at(0);
  };
  const std::string source = "source = \"Key fig. 3\"";
  BOOST_TEST((claim(source, "").kind == ClaimKind::ours));
  BOOST_TEST(claim(source, "").source.empty());
  BOOST_TEST(claim(source, "source = \"Other\"").source == "Other");
  for (const ClaimKind kind : {ClaimKind::quoted, ClaimKind::read_off, ClaimKind::derived}) {
    const std::string word = std::string("kind = ") + to_string(kind);
    BOOST_TEST((claim(source, word).kind == kind));
    BOOST_TEST(claim(source, word).source == "Key fig. 3");
    BOOST_TEST(
        first_code(scene_with("measure p = x(position(bob))\nclaim c \"w\" { value = max(p, plain); below = 1 m; " +
                              word + " }")) == "S053");
  }
}

BOOST_AUTO_TEST_CASE(claims_keep_what_the_report_prints) {
  const Experiment e = load_good(
      scene_with("source = \"Key fig. 1\"\nmeasure p = x(position(bob))\nclaim c \"the words\" { value = max(p, plain) "
                 "# why\n  below = 3 mm; note = \"n\"; kind = read_off; expect = undecided }\nclaim d { value = 1 + "
                 "max(p, plain) / 1 m; "
                 "above = 0; source = \"Other\" }"));
  BOOST_TEST(e.claims[0].words == "the words");
  BOOST_TEST(e.claims[0].source == "Key fig. 1");
  BOOST_TEST(e.claims[0].text == "max(p, plain)");
  BOOST_TEST(e.claims[0].range_text == "below 3 mm");
  BOOST_TEST((e.claims[0].expect == ClaimVerdict::undecided));
  BOOST_TEST(e.claims[1].source == "Other");
  BOOST_TEST(e.claims[1].words == "");
}

BOOST_AUTO_TEST_CASE(overrides_reach_everything_that_depends_on_them) {
  const std::string scene =
      "experiment x { param n = 2\n param w = 1 kg\n let twice = 2 * w\n world planar { for i in 1..n { particle p[i] "
      "{ "
      "mass = twice } } }\n run { step = 1 ms; duration = 1 s }\n method a = none\n measure e = total_energy\n"
      " claim c { value = max(e, a); below = w * 1 m^2/s^2 } }";
  const Experiment e = load_good(scene, {{"n", "3"}, {"w", "500 gram"}});
  const Model& model = std::get<World>(e.system).model;
  BOOST_TEST(model.bodies.size() == 3u);
  BOOST_TEST(model.bodies[2].mass == 1.0);
  BOOST_TEST(e.claims[0].upper == 0.5);
  BOOST_TEST(e.parameters[1].unit.name == "gram");
  BOOST_TEST(e.parameters[1].text == "500 gram");
  const Experiment again = load_good(scene);
  BOOST_TEST(std::get<World>(again.system).model.bodies.size() == 2u);
}

BOOST_AUTO_TEST_CASE(overrides_may_compute_but_know_no_names_of_the_scene) {
  BOOST_TEST(load_good(scene_with("param k = 1"), {{"k", "2 * sqrt(4)"}}).parameters[0].value == 4.0);
  BOOST_TEST(load_good(scene_with("param k = true"), {{"k", "1 < 2"}}).parameters.size() == 1u);
  const Loaded loaded = load_text(scene_with("param j = 3\nparam k = 1"), {{"k", "j"}});
  BOOST_REQUIRE(!loaded.diagnostics.empty());
  BOOST_TEST(loaded.diagnostics[0].code == "S017");
  BOOST_TEST(loaded.diagnostics[0].file == "--set k");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_sweeps_and_units
