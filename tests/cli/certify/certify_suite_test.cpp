// Folders as suites: which files belong together, and what becomes of those that are no problem.
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <thread>

#include "tests/cli/program.hpp"

namespace perpend::test::of_certify_suite {
namespace {

namespace fs = std::filesystem;

struct Suite : Workplace {
  Outcome certify(const Arguments& arguments) const {
    Arguments all{"certify"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all);
  }
};

constexpr const char* definite = "2 1\n1 2\n";

BOOST_AUTO_TEST_SUITE(certify_suite)

BOOST_AUTO_TEST_CASE(a_file_that_is_no_problem_is_an_error_in_every_format_and_the_others_are_judged) {
  const Suite suite;
  suite.write("s/a.txt", definite);
  suite.write("s/broken.txt", "1 2\n3\n");
  suite.write("s/crooked.txt", "1 2\n3 4\n");
  const Outcome table = suite.certify({"spd", "s"});
  BOOST_TEST(table.code == 2);
  BOOST_TEST(table.says("1 proved, 0 refuted, 0 undecided, 2 no problem of this kind"), table.out);
  BOOST_TEST(table.says("cannot be read: s/broken.txt"), table.out);
  BOOST_TEST(table.says("the matrix is not symmetric"), table.out);
  const Outcome json = suite.certify({"spd", "s", "--format", "json"});
  const auto root = nlohmann::json::parse(json.out);
  BOOST_TEST(json.code == 2);
  BOOST_REQUIRE(root["statements"].size() == 3U);
  BOOST_TEST(root["summary"]["errors"] == 2);
  BOOST_TEST(root["statements"][1]["verdict"] == "error");
  BOOST_TEST(root["statements"][1]["subject"] == "s/broken.txt");
  const Outcome junit = suite.certify({"spd", "s", "--format", "junit"});
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(junit.out.c_str()));
  BOOST_TEST(std::string(document.child("testsuite").attribute("errors").value()) == "2");
  BOOST_TEST(std::string(document.child("testsuite").attribute("tests").value()) == "3");
  int errors = 0;
  for (const pugi::xml_node test : document.child("testsuite")) errors += test.child("error") ? 1 : 0;
  BOOST_TEST(errors == 2);
  BOOST_TEST(suite.certify({"spd", "s", "--undecided-ok"}).code == 2);
}

/// No parser of XML takes these bytes, nor does UTF-8.
BOOST_AUTO_TEST_CASE(junit_is_valid_whatever_bytes_a_file_name_has) {
  const Suite suite;
  suite.write(
      "s/a\x01"
      "b\x1b[2J.txt",
      definite);
  suite.write("s/\xff\xfe.txt", definite);
  suite.write("s/<&\"'>.txt", "1 2\n3\n");
  const Outcome junit = suite.certify({"spd", "s", "--format", "junit"});
  for (const char byte : junit.out) BOOST_TEST((static_cast<unsigned char>(byte) >= 0x20 || byte == '\n'));
  BOOST_TEST(!junit.says("\xff"));
  BOOST_TEST(junit.says("encoding=\"UTF-8\""));
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(junit.out.c_str()));
  BOOST_TEST(std::string(document.child("testsuite").attribute("tests").value()) == "3");
}

BOOST_AUTO_TEST_CASE(systems_and_methods_in_a_folder_are_found_by_the_endings_of_their_files) {
  const Suite suite;
  suite.write("s/a.txt", definite);
  suite.write("s/a_x.txt", "1\n1\n");
  suite.write("s/a_b.txt", "3\n3\n");
  suite.write("s/off.txt", definite);
  suite.write("s/off_x.txt", "1\n2\n");
  suite.write("s/off_b.txt", "3\n3\n");
  suite.write("s/alone.txt", definite);
  const Outcome linear = suite.certify({"linear", "s"});
  BOOST_TEST(linear.code == 1);
  BOOST_TEST(linear.says("1 proved, 1 refuted, 0 undecided"), linear.out);
  suite.write("m/chain.txt", definite);
  suite.write("m/chain_B.txt", "1 -1\n");
  suite.write("m/other.txt", definite);
  suite.write("m/other_B.txt", "1 1\n");
  const Outcome method = suite.certify({"method", "m", "--stabilizer", "none", "--step", "10 ms"});
  BOOST_TEST(!method.complains("write perpend certify method"), method.err);
  BOOST_TEST(method.says("m/chain.txt m/chain_B.txt"), method.out);
  BOOST_TEST(suite.certify({"linear", "m"}).complains("no files of a problem of this kind"));
}

/// A block that is pushed down by 1 and sideways by 3, mu = 1/2: friction gives 1/2, and the block slides by 5/2.
void write_boxed_block(const Suite& suite, const std::string& folder) {
  const std::string header = "%%MatrixMarket matrix array real general\n";
  suite.write(folder + "/block.mtx", header + "2 2\n1\n0\n0\n1\n");
  suite.write(folder + "/block_q.mtx", header + "2 1\n-1\n-3\n");
  suite.write(folder + "/block_box.mtx", header + "2 2\n-1\n0\n0\n0.5\n");
}

BOOST_AUTO_TEST_CASE(a_boxed_problem_is_certified_as_boxed_alone_and_in_a_folder) {
  const Suite suite;
  write_boxed_block(suite, "s");
  for (const Arguments& files : {Arguments{"lcp", "s"}, Arguments{"lcp", "s/block.mtx", "s/block_q.mtx"}}) {
    Arguments arguments = files;
    arguments.insert(arguments.end(), {"--format", "json"});
    const Outcome outcome = suite.certify(arguments);
    BOOST_TEST(outcome.code == 0, outcome.err);
    const auto statement = nlohmann::json::parse(outcome.out)["statements"][0];
    BOOST_TEST(statement["subject"] == "s/block.mtx s/block_q.mtx with s/block_box.mtx");
    // Normal, both directions of the tangent, slip. Unbounded friction of 3 would hold the block.
    const std::vector<std::string> z{"0x1p+0", "0x1p-1", "0x0p+0", "0x1.4p+1"};
    BOOST_TEST(statement["witness"]["z1"] == z, statement["witness"].dump());
  }
  for (const Arguments& files :
       {Arguments{"solve", "lcp", "s"}, Arguments{"solve", "lcp", "s/block.mtx", "s/block_q.mtx"}}) {
    Arguments arguments = files;
    arguments.insert(arguments.end(), {"--solver", "lemke", "--output", "z.mtx"});
    BOOST_TEST(suite.run(arguments).code == 0);
    BOOST_TEST(suite.read("z.mtx") == "%%MatrixMarket matrix array real general\n4 1\n1\n0.5\n0\n2.5\n");
  }
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_boxed_problem_is_one_of_its_lcp) {
  const Suite suite;
  write_boxed_block(suite, "s");
  const std::string header = "%%MatrixMarket matrix array real general\n";
  suite.write("boxed.mtx", header + "2 1\n1\n0.5\n");
  suite.write("split.mtx", header + "4 1\n1\n0.5\n0\n2.5\n");
  const Outcome boxed = suite.certify({"lcp", "s/block.mtx", "s/block_q.mtx", "boxed.mtx"});
  BOOST_TEST(boxed.code == 2);
  BOOST_TEST(boxed.complains("an LCP of 4 rows"), boxed.err);
  BOOST_TEST(suite.certify({"lcp", "s/block.mtx", "s/block_q.mtx", "split.mtx"}).code == 0);
  suite.write("s/block_box.mtx", header + "2 2\n-1\n7\n0\n0.5\n");
  const Outcome broken = suite.certify({"lcp", "s/block.mtx", "s/block_q.mtx"});
  BOOST_TEST(broken.code == 2);
  BOOST_TEST(broken.complains("block_box.mtx: row 2: the normal '7'"), broken.err);
}

BOOST_AUTO_TEST_CASE(an_answer_that_solves_exactly_is_within_every_distance) {
  const Suite suite;
  suite.write("singular.txt", "1 1\n1 1\n");
  suite.write("b.txt", "-1\n-1\n");
  suite.write("half.txt", "0.5\n0.5\n");
  suite.write("degenerate.txt", "2 1 0\n1 2 0\n0 0 0\n");
  suite.write("c.txt", "-2\n-1\n0\n");
  suite.write("e1.txt", "1\n0\n7\n");
  suite.write("off.txt", "0.5\n0x1.0000000000001p-1\n");
  for (const char* within : {"0", "1e-30", "1"}) {
    BOOST_TEST(suite.certify({"lcp", "singular.txt", "b.txt", "half.txt", "--within", within}).code == 0, within);
    BOOST_TEST(suite.certify({"lcp", "degenerate.txt", "c.txt", "e1.txt", "--within", within}).code == 0, within);
  }
  BOOST_TEST(suite.certify({"lcp", "singular.txt", "b.txt", "off.txt", "--within", "0"}).code != 0);
}

BOOST_AUTO_TEST_CASE(each_solution_listed_solves_without_any_error) {
  const Suite suite;
  suite.write("a.txt", "1 2 0\n2 1 0\n0 0 1\n");
  suite.write("b.txt", "-1\n-1\n-0x1p-1074\n");
  const auto root = nlohmann::json::parse(suite.certify({"lcp", "a.txt", "b.txt", "--format", "json"}).out);
  const auto witness = root["statements"][0]["witness"];
  BOOST_REQUIRE(witness.size() == 3U);
  int with_thirds = 0;
  for (const auto& [name, z] : witness.items()) with_thirds += z[0] == "1/3" && z[1] == "1/3" ? 1 : 0;
  BOOST_TEST(with_thirds == 1, witness.dump());
}

BOOST_AUTO_TEST_CASE(parts_of_problems_are_no_matrices_to_judge) {
  const Suite suite;
  suite.write("s/p.mtx", "%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n");
  for (const char* name : {"s/p_q.mtx", "s/p_box.mtx", "s/p_z.mtx", "s/p_x.mtx", "s/p_b.mtx"})
    suite.write(name, "%%MatrixMarket matrix array real general\n2 1\n1\n1\n");
  suite.write("s/lone_q.mtx", "%%MatrixMarket matrix array real general\n1 1\n3\n");
  for (const char* kind : {"class", "spd", "rank", "rho"}) {
    const auto root = nlohmann::json::parse(suite.certify({kind, "s", "--format", "json"}).out);
    BOOST_REQUIRE(root["statements"].size() == 2U);
    BOOST_TEST(root["statements"][0]["subject"] == "s/lone_q.mtx");
    BOOST_TEST(root["statements"][1]["subject"] == "s/p.mtx");
  }
}

BOOST_AUTO_TEST_CASE(a_method_asks_for_a_mass_that_is_square_and_symmetric) {
  const Suite suite;
  suite.write("crooked.txt", "1 2\n3 4\n");
  suite.write("wide.txt", "1 2\n");
  suite.write("b.txt", "1 -1\n");
  for (const Arguments& more : {Arguments{"--step", "10 ms"}, Arguments{"--limit", "step"}})
    for (const char* mass : {"crooked.txt", "wide.txt"}) {
      Arguments arguments{"method",        mass, "b.txt", "--stabilizer", "baumgarte(alpha: 10/s, beta: 10/s)",
                          "--undecided-ok"};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome outcome = suite.certify(arguments);
      BOOST_TEST(outcome.code == 2, mass);
      BOOST_TEST(outcome.complains("error: "), outcome.err);
      BOOST_TEST(outcome.out.empty(), outcome.out);
    }
}

BOOST_AUTO_TEST_CASE(a_time_or_a_radius_that_is_no_number_is_refused) {
  const Suite suite;
  suite.write("a.txt", definite);
  for (const char* value : {"nan", "-nan", "inf", "0", "-1", "x"}) {
    BOOST_TEST(suite.certify({"spd", "a.txt", "--seconds", value}).code == 2, value);
    BOOST_TEST(suite.certify({"rho", "a.txt", "--radius", value}).code == 2, value);
  }
  BOOST_TEST(suite.certify({"spd", "a.txt", "--seconds", "1e300"}).code == 0);
}

BOOST_AUTO_TEST_CASE(a_certificate_goes_where_a_link_leads_and_leaves_a_pipe_what_it_is) {
  const Suite suite;
  suite.write("a.txt", definite);
  suite.write("kept/target.jsonl", "old");
  fs::create_symlink("kept/target.jsonl", suite.path("link.jsonl"));
  BOOST_TEST(suite.certify({"spd", "a.txt", "--certificate", "link.jsonl"}).code == 0);
  BOOST_TEST(fs::is_symlink(suite.path("link.jsonl")));
  BOOST_TEST(suite.read("kept/target.jsonl").starts_with("{\"format\":\"perpend-statement-certificates\""));
  const std::string pipe = suite.path("pipe");
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] {
    std::ifstream in(pipe);
    read.assign(std::istreambuf_iterator<char>(in), {});
  });
  BOOST_TEST(suite.certify({"spd", "a.txt", "--certificate", "pipe"}).code == 0);
  reader.join();
  BOOST_TEST(fs::is_fifo(pipe));
  BOOST_TEST(read == suite.read("kept/target.jsonl"));
  const Outcome both = suite.certify({"spd", "a.txt", "--certificate", "/proc/self/fd/1"});
  BOOST_TEST(both.code == 0);
  BOOST_TEST(both.says("a.txt: proved"));
  BOOST_TEST(both.says(read));
}

BOOST_AUTO_TEST_CASE(eigenvalues_that_balls_decide_have_bounds_too) {
  const Suite suite;
  suite.write("near.txt", "1 0x1.ffffffffffffep-1\n0x1.ffffffffffffep-1 1\n");
  const auto root = nlohmann::json::parse(suite.certify({"spd", "near.txt", "--bounds", "--format", "json"}).out);
  const auto& statement = root["statements"][0];
  BOOST_TEST(statement["verdict"] == "proved");
  BOOST_TEST(statement["level"].get<std::string>().starts_with("ball"));
  const double smallest = statement["bounds"]["smallest eigenvalue at least"];  // it is 2^-52
  BOOST_TEST(smallest > 0.9 * 0x1p-52);
  BOOST_TEST(smallest <= 0x1p-52);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_certify_suite
