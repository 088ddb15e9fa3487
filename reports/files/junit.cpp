#include "reports/files/junit.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

class Suite {
 public:
  Suite(pugi::xml_node parent, const ExperimentRecord& record) : node_(parent.append_child("testsuite")) {
    class_name_ = single_line(record.id);
    node_.append_attribute("name") = class_name_.c_str();
    node_.append_attribute("timestamp") = single_line(record.provenance.date).c_str();
  }

  void add(const std::string& name, double seconds, bool passed, const std::string& message) {
    pugi::xml_node test = node_.append_child("testcase");
    test.append_attribute("classname") = class_name_.c_str();
    test.append_attribute("name") = single_line(name).c_str();
    test.append_attribute("time") = fmt::format("{:.6f}", seconds).c_str();
    pugi::xml_node detail = test.append_child(passed ? "system-out" : "failure");
    if (!passed) detail.append_attribute("message") = single_line(message).c_str();
    detail.append_child(pugi::node_pcdata).set_value(plain_text(message).c_str());
    ++tests_;
    failures_ += passed ? 0 : 1;
    seconds_ += seconds;
  }

  void finish(pugi::xml_node parent) {
    for (pugi::xml_node node : {parent, node_}) {
      node.append_attribute("tests") = tests_;
      node.append_attribute("failures") = failures_;
      node.append_attribute("errors") = 0;
      node.append_attribute("time") = fmt::format("{:.6f}", seconds_).c_str();
    }
  }

 private:
  pugi::xml_node node_;
  std::string class_name_;
  int tests_ = 0;
  int failures_ = 0;
  double seconds_ = 0.0;
};

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
  std::string text = fmt::format("{} after {} of {} steps of {} s", describe_status(run), run.steps, run.planned_steps,
                                 significant(run.step, 12));
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

std::string junit_text(const ExperimentRecord& record) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  Suite suite(root, record);
  if (const std::string stop = describe_stop(record); !stop.empty()) suite.add("all runs", 0.0, false, stop);
  for (const MethodRun& run : record.runs) {
    suite.add("method " + run.method + ": run", run.cost.seconds, run.as_expected, run_message(run));
    for (const CertificateGroup& group : run.certificates)
      suite.add("method " + run.method + ": certificate " + group.kind, group.seconds, is_as_expected(group),
                group_message(group));
  }
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points)
      for (const MethodRun& run : point.runs)
        suite.add("sweep " + sweep.spec.name + " at " + describe_point(sweep.spec, point) + ": method " + run.method,
                  run.cost.seconds, is_as_expected(run), point_message(run));
  for (const ClaimRecord& claim : record.claims)
    suite.add("claim " + claim.id, 0.0, is_as_expected(claim), claim_message(claim));
  suite.finish(root);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

std::optional<WriteError> write_junit(const ExperimentRecord& record, const std::string& path) {
  return write_file(path, junit_text(record));
}

}  // namespace perpend::reports
