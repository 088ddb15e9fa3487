#include "verification/checker/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "verification/checker/mechanism/data.hpp"

namespace perpend::checker {

Verdict verdict_named(const std::string& name) {
  if (name == "proved") return Verdict::proved;
  if (name == "refuted") return Verdict::refuted;
  if (name == "undecided") return Verdict::undecided;
  throw DataError("there is no verdict '" + name + "'");
}

GivenData::GivenData(const nlohmann::json& written) : written_(written) {}

GivenData::~GivenData() = default;

const Data& GivenData::mechanism() const {
  if (!mechanism_) mechanism_ = std::make_unique<Data>(read_data(written_));
  return *mechanism_;
}

std::optional<Rational> Claim::number(const std::string& name) const {
  const auto found = std::find_if(bounds.begin(), bounds.end(), [&](const Bound& bound) { return bound.name == name; });
  return found == bounds.end() ? std::nullopt : found->value;
}

void Judgement::require(bool holds, const std::string& words) {
  if (!holds && wrong_.empty()) wrong_ = words;
}

void Judgement::settle(std::optional<bool> holds, const std::string& words) {
  if (holds)
    require(*holds, words);
  else
    leave_open("not decided whether " + words);
}

void Judgement::stop(const std::string& words) const {
  if (is_wrong()) throw DataError(wrong_);
  throw NotDecided(words);
}

void Judgement::show(bool is_shown, const std::string& words) {
  if (!is_shown) leave_open("not shown: " + words);
}

void Judgement::leave_open(const std::string& words) {
  if (open_.empty()) open_ = words;
}

std::optional<Rational> Judgement::number(const std::string& name) {
  asked_bounds_.insert(name);
  return claim_.number(name);
}

std::optional<Rational> Judgement::bound(const std::string& name) {
  const auto value = number(name);
  const bool is_named =
      std::any_of(claim_.bounds.begin(), claim_.bounds.end(), [&](const Bound& bound) { return bound.name == name; });
  if (is_named && !value) leave_open(fmt::format("claims no number for '{}'", name));
  return value;
}

Rational Judgement::needed_bound(const std::string& name) {
  const auto value = bound(name);
  if (!value) stop(fmt::format("claims nothing of '{}'", name));
  return *value;
}

std::vector<std::string> Judgement::bounds_named(const std::string& beginning) const {
  std::vector<std::string> names;
  for (const Bound& bound : claim_.bounds)
    if (bound.name.starts_with(beginning)) names.push_back(bound.name);
  return names;
}

std::optional<Rational> Judgement::compared(const std::string& name, const char* what) {
  const auto claimed = number(name);
  show(claimed.has_value(), fmt::format("{}, of which no number is claimed", what));
  return claimed;
}

void Judgement::at_most(const std::string& name, const Rational& truth, const char* what) {
  if (const auto claimed = compared(name, what); claimed && !(truth <= *claimed))
    require(false, fmt::format("claims {} at most {}, it is {}", what, print(*claimed), print(truth)));
}

void Judgement::equals(const std::string& name, const Rational& truth, const char* what) {
  if (const auto claimed = compared(name, what); claimed && !(truth == *claimed))
    require(false, fmt::format("claims {} = {}, it is {}", what, print(*claimed), print(truth)));
}

const std::vector<Rational>& Judgement::any_witness(const std::string& name) {
  const auto found = claim_.witness.find(name);
  if (found == claim_.witness.end()) stop("the witness " + name + " is missing");
  asked_witnesses_.insert(name);
  return found->second;
}

const std::vector<Rational>& Judgement::witness(const std::string& name, long size) {
  static const std::vector<Rational> nothing;
  if (size == 0 && !has_witness(name)) return nothing;
  const std::vector<Rational>& values = any_witness(name);
  if (static_cast<long>(values.size()) != size) throw DataError("the witness " + name + " has another size");
  return values;
}

std::vector<std::string> Judgement::facts(const std::string& name) {
  std::vector<std::string> values;
  for (const Fact& fact : claim_.facts)
    if (fact.name == name) values.push_back(fact.value);
  asked_facts_.insert(name);
  return values;
}

std::optional<std::string> Judgement::fact(const std::string& name) {
  const std::vector<std::string> values = facts(name);
  require(values.size() < 2, fmt::format("claims '{}' twice", name));
  return values.empty() ? std::nullopt : std::optional(values.front());
}

std::string Judgement::needed_fact(const std::string& name) {
  const auto value = fact(name);
  if (!value) stop(fmt::format("says nothing of '{}'", name));
  return *value;
}

void Judgement::expect_sentence(const std::string& words) {
  require(claim_.sentence == words, fmt::format("says '{}' where '{}' is meant", claim_.sentence, words));
}

Finding Judgement::finding(const std::string& words) const {
  if (is_wrong()) return {Result::wrong, wrong_};
  if (is_open()) return {Result::open, open_};
  if (is_refuted() && !claim_.is_statement) return {Result::reproved, words};
  const auto not_shown = [](const std::string& name) { return Finding{Result::open, "'" + name + "' is not shown"}; };
  for (const Bound& bound : claim_.bounds)
    if (!asked_bounds_.contains(bound.name)) return not_shown(bound.name);
  for (const Fact& fact : claim_.facts)
    if (!asked_facts_.contains(fact.name)) return not_shown(fact.name);
  for (const auto& [name, values] : claim_.witness)
    if (!asked_witnesses_.contains(name)) return not_shown("witness " + name);
  return {Result::reproved, words};
}

int whole_fact(const std::string& text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

std::string print(const Rational& x) {
  return fmt::format("{}", x.rounded());
}

const Rational& backward_error_limit() {
  static const Rational limit = exact(0x1.6a09e667f3bcdp-27);
  return limit;
}

Rational rounding_share(int unknowns) {
  return Rational(1000L * unknowns) * power_of_two(-53);
}

Rational granted_share(int unknowns) {
  return std::min(Rational(1), rounding_share(unknowns) / backward_error_limit());
}

}  // namespace perpend::checker
