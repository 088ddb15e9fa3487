// Studies from the command line: what is finished stays, whatever ends the process, and the results do not depend on
// how the work was shared.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <csignal>
#include <random>
#include <sstream>
#include <thread>

#include "formats/npz.hpp"
#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_studies {

BOOST_AUTO_TEST_SUITE(studies)

BOOST_AUTO_TEST_CASE(results_do_not_depend_on_the_number_of_threads) {
  const Studio studio;
  const Outcome one = studio.study("one", {"--jobs", "1", "--no-cache"});
  BOOST_TEST(one.code == 0, one.err);
  BOOST_TEST(one.says("84 of 84 runs: 0 kept, 0 from the cache, 84 made; 0 not as expected"), one.out);
  const Outcome eight = studio.study("eight", {"--jobs", "8", "--no-cache"});
  BOOST_TEST(content_of(one) == content_of(eight));
  BOOST_TEST(studio.ask("one", all_runs) == studio.ask("eight", all_runs));
  BOOST_TEST(studio.files("one", "").size() == 2U);  // study.sqlite and study.html alone
}

BOOST_AUTO_TEST_CASE(a_query_writes_an_array_for_each_column) {
  const Studio studio;
  BOOST_TEST(studio.study("study", {"--no-cache"}).code == 0);
  const std::string asked =
      "select r.method, r.point, m.max, case r.point when 0 then null else r.steps end as some, r.point from runs r "
      "join "
      "run_measures m using (run) order by r.run";
  const Outcome written = studio.run({"query", "study", asked, "--format", "npz", "--out", "a.npz"});
  BOOST_TEST(written.code == 0, written.err);
  const formats::NpzArchive archive(studio.path("a.npz"));
  BOOST_TEST(archive.names() == (std::vector<std::string>{"method", "point", "max", "some", "point#2"}),
             boost::test_tools::per_element());
  const auto parsed = nlohmann::json::parse(studio.run({"query", "study", asked, "--format", "json"}).out);
  const auto kind = [&](const char* name, const std::string& bytes) { return formats::parse_npy(bytes, name).kind; };
  BOOST_TEST(kind("method", archive.unpack("method")) == 'U');
  BOOST_TEST(kind("point", archive.unpack("point")) == 'i');
  const formats::Dense largest = formats::read_dense(archive, "max"), some = formats::read_dense(archive, "some");
  BOOST_REQUIRE(largest.value.size() == parsed.size());
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    BOOST_TEST(largest.value[i] == parsed[i]["max"].get<double>());
    BOOST_TEST(std::isnan(some.value[i]) == (parsed[i]["point"].get<int>() == 0));
  }
  BOOST_TEST(studio.run({"query", "study", "select 1", "--format", "npz"}).complains("--out FILE.npz"));
  BOOST_TEST(studio.run({"query", "study", "select 1", "--out", "b"}).complains("is for --format npz"));
  BOOST_TEST(studio.run({"query", "study", "select 1", "--format", "npz", "--out", "no/b.npz"}).code == 4);
}

BOOST_AUTO_TEST_CASE(infinities_are_texts_in_json) {
  const Studio studio;
  BOOST_TEST(studio.study("study", {"--no-cache"}).code == 0);
  const std::string asked = "select 9e999 as high, -9e999 as low, null as none, 0.5 as half, 'inf' as word";
  const auto row = nlohmann::json::parse(studio.run({"query", "study", asked, "--format", "json"}).out)[0];
  BOOST_TEST(row ==
             nlohmann::json({{"high", "inf"}, {"low", "-inf"}, {"none", nullptr}, {"half", 0.5}, {"word", "inf"}}));
}

BOOST_AUTO_TEST_CASE(a_study_gives_the_bits_of_a_run) {
  const Studio studio;
  BOOST_TEST(studio.study("study", {"--no-cache"}).code == 0);
  BOOST_TEST(studio.run({"run", "a.scene", "--out", "run", "--quiet"}).code == 0);
  const auto rows = studio.rows("study", "select max, rms from run_measures order by run");
  std::size_t row = 0;
  const auto results = studio.json("run/results.json");
  for (const auto& sweep : results["sweeps"])
    for (const auto& point : sweep["points"])
      for (const auto& one : point["runs"]) {
        BOOST_REQUIRE(row < rows.size());
        BOOST_TEST(rows[row]["max"].get<double>() == one["measures"]["drift"]["max"].get<double>());
        BOOST_TEST(rows[row++]["rms"].get<double>() == one["measures"]["drift"]["rms"].get<double>());
      }
  BOOST_TEST(row == rows.size());
}

/// Killed at a random moment, again and again: each process finds what the others finished.
BOOST_AUTO_TEST_CASE(kills_lose_nothing_and_double_nothing) {
  const Studio studio;
  const Outcome whole = studio.study("whole", {"--no-cache"});
  std::mt19937 random(1);
  int last = 0;
  bool is_complete = false;
  for (int kill = 0; kill < 100; ++kill) {
    Running running = studio.start({"study", "a.scene", "--out", "out", "--no-cache", "--quiet", "--jobs", "2"});
    std::this_thread::sleep_for(std::chrono::microseconds(5000 + random() % 40000));
    running.send(SIGKILL);
    is_complete = running.wait() == 0 || is_complete;
    if (!studio.has("out/study.sqlite")) continue;
    const std::string answer = studio.ask("out", "select count(*), count(distinct run) from runs");
    std::istringstream lines(answer.substr(answer.find('\n') + 1));
    int count = 0, distinct = 0;
    char comma = 0;
    if (!(lines >> count >> comma >> distinct)) continue;  // killed before the tables were there
    BOOST_TEST(count == distinct);
    BOOST_TEST(count >= last);
    last = count;
  }
  const Outcome finished = studio.study("out", {"--no-cache"});
  BOOST_TEST(finished.says(std::to_string(last) + " kept"), finished.out);
  BOOST_TEST(content_of(finished) == content_of(whole));
  BOOST_TEST(studio.ask("out", "pragma integrity_check").find("ok") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_zip_is_not_the_grid_of_the_same_values) {
  const auto text = [](const std::string& more) {
    return pendulum(
        "param drop = 0 m/s\nparam alpha = 10/s\nrun { step = 2 ms; duration = 50 ms }\n"
        "method held = baumgarte(alpha: alpha)\nsweep map { drop = [0, 1] m/s; alpha = [1, 2]/s" +
        more + " }\n");
  };
  const Studio studio(text(""));
  const Outcome grid = studio.study("out", {"--cache", "cache"});
  studio.write("a.scene", text("; combine = zip"));
  BOOST_TEST(studio.study("out", {"--cache", "cache"}).says("2 of 2 runs"));
  BOOST_TEST(studio.ask("out", "select point, alpha from sweep_map group by point") == "point,alpha\n0,1\n1,2\n");
  BOOST_TEST(studio.read("out/study.html").find("2 points of drop (2), alpha (2)") != std::string::npos);
  studio.write("a.scene", text("; expect = any"));
  BOOST_TEST(studio.study("shards", {"--no-cache", "--shard", "1/2"}).code == 0);
  studio.write("a.scene", text(""));
  BOOST_TEST(studio.study("shards", {"--no-cache", "--shard", "2/2"}).code == 0);
  BOOST_TEST(studio.run({"study", "merge", "shards"}).complains("of another plan"));
  BOOST_TEST(content_of(studio.study("out", {"--cache", "cache"})) == content_of(grid));
}

BOOST_AUTO_TEST_CASE(a_file_says_what_its_scene_says_now) {
  const Studio studio;
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  std::string titled = swept_scene;
  titled.insert(titled.find("param g"), "title = \"Another\"\n");
  studio.write("a.scene", titled);
  const Outcome kept = studio.study("out", {"--no-cache"});
  BOOST_TEST(kept.says("84 kept"), kept.out);
  BOOST_TEST(content_of(kept) == content_of(studio.study("fresh", {"--no-cache"})));
  BOOST_TEST(studio.read("out/study.html").find("Another") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_that_differ_in_case_have_columns_of_their_own) {
  const Studio studio(
      pendulum("param fall = 0 m/s\nparam Fall = 0 m/s\nparam max = 1\n"
               "run { step = 2 ms; duration = 50 ms }\nmethod plain = none\n"
               "sweep map { fall = [0, 1] m/s; Fall = [5, 7] m/s }\nsweep Map { max = [3, 4] }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  BOOST_TEST(studio.ask("out", "select fall, Fall_key from sweep_map where point = 1 limit 1") ==
             "fall,Fall_key\n0,7\n");
  BOOST_TEST(studio.ask("out", "select max_key from sweep_Map_key where point = 1 limit 1") == "max_key\n4\n");
}

// Half a minute of runs, so that a busy machine does not end them before the signal comes.
BOOST_AUTO_TEST_CASE(an_interrupted_study_goes_on) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 10 us; duration = 1 s; record_every = 100000 }\n"
               "method held = baumgarte(alpha: alpha)\n"
               "sweep gain { alpha = lin_range(1/s, 40/s, 4000) }\n"));
  const Outcome outcome =
      studio.run({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "2"}, {.interrupt_in = "out"});
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(outcome.complains("interrupted; the same command continues it"));
  BOOST_TEST(studio.files("out", "-wal").empty());
}

BOOST_AUTO_TEST_CASE(one_run_that_fails_stops_no_other) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 2 ms; duration = 50 ms }\n"
               "method held = baumgarte(alpha: alpha)\n"
               "sweep gain { alpha = [10, 1e200, 20]/s }\n"));
  const Outcome outcome = studio.study("out", {"--no-cache", "--jobs", "1"});
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("3 of 3 runs"), outcome.out);
  BOOST_TEST(outcome.says("1 not as expected"), outcome.out);
  BOOST_TEST(outcome.says("gain / 1 / held: "), outcome.out);
  const Outcome first = studio.study("fast", {"--no-cache", "--jobs", "1", "--fail-fast"});
  BOOST_TEST(first.code == 3);
  BOOST_TEST(studio.run({"study", "merge", "fast"}).complains("fast/study.sqlite: 2 of 3 runs: start the same study"));
  BOOST_TEST(first.says("2 of 3 runs"), first.out);
}

BOOST_AUTO_TEST_CASE(a_point_without_a_valid_scene_is_a_result_wherever_it_stands) {
  const auto outcome_of = [](const std::string& values) {
    const Studio studio(pendulum(ten_steps +
                                 "param alpha = 10/s\nmethod held = baumgarte(alpha: alpha)\n"
                                 "sweep gain { alpha = " +
                                 values + "/s }\n"));
    return studio.study("out", {"--no-cache"});
  };
  for (const char* values : {"[-1, 2, 3]", "[2, -1, 3]", "[2, 3, -1]"}) {
    const Outcome outcome = outcome_of(values);
    BOOST_TEST(outcome.code == 3, values);
    BOOST_TEST(outcome.says("3 of 3 runs"), outcome.out + outcome.err);
    BOOST_TEST(outcome.says("not_run: no valid scene at this point"), outcome.out);
  }
  // Where neither end has one, it is likely that no point has.
  const Outcome refused = outcome_of("[-1, 2, -3]");
  BOOST_TEST(refused.code == 2);
  BOOST_TEST(refused.complains("sweep gain at alpha = -1"), refused.err);
}

BOOST_AUTO_TEST_CASE(a_run_that_meets_its_limit_is_a_result) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 10 us; duration = 90 s; record_every = 100000 }\n"
               "method held = baumgarte(alpha: alpha)\n"
               "sweep gain { alpha = [10, 20]/s; expect = any }\n"));
  const Outcome outcome = studio.study("out", {"--cache", "cache", "--limit", "200ms"});
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(studio.ask("out", "select status from runs") == "status\nlimit\nlimit\n");
  BOOST_TEST(studio.run({"cache", "ls", "--cache", "cache"}).says(": 0 runs"));
  // Made again where there is more time, and only there.
  BOOST_TEST(studio.study("out", {"--no-cache", "--limit", "100ms"}).says("2 kept"));
  BOOST_TEST(studio.study("out", {"--no-cache", "--limit", "300ms"}).says("2 made"));
}

BOOST_AUTO_TEST_CASE(a_page_shows_maps_curves_and_failures) {
  const Studio studio(
      pendulum("param alpha = 10/s\nparam beta = 0/s\nrun { step = 10 ms; duration = 1 s }\n"
               "method held = baumgarte(alpha: alpha, beta: beta)\nmeasure drift = max_abs(constraint_error)\n"
               "sweep map { alpha = lin_range(1/s, 400/s, 12); beta = lin_range(1/s, 400/s, 9) }\n"
               "sweep line { alpha = lin_range(1/s, 20/s, 12) }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache", "--quiet"}).code == 3);
  const std::string page = studio.read("out/study.html");
  const auto count = [&](const std::string& text) {
    int found = 0;
    for (std::size_t at = page.find(text); at != std::string::npos; at = page.find(text, at + 1)) ++found;
    return found;
  };
  BOOST_TEST(count("data:image/png;base64,") >= 3);  // ends, the certificate of stability, the drift
  BOOST_TEST(count("data:image/svg+xml;base64,") == 1);
  BOOST_TEST(count("certificate spectral_radius") > 0);
  BOOST_TEST(count("108 points of alpha (12) x beta (9)") == 1);
  BOOST_TEST(count("<h2>Runs that are not as expected</h2>") == 1);
  BOOST_TEST(count("Not all as expected") == 1);
  BOOST_TEST(count("<script") == 2);  // the points, and what shows their commands
  BOOST_TEST(count(" style=") == 0);  // the policy would not let it
  studio.write("out/study.html", "old");
  BOOST_TEST(studio.run({"study", "report", "out"}).code == 3);
  BOOST_TEST((studio.read("out/study.html") == page));
  BOOST_TEST(studio.run({"study", "report", "nowhere"}).code == 4);
}

BOOST_AUTO_TEST_CASE(a_dry_run_tells_what_refining_adds) {
  const Studio studio(
      pendulum("param alpha = 10/s\nrun { step = 10 ms; duration = 200 ms }\n"
               "method held = baumgarte(alpha: alpha)\nmethod corrected = post_stabilization\n"
               "sweep edge { alpha = [10, 50, 1000]/s; expect = any; refine = completion(along: alpha, to: 20/s) }\n"));
  const Outcome plan = studio.run({"study", "a.scene", "--dry-run", "--jobs", "4096"});
  BOOST_TEST(plan.says("6 runs\n"), plan.out);
  BOOST_TEST(plan.says("without what refines: 12 runs more"), plan.out);
  BOOST_TEST(!plan.says("on 4096 cores"), plan.out);
}

BOOST_AUTO_TEST_CASE(a_point_that_is_given_twice_is_said) {
  const Studio studio(pendulum(ten_steps + "param a = 1\nparam b = 1\nmethod plain = none\n"
                                           "sweep one { a = [1, 2, 1] }\n"
                                           "sweep two { a = [1, 2, 1]; b = [3, 3, 3]; combine = zip }\n"
                                           "sweep three { a = [1, 1]; b = [3, 4]; combine = zip }\n"));
  const Outcome outcome = studio.run({"check", "a.scene"});
  BOOST_TEST(outcome.complains("'a' of sweep 'one' is 1 twice"), outcome.err);
  BOOST_TEST(outcome.complains("point 3 of sweep 'two' is one of those before it"), outcome.err);
  BOOST_TEST(!outcome.complains("three"), outcome.err);
  const Outcome study = studio.run({"study", "a.scene", "--out", "s", "--no-cache"});
  BOOST_TEST(study.says("8 of 8 runs: 0 kept, 0 from the cache, 6 made, 2 of points that are listed again;"),
             study.out);
}

BOOST_AUTO_TEST_CASE(drawn_values_are_the_same_everywhere) {
  const Studio studio(
      pendulum("param alpha = 10/s\nparam beta = 0/s\nrun { step = 2 ms; duration = 10 ms }\n"
               "method held = baumgarte(alpha: alpha, beta: beta)\n"
               "sweep scatter { alpha = random(1/s, 2/s, 3, 7); beta = log_random(1/s, 100/s, 3, 7) }\n"
               "sweep even { alpha = quasi_random(0/s, 1/s, 4); beta = quasi_random(0/s, 1/s, 4) }\n"
               "sweep pairs { alpha = [1, 2]/s; beta = [3, 4]/s; combine = zip }\n"));
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  BOOST_TEST(studio.ask("out", "select point, alpha, beta from sweep_pairs group by point") ==
             "point,alpha,beta\n0,1,3\n1,2,4\n");
  // A quarter of the square each: that is what Sobol's points are for.
  BOOST_TEST(studio.ask("out",
                        "select count(distinct cast(2 * alpha as int) + 10 * cast(2 * beta as int)) as n from "
                        "sweep_even") == "n\n4\n");
  const std::string drawn = studio.ask("out", "select distinct alpha from sweep_scatter");
  BOOST_TEST(drawn == "alpha\n1.2157203222333308\n1.2002326479213556\n1.5582016102100282\n");
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_said_and_loses_nothing_finished) {
  const Studio studio;
  const Outcome full =
      studio.run({"study", "a.scene", "--out", "out", "--no-cache", "--jobs", "1"}, {.max_file_bytes = 60000});
  BOOST_TEST(full.code == 4);
  BOOST_TEST(full.complains("study.sqlite"), full.err);
  const Outcome finished = studio.study("out", {"--no-cache"});
  BOOST_TEST(finished.code == 0, finished.err);
  BOOST_TEST(finished.says("84 of 84 runs"), finished.out);
}

BOOST_AUTO_TEST_CASE(wrong_input_is_answered_clearly) {
  const Studio studio;
  const auto refuses = [&](const Arguments& arguments, const std::string& why) {
    const Outcome outcome = studio.run(arguments);
    BOOST_TEST(outcome.code == 2, arguments[0]);
    BOOST_TEST(outcome.complains(why), outcome.err);
  };
  refuses({"study", "a.scene"}, "give the folder of the results: --out DIR");
  refuses({"study", "--out", "x"}, "give a scene");
  for (const std::string shard : {"0/3", "4/3", "1", "1/", "x/3", "1/3x", "-1/3", "1/1000001"})
    refuses({"study", "a.scene", "--out", "x", "--shard=" + shard}, "write k/K with 1 <= k <= K <= 1000000");
  for (const std::string jobs : {"0", "-1", "1.5", "x", "4097", "99999999999999999999"})
    refuses({"study", "a.scene", "--out", "x", "--jobs=" + jobs}, "is not a whole number from 1 to 4096");
  refuses({"study", "a.scene", "--out", "x", "--sweeps", "mop"}, "no sweep 'mop' in the scene; it has map, order");
  refuses({"study", "a.scene", "--out", "x", "--methods", "mop"}, "no method 'mop'");
  refuses({"study", "a.scene", "--out", "x", "--set", "mop = 1"}, "mop");
  studio.write("none.scene", pendulum(ten_steps + "method plain = none\n"));
  refuses({"study", "none.scene", "--out", "x"}, "the scene has no sweep");
  studio.write("huge.scene",
               pendulum(ten_steps + "param a = 1\nparam b = 1\nmethod plain = none\n"
                                    "sweep map { a = lin_range(1, 2, 100000); b = lin_range(1, 2, 10000) }\n"));
  refuses({"study", "huge.scene", "--out", "x"}, "a grid of 1000000000 points; 100000000 are allowed");
  for (const auto& [values, why] :
       {std::pair{"a = 1..1000000000", "1000000000 values; 1 to 1000000 are allowed"},
        std::pair{"a = random(1, 2, 1000000000)", "1000000000 values; 1 to 1000000 are allowed"},
        std::pair{"a = 3..1", "the range 3..1 is empty"},
        std::pair{"a = 1..1000000; b = 1..1000000; step = lin_range(1 ms, 2 ms, 1000000)",
                  "a grid of about 1e+18 points; 100000000 are allowed"}}) {
    studio.write("many.scene",
                 pendulum(ten_steps + "param a = 1\nparam b = 1\nmethod plain = none\nsweep map { " + values + " }\n"));
    refuses({"study", "many.scene", "--out", "x"}, why);
  }
  studio.write("large.scene",
               pendulum(ten_steps + "param a = 1\nparam b = 1\nmethod plain = none\n"
                                    "sweep map { a = lin_range(1, 2, 1000); b = lin_range(1, 2, 1000) }\n"));
  refuses({"run", "large.scene"}, "use 'perpend study'");
  BOOST_TEST(studio.run({"study", "large.scene", "--dry-run"}).says("1000000 runs"));
  BOOST_TEST(!studio.has("x"));
  refuses({"query", "nothing", "select 1"}, "no such file");
  studio.write("text",
               "no database, but a text that is long enough to be read as the head of one, which has 100 bytes");
  refuses({"query", "text", "select 1"}, "file is not a database");
  BOOST_TEST(studio.study("out", {"--no-cache"}).code == 0);
  refuses({"query", "out", "selekt 1"}, "near \"selekt\": syntax error");
  refuses({"query", "out", "delete from runs"}, "attempt to write a readonly database");
  refuses({"query", "out", "select 1; select 2"}, "more than one statement: ask one at a time");
  studio.write("b.scene", "experiment other" + swept_scene.substr(swept_scene.find(' ', 11)));
  const Outcome other = studio.run({"study", "b.scene", "--out", "out", "--no-cache"});
  BOOST_TEST(other.code == 4);
  BOOST_TEST(other.complains("the study of 'swing', not of 'other': give another folder"), other.err);
  BOOST_TEST(studio.run({"study", "status", "out"}).says("84 of 84 runs"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_studies
