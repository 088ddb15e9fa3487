// The pages in a real browser, where one is installed.
#ifdef PERPEND_CHROMIUM

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <sstream>

#include "reports/files/result_files.hpp"
#include "reports/page/html.hpp"
#include "reports/page/index.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

extern char** environ;

namespace perpend::reports::of_browser {
namespace {

struct Seen {
  int exit_code = -1;
  std::string document;  ///< after the scripts have run
  std::string log;
};

int run_to_files(std::vector<std::string> arguments, const std::string& output, const std::string& errors) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t process = 0;
  const int failed = posix_spawn(&process, PERPEND_CHROMIUM, &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(process, &status, 0) < 0 || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

using Flags = std::vector<std::string>;

/// WebGL in software: the same on every machine.
const Flags software{"--use-angle=swiftshader", "--enable-unsafe-swiftshader"};

Seen open_once(const TemporaryFolder& folder, const std::string& page, const std::string& fragment,
               const Flags& flags) {
  Seen seen;
  Flags arguments{PERPEND_CHROMIUM,
                  "--headless=new",
                  "--no-sandbox",
                  "--disable-gpu",
                  "--no-first-run",
                  "--disable-background-networking",
                  "--disable-component-update",
                  "--disable-sync",
                  "--window-size=1280,1600",
                  "--virtual-time-budget=5000",
                  "--enable-logging=stderr",
                  "--user-data-dir=" + folder.at("profile")};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  arguments.insert(arguments.end(), {"--dump-dom", "file://" + folder.at(page) + fragment});
  seen.exit_code = run_to_files(arguments, folder.at("dom.txt"), folder.at("log.txt"));
  seen.document = read_text(folder.at("dom.txt"));
  seen.log = read_text(folder.at("log.txt"));
  return seen;
}

/// A browser that dies before it shows anything says nothing about the page: it gets three tries.
Seen open_in_browser(const TemporaryFolder& folder, const std::string& page, const std::string& fragment = "",
                     const Flags& flags = software) {
  Seen seen;
  for (int i = 0; i < 3 && (seen.exit_code != 0 || seen.document.empty()); ++i)
    seen = open_once(folder, page, fragment, flags);
  return seen;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// What the page itself causes goes to the console, also a load that the policy refuses; other lines are the browser's
/// own.
void check_silent(const Seen& seen) {
  BOOST_TEST(seen.exit_code == 0);
  std::istringstream lines(seen.log);
  for (std::string line; std::getline(lines, line);) {
    // A driver in software remarks that it is slow: the page cannot help that.
    const bool is_remark = count_of(line, "GL Driver Message (OpenGL, Performance") > 0;
    for (const char* sign : {"CONSOLE", "Refused to"}) BOOST_TEST((is_remark || count_of(line, sign) == 0U), line);
  }
}

BOOST_AUTO_TEST_SUITE(browser)

BOOST_AUTO_TEST_CASE(the_report_draws_everything_without_a_complaint) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_html(sample_record(), folder.at("report.html")).has_value());
  for (const char* fragment : {"", "#time=0.4&scale=log"}) {
    const Seen seen = open_in_browser(folder, "report.html", fragment);
    check_silent(seen);
    BOOST_TEST(count_of(seen.document, "data-ready=\"yes\"") == 1U);
    BOOST_TEST(count_of(seen.document, "class=\"uplot") == 3U);    // line, sweep, work against precision
    BOOST_TEST(count_of(seen.document, "class=\"panel\"") == 8U);  // four methods moving, four in snapshots
    BOOST_TEST(count_of(seen.document, "class=\"hole\"") == 5U);   // the sweep of the method that diverges
  }
}

BOOST_AUTO_TEST_CASE(a_dark_screen_gets_other_colours_without_a_complaint) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_html(sample_record(), folder.at("report.html")).has_value());
  Flags dark = software;
  dark.emplace_back("--blink-settings=preferredColorScheme=0");
  const Seen seen = open_in_browser(folder, "report.html", "#time=0.4", dark);
  check_silent(seen);
  BOOST_TEST(count_of(seen.document, "data-ready=\"yes\"") == 1U);
}

BOOST_AUTO_TEST_CASE(motion_in_space_is_drawn_without_a_complaint) {
  const TemporaryFolder folder;
  ExperimentRecord record = spatial_record();
  for (float& number : record.runs[2].frames.spatial_poses.back()[1]) number = std::nanf("");
  for (float& number : record.runs[2].frames.spatial_poses.back()[2]) number = 1e30F;
  BOOST_REQUIRE(!write_html(record, folder.at("report.html")).has_value());
  for (const char* fragment : {"#time=0.4&view=top", "#time=2&view=-20,-15&overlay=yes"}) {
    const Seen seen = open_in_browser(folder, "report.html", fragment);
    check_silent(seen);
    BOOST_TEST(count_of(seen.document, "data-ready=\"yes\"") == 1U);
    BOOST_TEST(count_of(seen.document, "data-renderer=\"webgl\"") == 1U);
    BOOST_TEST(count_of(seen.document, "class=\"panel\"") == 20U);  // four methods, each at four times
    BOOST_TEST(count_of(seen.document, "class=\"panel all\"") == 1U);
    BOOST_TEST(count_of(seen.document, "class=\"hint\" hidden=\"\">Drawn without WebGL") == 1U);
  }
}

BOOST_AUTO_TEST_CASE(without_webgl_motion_in_space_is_drawn_flat_and_says_so) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_html(spatial_record(), folder.at("report.html")).has_value());
  const Seen seen = open_in_browser(folder, "report.html", "#time=0.4", {"--disable-3d-apis"});
  check_silent(seen);
  BOOST_TEST(count_of(seen.document, "data-ready=\"yes\"") == 1U);
  BOOST_TEST(count_of(seen.document, "data-renderer=\"canvas\"") == 1U);
  BOOST_TEST(count_of(seen.document, "class=\"hint\">Drawn without WebGL") == 1U);
}

BOOST_AUTO_TEST_CASE(a_logarithmic_axis_says_when_it_leaves_something_out) {
  const TemporaryFolder folder;
  ExperimentRecord record = sample_record(40);
  record.figures.resize(1);
  record.sweeps.clear();
  record.runs[3].measures[0].values[5] = 1e-40;
  BOOST_REQUIRE(!write_html(record, folder.at("report.html")).has_value());
  const std::string hidden =
      "<p class=\"hint\" hidden=\"\">Shown down to 10\xE2\x81\xBB\xC2\xB9\xE2\x81\xB6 of the largest";
  const std::string shown = "<p class=\"hint\">Shown down to 10\xE2\x81\xBB\xC2\xB9\xE2\x81\xB6 of the largest";
  const Seen linear = open_in_browser(folder, "report.html");
  check_silent(linear);
  BOOST_TEST(count_of(linear.document, hidden) == 1U);
  const Seen logarithmic = open_in_browser(folder, "report.html", "#scale=log");
  check_silent(logarithmic);
  BOOST_TEST(count_of(logarithmic.document, shown) == 1U);
}

BOOST_AUTO_TEST_CASE(snapshots_are_labelled_with_their_times) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_html(sample_record(), folder.at("report.html")).has_value());
  const Seen seen = open_in_browser(folder, "report.html");
  for (const char* time : {">0 s<", ">0.1 s<", ">0.26 s<", ">0.4 s<"})
    BOOST_TEST(count_of(seen.document, time) >= 3U, time);  // each method that got so far
}

BOOST_AUTO_TEST_CASE(hostile_names_stay_text) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_html(hostile_record(), folder.at("report.html")).has_value());
  const Seen seen = open_in_browser(folder, "report.html");
  check_silent(seen);
  BOOST_TEST(count_of(seen.document, "data-ready=\"yes\"") == 1U);
  BOOST_TEST(count_of(seen.document, "<script>alert") == 0U);
  BOOST_TEST(count_of(seen.document, "&lt;script&gt;alert(1)&lt;/script&gt;") > 20U);
}

BOOST_AUTO_TEST_CASE(the_policy_stops_a_script_that_is_not_ours) {
  const TemporaryFolder folder;
  std::string page = html_report(sample_record(40));
  page.insert(page.find("</body>"), "<script>document.documentElement.dataset.foreign = 'ran'</script>");
  BOOST_REQUIRE(!write_file(folder.at("report.html"), page).has_value());
  const Seen seen = open_in_browser(folder, "report.html");
  BOOST_TEST(count_of(seen.document, "data-foreign") == 0U);
  BOOST_TEST(count_of(seen.log, "CONSOLE") >
             0U);  // the browser says that it refused: the silence of the other tests means something
}

BOOST_AUTO_TEST_CASE(the_index_opens_without_a_complaint) {
  const TemporaryFolder folder;
  WriteOptions options;
  options.figures = false;
  BOOST_REQUIRE(write_all(hostile_record(), folder.at("scene"), options).empty());
  BOOST_REQUIRE(!write_index(folder.path()).error);
  check_silent(open_in_browser(folder, "index.html"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_browser

#endif
