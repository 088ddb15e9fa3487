// What a run says of its contacts without being asked: residuals of each law, units of bounds, overlaps at the start.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/cli/program.hpp"

namespace perpend::test::of_contact_notes {
namespace {

using nlohmann::json;

/// A box that is thrown onto a floor and slides to rest; `more` goes into the experiment.
std::string thrown_box(const std::string& more, double height = 0.15) {
  return R"(experiment thrown {
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    contacts { friction = 0.3 }
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body base = box(size: (0.4, 0.2) m) { mass = 3 kg; at = (0, )" +
         std::to_string(height) + R"() m; velocity = (0.5, 0) m/s }
  }
  run { step = 10 ms; duration = 0.4 s }
)" + more +
         "}";
}

const std::string all_methods = R"(
  method plain = none
  method stabilized = stabilized_lcp
  method convex = stabilized_lcp(convex: true)
  method corrected = post_stabilization
  method damped = baumgarte(alpha: 20/s)
  method soft = erp(erp: 0.2, cfm: 1e-4/kg)
  method forces = acceleration_lcp(omega0: 40/s)
)";

json results(const std::string& scene) {
  const Outcome outcome = run_text(scene, {"--format", "json"});
  BOOST_TEST_REQUIRE(outcome.code == 0, outcome.err);
  return json::parse(outcome.out);
}

double number(const json& value) {
  return value.is_number() ? value.get<double>() : std::nan("");
}

/// A block that slides on a floor, not to rest. `all_methods` go into the experiment.
const std::string sliding_block = R"(experiment sliding {
  world planar {
    gravity = (0, -9.81) m/s^2
    contacts { friction = 0.3 }
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body block = box(size: (0.4, 0.2) m) { mass = 3 kg; at = (0, 0.1) m; velocity = (1, 0) m/s }
  }
  run { step = 1 ms; duration = 0.1 s }
  measure friction = work(friction)
  measure integration = work(integration)
  measure way = x(position(block))
)";

std::string bound(const json& run, const std::string& kind, const std::string& name) {
  for (const json& group : run["certificates"]["groups"])
    for (const json& one : group["bounds"]) {
      if (group["kind"] != kind || one["name"] != name) continue;
      std::string text;
      for (const json& worst : one["values"])
        text += (text.empty() ? "" : ", ") + worst["value"].dump() +
                (worst["unit"] == "" ? "" : " " + worst["unit"].get<std::string>());
      return text;
    }
  return "";
}

std::string notes(const json& run) {
  std::string all;
  for (const json& note : run["notes"]) all += note.get<std::string>() + "\n";
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contact_notes)

BOOST_AUTO_TEST_CASE(every_run_has_the_residual_of_each_law_with_unit_and_scale) {
  const json record = results(thrown_box(all_methods + "measure depth = penetration\n"));
  for (const json& run : record["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      const json& residuals = run["contact_residuals"];
      BOOST_TEST_REQUIRE(residuals.size() == 4U);
      constexpr std::array laws{"penetration", "Signorini", "cone", "maximum dissipation"};
      constexpr std::array units{"m", "m/s", "N s", "J"};
      for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST((residuals[i]["law"] == laws[i]));
        BOOST_TEST((residuals[i]["unit"] == units[i]));
        const double largest = number(residuals[i]["largest"]);
        const double scale = number(residuals[i]["scale"]);
        BOOST_TEST(largest >= 0.0);
        BOOST_TEST(scale > 0.0);
        BOOST_TEST(number(residuals[i]["ratio"]) == largest / scale);
        // What is measured is a difference of what the scale sums: at most all of it, friction both ways.
        BOOST_TEST(largest <= 2.0 * scale);
      }
      BOOST_TEST(number(residuals[0]["largest"]) == number(run["measures"]["depth"]["max"]));
    }
}

/// 3 kg at 0.5 m/s: no step turns more energy than the run has.
BOOST_AUTO_TEST_CASE(residuals_of_a_method_of_forces_are_those_of_its_motion) {
  const json record = results(thrown_box(all_methods + R"(
  measure signorini = signorini_error
  measure cone = cone_error
  measure dissipation = dissipation_error
)"));
  const double energy = 3.0 * (0.5 * 0.5 * 0.5 + 9.81 * 0.05);
  for (const json& run : record["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      constexpr std::array names{"signorini", "cone", "dissipation"};
      for (std::size_t i = 0; i < 3; ++i)
        BOOST_TEST(number(run["contact_residuals"][i + 1]["largest"]) == number(run["measures"][names[i]]["max"]));
      BOOST_TEST(number(run["measures"]["dissipation"]["max"]) <= energy);
    }
}

BOOST_AUTO_TEST_CASE(work_of_friction_is_booked_as_such_under_every_method) {
  const json record = results(sliding_block + all_methods + "}");
  for (const json& run : record["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      const auto final = [&](const char* measure) { return number(run["measures"][measure]["final"]); };
      const double force = 0.3 * 3.0 * 9.81;
      // Steps of 1 ms in 100 ms; where contacts are soft, the weight that they carry comes up within some of them.
      BOOST_TEST(std::abs(final("friction") + force * final("way")) < 0.02 * force * final("way"));
      BOOST_TEST(std::abs(final("integration")) < 0.02 * force * final("way"));
    }
}

/// A sledge on a rail at its stop and a wheel on a strut with a spring, stops and dry friction. Nothing touches: the
/// line of the contacts may change no verdict.
std::string suspension(const std::string& contacts, const std::string& solver) {
  std::string scene = R"(experiment suspension {
  world planar {
    gravity = (0, -9.81) m/s^2
    CONTACTS
    fixed road = halfplane(point: (0, -50) m, normal: (0, 1))
    body sledge = box(size: (0.4, 0.2) m) { mass = 2 kg; at = (0, 0.083) m }
    joint rail  = prismatic(world, sledge) { at = (0, 0.083) m; axis = (1, 0); damping = 40 N s/m; limits = [0 m, 0.05 m] }
    body wheel  = disk(radius: 0.2 m) { mass = 2 kg; at = (2.104, -0.323) m }
    joint strut = prismatic(sledge, wheel) {
      at = (2.104, -0.323) m; axis = (sin(30 deg), cos(30 deg)); limits = [0 m, 0.05 m]
      stiffness = 2000 N/m; damping = 40 N s/m; friction = 2 N
    }
  }
  run { step = 2 ms; duration = 0.4 s }
  method stabilized = stabilized_lcp SOLVER
  method corrected = post_stabilization SOLVER
  method plain = none SOLVER
  method feedback = baumgarte(alpha: 20/s) SOLVER
  method soft = erp(erp: 0.2) SOLVER
  measure height = y(position(wheel))
})";
  for (const auto& [word, text] : {std::pair{"CONTACTS", contacts}, {"SOLVER", solver}})
    for (std::size_t at = 0; (at = scene.find(word)) != std::string::npos;)
      scene.replace(at, std::string_view(word).size(), text);
  return scene;
}

BOOST_AUTO_TEST_CASE(contacts_of_bodies_that_never_touch_change_no_verdict) {
  const json without = results(suspension("", ""));
  for (const char* solver : {"", "{ solver = dantzig }", "{ solver = interior_point }"}) BOOST_TEST_CONTEXT(solver) {
      const json with = results(suspension("contacts { friction = 0.5 }", solver));  // the exit code is 0
      for (std::size_t i = 0; i < with["runs"].size(); ++i) {
        for (const json& group : with["runs"][i]["certificates"]["groups"])
          BOOST_TEST(group["refuted"] == 0, with["runs"][i]["method"] << " " << group["kind"]);
        // The joints alone are another route to the same motion: 200 steps add to rounding.
        const auto end = [&](const json& record) { return number(record["runs"][i]["measures"]["height"]["final"]); };
        BOOST_TEST(std::abs(end(with) - end(without)) < 1e-9);
      }
    }
}

/// A wheel on a stiff spring that bounces on a road: some steps without a contact, others with friction. A solver that
/// ends at a tolerance looser than what the certificate asks of each row is refuted, and the run says that this is why;
/// one whose answers are all proved has no such note, nor has one that continues to a smaller tolerance.
BOOST_AUTO_TEST_CASE(an_answer_refuted_for_the_tolerance_of_its_solver_is_said_to_be) {
  const auto record = [](const std::string& methods, int code) {
    const Outcome outcome = run_text(R"(experiment suspension {
  world planar {
    gravity = (0, -9.81) m/s^2
    contacts { friction = 0.5 }
    fixed road = halfplane(point: (0, 0) m, normal: (0, 1))
    body wheel = disk(radius: 0.3 m) { mass = 20 kg; at = (0, 0.4) m }
    body chassis = box(size: (1.5, 0.4) m) { mass = 300 kg; at = (0, 1.1) m; velocity = (1, 0) m/s }
    joint strut = prismatic(chassis, wheel) { axis = (0, 1); limits = [-0.05 m, 0.05 m]; stiffness = 1e6 N/m; damping = 2683.28 N s/m }
  }
  run { step = 1 ms; duration = 1 s }
  measure energy = total_energy
)" + methods + "}",
                                     {"--format", "json"});
    BOOST_TEST_REQUIRE(outcome.code == code, outcome.err);
    return json::parse(outcome.out);
  };
  const auto refuted = [](const json& run) {
    long count = 0;
    for (const json& group : run["certificates"]["groups"])
      if (group["kind"] == "contact_solve") count = group["refuted"];
    return count;
  };
  std::string methods;
  for (const char* solver : {"lemke", "dantzig", "nsgs", "interior_point", "fixed_point", "parametric", "pgs"})
    methods += fmt::format("  method by_{0} = stabilized_lcp {{ solver = {0} }}\n", solver);
  const json all = record(methods, 1);
  for (const json& run : all["runs"]) {
    const bool is_said = notes(run).find("its tolerance is the cause") != std::string::npos;
    BOOST_TEST(is_said == (refuted(run) > 0), run["method"] << ": " << notes(run));
  }
  const json& loose = all["runs"].back();
  BOOST_TEST(refuted(loose) > 0);
  BOOST_TEST(notes(loose).find(fmt::format("contact_solve is refuted for {} answers of pgs", refuted(loose))) !=
                 std::string::npos,
             notes(loose));
  const json tight = record("  method tight = stabilized_lcp { solver = pgs(tolerance: 1e-12) }\n", 0);
  BOOST_TEST(refuted(tight["runs"][0]) == 0);
  BOOST_TEST(notes(tight["runs"][0]).find("tolerance") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_names_the_solvers_that_ran_and_why) {
  const json record = results(thrown_box(R"(
  method plain  = stabilized_lcp
  method convex = stabilized_lcp(convex: true)
  method named  = stabilized_lcp { solver = nsgs }
)"));
  const auto use_of = [&](int run) {
    BOOST_TEST_REQUIRE(record["runs"][run]["lcp_solvers"].size() == 1U);
    return record["runs"][run]["lcp_solvers"][0];
  };
  for (const auto& [run, solver, reason] :
       {std::tuple{0, "lemke", "few unknowns"}, {1, "interior_point", "convex law"}, {2, "nsgs", ""}}) {
    const json use = use_of(run);
    BOOST_TEST(use["solver"] == solver);
    BOOST_TEST(use["reason"] == reason);
    BOOST_TEST(use["chosen_by"] == (run == 2 ? "name" : "auto"));
    BOOST_TEST(use["is_fallback"] == false);
    BOOST_TEST(use["solved"].get<long>() >= 30);
    BOOST_TEST(use["failed"] == 0);
    BOOST_TEST(use["first_failure_step"] == -1);
  }
  BOOST_TEST(use_of(0)["most_unknowns"] == 8);  // two corners with four unknowns each
  BOOST_TEST(notes(record["runs"][0]).find("LCP solver auto: lemke (few unknowns, ") != std::string::npos);
  BOOST_TEST(notes(record["runs"][2]).find("LCP solver nsgs: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_solver_that_is_named_and_fails_is_told_of_auto) {
  const Outcome outcome = run_text(thrown_box("  method weak = stabilized_lcp { solver = pgs(sweeps: 1) }\n", 0.1), {});
  BOOST_TEST(outcome.code != 0);
  BOOST_TEST(outcome.out.find("solver = auto") != std::string::npos, outcome.out);
}

BOOST_AUTO_TEST_CASE(a_jammed_start_is_named_before_the_run_and_so_are_the_bodies_of_a_failure) {
  const Outcome outcome = run_text(R"(experiment jam {
  world planar {
    gravity = (0, -9.81) m/s^2
    contacts { friction = 0.3 }
    fixed left  = box(size: (0.2, 2) m) { at = (-0.55, 0) m }
    fixed right = box(size: (0.2, 2) m) { at = (0.55, 0) m }
    body ball   = disk(radius: 0.5 m) { mass = 1 kg; at = (0, 0) m }
    body stone  = disk(radius: 0.1 m) { mass = 1 kg; at = (5, 0) m }
  }
  run { step = 1 ms; duration = 10 ms }
  method separates = stabilized_lcp
  measure energy = total_energy
})");
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.complains(":7:10: warning[S066]: no motion opens these overlaps at the start: 'ball' in 'left' "
                               "(0.05 m) and 'ball' in 'right' (0.05 m)"),
             outcome.err);
  BOOST_TEST(outcome.says("'ball', 'right' meet"), outcome.out);
  BOOST_TEST(!outcome.says("'stone'"));
}

BOOST_AUTO_TEST_CASE(worlds_without_contacts_have_no_residuals) {
  const json record = results(pendulum(ten_steps + plain_method));
  BOOST_TEST(record["runs"][0]["contact_residuals"].empty());
  BOOST_TEST(!run_text(pendulum(ten_steps + plain_method)).says("\nContacts\n"));
  BOOST_TEST(run_text(thrown_box(all_methods + "measure depth = penetration\n")).says("\nContacts\n"));
}

BOOST_AUTO_TEST_CASE(bounds_of_certificates_have_units_by_the_purpose_of_the_solve) {
  const json record = results(thrown_box(all_methods + "measure depth = penetration\n"));
  const std::string normal = "normal rows (rates) changed by at most";
  const auto ends_with = [](const std::string& text, const std::string& ending) {
    return text.size() > ending.size() && text.substr(text.size() - ending.size()) == ending;
  };
  for (const json& run : record["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      const std::string worst = bound(run, "contact_solve", normal);
      if (run["method"] == "forces")
        BOOST_TEST(ends_with(worst, " m/s^2"));
      else
        BOOST_TEST(ends_with(worst, " m/s"));
      BOOST_TEST((worst.find(" m,") != std::string::npos) == (run["method"] == "corrected"));
      BOOST_TEST(bound(run, "contact_solve", "backward error at most").find(' ') == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(bodies_that_start_in_each_other_are_told_what_each_method_does) {
  const json record = results(thrown_box(all_methods + "method limited = post_stabilization(step_limit: 1 mm)\n"
                                                       "measure depth = penetration\n",
                                         0.05));  // 50 mm deep
  const std::vector<std::string> words{"keeps the depth of 0.05 m",
                                       "within the first step, at 5 m/s",
                                       "within the first step, at 5 m/s",
                                       "by 0.05 m in the first step, with one correction",
                                       "at 1 m/s at first, 20 %",
                                       "at 1 m/s at first, 20 %",
                                       "80 m/s^2",
                                       "at most 0.001 m a correction"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string said = notes(record["runs"][i]);
    BOOST_TEST(said.find("'floor' and 'base' start 0.05 m in each other: this method ") != std::string::npos, said);
    BOOST_TEST(said.find(words[i]) != std::string::npos, said);
  }
  BOOST_TEST(notes(results(thrown_box(all_methods + "measure depth = penetration\n"))["runs"][0]).find("each other") ==
             std::string::npos);
}

/// A rod at 45 degrees that lands on its end at 1 m/s, Newton's law with all of its restitution.
BOOST_AUTO_TEST_CASE(limited_impacts_are_counted_and_a_note_says_so) {
  const auto rod = [](const std::string& surface) {
    return R"(experiment rod {
  world planar {
    contacts { )" +
           surface + R"( }
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body rod = rod(length: 1 m) { mass = 1 kg; at = (0, 0.3535533905932738) m; angle = 45 deg; velocity = (0.8, -1) m/s }
  }
  run { step = 1 ms; duration = 20 ms }
  method plain = stabilized_lcp
  method forces_never_stop = post_stabilization
  measure energy = total_energy
})";
  };
  const json limited = results(rod("friction = 1; restitution = 1; restitution_law = newton"));
  for (const json& run : limited["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      const json& impacts = run["impacts"];
      BOOST_TEST(impacts["count"].get<long>() >= 1);
      BOOST_TEST(impacts["limited"].get<long>() >= 1);
      BOOST_TEST(number(impacts["least_share"]) < 1.0);
      BOOST_TEST(number(impacts["kept_out"]) > 0.01);
      BOOST_TEST(notes(run).find("restitution was limited in ") != std::string::npos);
      // Half of 0.8^2 + 1, to rounding.
      BOOST_TEST(number(run["measures"]["energy"]["max"]) <= 0.82 * (1.0 + 1e-9));
    }
  const json free = results(rod("friction = 0; restitution = 0.5"));
  for (const json& run : free["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      BOOST_TEST(run["impacts"]["count"].get<long>() >= 1);
      BOOST_TEST(run["impacts"]["limited"] == 0);
      BOOST_TEST(number(run["impacts"]["least_share"]) == 1.0);
      BOOST_TEST(number(run["impacts"]["kept_out"]) == 0.0);
      BOOST_TEST(notes(run).find("restitution") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_method_without_static_friction_says_so_where_there_is_friction) {
  const auto said = [](const json& run) { return notes(run).find("no static friction") != std::string::npos; };
  const std::string measure = "measure depth = penetration\n";
  const json rough = results(thrown_box(all_methods + measure));
  for (const json& run : rough["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      BOOST_TEST(run["lacks_static_friction"] == (run["method"] == "forces"));
      BOOST_TEST(said(run) == (run["method"] == "forces"));
    }
  std::string smooth = thrown_box(all_methods + measure);
  const std::string friction = "friction = 0.3";
  smooth.replace(smooth.find(friction), friction.size(), "friction = 0");
  const json slick = results(smooth);
  for (const json& run : slick["runs"]) BOOST_TEST_CONTEXT(run["method"]) {
      BOOST_TEST(run["lacks_static_friction"] == false);
      BOOST_TEST(!said(run));
    }
  const Workplace place;
  BOOST_TEST(place.run({"list", "methods"}).says("none that holds a body at rest"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_contact_notes
