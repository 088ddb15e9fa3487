// Certificates of runs: a line opens a group of one kind, states data, or holds a certificate of a group.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/reading/lines.hpp"
#include "verification/checker/reading/stated_data.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

constexpr const char* purposes[] = {"velocity", "acceleration", "position_correction", "velocity_projection"};

/// The steps that the lines of a run name, compared with each other.
class RunSteps {
 public:
  /// Throws DataError: a kind of the initial state names a later step, an error another step than the worst, or one
  /// that has no state.
  void take(const Kind& kind, const Claim& claim, long step, long line) {
    if (kind.place == Place::initial_state && step != 0)
      throw DataError("is about the initial state, and names another step");
    if (kind.place == Place::worst_state && claim.verdict == Verdict::proved && missing_number(kind, claim).empty()) {
      const Rational worst = claim.number("worst step").value(), states = claim.number("states").value();
      if (!(worst == Rational(step))) throw DataError("names another step than the worst");
      if (worst >= states) throw DataError("names a worst step that has no state");
      num_states_ = states;
    }
    if (kind.place != Place::step || step <= last_) return;
    last_ = step;
    line_ = line;
  }

  /// The line that names a step which the run, with as many states as it claims, did not make. The step at which a run
  /// fails leaves no state.
  [[nodiscard]] std::optional<long> beyond() const {
    return num_states_ && Rational(last_) > *num_states_ ? std::optional(line_) : std::nullopt;
  }
  [[nodiscard]] long last() const { return last_; }

 private:
  long last_ = 0;
  long line_ = 0;
  std::optional<Rational> num_states_;
};

/// The numbers, by the names that the kind gives them.
Claim read_claim(const Kind& kind, const json& line) {
  Claim claim;
  claim.verdict = verdict_named(text(line, "verdict"));
  for (const json& bound : list(line, "bounds")) {
    const std::size_t i = claim.bounds.size();
    claim.bounds.push_back({i < kind.bounds.size() ? kind.bounds[i].name : "", std::nullopt});
    if (bound.is_null()) continue;
    if (!bound.is_number() || !std::isfinite(bound.get<double>())) throw DataError("a bound is not a finite number");
    claim.bounds.back().value = exact(bound.get<double>());
  }
  return claim;
}

class RunLines final : public Lines {
 public:
  using Lines::Lines;

  void finish() override {
    leave_group();
    close_run();
    for (const GroupReport& group : report().groups)
      if (group.lines == 0) fail(fmt::format("group {} of run {} holds no certificate", group.number, group.run));
  }

 private:
  void judge(const json& line, const std::string& written) override;
  void leave_open(const Claim& claim, const Finding& finding) override;
  void open_group(const json& line);
  void close_run();
  void judge_certificate(const json& line);
  /// Returns the step.
  long check_frame(const json& line, const Claim& claim);
  [[nodiscard]] Finding find(const Claim& claim) const;
  [[nodiscard]] std::vector<GroupReport>& groups() { return report().groups; }
  void enter_group(GroupReport& group) { enter(group, fmt::format("run {}, {}", group.run, group.kind)); }

  const Kind* kind_ = nullptr;
  std::string run_;
  std::size_t first_of_run_ = 0;
  std::vector<long> last_steps_;  ///< by group of the file
  std::set<std::string> runs_;
  RunSteps steps_;
  StatedData stated_;
};

void RunLines::close_run() {
  if (const auto line = steps_.beyond())
    report().failures.push_back({*line, "run " + run_, fmt::format("the run has no step {}", steps_.last())});
  steps_ = {};
}

void RunLines::open_group(const json& line) {
  const std::string run = text(line, "run");
  if (groups().empty() || run != run_) {
    close_run();
    if (!runs_.insert(run).second) throw DataError("the run " + run + " is there twice");
    run_ = run;
    stated_ = {};
    first_of_run_ = groups().size();
  }
  const int number = whole_number(line, "group");
  const int expected = static_cast<int>(groups().size() - first_of_run_) + 1;
  if (number != expected) throw DataError(fmt::format("opens group {} where {} would follow", number, expected));
  const std::string name = text(line, "kind");
  for (std::size_t i = first_of_run_; i < groups().size(); ++i)
    if (groups()[i].kind == name) throw DataError("the kind " + name + " is there twice in a run");
  GroupReport& group = groups().emplace_back();
  last_steps_.push_back(0);
  group.number = number;
  group.run = run;
  group.kind = name;
  const Kind* kind = find_kind(run_kinds::all, name);
  const json& names = list(line, "bounds");
  bool is_same = kind != nullptr && names.size() == kind->bounds.size();
  for (std::size_t i = 0; is_same && i < names.size(); ++i) is_same = names[i] == kind->bounds[i].name;
  enter_group(group);
  if (kind != nullptr && !is_same) throw DataError("names other bounds than its kind has");
}

/// Place and form of a line, whatever it is about.
long RunLines::check_frame(const json& line, const Claim& claim) {
  const long step = whole_number(line, "step");
  long& last = last_steps_[first_of_run_ + static_cast<std::size_t>(group().number) - 1];
  if (step < last) throw DataError("goes back in time");
  last = step;
  if (line.contains("purpose")) {
    const std::string purpose = text(line, "purpose");
    if (std::find(std::begin(purposes), std::end(purposes), purpose) == std::end(purposes))
      throw DataError("there is no solve for '" + purpose + "'");
  }
  if (line.contains("data") && line["data"].is_number()) static_cast<void>(stated_.find(whole_number(line, "data")));
  expect_reason(line.contains("reason") && !text(line, "reason").empty(), claim.verdict);
  if (const std::string trouble = inconsistency(*kind_, claim); !trouble.empty()) throw DataError(trouble);
  steps_.take(*kind_, claim, step, number());
  return step;
}

Finding RunLines::find(const Claim& claim) const {
  if (claim.verdict == Verdict::undecided) return {Result::open, "undecided, claims nothing"};
  if (const std::string name = missing_number(*kind_, claim); !name.empty())
    return {Result::open, "claims no number for '" + name + "'"};
  if (kind_->check == nullptr || (claim.data == nullptr && kind_->why_open != nullptr))
    return {Result::open, std::string("not re-proved: ") + kind_->why_open};
  return claim.data == nullptr ? Finding{Result::open, "bounds only"} : guarded(*kind_, claim);
}

void RunLines::leave_open(const Claim& claim, const Finding& finding) {
  if (claim.verdict == Verdict::undecided)
    ++group().undecided;
  else if (kind_->why_open == nullptr && claim.data == nullptr)
    ++group().without_data;
  else
    count_open(finding.words);
}

void RunLines::judge_certificate(const json& line) {
  const auto number = static_cast<std::size_t>(whole_number(line, "group"));
  if (number == 0 || first_of_run_ + number > groups().size()) throw DataError("belongs to no group");
  enter_group(groups()[first_of_run_ + number - 1]);
  ++group().lines;
  kind_ = find_kind(run_kinds::all, group().kind);
  if (kind_ == nullptr) {
    ++group().open;
    group().why_open = "this kind is not known here";
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  Claim claim = read_claim(*kind_, line);
  const long step = check_frame(line, claim);
  std::optional<GivenData> own;
  if (line.contains("data")) {  // in the line itself, or by the number of the line that states it
    const json& data = line["data"];
    claim.data = data.is_number() ? &stated_.find(whole_number(data, "data")) : &own.emplace(data);
  }
  const Finding finding = find(claim);
  count(claim, finding);
  if (finding.result != Result::wrong)
    tell(fmt::format("run {}, {}, step {}: {}", group().run, group().kind, step, words_of(claim, finding)));
  group().seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void RunLines::judge(const json& line, const std::string& written) {
  if (line.is_object() && line.contains("kind")) return open_group(line);
  if (!line.is_object() || !line.contains("numbers")) return judge_certificate(line);
  if (groups().empty()) throw DataError("states data of no run");
  stated_.take(line, written);
}

}  // namespace

std::unique_ptr<Lines> run_lines(FileReport& report, const Listener& listener) {
  return std::make_unique<RunLines>(report, listener);
}

}  // namespace perpend::checker
