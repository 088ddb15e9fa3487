#include "verification/checker/statements/statement_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "verification/checker/read_json.hpp"
#include "verification/checker/statements/checks.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

struct StatementKind {
  const char* name;
  Finding (*check)(const StatementClaim& claim);
};

constexpr StatementKind statement_kinds[] = {{"spd", check_spd},
                                             {"rank", check_rank_of_rows},
                                             {"linear", check_linear},
                                             {"lcp", check_answer},
                                             {"solvability", check_solvable},
                                             {"class", check_class},
                                             {"rho", check_radius_of_matrix},
                                             {"method", check_method},
                                             {"limit", check_limit},
                                             {"friction_cone", check_friction},
                                             {"friction_pyramid", check_friction},
                                             {"friction_existence", check_friction_existence}};

Finding find(const StatementClaim& claim) {
  // Of a class it is undecided whether A has one of those that help; that it has not one of them is a claim.
  if (claim.verdict == Verdict::undecided && claim.kind != "class") return {Result::open, "undecided, claims nothing"};
  for (const StatementKind& kind : statement_kinds)
    if (claim.kind == kind.name) return kind.check(claim);
  return {Result::open, "this kind is not known here"};
}

GroupReport& group_of(FileReport& report, const std::string& kind) {
  const auto found = std::find_if(report.groups.begin(), report.groups.end(),
                                  [&](const GroupReport& group) { return group.kind == kind; });
  if (found != report.groups.end()) return *found;
  GroupReport& group = report.groups.emplace_back();
  group.number = static_cast<int>(report.groups.size());
  group.kind = kind;
  return group;
}

std::string words_of(const StatementClaim& claim, const Finding& finding) {
  if (finding.result == Result::open) return "not re-proved: " + finding.words;
  if (claim.verdict == Verdict::undecided || finding.result == Result::wrong) return finding.words;
  return (claim.verdict == Verdict::proved ? "re-proved: " : "refutation re-proved: ") + finding.words;
}

void count(FileReport& report, GroupReport& group, long line, const StatementClaim& claim, const Finding& finding) {
  if (finding.result == Result::wrong) {
    ++group.wrong;
    report.failures.push_back({line, fmt::format("{} of {}", claim.kind, claim.subject), finding.words});
  } else if (claim.verdict == Verdict::undecided && finding.result == Result::reproved) {
    ++group.undecided;
  } else if (finding.result == Result::reproved) {
    ++group.reproved;
  } else {
    ++group.open;
    if (group.why_open.empty()) group.why_open = finding.words;
  }
}

/// A kind counts once it is read; what cannot be read belongs to none.
void check_line(const std::string& written, long line, FileReport& report, const Listener& listener) {
  const Clock::time_point start = Clock::now();
  begin_work();
  const json read = json::parse(written);
  if (whole_number(read, "statement") != static_cast<int>(line - 1)) throw DataError("is numbered in another way");
  const StatementClaim claim = read_statement(read);
  GroupReport& group = group_of(report, claim.kind);
  ++group.lines;
  Finding finding;
  try {
    finding = guarded([&] { return find(claim); });
  } catch (const DataError& error) {
    finding = {Result::wrong, error.what()};
  }
  count(report, group, line, claim, finding);
  group.seconds += std::chrono::duration<double>(Clock::now() - start).count();
  const std::string words = fmt::format("{} of {}: {}", claim.kind, claim.subject, words_of(claim, finding));
  report.statements.push_back(words);
  if (listener) listener(line, words);
}

}  // namespace

bool is_statement_header(const json& header) {
  return header.is_object() && header.value("format", json()) == "perpend-statement-certificates";
}

void check_statements(std::istream& from, const json& header, FileReport& report, const Listener& listener) {
  if (header.value("version", json()) != 1) {
    report.error = "has a version that this program does not know";
    return;
  }
  std::string written;
  for (long line = 2; std::getline(from, written); ++line) {
    std::string trouble;
    try {
      check_line(written, line, report, listener);
    } catch (const json::exception&) {
      trouble = "cannot be read";
    } catch (const DataError& error) {
      trouble = error.what();
    } catch (const std::exception& error) {
      report.error = fmt::format("line {}: {}", line, error.what());
      return;
    }
    if (trouble.empty()) continue;
    report.failures.push_back({line, "", trouble});
    if (listener) listener(line, trouble);
  }
  if (report.groups.empty() && report.failures.empty()) report.failures.push_back({1, "", "holds no statement"});
}

}  // namespace perpend::checker
