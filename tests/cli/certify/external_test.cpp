// perpend solve lcp --external: programs that answer, fail, hang, crash or lie are rows of the table, and no more.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>

#include "tests/cli/program.hpp"

namespace perpend::test::of_external {
namespace {

using nlohmann::json;

const std::string general = "%%MatrixMarket matrix array real general\n";
/// z = (1, 0), w = (0, 1).
const std::string matrix = general + "2 2\n2\n1\n1\n2\n";
const std::string right = general + "2 1\n-2\n0\n";

/// Writes z and prints `reply`; the last of its words is the file for z.
std::string writes(const std::string& z, const std::string& reply) {
  return "#!/bin/sh\nfor last; do :; done\nprintf '" + z + "' > \"$last\"\nprintf '" + reply + "'\n";
}

const std::string mtx = "%%%%MatrixMarket matrix array real general\\n";

struct Trial {
  Outcome outcome;
  json row;
};

class Referee {
 public:
  Referee() {
    place.write("A.mtx", matrix);
    place.write("b.mtx", right);
  }

  Trial judge(const std::string& script, const Arguments& more = {}) const {
    place.write("solver", script);
    namespace fs = std::filesystem;
    fs::permissions(place.path("solver"), fs::perms::owner_all);
    Arguments words{"solve",     "lcp",    "A.mtx", "b.mtx", "--external", "theirs=./solver word",
                    "--certify", "--json", "t.json"};
    words.insert(words.end(), more.begin(), more.end());
    Trial trial{place.run(words), {}};
    trial.row = place.json("t.json").back();
    return trial;
  }

  Workplace place;
};

BOOST_AUTO_TEST_SUITE(external_solvers)

BOOST_AUTO_TEST_CASE(a_right_answer_of_another_program_is_proved_and_timed_as_it_says) {
  const Referee referee;
  const Trial trial =
      referee.judge(writes(mtx + "2 1\\n1\\n0\\n", "status: solved\\nseconds: 1e-7\\niterations: 3\\nnote: exact\\n"));
  BOOST_TEST(trial.outcome.code == 0, trial.outcome.err);
  BOOST_TEST(trial.row["solver"] == "theirs");
  BOOST_TEST(trial.row["certificate"]["verdict"] == "proved");
  BOOST_TEST(trial.row["seconds"] == 1e-7);
  BOOST_TEST(trial.row["iterations"] == 3);
  BOOST_TEST(trial.row["note"] == "exact");
}

BOOST_AUTO_TEST_CASE(an_answer_without_a_word_is_judged_and_timed_as_a_whole_process) {
  const Referee referee;
  const Trial trial = referee.judge(writes(mtx + "2 1\\n1\\n0\\n", ""));
  BOOST_TEST(trial.row["certificate"]["verdict"] == "proved");
  BOOST_TEST(trial.row["note"] == "CPU time of the whole process");
  BOOST_TEST(trial.row["seconds"].get<double>() > 0.0);
}

BOOST_AUTO_TEST_CASE(a_program_is_not_slower_than_its_process_whatever_it_says) {
  const Referee referee;
  for (const char* seconds : {"1e9", "inf", "nan", "-1", "fast"}) {
    const Trial trial = referee.judge(writes(mtx + "2 1\\n1\\n0\\n", std::string("seconds: ") + seconds + "\\n"));
    BOOST_TEST(trial.row["seconds"].get<double>() < 60.0, seconds);
    BOOST_TEST(trial.row["seconds"].get<double>() > 0.0, seconds);
  }
}

BOOST_AUTO_TEST_CASE(a_wrong_answer_is_refuted_whatever_the_program_says_of_it) {
  const Referee referee;
  const Trial trial = referee.judge(writes(mtx + "2 1\\n2\\n0\\n", "status: solved\\n"));
  BOOST_TEST(trial.outcome.code == 1);
  BOOST_TEST(trial.row["certificate"]["verdict"] == "refuted");
}

BOOST_AUTO_TEST_CASE(a_failure_that_a_program_admits_is_its_row_even_with_a_file_beside_it) {
  const Referee referee;
  for (const char* status :
       {"ray", "cycle", "limit", "singular basis", "stagnation", "inaccurate", "exhausted", "unsuited", "failed"}) {
    const Trial trial = referee.judge(writes(mtx + "2 1\\n1\\n0\\n", std::string("status: ") + status + "\\n"));
    BOOST_TEST(trial.outcome.code == 3, status);
    BOOST_TEST(trial.row["failure"] == status);
    const bool is_limit = std::string(status) == "limit";
    BOOST_TEST(trial.row["status"] == (is_limit ? "iteration_limit" : "unsolved"), status);
    BOOST_TEST(!trial.row.contains("certificate"), status);
  }
}

BOOST_AUTO_TEST_CASE(that_a_program_finds_no_solution_counts_when_it_is_proved) {
  const Referee referee;
  const std::string script = "#!/bin/sh\necho 'status: ray'\n";
  BOOST_TEST(referee.judge(script).row["unsolvable"]["verdict"] == "refuted");
  referee.place.write("A.mtx", general + "1 1\n0\n");  // w = -1 whatever z is
  referee.place.write("b.mtx", general + "1 1\n-1\n");
  for (const std::string& way : {script, writes(mtx + "1 1\\n1\\n", "status: ray\\n")}) {
    const Trial trial = referee.judge(way);
    BOOST_TEST(trial.outcome.code == 0, trial.outcome.err);
    BOOST_TEST(trial.row["unsolvable"]["verdict"] == "proved");
  }
}

BOOST_AUTO_TEST_CASE(whatever_a_program_does_is_a_row) {
  const Referee referee;
  const std::vector<std::pair<std::string, std::string>> scripts{
      {"#!/bin/sh\nkill -SEGV $$\n", "crash"},
      {"#!/bin/sh\necho 'out of memory' >&2\nexit 3\n", "error exit"},
      {"#!/no/such/interpreter\n", "not started"},
      {"#!/bin/sh\n", "no answer"},
      {"#!/bin/sh\nfor last; do :; done\nmkdir \"$last\"\n", "no answer"},
      {"#!/bin/sh\nfor last; do :; done\nln -s /dev/zero \"$last\"\n", "no answer"},
      {writes("\\001\\377garbage", "status: solved\\n"), "no answer"},
      {writes(mtx + "3 1\\n1\\n0\\n0\\n", "status: solved\\n"), "no answer"},
      {writes(mtx + "2 1\\nnan\\n0\\n", "status: solved\\n"), "no answer"},
      {writes(mtx + "2 1\\n1\\n0\\n", "status: \\033[2J great\\n"), "odd status"},
  };
  for (const auto& [script, failure] : scripts) {
    const Trial trial = referee.judge(script);
    BOOST_TEST(trial.outcome.code == 3, script);
    BOOST_TEST(trial.row["failure"] == failure, script << trial.row["note"]);
    BOOST_TEST(trial.outcome.out.find('\033') == std::string::npos);
  }
  BOOST_TEST(referee.judge(scripts[1].first).row["note"] == "exit code 3: out of memory");
}

BOOST_AUTO_TEST_CASE(a_program_that_does_not_end_is_ended_with_all_that_it_started) {
  const Referee referee;
  for (const char* script : {"#!/bin/sh\nsleep 60\n", "#!/bin/sh\nsleep 60 & wait\n"}) {
    const auto start = std::chrono::steady_clock::now();
    const Trial trial = referee.judge(script, {"--external-seconds", "0.3"});
    BOOST_TEST(trial.row["failure"] == "timeout");
    // Whoever waits for a process that was left behind waits a minute.
    BOOST_TEST((std::chrono::steady_clock::now() - start < std::chrono::seconds(30)), script);
  }
}

BOOST_AUTO_TEST_CASE(a_program_stands_beside_ours_on_the_page) {
  const Referee referee;
  const Trial trial = referee.judge(writes(mtx + "2 1\\n1\\n0\\n", ""), {"--solver", "lemke", "--report", "page.html"});
  BOOST_TEST(trial.outcome.code == 0, trial.outcome.err);
  const std::string page = referee.place.read("page.html");
  for (const char* name : {"lemke", "theirs", "Each problem has an answer that is proved"})
    BOOST_TEST(page.find(name) != std::string::npos, name);
}

BOOST_AUTO_TEST_CASE(the_problem_that_a_program_reads_is_the_same_to_the_last_bit) {
  const Referee referee;
  referee.place.write("b.mtx", general + "2 1\n-0.1\n1e-300\n");
  const Trial trial = referee.judge("#!/bin/sh\ncp \"$3\" copy.mtx\ncp \"$3\" \"$4\"\n");
  BOOST_TEST(trial.row["failure"] == "none");
  const std::string copy = referee.place.read("copy.mtx");
  BOOST_TEST(copy.find("-0.10000000000000001\n") != std::string::npos, copy);
  BOOST_TEST(std::stod(copy.substr(copy.rfind('\n', copy.size() - 2))) == 1e-300);
}

BOOST_AUTO_TEST_CASE(a_wrong_option_is_told_before_anything_runs) {
  const Referee referee;
  for (const char* text : {"theirs", "=./solver", "theirs=", "theirs=./missing", "lemke=true"}) {
    const Outcome outcome =
        referee.place.run({"solve", "lcp", "A.mtx", "b.mtx", "--solver", "lemke", "--external", text});
    BOOST_TEST(outcome.code == 2, text);
    BOOST_TEST(outcome.complains("--external"), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_external
