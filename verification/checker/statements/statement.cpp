#include "verification/checker/statements/statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "verification/checker/read_json.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

/// Hexadecimal, "p/q", or a whole number.
Rational number_of(const json& value) {
  if (!value.is_string()) throw DataError("a number is not a text");
  const auto& written = value.get_ref<const std::string&>();
  if (auto number = read_hexadecimal(written)) return *number;
  Rational number;
  const bool is_fraction = !written.empty() && written.find_first_not_of("-0123456789/") == std::string::npos;
  if (!is_fraction || fmpq_set_str(number.raw(), written.c_str(), 10) != 0) throw DataError("a number cannot be read");
  if (fmpz_sgn(fmpq_denref(number.raw())) <= 0) throw DataError("a fraction has no denominator");
  fmpq_canonicalise(number.raw());
  return number;
}

Verdict verdict_named(const std::string& name) {
  if (name == "proved") return Verdict::proved;
  if (name == "refuted") return Verdict::refuted;
  if (name == "undecided") return Verdict::undecided;
  throw DataError("there is no verdict '" + name + "'");
}

}  // namespace

StatementClaim read_statement(const json& line) {
  StatementClaim claim;
  claim.kind = text(line, "kind");
  claim.subject = text(line, "subject");
  claim.sentence = text(line, "claim");
  claim.verdict = verdict_named(text(line, "verdict"));
  const bool has_reason = !text(line, "reason").empty();
  if (has_reason != (claim.verdict != Verdict::proved)) throw DataError("a reason belongs to what is not proved alone");
  for (const auto& [name, value] : object(line, "bounds").items()) {
    claim.bounds.emplace_back(name, std::nullopt);
    if (!value.is_null()) claim.bounds.back().second = number_of(value);
  }
  for (const json& fact : list(line, "facts")) claim.facts.emplace_back(text(fact, "name"), text(fact, "value"));
  for (const auto& [name, values] : object(line, "witness").items()) {
    if (!values.is_array()) throw DataError("a witness is not a list");
    std::vector<Rational>& witness = claim.witness[name];
    for (const json& value : values) witness.push_back(number_of(value));
  }
  claim.data = object(line, "data");
  return claim;
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

std::optional<Rational> Judgement::bound(const std::string& name) {
  for (const auto& [own, value] : claim_.bounds) {
    if (own != name) continue;
    asked_bounds_.insert(name);
    if (!value) leave_open(fmt::format("claims no number for '{}'", name));
    return value;
  }
  return std::nullopt;
}

Rational Judgement::needed_bound(const std::string& name) {
  const auto value = bound(name);
  if (!value) stop(fmt::format("claims nothing of '{}'", name));
  return *value;
}

std::vector<std::string> Judgement::bounds_named(const std::string& beginning) const {
  std::vector<std::string> names;
  for (const auto& [name, value] : claim_.bounds)
    if (name.starts_with(beginning)) names.push_back(name);
  return names;
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
  for (const auto& [own, value] : claim_.facts)
    if (own == name) values.push_back(value);
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
  if (!open_.empty()) return {Result::open, open_};
  const auto not_shown = [](const std::string& name) { return Finding{Result::open, "'" + name + "' is not shown"}; };
  for (const auto& [name, value] : claim_.bounds)
    if (!asked_bounds_.contains(name)) return not_shown(name);
  for (const auto& [name, value] : claim_.facts)
    if (!asked_facts_.contains(name)) return not_shown(name);
  for (const auto& [name, values] : claim_.witness)
    if (!asked_witnesses_.contains(name)) return not_shown("witness " + name);
  return {Result::reproved, words};
}

int whole_fact(const std::string& text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

}  // namespace perpend::checker
