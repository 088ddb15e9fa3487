#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/atomic_file.hpp"
#include "reports/files/certificate_stream.hpp"
#include "reports/files/result_files.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"
#include "tests/support/inflated.hpp"

namespace perpend::reports::of_atomic_file {
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

BOOST_AUTO_TEST_CASE(a_link_in_the_place_of_the_file_is_replaced_and_its_target_left_alone) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("victim"), "keep").has_value());
  fs::create_symlink(folder.at("victim"), folder.at("a.txt"));
  BOOST_TEST(!write_file(folder.at("a.txt"), "new").has_value());
  BOOST_TEST(read_text(folder.at("victim")) == "keep");
  BOOST_TEST(read_text(folder.at("a.txt")) == "new");
  BOOST_TEST(!fs::is_symlink(folder.at("a.txt")));
}

BOOST_AUTO_TEST_CASE(a_process_that_is_killed_while_writing_leaves_the_old_file_and_the_next_one_succeeds) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("a.txt"), "old").has_value());
  const pid_t child = fork();
  if (child == 0) {
    AtomicFile file(folder.at("a.txt"));
    file.write(std::string(3'000'000, 'x'));  // beyond the buffer: some of it is in the temporary
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  BOOST_REQUIRE(waitpid(child, &status, 0) == child);
  BOOST_TEST(WIFSIGNALED(status));
  BOOST_TEST(read_text(folder.at("a.txt")) == "old");
  BOOST_TEST(fs::exists(folder.at("a.txt.tmp")));
  BOOST_TEST(!write_file(folder.at("a.txt"), "new").has_value());
  BOOST_TEST(read_text(folder.at("a.txt")) == "new");
  BOOST_TEST(!fs::exists(folder.at("a.txt.tmp")));
}

BOOST_AUTO_TEST_CASE(a_file_that_may_not_be_written_is_replaced_by_one_that_may) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("a.txt"), "old").has_value());
  fs::permissions(folder.at("a.txt"), fs::perms::owner_read);
  BOOST_TEST(!write_file(folder.at("a.txt"), "new").has_value());  // the folder decides, as for any rename
  BOOST_TEST(read_text(folder.at("a.txt")) == "new");
  BOOST_TEST(((fs::status(folder.at("a.txt")).permissions() & fs::perms::owner_write) != fs::perms::none));
}

BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_written_is_an_error) {
  if (geteuid() == 0) {
    BOOST_TEST_MESSAGE("skipped: root may write everywhere");
    return;
  }
  const TemporaryFolder folder;
  fs::create_directory(folder.at("closed"));
  fs::permissions(folder.at("closed"), fs::perms::owner_read | fs::perms::owner_exec);
  BOOST_TEST(write_file(folder.at("closed/a.txt"), "x").has_value());
  fs::permissions(folder.at("closed"), fs::perms::owner_all);
}

BOOST_AUTO_TEST_CASE(a_name_or_a_path_too_long_for_the_system_is_an_error_that_names_it) {
  const TemporaryFolder folder;
  std::string deep = folder.path();
  for (int i = 0; i < 100; ++i) deep += "/" + std::string(100, 'd');
  for (const std::string& path : {folder.at(std::string(300, 'n')), deep + "/a.txt"}) {
    const std::optional<WriteError> error = write_file(path, "x");
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->path == path);
    BOOST_TEST(error->message().find("cannot create") != std::string::npos);
  }
  BOOST_TEST(fs::is_empty(folder.path()));
  BOOST_TEST(create_directory(deep).has_value());
}

BOOST_AUTO_TEST_CASE(the_longest_path_that_the_system_takes_is_written) {
  const TemporaryFolder folder;
  const std::string path = folder.at(std::string(251, 'n'));  // 255 with the ending of the temporary
  BOOST_TEST(!write_file(path, "x").has_value());
  BOOST_TEST(read_text(path) == "x");
}

BOOST_AUTO_TEST_CASE(a_folder_in_the_place_of_the_file_is_an_error_and_stays) {
  const TemporaryFolder folder;
  fs::create_directories(folder.at("a.txt/inside"));
  const std::optional<WriteError> error = write_file(folder.at("a.txt"), "x");
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(fs::is_directory(folder.at("a.txt/inside")));
  BOOST_TEST(!fs::exists(folder.at("a.txt.tmp")));
}

BOOST_AUTO_TEST_CASE(bytes_are_written_as_they_are) {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 3'000'000; ++i) bytes += static_cast<char>(i * 7 % 256);
  BOOST_TEST(!write_file(folder.at("a"), bytes).has_value());
  BOOST_TEST((read_text(folder.at("a")) == bytes));
  BOOST_TEST(!write_file(folder.at("a"), "").has_value());
  BOOST_TEST(fs::file_size(folder.at("a")) == 0U);
}

BOOST_AUTO_TEST_CASE(after_a_failure_writing_goes_on_without_effect_and_commit_reports_the_first) {
  const TemporaryFolder folder;
  AtomicFile file(folder.at("absent/a.txt"));
  BOOST_REQUIRE(file.error().has_value());
  const std::string first = file.error()->message();
  for (int i = 0; i < 10; ++i) file.write(std::string(1'000'000, 'x'));
  BOOST_TEST(file.commit()->message() == first);
}

BOOST_AUTO_TEST_CASE(one_file_that_fails_does_not_keep_the_others_from_being_written) {
  const TemporaryFolder folder;
  fs::create_directories(folder.at("out/results.json"));
  WriteOptions options;
  options.figures = false;
  const std::vector<WriteError> errors = write_all(sample_record(8), folder.at("out"), options);
  BOOST_REQUIRE(errors.size() == 1U);
  BOOST_TEST(errors[0].path == folder.at("out/results.json"));
  for (const char* name : {"out/report.html", "out/series.csv", "out/junit.xml"})
    BOOST_TEST(fs::exists(folder.at(name)));
}

BOOST_AUTO_TEST_CASE(a_finished_temporary_moves_and_a_missing_one_is_an_error) {
  const TemporaryFolder folder;
  BOOST_TEST(!write_file(folder.at("made"), "x").has_value());
  BOOST_TEST(!move_into_place(folder.at("made"), folder.at("a.txt")).has_value());
  BOOST_TEST(read_text(folder.at("a.txt")) == "x");
  BOOST_TEST(move_into_place(folder.at("made"), folder.at("b.txt")).has_value());
  BOOST_TEST(!fs::exists(folder.at("b.txt")));
}

BOOST_AUTO_TEST_CASE(what_was_written_can_be_read_back_before_the_commit) {
  const TemporaryFolder folder;
  AtomicFile file(folder.at("a.txt"));
  file.write("one two three");
  BOOST_TEST((file.read_back(4, 3) == "two"));
  file.write(" four");
  BOOST_TEST((file.read_back(8, 10) == "three four"));
  BOOST_TEST((file.read_back(0, 0) == ""));
  BOOST_TEST(!file.read_back(8, 11).has_value());
  BOOST_TEST(!file.commit().has_value());
  BOOST_TEST(read_text(folder.at("a.txt")) == "one two three four");
}

BOOST_AUTO_TEST_CASE(members_of_certificates_that_are_read_back_make_the_same_file) {
  const TemporaryFolder folder;
  std::vector<std::string> members;
  const auto write = [&](const std::string& name, bool is_made) {
    CertificateStream stream(folder.at(name));
    stream.header({{"format", "perpend-certificates"}});
    stream.end_member();
    for (int run = 0; run < 3; ++run) {
      const std::uintmax_t begin = stream.num_bytes();
      if (!is_made) {
        stream.add_member(members[run]);
        continue;
      }
      for (int i = 0; i < 20'000 * run; ++i) stream.line(R"({"step":)" + std::to_string(i * i) + "}");
      stream.end_member();
      members.push_back(stream.read_back(begin).value());
    }
    BOOST_TEST(!stream.commit().has_value());
  };
  write("made", true);
  write("found", false);
  BOOST_TEST(members[0].empty());
  BOOST_TEST((read_text(folder.at("made")) == read_text(folder.at("found"))));
  BOOST_TEST(std::ranges::count(test::inflated(folder.at("found")), '\n') == 60'001);
}

BOOST_AUTO_TEST_CASE(certificates_stream_a_line_each_and_need_a_commit) {
  const TemporaryFolder folder;
  {
    CertificateStream stream(folder.at("certificates.jsonl.gz"));
    stream.header({{"format", "perpend-certificates"}});
    for (int i = 0; i < 100'000; ++i) stream.line(R"({"kind":"kkt_residual"})");  // more than the buffer holds
    BOOST_TEST(!fs::exists(folder.at("certificates.jsonl.gz")));
    BOOST_TEST(!stream.commit().has_value());
  }
  const std::string text = test::inflated(folder.at("certificates.jsonl.gz"));
  BOOST_TEST(fs::file_size(folder.at("certificates.jsonl.gz")) < text.size() / 50);  // the same line again and again
  BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 100'001);
  BOOST_TEST(text.starts_with("{\"format\":\"perpend-certificates\"}\n"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_atomic_file
