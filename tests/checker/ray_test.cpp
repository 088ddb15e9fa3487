// A contradiction of more rows than linear programs take, from the ray in the data: what is not one stays open.
#include <boost/test/unit_test.hpp>

#include <sstream>

#include "tests/checker/examples.hpp"
#include "tests/cli/program.hpp"

namespace perpend::test::of_ray {

using namespace perpend::test;
using nlohmann::ordered_json;
namespace checker = perpend::checker;

namespace {

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
  const Workplace place;
  place.write("a.scene", squeezed(method));
  const Outcome outcome = place.run({"run", "a.scene", "--quiet", "--out", "out"});
  BOOST_REQUIRE_MESSAGE(place.has("out/certificates.jsonl.gz"), outcome.err);
  std::istringstream file(place.certificates("out"));
  std::string line;
  std::getline(file, line);
  Example found{ordered_json::parse(line), {}, {}};
  while (std::getline(file, line)) {
    const ordered_json one = ordered_json::parse(line);
    const bool is_group = one.contains("kind");
    if (is_group && one["kind"] == "solvability") found.group = one;
    if (!is_group && !found.group.empty() && one["group"] == found.group["group"]) found.line = one;
  }
  found.group["group"] = found.line["group"] = 1;
  return found;
}

template <class Change>
checker::ExitCode code_after(Example example, const Change& change) {
  change(example.line["data"]);
  return code_of(example.text());
}

}  // namespace

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

}  // namespace perpend::test::of_ray
