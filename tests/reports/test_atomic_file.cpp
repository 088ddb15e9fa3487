#include <sys/resource.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/atomic_file.hpp"
#include "reports/certificate_stream.hpp"
#include "reports/write_all.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports {
namespace {

namespace fs = std::filesystem;

/// A file may not grow beyond so many bytes: what a full disk looks like to write().
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    previous_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &previous_);
    const rlimit limit{bytes, previous_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &previous_);
    std::signal(SIGXFSZ, previous_handler_);
  }

 private:
  rlimit previous_{};
  void (*previous_handler_)(int) = SIG_DFL;
};

BOOST_AUTO_TEST_SUITE(atomic_file)

BOOST_AUTO_TEST_CASE(a_committed_file_is_there_and_its_temporary_is_not) {
  const TemporaryFolder folder;
  AtomicFile file(folder.at("a.txt"));
  file.write("one ");
  file.write("two");
  BOOST_TEST(!fs::exists(folder.at("a.txt")));
  BOOST_TEST(!file.commit().has_value());
  BOOST_TEST(read_text(folder.at("a.txt")) == "one two");
  BOOST_TEST(!fs::exists(folder.at("a.txt.tmp")));
}

BOOST_AUTO_TEST_CASE(without_a_commit_the_old_file_stays) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("a.txt"), "old").has_value());
  { AtomicFile(folder.at("a.txt")).write("new"); }
  BOOST_TEST(read_text(folder.at("a.txt")) == "old");
  BOOST_TEST(!fs::exists(folder.at("a.txt.tmp")));
}

BOOST_AUTO_TEST_CASE(more_than_the_disk_holds_is_an_error_and_leaves_nothing) {
  const TemporaryFolder folder;
  std::optional<WriteError> error;
  {
    const FileSizeLimit limit(1000);
    error = write_file(folder.at("a.txt"), std::string(5000, 'x'));
  }
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(error->path == folder.at("a.txt"));
  BOOST_TEST(error->message().find("cannot write") != std::string::npos);
  BOOST_TEST(fs::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_no_folder_is_an_error) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("plain"), "").has_value());
  BOOST_TEST(write_file(folder.at("plain/a.txt"), "x").has_value());
  BOOST_TEST(create_directory(folder.at("plain/sub")).has_value());
  BOOST_TEST(write_all(sample_record(8), folder.at("plain/out")).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_link_under_the_temporary_name_is_not_followed) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("victim"), "keep").has_value());
  fs::create_symlink(folder.at("victim"), folder.at("a.txt.tmp"));
  BOOST_TEST(write_file(folder.at("a.txt"), "x").has_value());
  BOOST_TEST(read_text(folder.at("victim")) == "keep");
}

BOOST_AUTO_TEST_CASE(certificates_stream_a_line_each_and_need_a_commit) {
  const TemporaryFolder folder;
  {
    CertificateStream stream(folder.at("certificates.jsonl"));
    stream.header({{"format", "perpend-certificates"}});
    for (int i = 0; i < 100'000; ++i) stream.line(R"({"kind":"kkt_residual"})");  // more than the buffer holds
    BOOST_TEST(!fs::exists(folder.at("certificates.jsonl")));
    BOOST_TEST(!stream.commit().has_value());
  }
  const std::string text = read_text(folder.at("certificates.jsonl"));
  BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 100'001);
  BOOST_TEST(text.starts_with("{\"format\":\"perpend-certificates\"}\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports
