// What a line of a file claims, and what became of it here.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "verification/checker/arithmetic/rational.hpp"

namespace perpend::checker {

struct Data;

enum class Verdict { proved, refuted, undecided };

/// "proved", ...; throws DataError for another name.
[[nodiscard]] Verdict verdict_named(const std::string& name);

/// The numbers that a claim is about, as they are written.
class GivenData {
 public:
  explicit GivenData(const nlohmann::json& written);
  ~GivenData();
  GivenData(const GivenData&) = delete;
  GivenData& operator=(const GivenData&) = delete;

  [[nodiscard]] const nlohmann::json& written() const { return written_; }
  /// As the rows of a mechanism, read once; throws DataError where they are not.
  [[nodiscard]] const Data& mechanism() const;

 private:
  const nlohmann::json& written_;
  mutable std::unique_ptr<Data> mechanism_;
};

struct Bound {
  std::string name;
  std::optional<Rational> value;  ///< nothing for null
};

struct Fact {
  std::string name, value;
};

/// What a line of a run, or a statement, claims.
struct Claim {
  Verdict verdict = Verdict::proved;
  std::vector<Bound> bounds;
  const GivenData* data = nullptr;  ///< null: none is there
  bool is_statement = false;
  // Only a statement has:
  std::string kind, subject, sentence;
  std::vector<Fact> facts;
  std::map<std::string, std::vector<Rational>> witness;

  /// Nothing when there is no number of this name, or a null.
  [[nodiscard]] std::optional<Rational> number(const std::string& name) const;
};

enum class Result {
  reproved,  ///< shown again, exactly
  wrong,     ///< false, or not what a certificate can look like
  open       ///< neither
};

struct Finding {
  Result result = Result::open;
  std::string words;
};

/// Gathers what was shown of a claim: the first thing that is false is told, else the first that is open. Each number,
/// each fact and each witness has to be asked for by the check of its kind: what nobody asked for is not shown. The
/// numbers of a refuted solve are no part of its claim.
class Judgement {
 public:
  explicit Judgement(const Claim& claim) : claim_(claim) {}

  [[nodiscard]] const Claim& claim() const { return claim_; }
  [[nodiscard]] const nlohmann::json& data() const { return claim_.data->written(); }
  [[nodiscard]] bool is_proved() const { return claim_.verdict == Verdict::proved; }
  [[nodiscard]] bool is_refuted() const { return claim_.verdict == Verdict::refuted; }

  /// False: the claim is wrong. What is required is decided, or the claim contradicts itself without it.
  void require(bool holds, const std::string& words);
  /// The claim is wrong for this reason; null: there is none.
  void require_none(const char* why_not) { require(why_not == nullptr, why_not == nullptr ? "" : why_not); }
  /// The same; nothing: not decided here.
  void settle(std::optional<bool> holds, const std::string& words);
  /// False: the witness given does not show it, and another one may.
  void show(bool is_shown, const std::string& words);
  void leave_open(const std::string& words);
  [[nodiscard]] bool is_wrong() const { return !wrong_.empty(); }
  [[nodiscard]] bool is_open() const { return !open_.empty(); }

  /// The truth is at most, or equal to, the number of this name; without a number it is not shown.
  void at_most(const std::string& name, const Rational& truth, const char* what);
  void equals(const std::string& name, const Rational& truth, const char* what);
  /// The number claimed under this name, where there is one.
  [[nodiscard]] std::optional<Rational> number(const std::string& name);
  /// The same; a null leaves the claim open.
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
  [[nodiscard]] std::optional<Rational> compared(const std::string& name, const char* what);

  const Claim& claim_;
  std::string wrong_, open_;
  std::set<std::string> asked_bounds_, asked_facts_, asked_witnesses_;
};

/// The number that a fact states; -1 when it is not a whole number.
[[nodiscard]] int whole_fact(const std::string& text);

/// To print: shortest digits of the double nearest about.
[[nodiscard]] std::string print(const Rational& x);

/// sqrt(u), u = 2^-53, as the double that certificates are compared with: half of the digits of the data count.
[[nodiscard]] const Rational& backward_error_limit();

/// Share below which the terms of a row are rounding of the others: 1000 n u of `unknowns` numbers [Higham02].
[[nodiscard]] Rational rounding_share(int unknowns);
/// The share of the largest row joined to a row that is granted to it: min(1, 1000 n u / limit).
[[nodiscard]] Rational granted_share(int unknowns);

}  // namespace perpend::checker
