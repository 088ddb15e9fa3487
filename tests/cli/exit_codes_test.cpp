// What the program returns, and that its message says why.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_exit_codes {
namespace {

BOOST_AUTO_TEST_SUITE(exit_codes)

BOOST_AUTO_TEST_CASE(zero_when_all_is_as_expected) {
  const Outcome outcome = run_text(pendulum(ten_steps + plain_method));
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.says("All as expected."));
  BOOST_TEST(outcome.err.empty());
}

BOOST_AUTO_TEST_CASE(one_when_a_claim_fails) {
  const Outcome failed = run_text(
      pendulum(ten_steps + plain_method + "claim tight \"words\" { value = max(drift, plain); below = 1e-9 m }"));
  BOOST_TEST(failed.code == 1);
  BOOST_TEST(failed.says("claim tight: NOT reproduced, expected reproduced"));
}

BOOST_AUTO_TEST_CASE(one_when_a_certificate_is_refuted_unexpectedly) {
  const std::string unstable = "run { step = 10 ms; duration = 0.02 s }\nmethod stiff = baumgarte(alpha: 1000/s)";
  const Outcome outcome = run_text(pendulum(unstable));
  BOOST_TEST(outcome.code == 1);
  BOOST_TEST(outcome.says("method stiff: certificate spectral_radius is not as expected"));
  BOOST_TEST(run_text(pendulum(unstable + " { expect = unstable }")).code == 0);
}

BOOST_AUTO_TEST_CASE(three_when_a_method_diverges_and_zero_when_that_was_expected) {
  const std::string run = "run { step = 10 ms; duration = 2 s }\nmethod stiff = baumgarte(alpha: 1000/s)";
  const Outcome outcome = run_text(pendulum(run));
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("method stiff: diverged"));
  BOOST_TEST(run_text(pendulum(run + " { expect = diverges }")).code == 0);
}

BOOST_AUTO_TEST_CASE(three_when_an_expected_divergence_does_not_come) {
  const Outcome outcome = run_text(pendulum(ten_steps + "method calm = none { expect = diverges }"));
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("completed, which was not expected"));
}

BOOST_AUTO_TEST_CASE(three_when_an_expected_instability_is_not_proved) {
  const Outcome outcome = run_text(
      pendulum(ten_steps + "method it = baumgarte(alpha: 1/s, beta: 1/s, integrator: rk4) { expect = unstable }"));
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("no spectral radius above 1 was proved"));
}

BOOST_AUTO_TEST_CASE(two_when_a_certificate_of_solves_is_asked_for_at_the_end) {
  for (const char* key : {"spd", "residual", "complementarity", "solvability", "solutions"}) {
    const Outcome outcome = run_text(pendulum(ten_steps + plain_method + "verify { " + key + " = final }\n"));
    BOOST_TEST(outcome.code == 2, key);
  }
}

BOOST_AUTO_TEST_CASE(three_when_a_projection_cannot_converge) {
  const Outcome outcome =
      run_text(pendulum("run { step = 10 ms; duration = 1 s }\nmethod strict = projection(max_iterations: 1)"));
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("strict: at step"));
  BOOST_TEST(outcome.says("iteration_limit"));
}

BOOST_AUTO_TEST_CASE(a_claim_on_a_run_that_diverged_is_never_reproduced) {
  const Outcome outcome =
      run_text(pendulum("run { step = 10 ms; duration = 2 s }\nmethod stiff = baumgarte(alpha: 1000/s)\n"
                        "measure drift = max_abs(constraint_error)\nclaim small \"words\" { value = final(drift, "
                        "stiff); below = 1e300 m }"));
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("claim small: undecided"));
}

BOOST_AUTO_TEST_CASE(two_for_wrong_command_lines) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  const auto wrong = [&](const Arguments& arguments, const std::string& message) {
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.complains(message), message + " in: " + outcome.err);
    BOOST_TEST(outcome.out.empty());
  };
  wrong({}, "perpend needs a command; one of: run,");
  wrong({"runn", "swing.scene"}, "unknown command 'runn'; did you mean 'run'?");
  wrong({"cache", "list"}, "unknown command 'list'; did you mean 'ls'?");
  wrong({"run"}, "FILE is required\nperpend run --help says more.");
  wrong({"run", "swing.scene", "--metods", "plain"},
        "unknown option '--metods' of perpend run; did you mean '--methods'?");
  wrong({"run", "swing.scene", "--metods=plain"}, "did you mean '--methods'?");
  wrong({"help", "runn"}, "unknown command 'runn'");
  wrong({"run", "swing.scene", "--methods", "plane"}, "no method 'plane' in the scene; it has plain");
  wrong({"run", "swing.scene", "--format", "xml"}, "xml not in {text,json}");
  wrong({"run", "swing.scene", "--set", "mass = 1 kg"}, "'mass' is not a param of this scene");
  wrong({"run", "swing.scene", "--set", "g = 1 m"}, "'g' is");
  wrong({"run", "swing.scene", "--set", "g"}, "does not read as name = value");
  wrong({"list", "colours"}, "no list 'colours'");
  wrong({"list", "signal"}, "no list 'signal'; did you mean 'signals'?");
  wrong({"run", "missing.scene"}, "cannot read 'missing.scene': no such file");
}

BOOST_AUTO_TEST_CASE(zero_for_help_and_version_however_they_are_asked_for) {
  const Workplace place;
  const Outcome help = place.run({"help", "run"});
  BOOST_TEST(help.code == 0);
  BOOST_TEST(help.out == place.run({"run", "--help"}).out);
  BOOST_TEST(place.run({"help"}).out == place.run({"--help"}).out);
  BOOST_TEST(place.run({"version"}).out == place.run({"--version"}).out);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"version", "--help"}, {"version", "-h"}, {"help", "version"}}) {
    const Outcome help = place.run(words);
    BOOST_TEST(help.code == 0);
    BOOST_TEST(help.out == place.run({"--help"}).out);
  }
}

BOOST_AUTO_TEST_CASE(version_takes_nothing_after_it) {
  const Outcome outcome = Workplace().run({"version", "foo"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("version takes nothing after it, found 'foo'"), outcome.err);
}

BOOST_AUTO_TEST_CASE(a_page_of_an_earlier_run_is_not_named_where_nothing_ran) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}).says("Report:"));
  const Outcome wrong = place.run({"run", "swing.scene", "--out", "out", "--set", "zz = 3"});
  BOOST_TEST(wrong.code == 2);
  BOOST_TEST(!wrong.says("Report:"), wrong.out);
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out", "--skip-unchanged"}).says("Report:"));
}

BOOST_AUTO_TEST_CASE(a_run_ends_with_the_path_of_its_page) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}).out.ends_with("Report: out/report.html\n"));
  BOOST_TEST(!place.run({"run", "swing.scene"}).says("Report:"));
  BOOST_TEST(!place.run({"run", "swing.scene", "--out", "out", "--quiet"}).says("Report:"));
}

BOOST_AUTO_TEST_CASE(four_when_the_directory_cannot_be_made) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  place.write("taken", "a file");
  for (const char* out : {"taken", "taken/below", "/proc/nowhere"}) {
    const Outcome outcome = place.run({"run", "swing.scene", "--out", out});
    BOOST_TEST(outcome.code == 4, out);
    BOOST_TEST(outcome.complains(std::string("cannot create the directory ") + out), outcome.err);
  }
  BOOST_TEST(place.read("taken") == "a file");
}

BOOST_AUTO_TEST_CASE(four_when_the_output_goes_nowhere_and_the_files_are_whole_all_the_same) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  const Surroundings full{.standard_output = "/dev/full", .max_file_bytes = -1, .interrupt_in = ""};
  for (const Arguments& arguments :
       {Arguments{"run", "swing.scene", "--out", "out"}, {"check", "swing.scene"}, {"list", "units"}, {"manual"}}) {
    const Outcome outcome = place.run(arguments, full);
    BOOST_TEST(outcome.code == 4, arguments[0]);
    BOOST_TEST(outcome.complains("No space left on device"), outcome.err);
  }
  BOOST_TEST(place.json("out/results.json")["runs"][0]["status"] == "completed");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_exit_codes
