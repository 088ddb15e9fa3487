// What a file has to be, whatever it claims.
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "tests/checker/examples.hpp"
#include "tests/checker/statement_examples.hpp"
#include "tests/cli/program.hpp"
#include "tests/support/inflated.hpp"

namespace perpend::test::of_frame {

using namespace perpend::test;
using namespace perpend::checker;
using nlohmann::ordered_json;

namespace {

ExitCode after(const std::function<void(Example&)>& change) {
  Example example = examples().at("kkt_residual");
  change(example);
  return code_of(example.text());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frame)

BOOST_AUTO_TEST_CASE(another_header_is_no_file_of_certificates) {
  BOOST_TEST(after([](Example& e) { e.header["format"] = "perpend-results"; }) == file_wrong);
  for (const int version : {1, 2, 4})
    BOOST_TEST(after([version](Example& e) { e.header["version"] = version; }) == file_wrong, version);
  BOOST_TEST(after([](Example& e) { e.header.erase("experiment"); }) == file_wrong);
  BOOST_TEST(after([](Example& e) { e.header["scene_sha256"] = "00"; }) == file_wrong);
  BOOST_TEST(code_of("") == file_wrong);
  BOOST_TEST(code_of("[]\n") == file_wrong);
}

BOOST_AUTO_TEST_CASE(a_file_without_a_certificate_shows_nothing) {
  const FileReport report = check(examples().at("kkt_residual").header.dump() + '\n');
  BOOST_TEST(exit_code({report}) == some_open);
  BOOST_TEST(as_text(report).find("holds no certificate") != std::string::npos, as_text(report));
}

BOOST_AUTO_TEST_CASE(a_number_that_is_missing_is_open) {
  // As where no double was large enough for a bound; wrong would say that the claim is false.
  for (const auto& [kind, example] : examples())
    for (std::size_t i = 0; i < example.line["bounds"].size(); ++i) {
      Example other = example;
      other.line["bounds"][i] = nullptr;
      const bool is_proved = example.line["verdict"] == "proved";
      BOOST_TEST((!is_proved || code_of(other.text()) == some_open), kind << ": " << i << as_text(check(other.text())));
    }
}

BOOST_AUTO_TEST_CASE(a_solve_without_an_answer_still_has_a_matrix) {
  const std::string scene = R"(experiment e {
    world planar {
      body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }
      joint j = revolute(world, a) { at = (0, 0) }
      joint k = revolute(world, a) { at = (0, 0) }
    }
    run { step = 10 ms; duration = 10 ms }
    method m = none
  })";
  const std::vector<Example> dependent = certificates_of(scene, "spd_delassus");
  BOOST_REQUIRE(!dependent.empty());
  for (const Example& example : dependent) {
    BOOST_TEST(example.line["verdict"] == "refuted");
    BOOST_TEST(example.line["data"]["x"].empty());
    BOOST_TEST(code_of(example.text()) == all_reproved, as_text(check(example.text())));
  }
  // What is about the answer asks for one.
  for (const char* kind : {"kkt_residual", "complementarity"}) {
    Example other = examples().at(kind);
    for (const char* key : {"x", "multiplier"}) other.line["data"][key] = ordered_json::array();
    BOOST_TEST(code_of(other.text()) == something_wrong, kind);
  }
}

BOOST_AUTO_TEST_CASE(a_group_has_one_line_and_its_number) {
  BOOST_TEST(after([](Example& e) { e.group["group"] = 2; }) == something_wrong);
  BOOST_TEST(after([](Example& e) { e.line["group"] = 2; }) == something_wrong);
  BOOST_TEST(after([](Example& e) { e.group.erase("run"); }) == something_wrong);
  BOOST_TEST(after([](Example& e) { std::swap(e.group["bounds"][0], e.group["bounds"][1]); }) == something_wrong);
  const Example example = examples().at("kkt_residual");
  const std::string twice = example.text() + example.group.dump() + '\n' + example.line.dump() + '\n';
  BOOST_TEST(code_of(twice) == something_wrong);
  BOOST_TEST(code_of(example.header.dump() + '\n' + example.line.dump() + '\n') == something_wrong);
  BOOST_TEST(code_of(example.header.dump() + '\n' + example.group.dump() + '\n') == something_wrong);
}

BOOST_AUTO_TEST_CASE(a_line_has_its_place_and_form) {
  BOOST_TEST(after([](Example& e) { e.line["step"] = -1; }) == something_wrong);
  BOOST_TEST(after([](Example& e) { e.line["purpose"] = "pleasure"; }) == something_wrong);
  BOOST_TEST(after([](Example& e) { e.line["reason"] = "why not"; }) == something_wrong);
  BOOST_TEST(after([](Example& e) { e.line["bounds"].push_back(0.0); }) == something_wrong);
  const Example example = examples().at("kkt_residual");
  Example earlier = example;
  earlier.line["step"] = 1;
  BOOST_TEST(code_of(example.text() + earlier.line.dump() + '\n') == something_wrong);
  BOOST_TEST(code_of(example.text() + "{\"group\":1\n") == something_wrong);
  BOOST_TEST(code_of(example.text() + '\n') == something_wrong);
}

BOOST_AUTO_TEST_CASE(certificates_without_a_line_are_counted_once_and_leave_the_file_open) {
  const Example example = examples().at("kkt_residual");
  const std::string count = R"({"group":1,"without_line":799})"
                            "\n";
  BOOST_TEST(code_of(example.text()) == all_reproved);
  BOOST_TEST(code_of(example.text() + count) == some_open);
  const std::string text = as_text(check(example.text() + count));
  BOOST_TEST(text.find("1 of 800 re-proved exactly") != std::string::npos, text);
  BOOST_TEST(text.find(", 799 have no line") != std::string::npos, text);
  BOOST_TEST(code_of(example.text() + count + count) == something_wrong);
  BOOST_TEST(code_of(example.text() + count + example.line.dump() + '\n') == something_wrong);
  BOOST_TEST(code_of(example.text() + R"({"group":2,"without_line":1})"
                                      "\n") == something_wrong);
  for (const char* number : {"0", "-1", "1.5", "\"all\""})
    BOOST_TEST(code_of(example.text() + R"({"group":1,"without_line":)" + number + "}\n") == something_wrong, number);
}

BOOST_AUTO_TEST_CASE(a_step_is_one_that_its_run_made) {
  const auto with_step = [](const char* kind, long step) {
    Example example = examples().at(kind);
    example.line["step"] = step;
    return code_of(example.text());
  };
  for (const char* kind : {"rank", "spectral_radius"})
    for (const long step : {1L, 5L, (1L << 30) - 1}) BOOST_TEST(with_step(kind, step) == something_wrong, kind);
  const Example error = examples().at("constraint_error");
  const long worst = error.line["step"];
  for (const long step : {worst - 1, worst + 1, worst + 1000})
    BOOST_TEST(with_step("constraint_error", step) == something_wrong, step);
  // A solve next to the error of all states: the step at which a run fails leaves none.
  Example solve = examples().at("kkt_residual");
  solve.group["run"] = error.group["run"];
  solve.group["group"] = solve.line["group"] = 2;
  const long states = error.line["bounds"][3];
  for (const long step : {1L, states - 1, states, states + 1, 1L << 29}) {
    solve.line["step"] = step;
    const std::string text = error.text() + solve.group.dump() + '\n' + solve.line.dump() + '\n';
    BOOST_TEST((code_of(text) == something_wrong) == (step > states), step);
  }
}

BOOST_AUTO_TEST_CASE(a_bound_above_its_limit_is_not_proved) {
  // Without data nothing else can be said.
  const auto bare = [](double error) {
    return after([&](Example& e) {
      e.line.erase("data");
      e.line["bounds"][0] = error;
    });
  };
  BOOST_TEST(bare(1.0e-8) == some_open);
  BOOST_TEST(bare(1.1e-8) == something_wrong);  // sqrt(2^-53) = 1.05e-8
  BOOST_TEST(bare(-1.0) == something_wrong);
}

BOOST_AUTO_TEST_CASE(what_is_undecided_claims_nothing) {
  BOOST_TEST(after([](Example& e) {
               e.line["verdict"] = "undecided";
               e.line["reason"] = "the bounds of the residual do not decide";
               e.line["data"]["x"][0] = "nan";
             }) == some_open);  // a file of nothing else
  // Next to what is proved it counts for nothing.
  const Example example = examples().at("kkt_residual");
  Example undecided = example;
  undecided.line["verdict"] = "undecided";
  undecided.line["reason"] = "the bounds of the residual do not decide";
  BOOST_TEST(code_of(example.text() + undecided.line.dump() + '\n') == all_reproved);
  const std::string text = as_text(check(undecided.text()));
  BOOST_TEST(text.find("claims nothing: all of it is undecided") != std::string::npos, text);
  BOOST_TEST(text.find("all claims were re-proved") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(an_undecided_class_claims_something_where_it_excludes_one) {
  StatementExample example = statement_examples().at("class refuted");
  BOOST_REQUIRE(example.line["verdict"] == "undecided");
  BOOST_TEST(code_of(example.text()) == all_reproved);
  for (ordered_json& fact : example.line["facts"])
    if (fact["value"] == "refuted") fact["value"] = "undecided";
  example.line["witness"] = ordered_json::object();
  BOOST_TEST(code_of(example.text()) == some_open, as_text(check(example.text())));
}

BOOST_AUTO_TEST_CASE(the_first_of_a_kind_carries_its_data_and_all_do_when_asked) {
  const Workplace place;
  place.write("a.scene", pendulum(ten_steps + plain_method));
  const auto check_run = [&](const Arguments& more) {
    Arguments arguments{"run", "a.scene", "--quiet", "--out", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    BOOST_REQUIRE_EQUAL(place.run(arguments).code, 0);
    return check_file(place.path("out/certificates.jsonl.gz"), {});
  };
  for (const bool is_full : {false, true}) {
    const FileReport report = check_run(is_full ? Arguments{"--certificate-data", "full"} : Arguments{});
    for (const GroupReport& group : report.groups) {
      // The one line of a constraint error has the worst state alone, which leaves it open, or all.
      const bool is_in_part = group.kind == "constraint_error" && !is_full;
      BOOST_TEST(group.reproved == (is_full ? group.lines : is_in_part ? 0 : 1), group.kind);
      BOOST_TEST(group.reproved + group.without_data + group.open == group.lines, group.kind);
      BOOST_TEST(group.open == (is_in_part ? 1 : 0), group.kind);
    }
    BOOST_TEST(report.failures.empty());
    long reproved = 0;
    for (const GroupReport& group : report.groups) reproved += group.reproved;
    const auto counts = place.json("out/results.json")["summary"]["certificates"];
    BOOST_TEST(counts["recheckable"] == reproved);
    BOOST_TEST((counts["recheckable"] == counts["proved"]) == is_full);
    long stated = 0, others = 0;
    for (const GroupReport& group : report.groups) stated += group.lines, others += group.without_line;
    BOOST_TEST(counts["proved"] == stated + others);
    BOOST_TEST((others == 0) == is_full);
    BOOST_TEST(report.is_open() == !is_full);
    const std::string told = fmt::format("{} proved, {} re-checkable", counts["proved"].get<long>(), reproved);
    BOOST_TEST(place.read("out/report.html").find(told) != std::string::npos, told);
    BOOST_TEST(place.run({"run", "a.scene"}).says(", 0 re-checkable"));  // no file is written
  }
}

/// A box that slides straight ahead: what rounding leaves across its way is no share of anything of its own.
BOOST_AUTO_TEST_CASE(rows_granted_as_rounding_are_counted_from_the_run_to_the_checker) {
  const Workplace place;
  place.write("a.scene", R"(experiment granted {
  world spatial {
    gravity = (0, 0, -9.81) m/s^2
    contacts { friction = 0.5 }
    fixed ground = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))
    body slider = box(size: (1, 1, 1) m) { mass = 1 kg; at = (0, 0, 0.5) m; velocity = (1, 0, 0) m/s }
  }
  run { step = 10 ms; duration = 0.1 s }
  method plain = stabilized_lcp
})");
  const auto outcome = place.run({"run", "a.scene", "--certificate-data", "full", "--out", "out"});
  BOOST_REQUIRE_EQUAL(outcome.code, 0);
  const auto counts = place.json("out/results.json")["summary"]["certificates"];
  const long granting = counts["granting"], granted = counts["granted_rows"];
  BOOST_TEST(granting > 0);
  BOOST_TEST(granted >= granting);
  const std::string words = fmt::format("({} grant {} rows as rounding)", granting, granted);
  BOOST_TEST(outcome.says(words), outcome.out);
  BOOST_TEST(place.read("out/report.html").find(words) != std::string::npos);
  const FileReport report = check_file(place.path("out/certificates.jsonl.gz"), {});
  long granting_again = 0, granted_again = 0;
  for (const GroupReport& group : report.groups) {
    granting_again += group.granting;
    granted_again += group.granted_rows;
  }
  BOOST_TEST(granting_again == granting);
  BOOST_TEST(granted_again == granted);
  BOOST_TEST(as_text(report).find("as rounding)") != std::string::npos, as_text(report));
}

struct WrittenRun {
  WrittenRun() {
    place.write("a.scene", pendulum(ten_steps + plain_method));
    BOOST_REQUIRE_EQUAL(place.run({"run", "a.scene", "--quiet", "--certificate-data", "full", "--out", "out"}).code, 0);
    bytes = place.read("out/certificates.jsonl.gz");
  }
  FileReport check_bytes(const std::string& changed) const {
    place.write("changed", changed);
    return check_file(place.path("changed"), {});
  }
  Workplace place;
  std::string bytes;
};

BOOST_FIXTURE_TEST_CASE(a_file_is_read_compressed_in_parts_or_as_text, WrittenRun) {
  const std::string text = inflated(place.path("out/certificates.jsonl.gz"));
  const std::string expected = as_text(check_bytes(bytes));
  BOOST_TEST(expected.find("all claims were re-proved") != std::string::npos);
  BOOST_TEST(as_text(check_bytes(text)) == expected);
  const std::size_t half = text.size() / 2;
  for (const char* mode : {"wb", "ab"}) {  // what is appended is a second member
    gzFile file = gzopen(place.path("changed").c_str(), mode);
    const std::string part = mode[0] == 'w' ? text.substr(0, half) : text.substr(half);
    gzwrite(file, part.data(), static_cast<unsigned>(part.size()));
    gzclose(file);
  }
  BOOST_TEST(as_text(check_file(place.path("changed"), {})) == expected);
}

BOOST_FIXTURE_TEST_CASE(a_file_that_is_cut_off_or_damaged_is_called_so_and_never_passes, WrittenRun) {
  for (std::size_t size = 2; size < bytes.size(); size += 1 + bytes.size() / 50) {
    const FileReport report = check_bytes(bytes.substr(0, size));
    BOOST_TEST(report.error.starts_with("is cut off: its compressed data ends after "), report.error);
    BOOST_TEST(exit_code({report}) == file_wrong);
  }
  const std::string text = inflated(place.path("out/certificates.jsonl.gz"));
  const auto num_lines = std::count(text.begin(), text.end(), '\n');
  for (const char* more : {"m", "more", "\x1f", "\x1f\x8c"})
    BOOST_TEST(check_bytes(bytes + more).error ==
               fmt::format("is damaged: something else follows its compressed data after {} whole lines", num_lines));
  for (std::size_t at = 10; at < bytes.size(); at += 1 + bytes.size() / 50) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    const FileReport report = check_bytes(changed);
    BOOST_TEST(!report.error.empty(), "byte " << at);
    BOOST_TEST((exit_code({report}) == file_wrong || exit_code({report}) == something_wrong));
  }
}

BOOST_AUTO_TEST_CASE(words_name_the_run_the_line_and_the_truth) {
  Example example = examples().at("kkt_residual");
  BOOST_TEST(as_text(check(example.text())).find("run plain, kkt_residual: 1 of 1 re-proved exactly") !=
             std::string::npos);
  example.line["bounds"][0] = 1e-30;
  const FileReport wrong = check(example.text());
  BOOST_REQUIRE_EQUAL(wrong.failures.size(), 1u);
  BOOST_TEST(wrong.failures[0].line == 3);
  BOOST_TEST(wrong.failures[0].words.starts_with("claims the backward error at most 1e-30, it is "));
  const auto json = nlohmann::json::parse(as_json({wrong}));
  BOOST_TEST(json[0]["groups"][0]["wrong"] == 1);
  BOOST_TEST(json[0]["failures"][0]["line"] == 3);
}

BOOST_AUTO_TEST_CASE(what_is_told_of_a_line_names_the_step_of_that_line) {
  Example solve = examples().at("kkt_residual"), other = examples().at("kept_rows");
  other.group["run"] = solve.group["run"];
  other.group["group"] = other.line["group"] = 2;
  std::string text = solve.header.dump() + '\n' + solve.group.dump() + '\n' + other.group.dump() + '\n';
  const std::vector<std::pair<const char*, long>> lines{
      {"kkt_residual", 3}, {"kept_rows", 7}, {"kkt_residual", 4}, {"kept_rows", 9}, {"kkt_residual", 8}};
  for (const auto& [kind, step] : lines) {
    ordered_json& line = kind == std::string("kkt_residual") ? solve.line : other.line;
    line["step"] = step;
    text += line.dump() + '\n';
  }
  std::vector<std::string> told;
  std::istringstream file(text);
  const FileReport report = check_text(file, "a", [&](long, const std::string& words) { told.push_back(words); });
  BOOST_TEST(exit_code({report}) == all_reproved, as_text(report));
  BOOST_REQUIRE_EQUAL(told.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i)
    BOOST_TEST(told[i].find(fmt::format("{}, step {}: ", lines[i].first, lines[i].second)) != std::string::npos,
               told[i]);
}

BOOST_AUTO_TEST_CASE(a_file_is_told_by_its_header_and_numbered_without_gaps) {
  const StatementExample& example = statement_examples().at("spd");
  StatementExample other = example;
  other.header["version"] = 2;
  BOOST_TEST(code_of(other.text()) == file_wrong);
  other.header["format"] = "perpend-certificates";
  BOOST_TEST(code_of(other.text()) == file_wrong);
  BOOST_TEST(code_of(example.header.dump() + '\n') == something_wrong);
  BOOST_TEST(code_of(example.text() + example.line.dump() + '\n') == something_wrong);
  BOOST_TEST(code_of(example.text() + "{\"statement\":2\n") == something_wrong);
  StatementExample second = example;
  second.line["statement"] = 2;
  BOOST_TEST(code_of(example.text() + second.line.dump() + '\n') == all_reproved);
}

BOOST_AUTO_TEST_CASE(a_file_of_statements_that_is_cut_off_is_no_false_claim) {
  const Workplace place;
  const StatementExample& example = statement_examples().at("spd");
  gzFile file = gzopen(place.path("a").c_str(), "wb");
  gzwrite(file, example.text().data(), static_cast<unsigned>(example.text().size()));
  gzclose(file);
  const std::string bytes = place.read("a");
  for (std::size_t size = 2; size < bytes.size(); size += 1 + bytes.size() / 50) {
    place.write("cut", bytes.substr(0, size));
    const FileReport report = check_file(place.path("cut"), {});
    BOOST_TEST(report.error.starts_with("is cut off"), report.error);
    BOOST_TEST(exit_code({report}) == file_wrong, size);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_frame
