// perpend solve lcp: files in, a table, a page and exit codes out.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>

#include "tests/cli/program.hpp"

namespace perpend::test::of_solve {
namespace {

using nlohmann::json;

const std::string general = "%%MatrixMarket matrix array real general\n";

/// z = (1, 0), w = (0, 1): b = (-2, 0), A = [[2, 1], [1, 2]] is a P-matrix.
const std::string matrix = general + "2 2\n2\n1\n1\n2\n";
const std::string right = general + "2 1\n-2\n0\n";
/// w = -1 whatever z is.
const std::string zero = general + "1 1\n0\n";
const std::string minus_one = general + "1 1\n-1\n";

void add(const Workplace& place, const std::string& name, const std::string& a, const std::string& b) {
  place.write("lcps/" + name + ".mtx", a);
  place.write("lcps/" + name + "_q.mtx", b);
}

const std::string ball = R"(experiment ball {
  world planar {
    gravity = (0, -10) m/s^2
    fixed floor = halfplane(point: (0, 0) m, normal: (0, 1))
    body ball = disk(radius: 1 m) { mass = 1 kg; at = (0, 1.001) m; velocity = (1, 0) m/s }
    contacts { friction = 0.3 }
  }
  run { step = 10 ms; duration = 0.2 s }
  method post = post_stabilization
  measure drift = max_abs(constraint_error)
})";

BOOST_AUTO_TEST_SUITE(solve_lcp)

BOOST_AUTO_TEST_CASE(a_problem_of_two_files_has_its_known_answer) {
  const Workplace place;
  place.write("A.mtx", matrix);
  place.write("b.mtx", right);
  const Outcome outcome = place.run({"solve", "lcp", "A.mtx", "b.mtx", "--certify", "--output", "z.mtx"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("proved: z with the lighter entry of each pair made 0 solves exactly"));
  BOOST_TEST(place.read("z.mtx") == general + "2 1\n1\n0\n");
}

BOOST_AUTO_TEST_CASE(every_format_that_certify_reads_is_solved) {
  const Workplace place;
  place.write("A.txt", "2 1\n1 2\n");
  place.write("b.txt", "-2\n0\n");
  place.write("both.dat", "2\n0\n2\n2\n2 2\n2 1\n1 2\n-2 0\n");
  BOOST_TEST(place.run({"solve", "lcp", "A.txt", "b.txt", "--output", "z.mtx"}).code == 0);
  BOOST_TEST(place.read("z.mtx") == general + "2 1\n1\n0\n");
  place.write("mixed/one.txt", "2 1\n1 2\n");
  place.write("mixed/one_b.txt", "-2\n0\n");
  place.write("mixed/two.dat", place.read("both.dat"));
  const Outcome outcome = place.run({"solve", "lcp", "mixed", "--json", "table.json"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(place.json("table.json").size() == 2U);
  const Outcome alone = place.run({"solve", "lcp", "both.dat"});
  BOOST_TEST(alone.code == 0, alone.err);
  BOOST_TEST(place.run({"solve", "lcp", "A.txt"}).code == 2);
}

BOOST_AUTO_TEST_CASE(packed_files_are_solved_and_certified_where_plain_ones_are) {
  const Workplace place;
  add(place, "packed", matrix, right);
  add(place, "half", matrix, right);
  place.write("lcps/packed_z.mtx", general + "2 1\n1\n0\n");
  const std::string files = place.path("lcps/packed") + "*.mtx " + place.path("lcps/half_q.mtx");
  BOOST_REQUIRE(std::system(("gzip " + files).c_str()) == 0);
  const Outcome solved = place.run({"solve", "lcp", "lcps", "--json", "table.json"});
  BOOST_TEST(solved.code == 0, solved.err);
  BOOST_REQUIRE(place.json("table.json").size() == 2U);
  BOOST_TEST(place.json("table.json")[1]["problem"] == "packed");
  const Outcome named = place.run({"solve", "lcp", "lcps/packed.mtx.gz", "lcps/packed_q.mtx.gz", "--certify"});
  BOOST_TEST(named.code == 0, named.err);
  const Outcome certified = place.run({"certify", "lcp", "lcps"});
  BOOST_TEST(certified.says("2 proved"), certified.out);
  BOOST_TEST(certified.says("lcps/packed.mtx.gz lcps/packed_q.mtx.gz lcps/packed_z.mtx.gz"), certified.out);
  // Right sides and answers are parts of a problem, not matrices to judge on their own.
  BOOST_TEST(place.run({"certify", "spd", "lcps"}).says("2 proved, 0 refuted, 0 undecided"));
}

BOOST_AUTO_TEST_CASE(a_report_certifies_and_counts_every_solver) {
  const Workplace place;
  add(place, "two-000001", matrix, right);
  add(place, "two-000002", matrix, right);
  const Outcome outcome =
      place.run({"solve", "lcp", "lcps", "--solver", "all", "--report", "table.html", "--json", "table.json"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  const std::string page = place.read("table.html");
  for (const char* part : {"Each problem has an answer that is proved", "2 problems of 1 group, 2 unknowns",
                           "id=\"two\"", "solve lcp lcps --solver all", "Problems SHA-256", "lemke", "interior_"})
    BOOST_TEST(page.find(part) != std::string::npos, part);
  const json rows = place.json("table.json");
  BOOST_REQUIRE(rows.size() % 2 == 0);
  for (const json& row : rows) {
    BOOST_TEST(row["status"] == "converged");
    BOOST_TEST(row["certificate"]["verdict"] == "proved");
    const json& enclosures = row["certificate"]["enclosures"];
    BOOST_TEST(std::any_of(enclosures.begin(), enclosures.end(), [](const json& found) {
      return found["is_unique"] == true;  // a P-matrix has one solution
    }));
  }
}

BOOST_AUTO_TEST_CASE(that_there_is_no_solution_is_an_answer_when_it_is_proved) {
  const Workplace place;
  add(place, "none", zero, minus_one);
  BOOST_TEST(place.run({"solve", "lcp", "lcps"}).code == 3);
  const Outcome outcome = place.run({"solve", "lcp", "lcps", "--report", "table.html"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(place.run({"solve", "lcp", "lcps", "--certify"}).says("that there is no solution: proved"));
  BOOST_TEST(place.read("table.html").find("none exists") != std::string::npos);
}

/// w_1 = 1, so z_1 = 0 and w_2 = -z_2 - 1: there is no solution, and z = (1, 0) has A z + b >= 0.
BOOST_AUTO_TEST_CASE(a_point_that_is_not_complementary_refutes_nothing) {
  const Workplace place;
  place.write("A.txt", "0 0\n1 -1\n");
  place.write("b.txt", "1\n-1\n");
  const Arguments solve{"solve", "lcp", "A.txt", "b.txt", "--solver", "lemke", "--certify", "--json", "t.json"};
  const Outcome outcome = place.run(solve);
  BOOST_TEST(outcome.code == 3, outcome.err);
  BOOST_TEST(
      outcome.says("that there is no solution: undecided (the rows do not contradict each other: some z >= 0 has"));
  BOOST_TEST(place.json("t.json").back()["unsolvable"]["verdict"] == "undecided");
  BOOST_TEST(place.run({"solve", "lcp", "A.txt", "b.txt", "--solver", "lemke", "--report", "t.html"}).code == 3);
  const std::string page = place.read("t.html");
  BOOST_TEST(page.find("that there is no solution: undecided (the rows") != std::string::npos);
  BOOST_TEST(page.find("that there is no solution: refuted") == std::string::npos);
}

/// z = (1, 0) solves it, and no choice is accepted.
BOOST_AUTO_TEST_CASE(a_solution_that_is_not_accepted_is_not_denied) {
  const Workplace place;
  place.write("A.txt", "0x1.b7cdfd9d7bdbbp-34 0x1.e848p+19\n0x1.c25c268497682p-44 0x1.fffffffffffffp-1\n");
  place.write("b.txt", "-0x1.b7cdfd9d7bdbbp-34\n1\n");
  const Outcome outcome = place.run({"solve", "lcp", "A.txt", "b.txt", "--solver", "enumerate"});
  BOOST_TEST(outcome.code == 3, outcome.err);
  BOOST_TEST(outcome.says("none of the 4 choices was accepted within 1e-13 of the terms of each row\n"), outcome.out);
  BOOST_TEST(!outcome.says("no solution"), outcome.out);
}

/// b_2 = -1e-13 is rounding next to b_1 = 1e6: z = 0 is within the tolerance, and no choice has all its signs right.
BOOST_AUTO_TEST_CASE(what_is_called_solved_is_not_said_to_have_no_solution) {
  const Workplace place;
  place.write("A.txt", "0x1.70ef54646d497p-57 -1\n0x1.0000000000001p+0 0x1.c25c268497682p-44\n");
  place.write("b.txt", "0x1.e848p+19\n-0x1.c25c268497682p-44\n");
  const Outcome outcome = place.run({"solve", "lcp", "A.txt", "b.txt", "--solver", "enumerate"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says(" solved "), outcome.out);
  BOOST_TEST(!outcome.says("no solution"), outcome.out);
  BOOST_TEST(outcome.says("none of the 4 choices was accepted within"), outcome.out);
  BOOST_TEST(outcome.says("; z is within the tolerance of the solver\n"), outcome.out);
}

BOOST_AUTO_TEST_CASE(larger_problems_are_left_out_and_named) {
  const Workplace place;
  add(place, "one", general + "1 1\n1\n", minus_one);
  add(place, "two", matrix, right);
  const Outcome outcome = place.run({"solve", "lcp", "lcps", "--largest", "1", "--report", "table.html"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("left out: 1"));
  const std::string page = place.read("table.html");
  BOOST_TEST(page.find("1 left out") != std::string::npos);
  BOOST_TEST(page.find("more than the 1 unknown asked for") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_broken_file_costs_its_problem_alone) {
  const Workplace place;
  add(place, "bad", "no matrix", minus_one);
  add(place, "two", matrix, right);
  const Outcome outcome = place.run({"solve", "lcp", "lcps", "--report", "table.html"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(place.read("table.html").find("its files cannot be read") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_that_cannot_be_written_is_an_error) {
  const Workplace place;
  add(place, "two", matrix, right);
  const Outcome outcome = place.run({"solve", "lcp", "lcps", "--report", "missing/table.html"});
  BOOST_TEST(outcome.code == 4);
  BOOST_TEST(outcome.complains("missing/table.html"));
}

BOOST_AUTO_TEST_CASE(the_problems_of_a_scene_go_into_a_report_by_method) {
  const Workplace place;
  place.write("ball.scene", ball);
  BOOST_TEST(place.run({"run", "ball.scene", "--quiet", "--lcps", "lcps", "--lcp-every", "5"}).code == 0);
  const Outcome outcome = place.run({"solve", "lcp", "lcps", "--report", "table.html"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(place.read("table.html").find("<details id=\"ball-post\">") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_solve
