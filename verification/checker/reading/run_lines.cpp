// Certificates of runs: a line opens a group of one kind, states data, or holds a certificate of a group.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/reading/lines.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* purposes[] = {"velocity", "acceleration", "position_correction", "velocity_projection"};

/// Digits alone, above 0.
std::size_t count_of(std::string_view digits) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc() || end != digits.data() + digits.size() || count == 0)
    throw DataError(fmt::format("'{}' among the numbers counts nothing", digits));
  return count;
}

std::string negative(const std::string& number) {
  return number.starts_with('-') ? number.substr(1) : '-' + number;
}

/// "=n": the n numbers at these places of the statement before; "@k", "-@k": the number k places before, or its
/// negative; else a number.
std::vector<std::string> read_numbers(const std::string& written, const std::vector<std::string>& before) {
  std::vector<std::string> result;
  std::string_view rest = written;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const bool is_negative = word.starts_with("-@");
    if (word.starts_with('=')) {
      const std::size_t count = count_of(word.substr(1));
      if (result.size() > before.size() || count > before.size() - result.size())
        throw DataError("repeats numbers that the data before does not have");
      const auto first = before.begin() + static_cast<std::ptrdiff_t>(result.size());
      result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(count));
    } else if (is_negative || word.starts_with('@')) {
      const std::size_t distance = count_of(word.substr(is_negative ? 2 : 1));
      if (distance > result.size()) throw DataError("repeats a number before the first one");
      const std::string number = result[result.size() - distance];
      result.push_back(is_negative ? negative(number) : number);
    } else {
      result.emplace_back(word);
    }
  }
  return result;
}

/// Puts numbers into a form, in their order.
class Filler {
 public:
  explicit Filler(const std::vector<std::string>& numbers) : numbers_(numbers) {}

  json fill(const ordered_json& form) {
    if (form.is_string() && form.get_ref<const std::string&>().starts_with('#')) return take(form);
    if (!form.is_structured()) return json(form);
    json result = form.is_array() ? json::array() : json::object();
    for (const auto& [name, member] : form.items())
      if (form.is_array())
        result.push_back(fill(member));
      else
        result[name] = fill(member);
    return result;
  }
  [[nodiscard]] bool is_at_end() const { return place_ == numbers_.size(); }

 private:
  json take(const ordered_json& form) {
    const std::string_view digits = std::string_view(form.get_ref<const std::string&>()).substr(1);
    const std::size_t count = digits == "0" ? 0 : count_of(digits);
    if (count > numbers_.size() - place_) throw DataError("the form has room for more numbers than are stated");
    json result = json::array();
    for (std::size_t i = 0; i < count; ++i) result.push_back(numbers_[place_++]);
    return result;
  }

  const std::vector<std::string>& numbers_;
  std::size_t place_ = 0;
};

/// The statements of one run: each is numbered, may repeat numbers of the one before, and takes its place. Nothing can
/// refer to a statement that cannot be read: neither a certificate nor the next statement.
class StatedData {
 public:
  /// {"data":NUMBER,"form":{...},"numbers":"..."}, read, and as it is written: numbers follow the order of the form.
  /// Throws DataError.
  void take(const json& line, const std::string& written);
  /// As a certificate has it that holds its data itself. Throws DataError where the number is not the last one stated.
  [[nodiscard]] const GivenData& find(int number) const;

 private:
  int number_ = 0;
  ordered_json form_;  ///< null: nothing to build on
  std::vector<std::string> numbers_;
  std::unique_ptr<const json> whole_;
  std::unique_ptr<const GivenData> data_;  ///< of the whole; null: it could not be read
};

void StatedData::take(const json& line, const std::string& written) {
  const int expected = number_ + 1;
  StatedData before;
  std::swap(before, *this);
  number_ = whole_number(line, "data");
  if (number_ != expected) throw DataError(fmt::format("states data {} where {} would follow", number_, expected));
  expect_keys(line, {"data", "numbers"}, {"form"});
  ordered_json form = line.contains("form") ? ordered_json::parse(written)["form"] : std::move(before.form_);
  if (!form.is_object())
    throw DataError(fmt::format("data {} has no form, and no data before to take it from", number_));
  std::vector<std::string> numbers = read_numbers(text(line, "numbers"), before.numbers_);
  Filler filler(numbers);
  auto whole = std::make_unique<const json>(filler.fill(form));
  if (!filler.is_at_end()) throw DataError("more numbers are stated than the form has room for");
  form_ = std::move(form);
  numbers_ = std::move(numbers);
  whole_ = std::move(whole);
  data_ = std::make_unique<const GivenData>(*whole_);
}

const GivenData& StatedData::find(int number) const {
  if (number != number_ || number == 0)
    throw DataError(number_ == 0 ? fmt::format("refers to data {}, and none is stated", number)
                                 : fmt::format("refers to data {}, and {} is stated last", number, number_));
  if (!data_) throw DataError(fmt::format("refers to data {}, which cannot be read", number));
  return *data_;
}

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
  void count_others(const json& line);
  void judge_certificate(const json& line);
  /// Returns the step.
  long check_frame(const json& line, const Claim& claim);
  [[nodiscard]] Finding find(const Claim& claim) const;
  [[nodiscard]] std::vector<GroupReport>& groups() { return report().groups; }
  void enter_group_of(const json& line);
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
  expect_keys(line, {"group", "run", "kind", "statement", "theorem", "arithmetic", "bounds"});
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

void RunLines::enter_group_of(const json& line) {
  const auto number = static_cast<std::size_t>(whole_number(line, "group"));
  if (number == 0 || first_of_run_ + number > groups().size()) throw DataError("belongs to no group");
  enter_group(groups()[first_of_run_ + number - 1]);
}

void RunLines::count_others(const json& line) {
  expect_keys(line, {"group", "without_line"});
  enter_group_of(line);
  const int others = whole_number(line, "without_line");
  if (others < 1 || group().without_line > 0) throw DataError("counts certificates without a line twice, or none");
  group().without_line = others;
}

void RunLines::judge_certificate(const json& line) {
  enter_group_of(line);
  if (group().without_line > 0) throw DataError("follows the count of those without a line");
  ++group().lines;
  expect_keys(line, {"group", "step", "verdict", "bounds"}, {"purpose", "reason", "data"});
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
  if (line.is_object() && line.contains("without_line")) return count_others(line);
  if (!line.is_object() || !line.contains("numbers")) return judge_certificate(line);
  if (groups().empty()) throw DataError("states data of no run");
  stated_.take(line, written);
}

}  // namespace

std::unique_ptr<Lines> run_lines(FileReport& report, const Listener& listener) {
  return std::make_unique<RunLines>(report, listener);
}

}  // namespace perpend::checker
