// What archives of series hold are the rows that the runs recorded, to the last bit.
#include <boost/test/unit_test.hpp>
#include <cstring>

#include "batch/study/conduct.hpp"
#include "formats/npz.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_series {
namespace {

template <class T>
std::vector<T> array(const formats::NpzArchive& archive, const std::string& name) {
  const std::string bytes = archive.unpack(name);
  const formats::NpyArray array = formats::parse_npy(bytes, name);
  BOOST_REQUIRE(array.item_size == static_cast<int>(sizeof(T)));
  std::vector<T> values(array.data.size() / sizeof(T));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

BOOST_AUTO_TEST_SUITE(series)

BOOST_AUTO_TEST_CASE(rows_are_those_of_the_runs) {
  // A length of nothing: no run begins there.
  const Planned planned(
      swept_pendulum("measure energy = total_energy\nsweep gain { alpha = [1, 40]/s; length = [0.25, 0, 1] m }"), {},
      {}, true);
  const TemporaryFolder folder;
  batch::StudyFile file(folder.at("study.sqlite"), planned.plan(), {}, "a test");
  BOOST_TEST(conduct(planned.plan(), file, {}).is_complete);
  file.pack_series();
  batch::Database database(folder.at("study.sqlite"), batch::Access::read);
  batch::Query rows(
      database, "SELECT run, file, first_row, s.num_rows FROM series s JOIN series_chunks USING (chunk) ORDER BY run");
  int num_runs = 0, num_empty = 0;
  while (rows.step()) {
    const formats::NpzArchive archive(folder.at("series/" + rows.text(1)));
    const auto first = static_cast<std::size_t>(rows.whole(2)), count = static_cast<std::size_t>(rows.whole(3));
    const auto runs = array<std::int64_t>(archive, "run"), first_rows = array<std::int64_t>(archive, "first_row");
    BOOST_REQUIRE(runs.size() == 12U);
    const auto place = static_cast<std::size_t>(num_runs++);
    BOOST_TEST(runs[place] == rows.whole(0));
    BOOST_TEST(first_rows[place] == rows.whole(2));
    BOOST_TEST(first_rows[place + 1] == rows.whole(2) + rows.whole(3));
    const batch::PlannedPoint point = planned.plan().point(rows.whole(0) / 2);
    const batch::PlannedSweep& sweep = planned.plan().sweeps()[0];
    SweptScene scene(planned.document(), *sweep.spec, sweep.detail, point.values, {}, sweep.methods);
    if (!scene.error().empty()) {
      BOOST_TEST(count == 0U);
      ++num_empty;
      continue;
    }
    const MethodRun run = scene.run(*scene.methods()[static_cast<std::size_t>(rows.whole(0) % 2)], {});
    BOOST_TEST(count == 11U);
    BOOST_REQUIRE(run.times.size() == count);
    const auto time = array<double>(archive, "time");
    const auto step = array<std::int64_t>(archive, "step");
    for (std::size_t i = 0; i < count; ++i) {
      BOOST_TEST(time[first + i] == run.times[i]);
      BOOST_TEST(step[first + i] == run.step_numbers[i]);
    }
    for (const MeasureRecord& measure : run.measures) {
      const auto values = array<double>(archive, "measure." + measure.name);
      for (std::size_t i = 0; i < count; ++i) BOOST_TEST(values[first + i] == measure.values[i]);
    }
    BOOST_TEST(run.measures.size() == 2U);
  }
  BOOST_TEST(num_runs == 12);
  BOOST_TEST(num_empty == 4);
}

BOOST_AUTO_TEST_CASE(a_plan_with_series_is_another_one) {
  const Planned plain(swept_pendulum(two_sweeps)), with(swept_pendulum(two_sweeps), {}, {}, true);
  BOOST_TEST(plain.plan().hash() != with.plan().hash());
  BOOST_TEST(plain.key(0).hash != with.key(0).hash);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_series
