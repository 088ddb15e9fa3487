// perpend certify friction: files of Siconos and of FCLIB in, statements of each contact out.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"
#include "tests/formats/fclib_files.hpp"

namespace perpend::test::of_certify_friction {
namespace {

/// One contact in space, W = 2 I, mu = 1/2: r = (10, 3, 4) slides with u = -(0, 3, 4), so q = -(20, 9, 12).
constexpr const char* sliding_contact =
    "3\n1\n0\n3\n3\n3 3\n2 0 0\n0 2 0\n0 0 2\n"
    "-20 -9 -12\n0.5\n";

struct FrictionFiles : Workplace {
  FrictionFiles() {
    write("slide.dat", sliding_contact);
    write("r.txt", "10\n3\n4\n");
    write("off.txt", "10\n3\n4.001\n");
    write("short.txt", "10\n3\n");
  }
  Outcome certify(const Arguments& arguments) const {
    Arguments all{"certify", "friction"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all);
  }
};

/// The same contact and one that opens, in a file of FCLIB with its solution; `change` is added to r_T.
void write_contacts(const std::string& path, double change, bool with_solution = true) {
  LocalSample sample{.dimension = 3, .num_contacts = 2, .num_equations = 0};
  sample.w = 2.0 * MatrixX::Identity(6, 6);
  sample.q << -20, -9, -12, 1, 5, 0;
  sample.mu << 0.5, 0.25;
  write(sample, Storage::columns, path);
  VectorX r(6), u(6);
  r << 10, 3, 4 + change, 0, 0, 0;
  u = sample.w * r + sample.q;
  fclib_solution solution{nullptr, u.data(), r.data(), nullptr};
  if (with_solution) BOOST_REQUIRE(fclib_write_solution(&solution, path.c_str()) == 1);
}

/// A disk at rest on the ground whose equation holds its second velocity: M = H = I, f = (-1, 0), r = (1, 0),
/// v = 0, l = 0. Empty: not written.
void write_rest(const std::string& path, VectorX v, VectorX l, double held = 1.0) {
  GlobalSample sample{.dimension = 2, .num_contacts = 1, .num_velocities = 2, .num_equations = 1};
  sample.m = sample.h = MatrixX::Identity(2, 2);
  sample.g << 0, held;
  sample.f << -1, 0;
  sample.w.setZero();
  sample.b.setZero();
  sample.mu << 0.5;
  write(sample, Storage::columns, path);
  VectorX r(2);
  r << 1, 0;
  const auto data = [](VectorX& part) { return part.size() > 0 ? part.data() : nullptr; };
  fclib_solution solution{data(v), nullptr, r.data(), data(l)};
  BOOST_REQUIRE(fclib_write_solution(&solution, path.c_str()) == 1);
}

BOOST_AUTO_TEST_SUITE(certify_friction)

BOOST_AUTO_TEST_CASE(what_an_answer_gives_in_part_is_judged_and_the_rest_solved_for) {
  const FrictionFiles files;
  int num_files = 0;
  const auto judge = [&](const VectorX& v, const VectorX& l, double held = 1.0) {
    const std::string name = "part" + std::to_string(num_files++) + ".hdf5";  // FCLIB writes no file twice
    write_rest(files.path(name), v, l, held);
    return files.certify({name});
  };
  const VectorX none, rest = VectorX::Zero(2), zero = VectorX::Zero(1), five = VectorX::Constant(1, 5.0);
  const VectorX closing = (VectorX(2) << 0, 7).finished(), opening = (VectorX(2) << 5, 0).finished();
  for (const VectorX& v : {none, rest})
    for (const VectorX& l : {none, zero}) BOOST_TEST(judge(v, l).code == 0);
  BOOST_TEST(judge(rest, none).says("answer: the solution in the file, l solved for\n"));
  BOOST_TEST(judge(none, zero).says("answer: the solution in the file, v solved for\n"));
  BOOST_TEST(judge(rest, zero).says("answer: the solution in the file\n"));
  const Outcome wrong_v = judge(closing, none);
  BOOST_TEST(wrong_v.code == 1);
  BOOST_TEST(wrong_v.says("refuted"), wrong_v.out);
  BOOST_TEST(judge(opening, none).code == 1);
  const Outcome wrong_l = judge(none, five);
  BOOST_TEST(wrong_l.code == 1);
  BOOST_TEST(wrong_l.says("reason: row 2 after those of the contacts is not fulfilled\n"), wrong_l.out);
  BOOST_TEST(judge(closing, zero).code == 1);
  BOOST_TEST(judge(rest, five).code == 1);
  // An equation of zeros leaves l open.
  const Outcome open = judge(rest, none, 0.0);
  BOOST_TEST(open.code == 2);
  BOOST_TEST(
      open.complains("the velocities or multipliers are not all given, and their matrix is singular; give v and l"),
      open.err);
  BOOST_TEST(judge(rest, zero, 0.0).code == 0);
}

BOOST_AUTO_TEST_CASE(an_answer_of_another_problem_is_not_read_in_part) {
  const FrictionFiles files;
  const Workplace& place = files;
  write_rest(place.path("rest.hdf5"), VectorX::Zero(2), {});
  LocalSample plane{.dimension = 2, .num_contacts = 1, .num_equations = 0};
  write(plane, Storage::columns, place.path("plane.hdf5"));
  const Outcome outcome = files.certify({"plane.hdf5", "rest.hdf5"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("rest.hdf5: v has 2 numbers; in this problem it has 0"), outcome.err);
}

BOOST_AUTO_TEST_CASE(an_answer_is_proved_with_its_contacts_in_a_table) {
  const FrictionFiles files;
  const Outcome proved = files.certify({"slide.dat", "r.txt"});
  BOOST_TEST(proved.code == 0);
  BOOST_TEST(
      proved.says("slide.dat r.txt: proved: r and u obey Coulomb's law with its cone within the printed bounds"));
  BOOST_TEST(
      proved.says("    answer: r.txt\n    contacts: 1: 0 open, 0 sticking, 1 sliding\n"
                  "    solves the problem without any error: yes, exactly\n"));
  BOOST_TEST(proved.says("           1  sliding "));
}

BOOST_AUTO_TEST_CASE(a_wrong_answer_is_refuted_by_the_contact_that_is_wrong) {
  const FrictionFiles files;
  const Outcome refuted = files.certify({"slide.dat", "off.txt"});
  BOOST_TEST(refuted.code == 1);
  BOOST_TEST(refuted.says("reason: contact 1: friction exceeds mu times the normal reaction\n"));
  BOOST_TEST(refuted.says("witness r of contact 1: 0x1.4p+3, 0x1.8p+1, "));
}

BOOST_AUTO_TEST_CASE(cone_and_pyramid_are_two_statements) {
  const FrictionFiles files;
  const auto both =
      nlohmann::json::parse(files.certify({"slide.dat", "r.txt", "--law", "both", "--format", "json"}).out);
  BOOST_REQUIRE(both["statements"].size() == 2U);
  BOOST_TEST(both["statements"][0]["kind"] == "friction_cone");
  BOOST_TEST(both["statements"][0]["verdict"] == "proved");
  BOOST_TEST(both["statements"][1]["kind"] == "friction_pyramid");
  BOOST_TEST(both["statements"][1]["verdict"] == "refuted");
  BOOST_REQUIRE(both["statements"][0]["contacts"].size() == 1U);
  const auto& contact = both["statements"][0]["contacts"][0];
  BOOST_TEST(contact["state"] == "sliding");
  for (const char* field : {"backward_error", "error", "moved", "negative_reaction", "negative_velocity",
                            "normal_product", "cone_excess", "dissipation_gap", "reaction_size", "velocity_size"})
    BOOST_TEST(contact.contains(field), field);
  BOOST_TEST(files.certify({"slide.dat", "r.txt", "--law", "pyramid", "--directions", "5"}).code == 2);
}

BOOST_AUTO_TEST_CASE(without_an_answer_the_question_is_whether_there_is_one) {
  const FrictionFiles files;
  const Outcome found = files.certify({"slide.dat"});
  BOOST_TEST(found.code == 0);
  BOOST_TEST(found.says("slide.dat: proved: some reactions solve the contacts with Coulomb's cone\n"));
  BOOST_TEST(found.says("class: W positive definite\n"));
}

BOOST_AUTO_TEST_CASE(solutions_of_fclib_files_are_judged_and_a_folder_is_a_suite) {
  const FrictionFiles files;
  const Workplace& place = files;
  place.write("suite/note.md", "nothing\n");
  write_contacts(place.path("suite/a.hdf5"), 0.0);
  write_contacts(place.path("suite/b.h5"), 0.5);
  write_contacts(place.path("suite/c.hdf5"), 0.0, false);
  const Outcome proved = files.certify({"suite/a.hdf5", "--all-contacts"});
  BOOST_TEST(proved.code == 0);
  BOOST_TEST(proved.says("contacts: 2: 1 open, 0 sticking, 1 sliding"));
  BOOST_TEST(proved.says("given velocities off by at most: 0\n"));
  BOOST_TEST(files.certify({"suite/b.h5"}).code == 1);
  BOOST_TEST(files.certify({"suite/c.hdf5", "suite/a.hdf5"}).code == 0);
  VectorX guess = VectorX::Ones(6);
  fclib_solution point{nullptr, nullptr, guess.data(), nullptr};
  BOOST_REQUIRE(fclib_write_guesses(1, &point, place.path("suite/c.hdf5").c_str()) == 1);
  BOOST_TEST(files.certify({"suite/c.hdf5", "--guesses"}).says("answer: guess 1 in the file"));
  const Outcome suite = files.certify({"suite"});
  BOOST_TEST(suite.code == 1);
  BOOST_TEST(suite.says("2 proved, 1 refuted, 0 undecided"));
  BOOST_TEST(files.certify({"suite", "--format", "junit"}).says("tests=\"3\" failures=\"1\""));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_friction_file_is_an_error_and_no_verdict) {
  const FrictionFiles files;
  const Workplace& place = files;
  const auto fails = [&](const Arguments& arguments, const std::string& text) {
    const Outcome outcome = files.certify(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.complains(text), outcome.err);
  };
  fails({"slide.dat", "short.txt"}, "short.txt: 2 numbers; the reactions are 3");
  fails({"slide.dat", "missing.txt"}, "missing.txt: no such file");
  fails({"slide.dat", "r.txt", "r.txt"}, "write perpend certify friction FILE [ANSWER]");
  // Without an answer nothing is stated of a pyramid in space.
  fails({"slide.dat", "--law", "pyramid"}, "--law pyramid: without an answer");
  fails({"slide.dat", "--law", "both"}, "--law both: without an answer");
  const std::string text = sliding_contact;
  place.write("pulls.dat", text.substr(0, text.size() - 4) + "-0.5\n");
  fails({"pulls.dat"}, "the coefficient of friction of contact 1 is negative");
  place.write("nan.dat", text.substr(0, text.size() - 4) + "nan\n");
  fails({"nan.dat"}, "nan.dat");
  place.write("cut.dat", text.substr(0, 30));
  fails({"cut.dat"}, "cut.dat");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_certify_friction
