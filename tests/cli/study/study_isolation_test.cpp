// A study whose runs crash: its processes are killed from outside here, as the kernel does when memory is short.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_isolation {
namespace {

namespace fs = std::filesystem;

const std::string scene = pendulum(
    "param alpha = 10/s\nrun { step = 10 us; duration = 300 ms; record_every = 10000 }\n"
    "method held = baumgarte(alpha: alpha)\nmeasure drift = max_abs(constraint_error)\n"
    "sweep gain { alpha = lin_range(1/s, 40/s, 8) }\n");

std::vector<int> children_of(int process) {
  std::vector<int> children;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string name, state;
    int number = 0, parent = 0;
    if (file >> number >> name >> state >> parent && parent == process) children.push_back(number);
  }
  return children;
}

/// The process that makes the runs of a study with one job, once it is there.
int worker_of(const Running& study) {
  for (int i = 0; i < 1000; ++i) {
    for (const int keeper : children_of(study.process()))
      for (const int worker : children_of(keeper)) return worker;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  throw std::runtime_error("no process for runs");
}

struct Laboratory : Workplace {
  Laboratory() { write("a.scene", scene); }
  Outcome study(const std::string& out, const Arguments& more = {}) const {
    Arguments arguments{"study", "a.scene", "--out", out, "--no-cache", "--jobs", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  [[nodiscard]] std::string ask(const std::string& study, const std::string& sql) const {
    return run({"query", study, sql, "--format", "csv"}).out;
  }
};

BOOST_AUTO_TEST_SUITE(study_isolation)

BOOST_AUTO_TEST_CASE(a_run_whose_process_is_killed_is_a_result) {
  const Laboratory laboratory;
  const Outcome whole = laboratory.study("whole", {"--no-isolate"});
  Running running = laboratory.start({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "1"});
  while (!laboratory.has("out/study.sqlite-wal")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  // It may be between two runs: what is killed there is replaced without a word.
  for (int i = 0;
       i < 20 && laboratory.ask("out", "select count(*) as n from runs where status = 'crashed'") != "n\n1\n"; ++i) {
    ::kill(worker_of(running), SIGSEGV);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  BOOST_TEST(running.wait() == 3);
  const std::string said = laboratory.read(".stdout");
  BOOST_TEST(said.find("8 of 8 runs") != std::string::npos, said);
  BOOST_TEST(said.find(": crashed: its process ended by SIGSEGV (Segmentation fault)") != std::string::npos, said);
  const std::string crashed = laboratory.ask("out", "select count(*) as n from runs where status = 'crashed'");
  BOOST_TEST(laboratory.ask("out", "select count(*) as n from runs where status = 'crashed' and not as_expected") ==
             crashed);
  const Outcome again = laboratory.study("out");
  BOOST_TEST(again.code == 0);
  BOOST_TEST(again.says(" " + crashed.substr(2, crashed.size() - 3) + " made; 0 not as expected"), again.out);
  BOOST_TEST(content_of(again) == content_of(whole));
}

BOOST_AUTO_TEST_CASE(a_study_that_is_killed_leaves_no_process) {
  const Laboratory laboratory;
  Running running = laboratory.start({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "2", "--quiet"});
  const int worker = worker_of(running);
  running.send(SIGKILL);
  static_cast<void>(running.wait());
  const auto is_there = [&] {
    std::string name, state;
    std::ifstream stat("/proc/" + std::to_string(worker) + "/stat");
    return static_cast<bool>(stat >> name >> name >> state) && state != "Z";
  };
  for (int i = 0; i < 1000 && is_there(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  BOOST_TEST(!is_there());
}

BOOST_AUTO_TEST_CASE(a_limit_of_memory_changes_no_result_below_it) {
  const Laboratory laboratory;
  const Outcome whole = laboratory.study("whole", {"--sweeps", "gain"});
  BOOST_TEST(content_of(laboratory.study("limited", {"--memory", "2GB"})) == content_of(whole));
  const Outcome wrong = laboratory.study("out", {"--memory", "2"});
  BOOST_TEST(wrong.code == 2);
  BOOST_TEST(wrong.complains("'2' is not a size such as 500MB"), wrong.err);
  const Outcome both = laboratory.study("out", {"--memory", "2GB", "--no-isolate"});
  BOOST_TEST(both.code == 2);
  BOOST_TEST(both.complains("leave out --no-isolate"), both.err);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_isolation
