// What a query sorts outside memory goes to a folder of its own: where that has no room, the message names it.
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <string>

#include "batch/database.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_temporary_room {
namespace {

/// No file of this process grows beyond it, while this exists.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

BOOST_AUTO_TEST_SUITE(temporary_room)

BOOST_AUTO_TEST_CASE(the_folder_of_temporary_files_is_named_where_they_cannot_grow) {
  const TemporaryFolder folder, temporary;
  ::setenv("SQLITE_TMPDIR", temporary.path().c_str(), 1);
  batch::Database database(folder.at("a.sqlite"), batch::Access::write);
  database.run("CREATE TABLE a (b); PRAGMA temp_store = FILE; CREATE TEMP TABLE c (d); PRAGMA temp.cache_size = 10");
  const std::string rows =
      "INSERT INTO temp.c WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
      "SELECT i FROM n";
  {
    const SmallFiles small(200000);
    BOOST_CHECK_EXCEPTION(database.run(rows), batch::FullDisk, [&](const batch::FullDisk& error) {
      const std::string words = error.what();
      return words.starts_with(temporary.path()) && words.find("SQLITE_TMPDIR") != std::string::npos &&
             words.find("a.sqlite") == std::string::npos;
    });
  }
  BOOST_CHECK_NO_THROW(database.run(rows));
  ::unsetenv("SQLITE_TMPDIR");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_temporary_room
