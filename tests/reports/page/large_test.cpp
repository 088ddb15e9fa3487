// A record of 10,000 bodies and 200,000 rows: the page stays one that a browser opens.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/figures/figures.hpp"
#include "reports/files/result_files.hpp"
#include "reports/page/page_data.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_large {
namespace {

constexpr std::size_t num_bodies = 10'000;
constexpr std::size_t num_rows = 200'000;
constexpr std::size_t num_frames = 50;

void make_long(MethodRun& run) {
  run.times.resize(num_rows);
  run.step_numbers.resize(num_rows);
  for (MeasureRecord& measure : run.measures) measure.values.resize(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i) {
    run.times[i] = 1e-4 * static_cast<double>(i);
    run.step_numbers[i] = static_cast<long>(i);
    for (MeasureRecord& measure : run.measures) measure.values[i] = std::sin(0.37 * static_cast<double>(i * i % 9973));
  }
  run.frames = {};
  for (std::size_t frame = 0; frame < num_frames; ++frame) {
    run.frames.times.push_back(0.4 * static_cast<double>(frame));
    run.frames.poses.emplace_back(num_bodies, std::array<float, 3>{0.1F, 0.2F * static_cast<float>(frame), 0.3F});
  }
}

ExperimentRecord large_record() {
  ExperimentRecord record = sample_record(8);
  const BodyDrawing body = record.bodies[0];
  record.bodies.assign(num_bodies, body);
  record.joints.assign(num_bodies, record.joints[0]);
  record.runs.resize(2);
  for (MethodRun& run : record.runs) make_long(run);
  return record;
}

BOOST_AUTO_TEST_SUITE(large)

BOOST_AUTO_TEST_CASE(files_are_written_in_seconds_and_the_page_stays_small) {
  const TemporaryFolder folder;
  const ExperimentRecord record = large_record();
  WriteOptions options;
  options.figures = false;
  const auto begin = std::chrono::steady_clock::now();
  BOOST_TEST(write_all(record, folder.at("out"), options).empty());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  BOOST_TEST_MESSAGE("large report: " << seconds << " s, page of "
                                      << std::filesystem::file_size(folder.at("out/report.html")) << " bytes");
  BOOST_TEST(seconds < 30);  // a tenth of that on an idle machine; unoptimized builds and busy ones are slower
  BOOST_TEST(std::filesystem::file_size(folder.at("out/report.html")) < 15'000'000U);
  BOOST_TEST(std::filesystem::file_size(folder.at("out/results.json")) < 200'000U);
  const std::string csv = read_text(folder.at("out/series.csv"));
  BOOST_TEST(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')) == 2 * num_rows + 1);
}

BOOST_AUTO_TEST_CASE(frames_and_points_are_thinned_to_what_a_screen_shows) {
  const Json data = page_data(large_record());
  for (const Json& run : data["mechanism"]["runs"]) {
    BOOST_TEST(run["poses"].size() >= 2U);
    BOOST_TEST(run["poses"].size() * 3 * num_bodies <= 600'000U);
    BOOST_TEST(run["poses"].size() == run["times"].size());
    BOOST_TEST(run["times"].back() == 0.4 * (num_frames - 1));  // the last frame is kept
  }
  for (const Json& curve : data["figures"][0]["curves"]) {
    BOOST_TEST(curve["rows"] == num_rows);
    BOOST_TEST(curve["x"].size() <= 1500U);
  }
}

BOOST_AUTO_TEST_CASE(scripts_for_figure_files_stay_small) {
  const ExperimentRecord record = large_record();
  BOOST_TEST(figure_script(figure_data(record.figures[0], record), record, "svg").size() < 1'000'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_large
