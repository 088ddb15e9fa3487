// A study whose runs crash: its processes are killed from outside here, as the kernel does when memory is short.
#include <algorithm>
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

int parent_of(const fs::path& process) {
  std::ifstream file(process / "stat");
  std::string number, name, state;
  int parent = 0;
  file >> number >> name >> state >> parent;
  return parent;
}

int parent_of(int process) {
  return parent_of(fs::path("/proc") / std::to_string(process));
}

std::vector<int> children_of(int process) {
  std::vector<int> children;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc"))
    if (parent_of(entry.path()) == process) children.push_back(std::stoi(entry.path().filename()));
  return children;
}

/// The first child starts keepers in the place of those that are killed.
std::vector<int> keepers_of(const Running& study) {
  std::vector<int> keepers = children_of(study.process());
  if (keepers.empty()) return keepers;
  const auto first = std::min_element(keepers.begin(), keepers.end());
  const std::vector<int> started = children_of(*first);
  keepers.erase(first);
  keepers.insert(keepers.end(), started.begin(), started.end());
  return keepers;
}

/// The process that makes the runs of a study with one job, once it is there.
int worker_of(const Running& study) {
  for (int i = 0; i < 1000; ++i) {
    for (const int keeper : keepers_of(study))
      for (const int worker : children_of(keeper)) return worker;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  throw std::runtime_error("no process for runs");
}

/// The same with so many runs that a study is still at work when what is killed shows in its file.
std::string scene_of_many_runs() {
  std::string many = scene;
  many.replace(many.find("40/s, 8"), 7, "40/s, 48");
  return many;
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
  laboratory.write("a.scene", scene_of_many_runs());
  const Outcome whole = laboratory.study("whole", {"--no-isolate"});
  Running running = laboratory.start({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "1"});
  while (!laboratory.has("out/study.sqlite-wal")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto shows_crash = [&] {
    const std::string answer = laboratory.ask("out", "select count(*) as n from runs where status = 'crashed'");
    return answer.starts_with("n\n") && answer != "n\n0\n";
  };
  // It may be between two runs: what is killed there is replaced without a word.
  for (int i = 0; i < 20 && !shows_crash(); ++i) {
    ::kill(worker_of(running), SIGSEGV);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  BOOST_TEST(running.wait() == 3);
  const std::string said = laboratory.read(".stdout");
  BOOST_TEST(said.find("48 of 48 runs") != std::string::npos, said);
  BOOST_TEST(said.find(": crashed: its process ended by SIGSEGV (Segmentation fault)") != std::string::npos, said);
  const std::string crashed = laboratory.ask("out", "select count(*) as n from runs where status = 'crashed'");
  BOOST_TEST(laboratory.ask("out", "select count(*) as n from runs where status = 'crashed' and not as_expected") ==
             crashed);
  const Outcome again = laboratory.study("out");
  BOOST_TEST(again.code == 0);
  BOOST_TEST(again.says(" " + crashed.substr(2, crashed.size() - 3) + " made; 0 not as expected"), again.out);
  BOOST_TEST(content_of(again) == content_of(whole));
}

BOOST_AUTO_TEST_CASE(processes_that_keep_workers_are_started_anew) {
  const Laboratory laboratory;
  laboratory.write("a.scene", scene_of_many_runs());
  const Outcome whole = laboratory.study("whole", {"--no-isolate"});
  Running running = laboratory.start({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "1"});
  const auto finished = [&] {
    const std::string answer = laboratory.ask("out", "select count(*) as n from runs");
    return answer.starts_with("n\n") ? std::stoi(answer.substr(2)) : 0;
  };
  for (int killed = 0; killed < 2; ++killed) {
    // A run that loses two of them is a crash: what was done before the last one was killed is in the file by now.
    std::this_thread::sleep_for(std::chrono::milliseconds(killed == 0 ? 0 : 200));
    const int before = finished();
    for (int i = 0; i < 1000 && finished() == before; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(parent_of(worker_of(running)), SIGKILL);
  }
  BOOST_TEST(running.wait() == 0);
  const std::string said = laboratory.read(".stdout");
  BOOST_TEST(said.find("48 of 48 runs: 0 kept, 0 from the cache, 48 made; 0 not as expected") != std::string::npos,
             said);
  BOOST_TEST(content_of(Outcome{.code = 0, .out = said, .err = {}}) == content_of(whole));
}

BOOST_AUTO_TEST_CASE(a_study_whose_processes_are_all_killed_says_how_to_continue) {
  const Laboratory laboratory;
  const Outcome whole = laboratory.study("whole", {"--no-isolate"});
  Running running = laboratory.start({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "2"});
  const int worker = worker_of(running);
  // The one without a worker starts the others.
  for (const bool is_every : {false, true})
    for (const int process : children_of(running.process()))
      if (is_every || children_of(process).empty()) ::kill(process, SIGKILL);
  BOOST_TEST(worker > 0);
  BOOST_TEST(running.wait() == 4);
  const std::string said = laboratory.read(".stderr");
  BOOST_TEST(said.find("error: all processes that make runs were killed: the one that starts others was killed, too; "
                       "what is finished is kept: start the same command again") != std::string::npos,
             said);
  BOOST_TEST(content_of(laboratory.study("out")) == content_of(whole));
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
