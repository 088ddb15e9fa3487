// Several scenes, and the methods of one, on several threads: the same results as one after the other.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/cli/program.hpp"

namespace perpend::test::of_jobs {
namespace {

const std::string methods =
    "method plain = none\nmethod corrected = post_stabilization\nmethod held = baumgarte(alpha: 20/s)\n"
    "measure drift = max_abs(constraint_error)\n";

std::string scene_of(int milliseconds) {
  return pendulum("run { step = 1 ms; duration = " + std::to_string(milliseconds) + " ms }\n" + methods);
}

Arguments write_scenes(const Workplace& place) {
  Arguments files;
  for (const int duration : {900, 300, 600, 100}) {
    files.push_back("s/" + std::to_string(duration) + ".scene");
    place.write(files.back(), scene_of(duration));
  }
  return files;
}

Outcome run(const Workplace& place, const Arguments& files, const std::string& jobs, const Arguments& more) {
  Arguments arguments{"run"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  arguments.insert(arguments.end(), {"--jobs", jobs});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return place.run(arguments);
}

BOOST_AUTO_TEST_SUITE(jobs)

BOOST_AUTO_TEST_CASE(scenes_side_by_side_give_the_bits_of_one_after_the_other) {
  const Workplace place;
  const Arguments files = write_scenes(place);
  BOOST_TEST(run(place, files, "1", {"--out", "one"}).code == 0);
  BOOST_TEST(run(place, files, "4", {"--out", "four"}).code == 0);
  for (const std::string& file : files) {
    const std::string result = "/s/" + std::filesystem::path(file).stem().string() + "/";
    BOOST_TEST(place.json("one" + result + "results.json")["provenance"]["content_sha256"] ==
               place.json("four" + result + "results.json")["provenance"]["content_sha256"]);
    BOOST_TEST(place.certificates("one" + result) == place.certificates("four" + result));
    BOOST_TEST(place.read("four/index.html").find(result.substr(1) + "report.html") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(methods_side_by_side_give_the_bits_of_one_after_the_other) {
  const Workplace place;
  place.write("a.scene", scene_of(400));
  for (const std::string jobs : {"1", "2", "8"})
    BOOST_TEST(run(place, {"a.scene"}, jobs, {"--certificate-data", "full", "--out", "out" + jobs}).code == 0);
  for (const std::string other : {"out2", "out8"}) {
    BOOST_TEST(place.json("out1/results.json")["provenance"]["content_sha256"] ==
               place.json(other + "/results.json")["provenance"]["content_sha256"]);
    BOOST_TEST((place.read("out1/certificates.jsonl.gz") == place.read(other + "/certificates.jsonl.gz")));
    for (const auto& entry : std::filesystem::directory_iterator(place.path(other)))
      BOOST_TEST(entry.path().string().find(".part") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(points_of_sweeps_side_by_side_give_the_bits_of_one_after_the_other) {
  const Workplace place;
  place.write("a.scene",
              pendulum("param alpha = 10/s\nrun { step = 2 ms; duration = 200 ms }\n"
                       "method held = baumgarte(alpha: alpha)\nmethod corrected = post_stabilization\n"
                       "measure drift = max_abs(constraint_error)\n"
                       "sweep gain { alpha = lin_range(1/s, 40/s, 12); methods = held }\n"
                       "sweep order { step = [8, 4, 2, 1] ms; duration = [100, 200] ms }\n"
                       "claim late \"rows of a swept run are asked\" "
                       "{ value = max(drift, held, sweep: gain, alpha: 1/s, after: 0.1 s); below = 1 m }\n"));
  for (const std::string jobs : {"1", "2", "8"})
    BOOST_TEST(run(place, {"a.scene"}, jobs, {"--out", "out" + jobs}).code == 0);
  const auto one = place.json("out1/results.json");
  BOOST_TEST(one["sweeps"][0]["points"].size() == 12U);
  BOOST_TEST(one["sweeps"][1]["points"].size() == 8U);
  for (const std::string other : {"out2", "out8"})
    BOOST_TEST(one["provenance"]["content_sha256"] ==
               place.json(other + "/results.json")["provenance"]["content_sha256"]);
}

BOOST_AUTO_TEST_CASE(a_limit_of_size_leaves_out_the_same_on_any_number_of_threads) {
  const Workplace place;
  place.write("a.scene", scene_of(400));
  for (const std::string jobs : {"1", "8"})
    BOOST_TEST(run(place, {"a.scene"}, jobs, {"--certificate-data", "20kB", "--out", "out" + jobs}).code == 0);
  BOOST_TEST((place.read("out1/certificates.jsonl.gz") == place.read("out8/certificates.jsonl.gz")));
}

BOOST_AUTO_TEST_CASE(an_interruption_ends_all_methods_of_a_scene) {
  const Workplace place;
  place.write("a.scene", pendulum("run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + methods));
  const Outcome outcome = place.run({"run", "a.scene", "--jobs", "2", "--out", "out"}, {.interrupt_in = "out"});
  BOOST_TEST(outcome.code == 130);
  const auto runs = place.json("out/incomplete/results.json")["runs"];
  BOOST_REQUIRE(runs.size() == 3U);
  for (const auto& one : runs) BOOST_TEST(one["stopped_by"] == "signal");
  BOOST_TEST(place.files("out", ".tmp").empty());
}

BOOST_AUTO_TEST_CASE(a_limit_holds_for_each_method_on_its_thread) {
  const Workplace place;
  place.write("a.scene", pendulum("run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + methods));
  const Outcome outcome = run(place, {"a.scene"}, "3", {"--limit", "1 s", "--out", "out"});
  BOOST_TEST(outcome.code == 3);
  const auto runs = place.json("out/incomplete/results.json")["runs"];
  BOOST_REQUIRE(runs.size() == 3U);
  for (const auto& one : runs) BOOST_TEST(one["stopped_by"] == "time_limit");
}

BOOST_AUTO_TEST_CASE(an_array_keeps_the_order_of_the_files) {
  const Workplace place;
  const Arguments files = write_scenes(place);
  const Outcome outcome = run(place, files, "3", {"--format", "json"});
  const auto all = nlohmann::json::parse(outcome.out);
  BOOST_REQUIRE(all.size() == files.size());
  const std::vector<long> steps{900, 300, 600, 100};
  for (std::size_t i = 0; i < files.size(); ++i) BOOST_TEST(all[i]["runs"][0]["steps"] == steps[i]);
}

BOOST_AUTO_TEST_CASE(one_wrong_scene_keeps_none_of_the_others_from_running) {
  const Workplace place;
  Arguments files = write_scenes(place);
  files.insert(files.begin() + 1, "s/wrong.scene");
  place.write("s/wrong.scene", "experiment {");
  BOOST_TEST(run(place, files, "2", {"--out", "out"}).code == 2);
  BOOST_TEST(place.has("out/s/900/report.html"));
  BOOST_TEST(place.has("out/s/100/report.html"));
}

BOOST_AUTO_TEST_CASE(an_interruption_ends_all_of_them) {
  const Workplace place;
  const std::string endless = pendulum("run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + methods);
  place.write("s/a.scene", endless);
  place.write("s/b.scene", endless);
  const Outcome outcome =
      place.run({"run", "s/a.scene", "s/b.scene", "--jobs", "2", "--out", "out"}, {.interrupt_in = "out/s/a"});
  BOOST_TEST(outcome.code == 130);
  for (const char* name : {"out/s/a/incomplete/results.json", "out/s/b/incomplete/results.json"}) {
    if (!place.has(name)) continue;
    const std::string status = place.json(name)["runs"][0]["status"];
    BOOST_TEST((status == "interrupted" || status == "not_run"), status);  // on busy cores it has not begun yet
  }
  BOOST_TEST(place.has("out/s/a/incomplete/results.json"));
}

BOOST_AUTO_TEST_CASE(a_limit_ends_the_run_of_its_own_thread_alone) {
  const Workplace place;
  place.write("s/long.scene",
              pendulum("run { step = 10 us; duration = 90 s; record_every = 100000 }\nmethod plain = none\n"
                       "measure drift = max_abs(constraint_error)\n"));
  place.write("s/short.scene", scene_of(100));
  const Outcome outcome =
      place.run({"run", "s/long.scene", "s/short.scene", "--jobs", "2", "--limit", "2 s", "--out", "out"});
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(place.json("out/s/short/results.json")["runs"][0]["status"] == "completed");
  BOOST_TEST(place.json("out/s/long/incomplete/results.json")["runs"][0]["status"] == "interrupted");
}

BOOST_AUTO_TEST_CASE(the_index_is_written_of_what_a_folder_holds) {
  const Workplace place;
  const Arguments files = write_scenes(place);
  BOOST_TEST(run(place, files, "2", {"--out", "out"}).code == 0);
  const std::string before = place.read("out/index.html");
  std::filesystem::remove(place.path("out/index.html"));
  BOOST_TEST(place.run({"index", "out"}).code == 0);
  BOOST_TEST(place.read("out/index.html") == before);
  BOOST_TEST(place.run({"index", "nowhere"}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_jobs
