// What a line claims, and what became of it here.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verification/checker/data.hpp"

namespace perpend::checker {

enum class Verdict { proved, refuted, undecided };

struct Claim {
  Verdict verdict = Verdict::proved;
  std::vector<std::optional<Rational>> bounds;  ///< nothing for null
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

/// What a check finds; open, with the reason, where it asks for more than there is or comes to no end. Of what the data
/// cannot be, DataError and the exceptions of JSON, the caller decides.
[[nodiscard]] Finding guarded(const std::function<Finding()>& check);

/// Compares the numbers of a claim with the truth; the first that is false is told, else the first that is open.
class Checks {
 public:
  explicit Checks(const Claim& claim) : claim_(claim) {}

  /// False: the claim is wrong. What is required is decided, or the claim contradicts itself without it.
  void require(bool holds, const std::string& words);
  /// False: not decided here.
  void show(bool is_shown, const std::string& words);
  /// The truth is at most, at least or equal to bound `i`.
  void at_most(int i, const Rational& truth, const char* what);
  void at_least(int i, const Rational& truth, const char* what);
  void equals(int i, const Rational& truth, const char* what);
  /// Null where the producer stated nothing.
  [[nodiscard]] const std::optional<Rational>& bound(int i) const { return claim_.bounds[i]; }
  [[nodiscard]] bool is_wrong() const { return !wrong_.empty(); }
  [[nodiscard]] Finding finding(std::string words) const;

 private:
  const Rational* number(int i, const char* what);

  const Claim& claim_;
  std::string wrong_, open_;
};

/// To print: shortest digits of the double nearest about.
[[nodiscard]] std::string print(const Rational& x);

/// sqrt(u), u = 2^-53, as the double that certificates are compared with: half of the digits of the data count.
[[nodiscard]] const Rational& backward_error_limit();

/// Share below which the terms of a row are rounding of the others: 1000 n u of `unknowns` numbers [Higham02].
[[nodiscard]] Rational rounding_share(int unknowns);

}  // namespace perpend::checker
