// Certificates of runs that rest on a witness, or on more than the rows: stability with springs, dampers and weight,
// and a contradiction of more rows than linear programs take, from the ray in the data. They are proved again, and what
// is corrupted is noticed.
#include <boost/test/unit_test.hpp>

#include "tests/checker/examples.hpp"

namespace perpend::test::of_witness {

using namespace perpend::test;
using nlohmann::ordered_json;
using Pointer = ordered_json::json_pointer;
namespace checker = perpend::checker;

namespace {

/// A rod on a pin with a torsion spring, a particle on a wire with a spring across a damper, weight on both.
std::string springs(const std::string& stiffness) {
  return R"(experiment springs {
  world planar {
    gravity = (0, -9.81) m/s^2
    body rod = rod(length: 1 m) { mass = 3 kg; at = (0, -0.5) m; angle = -90 deg }
    joint pin = revolute(world, rod) { at = (0, 0) m; stiffness = )" +
         stiffness + R"( N m/rad; damping = 2 N m s/rad }
    particle bob { mass = 2 kg; at = (0, -2) m }
    joint wire = distance(world, bob) { at_first = (0, -1) m }
    force side = spring(world, bob) { stiffness = 50 N/m; at_first = (-1, -2) m }
  }
  run { step = 10 ms; duration = 0.1 s }
  method implicit = implicit
  method symmetric = rattle
}
)";
}

std::vector<Example> radii(const std::string& scene) {
  return certificates_of(scene, "spectral_radius", {"--certificate-data", "full"});
}

bool is_reproved(const Example& example) {
  return code_of(example.text()) == checker::all_reproved;
}

Example with(Example example, const std::string& place, const ordered_json& value) {
  example.line["data"][Pointer(place)] = value;
  return example;
}

/// Disks in a row between two walls, the last of them held by a joint: 36 overlaps that nothing opens.
std::string squeezed(const std::string& method) {
  return R"(experiment squeezed {
  world planar {
    contacts { friction = 0.4 }
    fixed left = halfplane(point: (0, 0) m, normal: (1, 0))
    for i in 1..36 {
      body d[i] = disk(radius: 0.5 m) { mass = 1 kg; at = ((i - 0.5) * 0.9875 m, 0 m) }
    }
    joint held = weld(world, d[36]) { at = (0, 0) m }
  }
  run { step = 10 ms; duration = 0.1 s }
  method squeezed = )" +
         method + R"( { expect = unsolvable }
  measure depth = penetration
})";
}

Example certificate_of(const std::string& method) {
  return certificates_of(squeezed(method), "solvability").back();
}

template <class Change>
checker::ExitCode code_after(Example example, const Change& change) {
  change(example.line["data"]);
  return code_of(example.text());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forces)

BOOST_AUTO_TEST_CASE(stability_with_forces_is_proved_again_and_so_is_its_refutation) {
  for (const auto& [stiffness, verdict] : {std::pair{"100", "proved"}, {"90000", "refuted"}}) {
    const std::vector<Example> found = radii(springs(stiffness));
    BOOST_REQUIRE(found.size() == 2U);
    for (const Example& example : found) {
      BOOST_TEST(example.line["verdict"] == verdict);
      BOOST_TEST(example.line["data"].contains("forces"));
      BOOST_TEST(is_reproved(example), example.text());
    }
  }
}

BOOST_AUTO_TEST_CASE(what_a_proof_rests_on_is_noticed_when_it_changes) {
  for (const Example& example : radii(springs("100"))) {
    const ordered_json& forces = example.line["data"]["forces"];
    for (std::size_t i = 0; i < forces["elements"].size(); ++i) {
      const std::string element = "/forces/elements/" + std::to_string(i);
      BOOST_TEST(!is_reproved(with(example, element + "/stiffness_damping/0", "0x1p+20")), "a stiffer spring");
      BOOST_TEST(!is_reproved(with(example, element + "/stiffness_damping/0", "-0x1p+3")), "a negative spring");
      BOOST_TEST(!is_reproved(with(example, element + "/gradient/0", "0x1p+10")), "a longer gradient");
    }
    if (example.line["data"]["forces"]["rule"] == "new_velocity")
      BOOST_TEST(!is_reproved(with(example, "/forces/elements/0/stiffness_damping/1", "0x1p+10")), "a stronger damper");
    for (std::size_t i = 0; i < forces["rest"].size(); ++i) {
      const std::string entry = "/forces/rest/" + std::to_string(i);
      if (forces["rest"][i]["row"] == forces["rest"][i]["column"])
        BOOST_TEST(!is_reproved(with(example, entry + "/values/0", "-0x1p+20")), "a force that turns away");
    }
    for (std::size_t i = 0; i < forces["margin"].size(); ++i)
      if (forces["margin"][i] != "0x0p+0")
        BOOST_TEST(!is_reproved(with(example, "/forces/margin/" + std::to_string(i), "0x1p+20")), "a wide margin");
    for (std::size_t i = 0; i < forces["weights"].size(); ++i) {
      if (forces["weights"][i].empty()) continue;
      ordered_json none = forces["weights"][i];
      for (ordered_json& weight : none) weight = "0x0p+0";
      BOOST_TEST(!is_reproved(with(example, "/forces/weights/" + std::to_string(i), ordered_json::array())));
      if (i == 0) BOOST_TEST(!is_reproved(with(example, "/forces/weights/0", none)), "K is singular off the rows");
    }
    BOOST_TEST(!is_reproved(with(example, "/forces/rule", "midpoint")));
    BOOST_TEST(!is_reproved(with(example, "/forces/rule", "mean_velocity")));
    BOOST_TEST(!is_reproved(with(example, "/update/step", "0.9")));
    Example claimed = example;
    claimed.line["verdict"] = "refuted";
    BOOST_TEST(!is_reproved(claimed));
    claimed = example;
    claimed.line["bounds"][1] = 0.5;
    BOOST_TEST(!is_reproved(claimed), "a smaller radius");
  }
}

BOOST_AUTO_TEST_CASE(the_motion_that_refutes_is_noticed_when_it_changes) {
  for (const Example& example : radii(springs("90000"))) {
    const ordered_json& witness = example.line["data"]["forces"]["witness"];
    ordered_json none = witness;
    for (ordered_json& entry : none) entry = "0x0p+0";
    BOOST_TEST(!is_reproved(with(example, "/forces/witness", none)));
    ordered_json other = none;
    other[3] = "0x1p+0";  // the particle on its wire
    BOOST_TEST(!is_reproved(with(example, "/forces/witness", other)));
    BOOST_TEST(!is_reproved(with(example, "/forces/condition", 0)));
    BOOST_TEST(!is_reproved(with(example, "/forces/condition", 7)));
    for (std::size_t i = 0; i < example.line["data"]["forces"]["elements"].size(); ++i) {
      const std::string stiffness = "/forces/elements/" + std::to_string(i) + "/stiffness_damping/0";
      const Example weaker = with(example, stiffness, "0x1p+0");
      if (example.line["data"][Pointer(stiffness)] == "0x1.5f9p+16") BOOST_TEST(!is_reproved(weaker), "a weak spring");
    }
    Example claimed = example;
    claimed.line["verdict"] = "proved";
    BOOST_TEST(!is_reproved(claimed));
    claimed = example;
    claimed.line["bounds"][0] = 1e9;
    BOOST_TEST(!is_reproved(claimed), "a larger radius");
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(rays)

BOOST_AUTO_TEST_CASE(a_ray_of_many_rows_is_proved_again_and_a_mutated_one_is_not) {
  for (const char* method : {"stabilized_lcp", "stabilized_lcp(convex: true)"}) {
    BOOST_TEST_INFO_SCOPE(method);
    const Example example = certificate_of(method);
    BOOST_REQUIRE(example.line["verdict"] == "refuted");
    BOOST_TEST(code_of(example.text()) == checker::all_reproved);
    const auto open = [&](const auto& change) { BOOST_TEST(code_after(example, change) == checker::some_open); };
    open([](ordered_json& data) { data.erase("ray"); });
    open([](ordered_json& data) {
      for (int i : {10, 11}) data["ray"]["tangential"][i] = "0x0p+0";
      data["ray"]["normal"][5] = "0x0p+0";
    });
    // A little room, more than all overlaps take.
    open([](ordered_json& data) { data["contacts"][7]["friction_gap_bias_compliance"][2] = "0x1p+10"; });
    // A contact that gives way.
    open([](ordered_json& data) { data["contacts"][7]["friction_gap_bias_compliance"][3] = "0x1p-10"; });
    const auto wrong = [](ordered_json& data) { data["ray"]["normal"].erase(0); };
    BOOST_TEST(code_after(example, wrong) == checker::something_wrong);
    Example claimed = example;
    claimed.line["verdict"] = "proved";
    claimed.line.erase("reason");
    BOOST_TEST(code_of(claimed.text()) == checker::something_wrong);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_witness
