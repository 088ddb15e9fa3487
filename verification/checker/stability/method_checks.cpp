// Statements on a method: M q'' = B^T lambda with B q = 0, M positive definite, the rank of B, and the exact blocks of
// the update of the method that is named.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/arithmetic/definite.hpp"
#include "verification/checker/kinds.hpp"
#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/stability/named_method.hpp"
#include "verification/checker/stability/update_checks.hpp"

namespace perpend::checker {

namespace {

constexpr int most_rank_rows_of_method = 300;

struct Mechanism {
  int num_columns = 0;
  int rank = 0;  ///< of B
};
/// M is symmetric and positive definite, and the fact "rank of B" is true; nothing when B has too many rows. Throws
/// DataError.
std::optional<Mechanism> read_mechanism(Judgement& judgement) {
  const nlohmann::json& data = judgement.data();
  const SparseMatrix m = read_square(data, "M"), b = read_matrix(data, "B");
  if (b.num_columns != m.num_rows) throw DataError("M and B do not fit");
  if (std::min(b.num_rows, b.num_columns) > most_rank_rows_of_method) {
    judgement.leave_open("B has too many rows");
    return std::nullopt;
  }
  judgement.show(is_symmetric(m), "M is symmetric");
  if (judgement.is_open()) return std::nullopt;
  judgement.show(is_positive(m) == true, "M is positive definite");
  const auto system = judgement.fact("system");  // older files do not say it
  judgement.require(!system || *system == "M q'' = B^T lambda with B q = 0, and no other forces",
                    "the system is another one");
  const int claimed = whole_fact(judgement.needed_fact("rank of B"));
  const long truth = b.num_rows == 0 ? 0 : rank(dense(b));
  judgement.require(claimed == truth, fmt::format("the rank of B is {}", truth));
  return Mechanism{b.num_columns, static_cast<int>(truth)};
}

/// The claim says `before`, the words of the method, and `after`; open where these are not known here.
void expect_method(Judgement& judgement, const NamedMethod& method, const std::string& before,
                   const std::string& after) {
  const std::string words = method.words();
  if (words.empty())
    judgement.leave_open("an option of " + method.name + " is not known here");
  else
    judgement.expect_sentence(before + words + after);
}

/// The update at p = 1, entry by entry, is what the step does by its own formulas.
void check_name(Judgement& judgement, const UpdateData& update) {
  const NamedMethod method = read_named_method(judgement.data());
  expect_method(judgement, method, "no eigenvalue of a step of ", " lies outside the unit circle");
  const auto step = method.parameter.empty() ? constrained_step(method) : std::nullopt;
  if (!step) return judgement.leave_open("the update of " + method.name + " is not known here");
  const Rational one(1), none(0);
  judgement.require(step->qq.at(none) == one - update.qq && step->qw.at(none) == one - update.qv &&
                        step->wq.at(none) == -update.vq && step->ww.at(none) == one - update.vv &&
                        step->is_compliant == update.is_compliant,
                    "the update is not that of the method named");
}

Finding check_method(const Claim& claim) {
  Judgement judgement(claim);
  const auto mechanism = read_mechanism(judgement);
  if (!mechanism || judgement.is_wrong()) return judgement.finding("");
  const UpdateData update = read_update(object(judgement.data(), "update"));
  judgement.require(update.constrained_dimension == mechanism->rank &&
                        update.free_dimension == mechanism->num_columns - mechanism->rank,
                    "the dimensions are not those of M and B");
  check_name(judgement, update);
  for (const char* name : {"spectral radius at least", "spectral radius at most"}) (void)judgement.needed_bound(name);
  if (judgement.is_wrong()) return judgement.finding("");
  const std::string words = check_stability(judgement, update);
  judgement.require(judgement.needed_fact("constrained part") == constrained_class(update),
                    fmt::format("the constrained part is {}", constrained_class(update)));
  judgement.require(judgement.needed_fact("free part") == (update.free_dimension > 0 ? "defective" : "none"),
                    "the free part is another one");
  return judgement.finding(
      fmt::format("M is positive definite, the rank of B is {}; {}", update.constrained_dimension, words));
}

// Where a step of a method loses its stability: the conditions of stability are polynomials of the parameter, by the
// formulas of the method that is named.

bool is_stable_with(const std::vector<Polynomial>& conditions, const Rational& x) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Polynomial& f) { return f.at(x).sign() >= 0; });
}

bool is_stable_on(const std::vector<Polynomial>& conditions, const Range& range) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Polynomial& f) { return is_nonnegative_on(f, range); });
}

/// By one condition that fails on the whole range: true where it says nothing otherwise.
bool is_unstable_on(const std::vector<Polynomial>& conditions, const Range& range) {
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const Polynomial& f) { return is_negative_on(f, range); });
}

/// What was shown, in words.
const char* check_ends(Judgement& judgement, const std::vector<Polynomial>& conditions, bool is_only) {
  const Rational lower = judgement.needed_bound("limit at least"), upper = judgement.needed_bound("limit at most");
  if (lower.is_zero() && upper.is_zero() && !is_only) {
    const bool is_shown = is_unstable_on(conditions, {Rational(0), std::nullopt});
    judgement.settle(is_shown ? std::optional(true) : std::nullopt, "no value is stable");
    return "no value is stable";
  }
  judgement.require(lower.sign() > 0 && lower < upper, "the bounds of the limit enclose nothing");
  if (judgement.is_wrong()) return "";
  judgement.require(is_stable_with(conditions, lower) || !is_only, fmt::format("at {} it is not stable", print(lower)));
  judgement.require(!is_stable_with(conditions, upper) || !is_only,
                    fmt::format("at {} it is still stable", print(upper)));
  judgement.show(is_stable_with(conditions, lower) && !is_stable_with(conditions, upper), "the ends enclose a limit");
  if (!is_only) return "stable at the lower end, and not at the upper one";
  judgement.require(is_stable_on(conditions, {Rational(0), lower}), "not every smaller value is stable");
  judgement.settle(is_unstable_on(conditions, {upper, std::nullopt}) ? std::optional(true) : std::nullopt,
                   "every larger value is unstable");
  return "stable up to the lower end, unstable from the upper one on";
}

void expect_claim(Judgement& judgement, const NamedMethod& method) {
  const auto& bounds = judgement.claim().bounds;
  const bool is_stable_nowhere =
      std::all_of(bounds.begin(), bounds.end(), [](const auto& b) { return b.value && b.value->is_zero(); });
  if (bounds.empty())
    expect_method(judgement, method, "a step of ", " is stable at every value of " + method.parameter);
  else if (is_stable_nowhere)
    expect_method(judgement, method, "a step of ", " is stable at no value of " + method.parameter);
  else
    expect_method(judgement, method, "a value of " + method.parameter + " at which a step of ",
                  " loses its stability is enclosed, in SI units");
}

Finding check_limit(const Claim& claim) {
  Judgement judgement(claim);
  judgement.require(judgement.is_proved(), "a limit is proved or undecided");
  const NamedMethod method = read_named_method(judgement.data());
  expect_claim(judgement, method);
  const auto mechanism = read_mechanism(judgement);
  if (!mechanism || judgement.is_wrong()) return judgement.finding("");
  const auto none = judgement.fact("limit"), others = judgement.fact("other limits");
  judgement.show(!none || (*none == "none" && claim.bounds.empty() && !others), "limits");
  judgement.show(!others || *others == "none", "other limits");
  if (mechanism->rank == 0) {
    judgement.require(claim.bounds.empty(), "nothing is constrained, and every value is stable");
    judgement.show(none.has_value(), "that there is no limit is said");
    return judgement.finding("B has rank 0: every value is stable");
  }
  const auto step = constrained_step(method);
  if (!step || step->is_compliant) return {Result::open, "the update of " + method.name + " is not known here"};
  const std::vector<Polynomial> conditions = step->conditions();
  if (!none) {
    const char* words = check_ends(judgement, conditions, others.has_value());
    return judgement.finding(words);
  }
  judgement.require(is_stable_on(conditions, {Rational(0), std::nullopt}), "not every value is stable");
  return judgement.finding("every value is stable");
}

}  // namespace

constinit const Kind statement_kinds::method{.name = "method", .check = check_method};
constinit const Kind statement_kinds::limit{.name = "limit", .check = check_limit};

}  // namespace perpend::checker
