// Statements of `perpend certify --certificate`: one a line, each with its own data.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/reading/lines.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

/// All but the data.
Claim read_statement(const json& line) {
  Claim claim;
  claim.is_statement = true;
  claim.kind = text(line, "kind");
  claim.subject = text(line, "subject");
  claim.sentence = text(line, "claim");
  claim.verdict = verdict_named(text(line, "verdict"));
  return claim;
}

void read_numbers(const json& line, Claim& claim) {
  for (const auto& [name, value] : object(line, "bounds").items()) {
    claim.bounds.push_back({name, std::nullopt});
    if (!value.is_null()) claim.bounds.back().value = fraction_of(value);
  }
  for (const json& fact : list(line, "facts")) {
    expect_keys(fact, {"name", "value"});
    claim.facts.push_back({text(fact, "name"), text(fact, "value")});
  }
  for (const auto& [name, values] : object(line, "witness").items()) {
    if (!values.is_array()) throw DataError("a witness is not a list");
    std::vector<Rational>& witness = claim.witness[name];
    for (const json& value : values) witness.push_back(fraction_of(value));
  }
}

class StatementLines final : public Lines {
 public:
  using Lines::Lines;

  void finish() override {
    leave_group();
    if (report().groups.empty() && report().failures.empty())
      report().failures.push_back({1, "", "holds no statement"});
  }

 private:
  void judge(const json& line, const std::string& written) override;
  void leave_open(const Claim& claim, const Finding& finding) override;
  [[nodiscard]] static Finding find(const Claim& claim);
  [[nodiscard]] GroupReport& group_of(const std::string& kind);
};

GroupReport& StatementLines::group_of(const std::string& kind) {
  std::vector<GroupReport>& groups = report().groups;
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const GroupReport& group) { return group.kind == kind; });
  if (found != groups.end()) return *found;
  GroupReport& group = groups.emplace_back();
  group.number = static_cast<int>(groups.size());
  group.kind = kind;
  return group;
}

/// An undecided statement shows nothing that was asked for: its group is not all proved.
void StatementLines::leave_open(const Claim& /*claim*/, const Finding& finding) {
  count_open(finding.words);
}

Finding StatementLines::find(const Claim& claim) {
  // An undecided statement about classes may still claim that A does not belong to some of them.
  const Kind* kind = find_kind(statement_kinds::all, claim.kind);
  if (claim.verdict == Verdict::undecided && kind != &statement_kinds::matrix_class)
    return {Result::open, "undecided, claims nothing"};
  if (kind == nullptr) return {Result::open, "this kind is not known here"};
  return guarded(*kind, claim);
}

/// A kind counts once its claim is read; what cannot be read belongs to none.
void StatementLines::judge(const json& line, const std::string& /*written*/) {
  const auto start = std::chrono::steady_clock::now();
  expect_keys(line, {"statement", "kind", "subject", "claim", "verdict", "theorem", "reason", "arithmetic", "bounds",
                     "facts", "witness", "data"});
  if (whole_number(line, "statement") != static_cast<int>(number() - 1)) throw DataError("is numbered in another way");
  Claim claim = read_statement(line);
  expect_reason(!text(line, "reason").empty(), claim.verdict);
  read_numbers(line, claim);
  const GivenData data(object(line, "data"));
  claim.data = &data;
  const std::string where = fmt::format("{} of {}", claim.kind, claim.subject);
  enter(group_of(claim.kind), where);
  ++group().lines;
  const Finding finding = find(claim);
  count(claim, finding);
  group().seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const char* before = finding.result == Result::open ? "not re-proved: " : "";
  report().statements.push_back(where + ": " + before + words_of(claim, finding));
  if (finding.result != Result::wrong) tell(report().statements.back());
}

}  // namespace

std::unique_ptr<Lines> statement_lines(FileReport& report, const Listener& listener) {
  return std::make_unique<StatementLines>(report, listener);
}

}  // namespace perpend::checker
