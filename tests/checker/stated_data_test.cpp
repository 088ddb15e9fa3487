// Data that one line states for several certificates: what is wrong with it is wrong for all of them, and what is not
// there is no ground for any.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <sstream>

#include "tests/checker/examples.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/inflated.hpp"

using namespace perpend::test;
using namespace perpend::checker;
using nlohmann::ordered_json;

namespace {

/// Two methods, ten steps each, with all data.
std::vector<ordered_json> written_lines() {
  const Workplace place;
  place.write("a.scene", pendulum(ten_steps + plain_method + "\nmethod post = post_stabilization"));
  BOOST_REQUIRE_EQUAL(place.run({"run", "a.scene", "--quiet", "--certificate-data", "full", "--out", "out"}).code, 0);
  std::istringstream file(inflated(place.path("out/certificates.jsonl.gz")));
  std::vector<ordered_json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(ordered_json::parse(line));
  return lines;
}

const std::vector<ordered_json>& file() {
  static const std::vector<ordered_json> lines = written_lines();
  return lines;
}

bool states_data(const ordered_json& line) {
  return line.contains("numbers");
}

bool refers(const ordered_json& line) {
  return !states_data(line) && line.contains("data") && line["data"].is_number();
}

FileReport check_lines(const std::vector<ordered_json>& lines) {
  std::string text;
  for (const ordered_json& line : lines) text += line.dump() + '\n';
  return check(text);
}

bool fails_at(const FileReport& report, std::size_t place) {
  return std::any_of(report.failures.begin(), report.failures.end(),
                     [&](const Failure& failure) { return failure.line == static_cast<long>(place) + 1; });
}

std::vector<std::size_t> places(bool (*is)(const ordered_json&)) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < file().size(); ++i)
    if (is(file()[i])) found.push_back(i);
  return found;
}

/// From this place on to the end of its run, or to the next statement.
std::vector<std::size_t> certificates_after(std::size_t place, bool whole_run) {
  std::vector<std::size_t> found;
  std::string run;
  for (std::size_t i = 0; i < file().size(); ++i) {
    const ordered_json& line = file()[i];
    if (i > place && line.contains("run") && line["run"] != run) break;
    if (line.contains("run")) run = line["run"];
    if (i > place && !whole_run && states_data(line)) break;
    if (i > place && refers(line)) found.push_back(i);
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stated_data)

BOOST_AUTO_TEST_CASE(one_statement_serves_all_certificates_of_a_solve) {
  BOOST_TEST(exit_code({check_lines(file())}) == all_reproved, as_text(check_lines(file())));
  const std::size_t num_statements = places(states_data).size(), num_references = places(refers).size();
  BOOST_TEST(num_statements > 0u);
  BOOST_TEST(2 * num_statements <= num_references + 4);  // at least two of each solve, one of the linearized mechanism
}

BOOST_AUTO_TEST_CASE(a_tampered_number_makes_every_certificate_wrong_that_rests_on_it) {
  // The mass matrix is stated with the first data of a run and repeated from there on.
  std::vector<ordered_json> lines = file();
  const std::size_t first = places(states_data).front();
  const std::string numbers = lines[first]["numbers"];
  lines[first]["numbers"] = "-" + numbers;
  const FileReport report = check_lines(lines);
  BOOST_TEST(report.is_wrong());
  const std::set<std::string> about_mass{"kkt_residual", "spd_delassus", "spectral_radius", "rank"};
  int num_changed = 0;
  for (const GroupReport& group : report.groups) {
    if (!about_mass.contains(group.kind)) continue;
    const bool is_first_run = group.run == report.groups.front().run;
    BOOST_TEST(group.reproved == (is_first_run ? 0 : group.lines), group.run << " " << group.kind);
    num_changed += is_first_run ? 1 : 0;
  }
  BOOST_TEST(num_changed >= 2);
}

BOOST_AUTO_TEST_CASE(a_reference_to_other_data_than_was_stated_last_is_an_error_in_its_line) {
  const std::vector<std::size_t> references = places(refers);
  for (std::size_t i = 0; i < references.size(); i += 1 + references.size() / 8) {
    const std::size_t place = references[i];
    const long number = file()[place]["data"];
    for (const long other : {0L, number - 1, number + 1, -1L, 1L << 40}) {
      if (other == number) continue;
      std::vector<ordered_json> lines = file();
      lines[place]["data"] = other;
      const FileReport report = check_lines(lines);
      BOOST_TEST(fails_at(report, place), "line " << place + 1 << ": " << other);
      BOOST_TEST(report.failures.size() == 1u, as_text(report));
    }
  }
}

BOOST_AUTO_TEST_CASE(without_a_statement_nothing_that_rests_on_it_is_proved) {
  for (const std::size_t place : places(states_data)) {
    std::vector<ordered_json> lines = file();
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(place));
    const FileReport report = check_lines(lines);
    BOOST_TEST(exit_code({report}) == something_wrong);
    for (const std::size_t certificate : certificates_after(place, true))
      BOOST_TEST(fails_at(report, certificate - 1), "without line " << place + 1 << ", of line " << certificate);
  }
}

BOOST_AUTO_TEST_CASE(a_statement_that_cannot_be_read_is_named_and_grounds_nothing) {
  const auto changed = [](const ordered_json& line, const std::string& begin, const std::string& end) {
    ordered_json other = line;
    other["numbers"] = begin + line["numbers"].get<std::string>() + end;
    return other;
  };
  const std::vector<std::size_t> statements = places(states_data);
  for (const std::size_t place : {statements.front(), statements[statements.size() / 3], statements.back()}) {
    const ordered_json& line = file()[place];
    std::vector<ordered_json> mutants;
    for (const char* word : {"=1", "=1000000000", "=99999999999999999999", "=0", "=-1", "=", "@1", "@0", "-@0", "@",
                             "@99999", "@1x", "0x1p+0", "x", " "})
      mutants.push_back(changed(line, word + std::string(" "), ""));
    for (const char* word : {"=1", "=", "@0", "-@0", "@99999", "0x1p+0", "x"})
      mutants.push_back(changed(line, "", std::string(" ") + word));
    for (const ordered_json& number : {ordered_json(0), ordered_json(99), ordered_json("1"), ordered_json(-1)}) {
      mutants.push_back(line);
      mutants.back()["data"] = number;
    }
    for (const ordered_json& form :
         {ordered_json("#1"), ordered_json::object(), ordered_json(nullptr), ordered_json{{"mass", "#1000000000"}},
          ordered_json{{"mass", "#99999999999999999999"}}, ordered_json{{"mass", "#-1"}},
          ordered_json{{"mass", "#"}}}) {
      mutants.push_back(line);
      mutants.back()["form"] = form;
    }
    mutants.push_back(line);
    mutants.back()["numbers"] = {"0x1p+0"};
    for (const ordered_json& mutant : mutants) {
      std::vector<ordered_json> lines = file();
      lines[place] = mutant;
      const FileReport report = check_lines(lines);
      BOOST_TEST(fails_at(report, place), mutant.dump());
      for (const std::size_t certificate : certificates_after(place, false))
        BOOST_TEST(fails_at(report, certificate), mutant.dump());
    }
  }
}

BOOST_AUTO_TEST_CASE(data_belongs_to_its_run) {
  // The second run begins with no data: neither numbers nor a form of the first one.
  const auto second = std::find_if(file().begin(), file().end(), [](const ordered_json& line) {
    return line.contains("run") && line["run"] != file()[1]["run"];
  });
  const auto first_data = std::find_if(second, file().end(), states_data);
  BOOST_REQUIRE(first_data != file().end());
  BOOST_TEST((*first_data)["data"] == 1);
  const auto place = static_cast<std::size_t>(first_data - file().begin());
  std::vector<ordered_json> lines = file();
  lines[place].erase("form");
  BOOST_TEST(fails_at(check_lines(lines), place));
  // Nor before there is a run.
  lines = file();
  lines.insert(lines.begin() + 1, file()[places(states_data).front()]);
  BOOST_TEST(fails_at(check_lines(lines), 1));
}

BOOST_AUTO_TEST_SUITE_END()
