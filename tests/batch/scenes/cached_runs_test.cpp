// The runs of a scene in a cache: a report that is made of them is, byte for byte, the one of the runs themselves.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "batch/scenes/cached_runs.hpp"
#include "reports/files/result_files.hpp"
#include "study/execute.hpp"
#include "study/vocabulary.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_scene_runs {
namespace {

namespace fs = std::filesystem;

/// Every file of a report by its name, and how often each run came about in which way.
struct Report {
  std::map<std::string, std::string> files;
  std::map<CacheUse, long> uses;
};

/// A run of the scene, alone in what it depends on but for the cache: date, command and machine are left out.
Report run_scene(const dsl::Document& document, const Experiment& experiment, EarlierRuns* earlier,
                 ThreadBudget* threads = nullptr) {
  const TemporaryFolder folder;
  reports::CertificateStream stream(folder.at(reports::certificate_file_name));
  write_header(document, experiment, stream);
  ExperimentRecord record = execute(document, experiment,
                                    {.methods = {},
                                     .overrides = {},
                                     .stream = &stream,
                                     .data = DataAmount::full,
                                     .lcps = nullptr,
                                     .earlier = earlier,
                                     .limit = {},
                                     .progress = {},
                                     .threads = threads});
  BOOST_TEST(!stream.commit().has_value());
  add_source(document, "a.scene", record);
  record.provenance.date.clear();
  Report report;
  const auto take = [&](std::vector<MethodRun>& runs) {
    for (MethodRun& run : runs) ++report.uses[std::exchange(run.cache, CacheUse::none)];
  };
  take(record.runs);
  for (SweepRecord& sweep : record.sweeps)
    for (SweepPoint& point : sweep.points) take(point.runs);
  BOOST_TEST(reports::write_all(record, folder.path(), {.figures = false}).empty());
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path()))
    if (entry.is_regular_file())
      report.files[entry.path().lexically_relative(folder.path()).string()] = read_text(entry.path().string());
  return report;
}

void check_same(const Report& a, const Report& b, const std::string& what) {
  BOOST_TEST(a.files.size() >= 6U, what);  // five and the scene; one more where rows were recorded
  BOOST_TEST(a.files.size() == b.files.size(), what);
  for (const auto& [name, bytes] : a.files) BOOST_TEST((b.files.at(name) == bytes), what << ": " << name);
}

struct Scene {
  std::string file;
  std::shared_ptr<const dsl::Document> document;
  Experiment experiment;
};

/// Those that are shipped and take few steps, in the order of their names.
std::vector<Scene> small_scenes() {
  constexpr double most_work = 1.1e5;
  std::set<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(PERPEND_SOURCE_DIR "/scenes"))
    if (entry.path().extension() == ".scene" && entry.path().string().find("/studies/") == std::string::npos)
      files.insert(entry.path().string());
  std::vector<Scene> scenes;
  for (const std::string& file : files) {
    const dsl::Parsed parsed = dsl::parse_file(file, "");
    if (parsed.document == nullptr) continue;
    dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), {});
    if (loaded.experiment && expected_work(*loaded.experiment, {}) < most_work)
      scenes.push_back({file, parsed.document, std::move(*loaded.experiment)});
  }
  return scenes;
}

BOOST_AUTO_TEST_SUITE(scene_runs)

BOOST_AUTO_TEST_CASE(reports_of_shipped_scenes_are_the_same_bytes_from_the_cache) {
  const std::vector<Scene> scenes = small_scenes();
  BOOST_TEST(scenes.size() >= 10U);
  const TemporaryFolder folder;
  batch::RunCache cache(folder.path());
  batch::LenientCache lenient(&cache);
  std::map<std::string, Report> all;
  for (const Scene& scene : scenes) {
    batch::SceneRuns earlier(*scene.document, scene.experiment.id, {}, lenient);
    const Report made = run_scene(*scene.document, scene.experiment, &earlier);
    const Report found = run_scene(*scene.document, scene.experiment, &earlier);
    check_same(made, found, scene.file);
    BOOST_TEST((found.uses == std::map<CacheUse, long>{{CacheUse::found, made.uses.at(CacheUse::added)}}), scene.file);
    all[scene.file] = made;
  }
  // Half of the runs of each scene, on two threads; the times of the others are measured anew.
  batch::Database(cache.path(), batch::Access::write).run("DELETE FROM runs WHERE rowid % 2 = 0");
  for (const Scene& scene : scenes) {
    batch::SceneRuns earlier(*scene.document, scene.experiment.id, {}, lenient);
    ThreadBudget threads(1);
    const Report mended = run_scene(*scene.document, scene.experiment, &earlier, &threads);
    const Report found = run_scene(*scene.document, scene.experiment, &earlier);
    check_same(mended, found, scene.file);
    for (const char* name : {reports::certificate_file_name, "series.csv"})
      BOOST_TEST((mended.files.at(name) == all.at(scene.file).files.at(name)), scene.file);
  }
}

/// A pendulum, its run by one method, and how often that was made.
struct Pendulum {
  Planned planned{swept_pendulum(two_sweeps)};
  Experiment experiment = planned.plan().experiment();
  const MethodSpec& method = experiment.methods.front();
  long made = 0;

  CacheUse ask(batch::LenientCache& cache, reports::CertificateStream* stream = nullptr, double limit = 1e9,
               std::uintmax_t most_bytes = most_kept_bytes) {
    batch::SceneRuns earlier(planned.document(), experiment.id, {}, cache);
    const auto data = stream != nullptr ? std::optional(DataAmount::full) : std::nullopt;
    const auto make = [&] {
      ++made;
      if (stream != nullptr) stream->line("{}");
      const SweepSpec sweep;
      const SweepDetail detail;
      SweptScene scene(planned.document(), sweep, detail, {}, {}, {});
      return scene.run(method, {});
    };
    return find_or_run({.earlier = &earlier, .limit = limit, .stream = stream, .most_bytes = most_bytes},
                       run_of_scene(experiment, method, data), experiment, method, make)
        .cache;
  }
};

BOOST_AUTO_TEST_CASE(a_cache_that_can_only_be_read_gives_its_runs_and_takes_none) {
  const TemporaryFolder folder;
  Pendulum pendulum;
  int complaints = 0;
  const auto complain = [&](const std::string&) { ++complaints; };
  {
    batch::RunCache cache(folder.path());
    batch::LenientCache lenient(&cache, complain);
    BOOST_TEST((pendulum.ask(lenient) == CacheUse::added));
  }
  batch::RunCache cache(folder.path(), batch::Access::read);
  batch::LenientCache lenient(&cache, complain);
  BOOST_TEST((pendulum.ask(lenient) == CacheUse::found));
  BOOST_TEST(pendulum.made == 1);
  reports::CertificateStream stream(folder.at("certificates"));
  for (int i = 0; i < 2; ++i) BOOST_TEST((pendulum.ask(lenient, &stream) == CacheUse::failed));
  BOOST_TEST(pendulum.made == 3);
  BOOST_TEST(complaints == 1);
  BOOST_TEST((pendulum.ask(lenient) == CacheUse::found));
}

BOOST_AUTO_TEST_CASE(a_run_that_is_too_large_or_met_its_limit_is_made_each_time) {
  const TemporaryFolder folder;
  Pendulum pendulum;
  batch::RunCache cache(folder.path());
  batch::LenientCache lenient(&cache);
  reports::CertificateStream stream(folder.at("certificates"));
  for (int i = 0; i < 2; ++i) {
    BOOST_TEST((pendulum.ask(lenient, &stream, 1e9, 5) == CacheUse::too_large));
    BOOST_TEST((pendulum.ask(lenient, nullptr, 0.0) == CacheUse::none));
  }
  BOOST_TEST(pendulum.made == 4);
  BOOST_TEST(cache.totals().runs == 0);
  BOOST_TEST((pendulum.ask(lenient, &stream) == CacheUse::added));
  BOOST_TEST((pendulum.ask(lenient, &stream) == CacheUse::found));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_scene_runs
