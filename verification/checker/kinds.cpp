#include "verification/checker/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/contact_checks.hpp"
#include "verification/checker/rank_checks.hpp"
#include "verification/checker/solution_checks.hpp"
#include "verification/checker/solve_checks.hpp"
#include "verification/checker/state_checks.hpp"
#include "verification/checker/update_checks.hpp"

namespace perpend::checker {

namespace {

constexpr const char* granted_name = "rows granted as rounding at most";

constexpr BoundRule kkt_residual[] = {{"backward error at most", Shape::size, Most::backward_error},
                                      {"motion residual at most", Shape::size, Most::nothing},
                                      {"constraint residual at most", Shape::size, Most::nothing},
                                      {"worst row", Shape::whole, Most::nothing},
                                      {granted_name, Shape::whole, Most::nothing}};
constexpr BoundRule kept_rows[] = {{"backward error of the rows kept at most", Shape::size, Most::backward_error},
                                   {"share of a row left out beyond the rows kept at most", Shape::size, Most::share},
                                   {"row left out missed by at most", Shape::size, Most::nothing},
                                   {"rows left out", Shape::whole, Most::nothing},
                                   {granted_name, Shape::whole, Most::nothing}};
constexpr BoundRule complementarity[] = {
    {"backward error between the bounds at most", Shape::size, Most::backward_error},
    {"backward error of the sign at a bound at most", Shape::size, Most::backward_error},
    {"a bound exceeded by at most", Shape::size, Most::zero},
    {"worst row", Shape::whole, Most::nothing},
    {granted_name, Shape::whole, Most::nothing}};
constexpr BoundRule contact_solve[] = {{"backward error at most", Shape::size, Most::backward_error},
                                       {"motion rows (impulses) changed by at most", Shape::size, Most::nothing},
                                       {"joint rows (rates) changed by at most", Shape::size, Most::nothing},
                                       {"normal rows (rates) changed by at most", Shape::size, Most::nothing},
                                       {"tangential rows (rates) changed by at most", Shape::size, Most::nothing},
                                       {"cone rows (impulses) changed by at most", Shape::size, Most::nothing},
                                       {granted_name, Shape::whole, Most::nothing}};
constexpr BoundRule contact_class[] = {{"friction coefficient at least", Shape::size, Most::nothing},
                                       {"friction coefficient at most", Shape::size, Most::nothing}};
constexpr BoundRule solvability[] = {{"contacts", Shape::whole, Most::nothing}};
constexpr BoundRule num_solutions[] = {{"isolated impulses at most", Shape::whole, Most::nothing},
                                       {"isolated impulses at least", Shape::whole, Most::nothing},
                                       {"continua of impulses at most", Shape::whole, Most::nothing},
                                       {"isolated motions at most", Shape::whole, Most::nothing},
                                       {"continua of motions at most", Shape::whole, Most::nothing},
                                       {"pairs of the problem at most", Shape::whole, Most::nothing}};
constexpr BoundRule spd_delassus[] = {{"smallest eigenvalue (diagonal scaled to 1) at least", Shape::size, Most::one},
                                      {"condition number (diagonal scaled to 1) at most", Shape::size, Most::nothing},
                                      {"charged to rounding", Shape::size, Most::one}};
constexpr BoundRule rank_rules[] = {
    {"rank", Shape::whole, Most::nothing},
    {"distance to that rank at most", Shape::size, Most::nothing},
    {"smallest scaled eigenvalue of the independent rows at least", Shape::size, Most::one},
    {"dependent rows", Shape::whole, Most::nothing}};
constexpr BoundRule spectral_radius[] = {{"spectral radius at least", Shape::size, Most::nothing},
                                         {"spectral radius at most", Shape::size, Most::nothing},
                                         {"trace of the constrained block", Shape::any, Most::nothing},
                                         {"determinant of the constrained block", Shape::any, Most::nothing}};
constexpr BoundRule constraint_error[] = {{"largest error at least", Shape::size, Most::nothing},
                                          {"largest error at most", Shape::size, Most::nothing},
                                          {"worst step", Shape::whole, Most::nothing},
                                          {"states", Shape::whole, Most::nothing}};
constexpr BoundRule reference[] = {{"largest difference", Shape::size, Most::nothing}};

constexpr const char* no_data = "no data";

const Kind kinds[] = {
    {"kkt_residual", kkt_residual, check_kkt_residual, no_data},
    {"kept_rows", kept_rows, check_kept_rows, no_data},
    {"complementarity", complementarity, check_complementarity, no_data},
    {"contact_solve", contact_solve, check_contact_solve, no_data},
    {"contact_class", contact_class, check_contact_class, no_data, 0},
    {"solvability", solvability, check_solvability, no_data},
    {"num_solutions", num_solutions, check_num_solutions, no_data},
    {"spd_delassus", spd_delassus, check_spd_delassus, no_data, -1, true},
    {"rank", rank_rules, check_rank, no_data, -1, false, nullptr, Place::initial_state},
    {"spectral_radius", spectral_radius, check_spectral_radius, no_data, 0, false, nullptr, Place::initial_state},
    {"constraint_error", constraint_error, nullptr, "needs the trajectory", 0, false, check_constraint_error,
     Place::worst_state},
    {"reference", reference, nullptr, "evidence, not a proof", -1, false, nullptr, Place::other},
};

std::optional<Rational> most_of(Most most) {
  switch (most) {
    case Most::nothing:
      return std::nullopt;
    case Most::backward_error:
      return backward_error_limit();
    case Most::share:
      return power_of_two(-6);
    case Most::one:
      return Rational(1);
    case Most::zero:
      return Rational(0);
  }
  return std::nullopt;
}

bool is_whole(const Rational& x) {
  return fmpz_is_one(fmpq_denref(x.raw())) != 0;
}

std::string trouble_of(const BoundRule& rule, const Rational& x) {
  if (rule.shape != Shape::any && x.sign() < 0) return fmt::format("'{}' is negative", rule.name);
  if (rule.shape == Shape::whole && !is_whole(x)) return fmt::format("'{}' is not a whole number", rule.name);
  const auto most = most_of(rule.most);
  if (most && x > *most) return fmt::format("is proved although '{}' is {}, above its limit", rule.name, print(x));
  return "";
}

}  // namespace

const Kind* find_kind(std::string_view name) {
  const Kind* found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& kind) { return kind.name == name; });
  return found == std::end(kinds) ? nullptr : found;
}

std::optional<Rational> granted_rows(const Kind& kind, const Claim& claim) {
  for (std::size_t i = 0; i < kind.bounds.size() && i < claim.bounds.size(); ++i)
    if (kind.bounds[i].name == std::string_view(granted_name)) return claim.bounds[i];
  return std::nullopt;
}

std::string missing_number(const Kind& kind, const Claim& claim) {
  if (claim.verdict != Verdict::proved) return "";
  const auto is_missing = [](const std::optional<Rational>& bound) { return !bound; };
  if (kind.may_lack_numbers && std::all_of(claim.bounds.begin(), claim.bounds.end(), is_missing)) return "";
  const auto missing = std::find_if(claim.bounds.begin(), claim.bounds.end(), is_missing);
  return missing == claim.bounds.end() ? ""
                                       : kind.bounds[static_cast<std::size_t>(missing - claim.bounds.begin())].name;
}

std::string inconsistency(const Kind& kind, const Claim& claim) {
  if (claim.bounds.size() != kind.bounds.size()) return "has another number of bounds than its kind";
  if (claim.verdict != Verdict::proved) return "";
  for (std::size_t i = 0; i < claim.bounds.size(); ++i) {
    if (!claim.bounds[i]) continue;
    if (const std::string trouble = trouble_of(kind.bounds[i], *claim.bounds[i]); !trouble.empty()) return trouble;
  }
  if (!missing_number(kind, claim).empty()) return "";
  if (kind.enclosing >= 0 && *claim.bounds[kind.enclosing] > *claim.bounds[kind.enclosing + 1])
    return "has a lower bound above the upper one";
  return "";
}

}  // namespace perpend::checker
