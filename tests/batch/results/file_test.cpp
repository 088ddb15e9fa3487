// What is not this program's to write stays as it is, to the last byte.
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>

#include "batch/cache/run_cache.hpp"
#include "batch/results/file.hpp"
#include "batch/study/conduct.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_study_files {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void change(const std::string& path, const std::string& sql) {
  batch::Database database(path, batch::Access::write);
  database.run(sql);
  database.run("PRAGMA journal_mode = DELETE");
}

BOOST_AUTO_TEST_SUITE(study_files)

BOOST_AUTO_TEST_CASE(a_file_of_another_kind_is_left_as_it_is) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder;
  const std::string path = folder.at("study.sqlite");
  const auto refuses = [&](const std::string& why, batch::Shard shard = {}) {
    const std::string before = bytes_of(path);
    const auto says_why = [&](const batch::DatabaseError& error) {
      return std::string(error.what()).find(why) != std::string::npos;
    };
    BOOST_CHECK_EXCEPTION(batch::StudyFile(path, planned.plan(), shard, "a test"), batch::DatabaseError, says_why);
    BOOST_TEST((bytes_of(path) == before));
  };
  change(path, "CREATE TABLE mine (a)");
  refuses("a database, and not that of a study");
  change(path, "DROP TABLE mine");
  {
    batch::StudyFile file(path, planned.plan(), {}, "a test");
    BOOST_TEST(conduct(planned.plan(), file, {}).is_complete);
    static_cast<void>(file.finish());
  }
  refuses("another shard than 2/3", {2, 3});
  change(path, "UPDATE study SET value = 'other' WHERE name = 'experiment'");
  refuses("the study of 'other', not of 'pendulum'");
  change(path, "UPDATE study SET value = 99 WHERE name = 'format'");
  refuses("of format 99; this program reads 2");
}

BOOST_AUTO_TEST_CASE(a_cache_of_a_newer_program_is_left_as_it_is) {
  const TemporaryFolder folder;
  { const batch::RunCache cache(folder.at("cache")); }
  const std::string path = folder.at("cache/cache.sqlite");
  change(path, "PRAGMA user_version = 99");
  const std::string before = bytes_of(path);
  BOOST_CHECK_THROW(batch::RunCache(folder.at("cache")), batch::DatabaseError);
  BOOST_TEST((bytes_of(path) == before));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_study_files
