#include "reports/files/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <utility>

#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

void append_case(pugi::xml_node suite, const JunitCase& one) {
  using Outcome = JunitCase::Outcome;
  pugi::xml_node test = suite.append_child("testcase");
  test.append_attribute("classname") = single_line(one.class_name).c_str();
  test.append_attribute("name") = single_line(one.name).c_str();
  test.append_attribute("time") = fmt::format("{:.6f}", one.seconds).c_str();
  if (!one.place.file.empty()) test.append_attribute("file") = single_line(one.place.file).c_str();
  if (one.place.line > 0) test.append_attribute("line") = one.place.line;
  pugi::xml_node detail = test.append_child(one.outcome == Outcome::passed   ? "system-out"
                                            : one.outcome == Outcome::failed ? "failure"
                                                                             : "error");
  if (one.outcome != Outcome::passed) detail.append_attribute("message") = single_line(one.message).c_str();
  detail.text().set(plain_text(one.text).c_str());
}

void append_sums(pugi::xml_node node, const JunitSuite& suite) {
  const auto count = [&](JunitCase::Outcome outcome) {
    return std::count_if(suite.cases.begin(), suite.cases.end(),
                         [&](const JunitCase& one) { return one.outcome == outcome; });
  };
  node.append_attribute("tests") = suite.cases.size();
  node.append_attribute("failures") = count(JunitCase::Outcome::failed);
  node.append_attribute("errors") = count(JunitCase::Outcome::error);
  if (!suite.timestamp) return;
  double seconds = 0.0;
  for (const JunitCase& one : suite.cases) seconds += one.seconds;
  node.append_attribute("time") = fmt::format("{:.6f}", seconds).c_str();
}

std::string claim_message(const ClaimRecord& claim) {
  constexpr int digits = 17;  // enough to tell any two doubles apart
  std::string text =
      fmt::format("{} (expected: {}): {} = {}, bounds [{}, {}], wanted {}", describe(claim.status),
                  describe(claim.expect), claim.text, with_unit(claim.measured, claim.unit, digits),
                  in_unit(claim.lo, claim.unit, digits), in_unit(claim.hi, claim.unit, digits), claim.range_text);
  if (!claim.reason.empty()) text += "; " + claim.reason;
  return text + "\n" + stated(claim);
}

std::string group_message(const CertificateGroup& group) {
  std::string text = describe(count_certificates(group)) + ": " + group.statement + " [" + group.theorem + "]";
  if (group.proved + group.refuted + group.undecided == 0) text = "not run: " + text;
  for (const WorstBound& bound : group.bounds) text += "; " + bound.name + " " + describe(bound, group);
  if (!group.reason.empty()) text += "; first that is not proved: " + group.reason;
  return text;
}

std::string run_message(const MethodRun& run) {
  std::string text = fmt::format("{} after {} of {} of {} s", describe_status(run), run.steps,
                                 counted(run.planned_steps, "step"), significant(run.step, 12));
  return run.message.empty() ? text : text + ": " + run.message;
}

/// How the run ended, and what is not as expected of its certificates.
std::string point_message(const MethodRun& run) {
  std::string text = run_message(run);
  for (const CertificateGroup& group : run.certificates)
    if (!is_as_expected(group)) text += "\ncertificate " + group.kind + ": " + group_message(group);
  return text;
}

}  // namespace

std::string junit_text(const JunitSuite& suite) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document;
  if (suite.timestamp) {
    root = document.append_child("testsuites");
    append_sums(root, suite);
  }
  pugi::xml_node node = root.append_child("testsuite");
  node.append_attribute("name") = single_line(suite.name).c_str();
  if (suite.timestamp) node.append_attribute("timestamp") = single_line(*suite.timestamp).c_str();
  append_sums(node, suite);
  for (const JunitCase& one : suite.cases) append_case(node, one);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

std::string junit_text(const ExperimentRecord& record) {
  JunitSuite suite{.name = record.id, .timestamp = record.provenance.date};
  const auto add = [&](std::string name, double seconds, bool passed, const std::string& message,
                       const SourcePlace& place) {
    suite.cases.push_back({.class_name = record.id,
                           .name = std::move(name),
                           .seconds = seconds,
                           .outcome = passed ? JunitCase::Outcome::passed : JunitCase::Outcome::failed,
                           .message = message,
                           .text = message,
                           .place = place});
  };
  if (const std::string stop = describe_stop(record); !stop.empty())
    add("all runs", 0.0, false, stop, {record.scene_file, 0});
  for (const MethodRun& run : record.runs) {
    add("method " + run.method + ": run", run.cost.seconds, run.as_expected, run_message(run), run.place);
    for (const CertificateGroup& group : run.certificates)
      add("method " + run.method + ": certificate " + group.kind, group.seconds, is_as_expected(group),
          group_message(group), run.place);
  }
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points)
      for (const MethodRun& run : point.runs)
        add("sweep " + sweep.spec.name + " at " + describe_point(sweep.spec, point) + ": method " + run.method,
            run.cost.seconds, is_as_expected(run), point_message(run), run.place);
  for (const ClaimRecord& claim : record.claims)
    add("claim " + claim.id, 0.0, is_as_expected(claim), claim_message(claim), claim.place);
  return junit_text(suite);
}

std::optional<WriteError> write_junit(const ExperimentRecord& record, const std::string& path) {
  return write_file(path, junit_text(record));
}

}  // namespace perpend::reports
