// Statements about files: what is proved, what it is called, and what the program returns.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "tests/cli/program.hpp"

namespace perpend::test::of_certify {
namespace {

struct Files : Workplace {
  Files() {
    write("spd.txt", "2 1\n1 2\n");
    write("edge.txt", "1 1\n1 1\n");
    write("twist.txt", "0 1\n-1 0\n");
    write("three.txt", "1 2\n2 1\n");
    write("minus.txt", "-1\n-1\n");
    write("z.txt", "1\n0\n");
    write("off.txt", "1\n0.5\n");
    write("crooked.txt", "1 2\n3 4\n");
    write("wide.txt", "1 2 3\n4 5 6\n");
    write("unit.txt", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n");
    write("b.txt", "2 0 0 0\n-2 0 2 0\n");
  }
  Outcome certify(const Arguments& arguments) const {
    Arguments all{"certify"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all);
  }
};

BOOST_AUTO_TEST_SUITE(certify)

BOOST_AUTO_TEST_CASE(proved_refuted_and_undecided_are_told_apart_by_the_exit_code) {
  const Files files;
  BOOST_TEST(files.certify({"spd", "spd.txt"}).code == 0);
  const Outcome refuted = files.certify({"spd", "edge.txt"});
  BOOST_TEST(refuted.code == 1);
  BOOST_TEST(refuted.says("edge.txt: refuted: A is symmetric positive definite"));
  BOOST_TEST(refuted.says("witness x: -1, 1"));
  const Outcome undecided = files.certify({"spd", "edge.txt", "--highest", "ball"});
  BOOST_TEST(undecided.code == 5);
  BOOST_TEST(files.certify({"spd", "edge.txt", "--highest", "ball", "--undecided-ok"}).code == 0);
  BOOST_TEST(files.certify({"spd", "spd.txt", "edge.txt"}).code == 1);
}

BOOST_AUTO_TEST_CASE(every_kind_says_what_it_proves) {
  const Files files;
  BOOST_TEST(files.certify({"rank", "wide.txt"}).says("proved: J has full rank 2"));
  BOOST_TEST(files.certify({"rank", "edge.txt"}).says("dependent rows: 1, 2"));
  BOOST_TEST(files.certify({"rank", "edge.txt", "--rank", "1"}).code == 0);
  BOOST_TEST(files.certify({"rho", "twist.txt"}).says("powers: stay bounded"));
  BOOST_TEST(files.certify({"class", "three.txt"}).says("class: copositive"));
  BOOST_TEST(files.certify({"linear", "spd.txt", "z.txt", "off.txt"}).code == 1);
  BOOST_TEST(files.certify({"lcp", "three.txt", "minus.txt"}).says("solutions: 3"));
  BOOST_TEST(files.certify({"lcp", "edge.txt", "minus.txt"}).says("solutions: infinite"));
  BOOST_TEST(files.certify({"lcp", "three.txt", "minus.txt", "z.txt"}).code == 0);
  BOOST_TEST(files.certify({"lcp", "three.txt", "minus.txt", "off.txt"}).code == 1);
}

BOOST_AUTO_TEST_CASE(the_stability_of_a_method_on_a_linearized_mechanism_is_decided_from_its_matrices) {
  const Files files;
  const auto at = [&](const std::string& step) {
    return files.certify(
        {"method", "unit.txt", "b.txt", "--stabilizer", "baumgarte(alpha: 10/s, beta: 10/s)", "--step", step});
  };
  BOOST_TEST(at("0.0828 s").code == 0);
  BOOST_TEST(at("0.0829 s").code == 1);
  BOOST_TEST(at("10 m").code == 2);
  BOOST_TEST(files.certify({"method", "unit.txt", "b.txt"}).code == 2);
  BOOST_TEST(files.certify({"method", "unit.txt", "b.txt", "--stabilizer", "none } }", "--step", "1 s"}).code == 2);
}

/// beta h = alpha h and 2 - t + d >= 0 give h = (sqrt(8) - 2) / 10 s.
BOOST_AUTO_TEST_CASE(the_step_up_to_which_a_method_is_stable_is_enclosed) {
  const Files files;
  const auto limit = [&](const std::string& name, const std::string& stabilizer) {
    return files.certify(
        {"method", "unit.txt", "b.txt", "--stabilizer", stabilizer, "--step", "0.01 s", "--limit", name});
  };
  const auto found = limit("step", "baumgarte(alpha: 10/s, beta: 10/s)");
  BOOST_TEST(found.code == 0);
  BOOST_TEST(found.out.find("limit at least: 0.0828427") != std::string::npos, found.out);
  BOOST_TEST(limit("alpha", "baumgarte(alpha: 10/s, beta: 10/s)").code == 0);
  BOOST_TEST(limit("gamma", "baumgarte(alpha: 10/s, beta: 10/s)").code == 2);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_a_file_is_an_error_and_no_verdict) {
  const Files files;
  const Outcome crooked = files.certify({"spd", "crooked.txt"});
  BOOST_TEST(crooked.code == 2);
  BOOST_TEST(crooked.complains("entry (1, 2) is 2 and entry (2, 1) is 3"));
  BOOST_TEST(files.certify({"spd", "wide.txt"}).complains("not square"));
  BOOST_TEST(files.certify({"lcp", "spd.txt", "b.txt"}).code == 2);
  BOOST_TEST(files.certify({"spd", "missing.txt"}).complains("missing.txt: no such file"));
  BOOST_TEST(files.certify({"spd", "edge.txt", "missing.txt"}).code == 2);
  BOOST_TEST(files.certify({"linear", "spd.txt"}).complains("write perpend certify linear A x b"));
  BOOST_TEST(files.certify({"beauty", "spd.txt"}).code == 2);
}

BOOST_AUTO_TEST_CASE(an_answer_within_a_distance_is_proved_and_one_beyond_it_refuted) {
  const Files files;
  // A = [2 1; 1 2], z = (1/3, 1/3) solves the LCP with b = -1.
  const auto within = [&](const char* t) {
    return files.certify({"lcp", "spd.txt", "minus.txt", "z.txt", "--within", t});
  };
  BOOST_TEST(within("0.67").says("proved: z is within 0.67 of a solution of LCP(A, b)"));
  BOOST_TEST(within("0.67").code == 0);
  BOOST_TEST(within("0.66").says("refuted: z is within 0.66 of a solution of LCP(A, b)"));
  BOOST_TEST(within("0.66").code == 1);
  BOOST_TEST(files.certify({"linear", "spd.txt", "z.txt", "off.txt", "--within", "0.1"}).code == 1);
  BOOST_TEST(files.certify({"linear", "spd.txt", "z.txt", "off.txt", "--within", "1"}).code == 0);
  const Outcome json = files.certify({"linear", "edge.txt", "z.txt", "off.txt", "--within", "0.1", "--format", "json"});
  BOOST_TEST(json.says("\"distance of x to any solution at least\": 0.25"));  // |0.5 - 1| / 2
  BOOST_TEST(json.code == 1);
  BOOST_TEST(within("-1").code == 2);
  BOOST_TEST(files.certify({"spd", "spd.txt", "--within", "1"}).code == 2);
  BOOST_TEST(files.certify({"lcp", "spd.txt", "minus.txt", "--within", "1"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_class_that_a_does_not_belong_to_is_refuted_by_the_rows_printed) {
  const Files files;
  files.write("ring.txt", "3 -4 0\n0 -1 -4\n-4 0 3\n");
  const Outcome found = files.certify({"class", "ring.txt"});
  BOOST_TEST(found.code == 5);
  for (const char* words : {"P: refuted", "copositive: refuted", "witness not P: rows: 2", "witness not P: x: 0x1p+0",
                            "witness not copositive: rows: 2"})
    BOOST_TEST(found.says(words), words);
}

BOOST_AUTO_TEST_CASE(a_folder_is_a_suite_and_json_and_junit_hold_all_of_it) {
  const Files files;
  const Workplace& place = files;
  place.write("suite/a.txt", "2 1\n1 2\n");
  place.write("suite/b.txt", "1 2\n2 1\n");
  const Outcome table = files.certify({"spd", "suite"});
  BOOST_TEST(table.code == 1);
  BOOST_TEST(table.says("1 proved, 1 refuted, 0 undecided"));
  const auto json = nlohmann::json::parse(files.certify({"spd", "suite", "--format", "json"}).out);
  BOOST_REQUIRE(json["statements"].size() == 2U);
  for (const char* field : {"claim", "verdict", "level", "theorem", "bounds", "witness", "cost"})
    BOOST_TEST(json["statements"][0].contains(field), field);
  BOOST_TEST(json["statements"][1]["verdict"] == "refuted");
  const Outcome junit = files.certify({"spd", "suite", "--format", "junit"});
  BOOST_TEST(junit.says("tests=\"2\" failures=\"1\""));
  const auto counted = nlohmann::json::parse(files.certify({"lcp", "edge.txt", "minus.txt", "--format", "json"}).out);
  BOOST_TEST(counted["statements"][0]["num_solutions"] == "infinite");
}

BOOST_AUTO_TEST_CASE(certificates_hold_a_line_a_problem_and_appear_whole_or_not_at_all) {
  const Files files;
  const Workplace& place = files;
  place.write("suite/a.txt", "2 1\n1 2\n");
  place.write("suite/b.txt", "1 2\n2 1\n");
  BOOST_TEST(files.certify({"spd", "suite", "--certificate", "out.jsonl"}).code == 1);
  const std::string text = place.read("out.jsonl");
  BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 3);
  std::istringstream lines(text);
  std::string written;
  std::getline(lines, written);
  BOOST_TEST(nlohmann::json::parse(written)["format"] == "perpend-statement-certificates");
  std::getline(lines, written);
  const auto line = nlohmann::json::parse(written);
  for (const char* field : {"kind", "claim", "verdict", "theorem", "arithmetic", "bounds", "witness", "data"})
    BOOST_TEST(line.contains(field), field);
  BOOST_TEST(line["data"]["A"]["value"][0] == "0x1p+1");
  BOOST_TEST(files.certify({"spd", "missing.txt", "--certificate", "none.jsonl"}).code == 2);
  BOOST_TEST(!place.has("none.jsonl"));
  BOOST_TEST(!place.has("none.jsonl.tmp"));
  BOOST_TEST(files.certify({"spd", "spd.txt", "--certificate", "no/such/folder.jsonl"}).code == 4);
}

BOOST_AUTO_TEST_CASE(an_option_of_another_kind_is_refused_and_says_whose_it_is) {
  const Files files;
  const std::vector<std::pair<Arguments, std::vector<std::string>>> options{{{"--rank", "2"}, {"rank"}},
                                                                            {{"--radius", "2"}, {"rho"}},
                                                                            {{"--within", "1"}, {"linear", "lcp"}},
                                                                            {{"--bounds"}, {"spd", "lcp"}},
                                                                            {{"--stabilizer", "none"}, {"method"}},
                                                                            {{"--step", "1 s"}, {"method"}},
                                                                            {{"--limit", "step"}, {"method"}},
                                                                            {{"--law", "cone"}, {"friction"}},
                                                                            {{"--directions", "8"}, {"friction"}},
                                                                            {{"--guesses"}, {"friction"}},
                                                                            {{"--half"}, {"friction"}},
                                                                            {{"--all-contacts"}, {"friction"}}};
  const std::map<std::string, Arguments> kinds{{"spd", {"spd.txt"}},
                                               {"rank", {"wide.txt"}},
                                               {"class", {"spd.txt"}},
                                               {"rho", {"twist.txt"}},
                                               {"linear", {"spd.txt", "z.txt", "off.txt"}},
                                               {"lcp", {"spd.txt", "minus.txt", "z.txt"}},
                                               {"method", {"unit.txt", "b.txt"}},
                                               {"friction", {"none.dat"}}};
  for (const auto& [kind, names] : kinds)
    for (const auto& [option, own] : options) {
      Arguments arguments{kind};
      arguments.insert(arguments.end(), names.begin(), names.end());
      arguments.insert(arguments.end(), option.begin(), option.end());
      const Outcome found = files.certify(arguments);
      const bool belongs = std::find(own.begin(), own.end(), kind) != own.end();
      BOOST_TEST(found.complains(option[0] + " belongs to ") == !belongs, kind << " " << option[0] << found.err);
      if (!belongs) BOOST_TEST(found.code == 2, kind << " " << option[0]);
    }
}

BOOST_AUTO_TEST_CASE(a_number_that_an_option_cannot_take_is_repeated_alone) {
  const Files files;
  for (const Arguments& wrong :
       {Arguments{"rank", "wide.txt", "--rank", "-1"}, Arguments{"rank", "wide.txt", "--rank", "99999999999"},
        Arguments{"lcp", "spd.txt", "minus.txt", "z.txt", "--within", "-1"},
        Arguments{"lcp", "spd.txt", "minus.txt", "z.txt", "--within", "inf"},
        Arguments{"lcp", "spd.txt", "minus.txt", "z.txt", "--within", "nan"},
        Arguments{"rho", "twist.txt", "--radius", "inf"}}) {
    const Outcome found = files.certify(wrong);
    BOOST_TEST(found.code == 2);
    BOOST_TEST(found.complains("'" + wrong.back() + "' is not a "), found.err);
    BOOST_TEST(found.err.size() < 200U, found.err);
  }
}

BOOST_AUTO_TEST_CASE(what_was_not_asked_for_is_the_reason_where_nothing_is_decided) {
  const Files files;
  files.write("edge_minus.txt", "-1\n-3\n");
  for (const Arguments& statement : {Arguments{"spd", "edge.txt"}, Arguments{"rank", "edge.txt"},
                                     Arguments{"rho", "twist.txt"}, Arguments{"lcp", "edge.txt", "edge_minus.txt"}}) {
    Arguments arguments = statement;
    arguments.insert(arguments.end(), {"--highest", "binary64"});
    const Outcome found = files.certify(arguments);
    BOOST_TEST(found.code == 5);
    BOOST_TEST(found.says("none more expensive was asked for (--highest binary64)"), found.out);
  }
}

BOOST_AUTO_TEST_CASE(sizes_that_do_not_match_are_named) {
  const Files files;
  BOOST_TEST(files.certify({"lcp", "spd.txt", "unit.txt"}).code == 2);
  files.write("three_entries.txt", "1\n2\n3\n");
  BOOST_TEST(files.certify({"lcp", "spd.txt", "three_entries.txt"}).complains("2 rows and the right-hand side 3"));
  BOOST_TEST(files.certify({"linear", "spd.txt", "three_entries.txt", "z.txt"}).complains("the answer 3"));
}

BOOST_AUTO_TEST_CASE(a_method_that_is_stable_everywhere_or_nowhere_claims_no_limit) {
  const Files files;
  const auto limit = [&](const char* stabilizer) {
    return files.certify({"method", "unit.txt", "b.txt", "--stabilizer", stabilizer, "--limit", "step"});
  };
  BOOST_TEST(limit("ggl").says("proved: a step of ggl is stable at every value of step"));
  BOOST_TEST(limit("erp(erp: 2.5)").says("proved: a step of erp(erp: 2.5) is stable at no value of step"));
}

BOOST_AUTO_TEST_CASE(a_certificate_is_never_written_over_what_it_is_about) {
  const Files files;
  const std::string before = files.read("spd.txt");
  std::filesystem::create_symlink(files.path("spd.txt"), files.path("link.txt"));
  std::filesystem::create_hard_link(files.path("spd.txt"), files.path("same.txt"));
  for (const char* name : {"spd.txt", "./spd.txt", "link.txt", "same.txt"}) {
    const Outcome found = files.certify({"spd", "spd.txt", "--certificate", name});
    BOOST_TEST(found.code == 2, name);
    BOOST_TEST(found.complains("is a file that the statement is about"), name);
  }
  BOOST_TEST(files.certify({"lcp", "spd.txt", "minus.txt", "z.txt", "--certificate", "z.txt"}).code == 2);
  BOOST_TEST(files.certify({"spd", "edge.txt", "spd.txt", "--certificate", "spd.txt"}).code == 2);
  BOOST_TEST(files.read("spd.txt") == before);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_certify
