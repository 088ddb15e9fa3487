#include "verification/checker/certificate_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <istream>

#include "verification/checker/file_bytes.hpp"
#include "verification/checker/read_json.hpp"
#include "verification/checker/run_steps.hpp"
#include "verification/checker/stated_data.hpp"
#include "verification/checker/statements/statement_file.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr const char* purposes[] = {"velocity", "acceleration", "position_correction", "velocity_projection"};

/// Why the first line is not that of a file this program reads.
std::string header_error(const json& header, FileReport& report) {
  if (!header.is_object() || header.value("format", json()) != "perpend-certificates")
    return "is not a file of certificates";
  if (header.value("version", json()) != 2) return "has a version that this program does not know";
  const json experiment = header.value("experiment", json());
  if (!experiment.is_string()) return "names no experiment";
  report.experiment = experiment.get<std::string>();
  const json hash = header.value("scene_sha256", json());
  const auto is_hexadecimal = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool is_hash =
      hash.is_string() && hash.get_ref<const std::string&>().size() == 64 &&
      std::all_of(hash.get_ref<const std::string&>().begin(), hash.get_ref<const std::string&>().end(), is_hexadecimal);
  return is_hash ? "" : "names no scene";
}

Verdict verdict_of(const std::string& name) {
  if (name == "proved") return Verdict::proved;
  if (name == "refuted") return Verdict::refuted;
  if (name == "undecided") return Verdict::undecided;
  throw DataError("there is no verdict '" + name + "'");
}

Claim read_claim(const json& line) {
  Claim claim;
  claim.verdict = verdict_of(text(line, "verdict"));
  for (const json& bound : list(line, "bounds")) {
    if (bound.is_null()) {
      claim.bounds.emplace_back();
      continue;
    }
    if (!bound.is_number() || !std::isfinite(bound.get<double>())) throw DataError("a bound is not a finite number");
    claim.bounds.emplace_back(exact(bound.get<double>()));
  }
  return claim;
}

class Reader {
 public:
  Reader(FileReport& report, const Listener& listener) : report_(report), listener_(listener) {}

  void take(const std::string& written);
  void finish();

 private:
  void open_group(const json& line);
  void take_data(const json& line, const std::string& written);
  void close_run();
  void check_line(const json& line);
  void check_frame(const json& line, const Claim& claim);
  Finding find(const json& line, const Claim& claim);
  Finding check_data(const json& data, const Claim& claim);
  void count(const Finding& finding, const Claim& claim, bool has_data);
  void count_granted(const Claim& claim);
  void fail(const std::string& words);

  FileReport& report_;
  const Listener& listener_;
  long number_ = 1;
  GroupReport* group_ = nullptr;
  const Kind* kind_ = nullptr;
  std::string run_;
  std::size_t first_of_run_ = 0;
  std::vector<long> last_steps_;  ///< by group of the file
  std::set<std::string> runs_;
  RunSteps steps_;
  StatedData stated_;
};

void Reader::fail(const std::string& words) {
  const std::string where = group_ == nullptr ? "" : fmt::format("run {}, {}", group_->run, group_->kind);
  report_.failures.push_back({number_, where, words});
  if (group_ != nullptr) ++group_->wrong;
  if (listener_) listener_(number_, (where.empty() ? "" : where + ": ") + words);
}

void Reader::close_run() {
  if (const auto line = steps_.beyond())
    report_.failures.push_back({*line, "run " + run_, fmt::format("the run has no step {}", steps_.last())});
  steps_ = {};
}

void Reader::open_group(const json& line) {
  group_ = nullptr;
  const std::string run = text(line, "run");
  if (report_.groups.empty() || run != run_) {
    close_run();
    if (!runs_.insert(run).second) throw DataError("the run " + run + " is there twice");
    run_ = run;
    stated_ = {};
    first_of_run_ = report_.groups.size();
  }
  const int number = whole_number(line, "group");
  const int expected = static_cast<int>(report_.groups.size() - first_of_run_) + 1;
  if (number != expected) throw DataError(fmt::format("opens group {} where {} would follow", number, expected));
  const std::string name = text(line, "kind");
  for (std::size_t i = first_of_run_; i < report_.groups.size(); ++i)
    if (report_.groups[i].kind == name) throw DataError("the kind " + name + " is there twice in a run");
  GroupReport& group = report_.groups.emplace_back();
  last_steps_.push_back(0);
  group.number = number;
  group.run = run;
  group.kind = name;
  const Kind* kind = find_kind(name);
  const json& names = list(line, "bounds");
  bool is_same = kind != nullptr && names.size() == kind->bounds.size();
  for (std::size_t i = 0; is_same && i < names.size(); ++i) is_same = names[i] == kind->bounds[i].name;
  group_ = &group;
  if (kind != nullptr && !is_same) throw DataError("names other bounds than its kind has");
}

void Reader::take_data(const json& line, const std::string& written) {
  group_ = nullptr;
  if (report_.groups.empty()) throw DataError("states data of no run");
  stated_.take(line, written);
}

/// Place and form of a line, whatever it is about.
void Reader::check_frame(const json& line, const Claim& claim) {
  const long step = whole_number(line, "step");
  long& last = last_steps_[first_of_run_ + static_cast<std::size_t>(group_->number) - 1];
  if (step < last) throw DataError("goes back in time");
  last = step;
  if (line.contains("purpose")) {
    const std::string purpose = text(line, "purpose");
    if (std::find(std::begin(purposes), std::end(purposes), purpose) == std::end(purposes))
      throw DataError("there is no solve for '" + purpose + "'");
  }
  if (line.contains("data") && line["data"].is_number()) static_cast<void>(stated_.find(whole_number(line, "data")));
  const bool has_reason = line.contains("reason") && !text(line, "reason").empty();
  if (has_reason != (claim.verdict != Verdict::proved)) throw DataError("a reason belongs to what is not proved alone");
  if (const std::string trouble = inconsistency(*kind_, claim); !trouble.empty()) throw DataError(trouble);
  steps_.take(*kind_, claim, step, number_);
}

/// In the line itself, or by the number of the line that states it.
Finding Reader::check_data(const json& data, const Claim& claim) {
  if (!data.is_number())
    return kind_->check_data != nullptr ? kind_->check_data(claim, data) : kind_->check(claim, read_data(data));
  const int number = whole_number(data, "data");
  if (kind_->check_data != nullptr) return kind_->check_data(claim, stated_.find(number));
  return kind_->check(claim, stated_.read(number));
}

Finding Reader::find(const json& line, const Claim& claim) {
  if (claim.verdict == Verdict::undecided) return {Result::open, "undecided, claims nothing"};
  if (const std::string name = missing_number(*kind_, claim); !name.empty())
    return {Result::open, "claims no number for '" + name + "'"};
  const bool has_data = line.contains("data");
  if (kind_->check == nullptr && (kind_->check_data == nullptr || !has_data))
    return {Result::open, std::string("not re-proved: ") + kind_->why_open};
  return has_data ? check_data(line["data"], claim) : Finding{Result::open, "bounds only"};
}

void Reader::count_granted(const Claim& claim) {
  const auto rows = granted_rows(*kind_, claim);
  if (claim.verdict != Verdict::proved || !rows || rows->is_zero()) return;
  ++group_->granting;
  constexpr double most = 0x1p31;  // more than any line has rows, whatever it claims
  group_->granted_rows += static_cast<long>(std::min(rows->rounded(), most));
}

void Reader::count(const Finding& finding, const Claim& claim, bool has_data) {
  switch (finding.result) {
    case Result::reproved:
      ++group_->reproved;
      count_granted(claim);
      break;
    case Result::wrong:
      return fail(finding.words);
    case Result::open:
      if (claim.verdict == Verdict::undecided) {
        ++group_->undecided;
      } else if (kind_->check != nullptr && !has_data) {
        ++group_->without_data;
      } else {
        ++group_->open;
        if (group_->why_open.empty()) group_->why_open = finding.words;
      }
  }
  if (listener_)
    listener_(number_, fmt::format("run {}, {}, step {}: {}{}", group_->run, group_->kind, last_steps_.back(),
                                   finding.result == Result::reproved
                                       ? claim.verdict == Verdict::proved ? "re-proved: " : "refutation re-proved: "
                                       : "",
                                   finding.words));
}

void Reader::check_line(const json& line) {
  group_ = nullptr;
  const auto number = static_cast<std::size_t>(whole_number(line, "group"));
  if (number == 0 || first_of_run_ + number > report_.groups.size()) throw DataError("belongs to no group");
  group_ = &report_.groups[first_of_run_ + number - 1];
  ++group_->lines;
  kind_ = find_kind(group_->kind);
  if (kind_ == nullptr) {
    ++group_->open;
    group_->why_open = "this kind is not known here";
    return;
  }
  const Clock::time_point start = Clock::now();
  const Claim claim = read_claim(line);
  check_frame(line, claim);
  count(guarded([&] { return find(line, claim); }), claim, line.contains("data"));
  group_->seconds += std::chrono::duration<double>(Clock::now() - start).count();
}

void Reader::take(const std::string& written) {
  ++number_;
  begin_work();
  try {
    const json line = json::parse(written);
    if (line.is_object() && line.contains("kind"))
      open_group(line);
    else if (line.is_object() && line.contains("numbers"))
      take_data(line, written);
    else
      check_line(line);
  } catch (const json::exception&) {
    group_ = nullptr;
    fail("cannot be read");
  } catch (const DataError& error) {
    fail(error.what());
  } catch (const std::exception& error) {
    report_.error = fmt::format("line {}: {}", number_, error.what());
  }
}

void Reader::finish() {
  group_ = nullptr;
  close_run();
  for (const GroupReport& group : report_.groups)
    if (group.lines == 0) fail(fmt::format("group {} of run {} holds no certificate", group.number, group.run));
}

}  // namespace

bool FileReport::is_open() const {
  if (groups.empty()) return true;
  return std::any_of(groups.begin(), groups.end(),
                     [](const GroupReport& group) { return group.without_data + group.open > 0; });
}

FileReport check_text(std::istream& from, const std::string& path, const Listener& listener) {
  FileReport report;
  report.path = path;
  std::string line;
  if (!std::getline(from, line)) {
    report.error = "cannot be read";
    return report;
  }
  const json header = json::parse(line, nullptr, false);
  if (is_statement_header(header)) {
    check_statements(from, header, report, listener);
    if (from.bad() && report.error.empty()) report.error = "cannot be read to its end";
    return report;
  }
  report.error = header_error(header, report);
  if (!report.error.empty()) return report;
  Reader reader(report, listener);
  while (report.error.empty() && std::getline(from, line)) reader.take(line);
  if (from.bad() && report.error.empty()) report.error = "cannot be read to its end";
  if (!report.error.empty()) return report;
  reader.finish();
  return report;
}

FileReport check_file(const std::string& path, const Listener& listener) {
  FileBytes bytes(path);
  std::istream file(&bytes);
  FileReport report = check_text(file, path, listener);
  if (!bytes.trouble().empty()) report.error = bytes.trouble();
  return report;
}

}  // namespace perpend::checker
