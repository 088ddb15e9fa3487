// The program among others: scenes from pipes, readers that go away, two runs into one folder, names that other
// programs would take for commands.
#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <thread>

#include "tests/cli/program.hpp"

namespace perpend::test::of_processes {
namespace {

namespace fs = std::filesystem;

const std::string long_run = "run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + plain_method;

void wait_for(const Workplace& place, const std::string& name) {
  for (int i = 0; i < 5000 && !place.has(name); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

/// Until the program has this file open: a signal before that finds no handler yet.
void wait_until_open(const Running& running, const std::string& path) {
  const fs::path files = "/proc/" + std::to_string(running.process()) + "/fd";
  for (int i = 0; i < 5000; ++i) {
    std::error_code gone;
    for (fs::directory_iterator entry(files, gone), end; !gone && entry != end; entry.increment(gone))
      if (fs::read_symlink(entry->path(), gone) == path) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

BOOST_AUTO_TEST_SUITE(processes)

BOOST_AUTO_TEST_CASE(a_scene_comes_through_a_pipe) {
  const Workplace place;
  BOOST_REQUIRE(::mkfifo(place.path("pipe").c_str(), 0600) == 0);
  Running running = place.start({"run", "pipe", "--out", "out"});
  std::ofstream(place.path("pipe")) << pendulum(ten_steps + plain_method);
  BOOST_TEST(running.wait(20.0) == 0);
  BOOST_TEST(place.json("out/results.json")["runs"][0]["status"] == "completed");
}

BOOST_AUTO_TEST_CASE(a_pipe_that_nobody_writes_to_can_be_left) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    for (const char* command : {"run", "check"}) {
      const Workplace place;
      BOOST_REQUIRE(::mkfifo(place.path("pipe").c_str(), 0600) == 0);
      Running running = place.start({command, "pipe"});
      wait_until_open(running, place.path("pipe"));
      running.send(signal);
      BOOST_TEST(running.wait(3.0) == 130);
      BOOST_TEST(place.read(".stderr").find("interrupted while waiting for it") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_pipe_without_end_is_too_large_and_other_readers_refuse_pipes) {
  const Workplace place;
  const Outcome endless = place.run({"check", "/dev/zero"});
  BOOST_TEST(endless.code == 2);
  BOOST_TEST(endless.complains("has more than"), endless.err);
  BOOST_REQUIRE(::mkfifo(place.path("A.mtx").c_str(), 0600) == 0);
  const Outcome matrix = place.run({"certify", "spd", "A.mtx"});
  BOOST_TEST(matrix.code == 2);
  BOOST_TEST(matrix.complains("not a regular file"), matrix.err);
}

BOOST_AUTO_TEST_CASE(a_reader_that_goes_away_is_no_failure_and_changes_no_verdict) {
  const Workplace place;
  const std::string claim = ten_steps + plain_method + "claim c \"w\" { value = max(drift, plain); ";
  place.write("good.scene", pendulum(claim + "below = 1 m }"));
  place.write("bad.scene", pendulum(claim + "below = 1e-30 m }"));
  const auto code = [&](const Arguments& arguments) {
    const Outcome outcome = place.run(arguments, {.is_closed = true});
    BOOST_TEST(outcome.err.empty(), outcome.err);
    return outcome.code;
  };
  for (const char* what : {"methods", "units", "solvers", "cases"}) BOOST_TEST(code({"list", what}) == 0, what);
  BOOST_TEST(code({"manual"}) == 0);
  BOOST_TEST(code({"check", "good.scene"}) == 0);
  BOOST_TEST(code({"run", "good.scene", "bad.scene", "--out", "out"}) == 1);
  BOOST_TEST(place.has("out/index.html"));  // what was to be written is, whoever reads the text
}

BOOST_AUTO_TEST_CASE(a_second_run_into_a_folder_is_told_who_writes_there) {
  const Workplace place;
  place.write("long.scene", pendulum(long_run));
  place.write("short.scene", pendulum(ten_steps + plain_method));
  Running first = place.start({"run", "long.scene", "--out", "out"});
  wait_for(place, "out/certificates.jsonl.gz.tmp");
  const Outcome second = place.run({"run", "short.scene", "--out", "out"});
  BOOST_TEST(second.code == 4);
  BOOST_TEST(second.complains("process " + std::to_string(first.process()) + ", since 2"), second.err);
  BOOST_TEST(second.complains("writes into out; wait for it, or give another --out"), second.err);
  BOOST_TEST(place.run({"run", "short.scene", "--out", "elsewhere"}).code == 0);
  // A process that ends without a word leaves its files and no lock.
  first.send(SIGKILL);
  BOOST_TEST(first.wait(10.0) == -SIGKILL);
  BOOST_TEST(place.run({"run", "short.scene", "--out", "out"}).code == 0);
  BOOST_TEST(place.files("out", ".tmp").empty());
  BOOST_TEST(!place.has("out/.lock"));
}

/// One of many that begin together runs, or they run one after another; the files are those of one.
BOOST_AUTO_TEST_CASE(of_runs_that_begin_together_none_is_mixed_with_another) {
  const Workplace place;
  for (const char* title : {"a", "b", "c", "d"})
    place.write(std::string(title) + ".scene", pendulum("title = \"run " + std::string(title) +
                                                        "\"\nrun { step = 1 ms; duration = 0.2 s }\n" + plain_method));
  std::vector<Running> all;
  for (int round = 0; round < 2; ++round)
    for (const char* name : {"a.scene", "b.scene", "c.scene", "d.scene"})
      all.push_back(place.start({"run", name, "--out", "out", "--quiet"}));
  int finished = 0;
  for (Running& one : all) {
    const int code = one.wait();
    BOOST_TEST((code == 0 || code == 4));
    finished += code == 0 ? 1 : 0;
  }
  BOOST_TEST(finished >= 1);
  const std::string title = place.json("out/results.json")["title"];
  BOOST_TEST(place.read("out/report.html").find("<title>" + title + "</title>") != std::string::npos);
  BOOST_TEST(!place.certificates("out").empty());
  BOOST_TEST(place.files("out", ".tmp").empty());
}

BOOST_AUTO_TEST_CASE(no_name_is_a_command) {
  const std::string scene =
      pendulum("title = \"]]> `touch PWN` $(touch PWN) @touch %s 'x' \\\"\"\n" + ten_steps + plain_method +
               "figure f { y = drift; title = \"a ]]> b `touch PWN` 100 % 'x'\" }");
  for (const std::string out : {"|touch PWN #", "'; system('touch PWN'); '", "`touch PWN`", "two\nlines", "a \"b\" 'c'",
                                "\"; system \"touch PWN", "@x %d $HOME ~", "-d", "\\"}) {
    const Workplace place;
    place.write("swing.scene", scene);
    const Outcome outcome = place.run({"run", "swing.scene", "--out=" + out});
    BOOST_TEST(outcome.code == 0, out + ": " + outcome.err);
    for (const auto& entry : fs::recursive_directory_iterator(place.path(".")))
      BOOST_TEST(entry.path().filename() != "PWN", out);
    if (place.read(out + "/report.html").find("gnuplot is not installed") != std::string::npos) continue;
    BOOST_TEST(place.has(out + "/figures/f.pdf"), out);
    pugi::xml_document svg;
    BOOST_TEST(svg.load_string(place.read(out + "/figures/f.svg").c_str()), out);
    std::string text;
    for (const pugi::xpath_node node : svg.select_nodes("//text()")) text += node.node().value();
    BOOST_TEST(text.find("a ]] > b") != std::string::npos, text);
    BOOST_TEST(text.find("100 %") != std::string::npos, text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_processes
