// One line of `perpend certify --certificate`: what it claims of which numbers, and what became of it here.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

struct StatementClaim {
  std::string kind, subject, sentence;
  Verdict verdict = Verdict::proved;
  std::vector<std::pair<std::string, std::optional<Rational>>> bounds;  ///< nothing for null
  std::vector<std::pair<std::string, std::string>> facts;
  std::map<std::string, std::vector<Rational>> witness;
  nlohmann::json data;
};

/// Throws DataError.
[[nodiscard]] StatementClaim read_statement(const nlohmann::json& line);

/// Gathers what was shown of a claim. Each number and each fact of it has to be asked for by the check of its kind:
/// what nobody asked for is not shown.
class Judgement {
 public:
  explicit Judgement(const StatementClaim& claim) : claim_(claim) {}

  [[nodiscard]] const StatementClaim& claim() const { return claim_; }
  [[nodiscard]] bool is_proved() const { return claim_.verdict == Verdict::proved; }
  [[nodiscard]] bool is_refuted() const { return claim_.verdict == Verdict::refuted; }

  /// False: the claim is wrong. What is required is decided, or the claim contradicts itself without it.
  void require(bool holds, const std::string& words);
  /// The same; nothing: not decided here.
  void settle(std::optional<bool> holds, const std::string& words);
  /// False: the witness given does not show it, and another one may.
  void show(bool is_shown, const std::string& words);
  void leave_open(const std::string& words);
  [[nodiscard]] bool is_wrong() const { return !wrong_.empty(); }
  [[nodiscard]] bool is_open() const { return !open_.empty(); }

  /// The number claimed under this name; nothing when there is none, or a null, which leaves the claim open.
  [[nodiscard]] std::optional<Rational> bound(const std::string& name);
  /// Throws NotDecided when the claim has no such number.
  [[nodiscard]] Rational needed_bound(const std::string& name);
  /// Names of bounds that begin so.
  [[nodiscard]] std::vector<std::string> bounds_named(const std::string& beginning) const;
  /// Throws NotDecided when there are none of this name, DataError unless they are `size` numbers; of none there need
  /// not be a list.
  [[nodiscard]] const std::vector<Rational>& witness(const std::string& name, long size);
  /// A witness of any size.
  [[nodiscard]] const std::vector<Rational>& any_witness(const std::string& name);
  [[nodiscard]] bool has_witness(const std::string& name) const { return claim_.witness.contains(name); }
  [[nodiscard]] std::optional<std::string> fact(const std::string& name);
  /// Throws NotDecided when the claim has no such fact.
  [[nodiscard]] std::string needed_fact(const std::string& name);
  [[nodiscard]] std::vector<std::string> facts(const std::string& name);
  /// Wrong when the sentence of the claim is another one.
  void expect_sentence(const std::string& words);

  [[nodiscard]] Finding finding(const std::string& words) const;

 private:
  /// Nothing more can be found.
  [[noreturn]] void stop(const std::string& words) const;

  const StatementClaim& claim_;
  std::string wrong_, open_;
  std::set<std::string> asked_bounds_, asked_facts_, asked_witnesses_;
};

/// The number that a fact states; -1 when it is not a whole number.
[[nodiscard]] int whole_fact(const std::string& text);

}  // namespace perpend::checker
