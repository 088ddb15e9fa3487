#include "verification/checker/update_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verification/checker/combinations.hpp"
#include "verification/checker/force_checks.hpp"
#include "verification/checker/rank_checks.hpp"
#include "verification/checker/row_errors.hpp"

namespace perpend::checker {

namespace {

struct Block {
  Rational trace, determinant;
};

Block block_at(const UpdateData& u, const Rational& p) {
  const Rational one(1);
  const Rational a = one - u.qq * p, d = one - u.vv * p;
  return {a + d, a * d + u.vq * p * (one - u.qv * p)};
}

/// 1 - d, 1 + d - t, 1 + d + t: none is negative.
std::array<Rational, 3> conditions_at(const UpdateData& u, const Rational& p) {
  const Block block = block_at(u, p);
  const Rational one(1);
  return {one - block.determinant, one + block.determinant - block.trace, one + block.determinant + block.trace};
}

bool is_stable_at(const UpdateData& u, const Rational& p) {
  const auto conditions = conditions_at(u, p);
  return std::all_of(conditions.begin(), conditions.end(), [](const Rational& c) { return c.sign() >= 0; });
}

/// Each condition is a quadratic of p: it is least at an end, or where it is flat.
bool is_stable_on_interval(const UpdateData& u) {
  const auto at_0 = conditions_at(u, Rational(0)), at_half = conditions_at(u, Rational(1) / Rational(2)),
             at_1 = conditions_at(u, Rational(1));
  for (int i = 0; i < 3; ++i) {
    if (at_0[i].sign() < 0 || at_1[i].sign() < 0) return false;
    const Rational curvature = Rational(2) * (at_0[i] + at_1[i]) - Rational(4) * at_half[i];
    if (curvature.sign() <= 0) continue;
    const Rational flat = -(at_1[i] - at_0[i] - curvature) / (Rational(2) * curvature);
    if (flat.sign() > 0 && flat < Rational(1) && conditions_at(u, flat)[i].sign() < 0) return false;
  }
  return true;
}

/// Sign of x - rho, rho the larger modulus of the roots of z^2 - t z + d; x >= 0.
int compare_with_radius(const Rational& x, const Block& block) {
  const Rational discriminant = block.trace * block.trace - Rational(4) * block.determinant;
  if (discriminant.sign() < 0) return (x * x - block.determinant).sign();
  const Rational twice = Rational(2) * x - block.trace.abs();
  return twice.sign() < 0 ? -1 : (twice * twice - discriminant).sign();
}

void check_radius(Checks& checks, const UpdateData& u) {
  checks.require(checks.bound(0) && checks.bound(1), "the spectral radius has no bounds");
  if (checks.is_wrong()) return;
  const Rational &lower = *checks.bound(0), &upper = *checks.bound(1);
  checks.require(lower.sign() >= 0 && lower <= upper, "the bounds of the spectral radius contradict each other");
  const Rational free = u.free_dimension > 0 ? Rational(1) : Rational(0);
  checks.require(upper >= free, "free flight has the eigenvalue 1, which the bounds exclude");
  const bool is_free_alone = lower <= free;
  if (u.constrained_dimension == 0) return checks.require(is_free_alone, "the spectral radius is below its bound");
  if (u.is_compliant) {  // shown stable: between what is free and 1
    checks.require(is_free_alone && upper >= Rational(1), "nothing sharper than 1 follows with compliance");
    return;
  }
  const Block block = block_at(u, Rational(1));
  checks.require(compare_with_radius(upper, block) >= 0, "the spectral radius is above its bound");
  checks.require(is_free_alone || compare_with_radius(lower, block) <= 0, "the spectral radius is below its bound");
}

/// The double nearest to the exact number.
void check_rounded(Checks& checks, int i, const Rational& truth, const char* what) {
  checks.require(checks.bound(i).has_value(), fmt::format("claims no number for {}", what));
  if (!checks.is_wrong())
    checks.require((*checks.bound(i) - truth).abs() <= truth.abs() * power_of_two(-52) + power_of_two(-1074),
                   fmt::format("claims that {} is {}, it is {}", what, print(*checks.bound(i)), print(truth)));
}

/// The dimensions are those of the rows: of the kept ones as many as constrained, all independent. In the energy of a
/// positive definite M they have a projector; a matrix with compliances of its own is not one.
void check_dimensions(Checks& checks, const Data& data) {
  const char* unfit = why_no_mechanism(data);
  checks.require(unfit == nullptr, unfit == nullptr ? "" : unfit);
  checks.require(largest_of(data.compliance).is_zero(), "the rows have a compliance other than that of the update");
  const UpdateData& u = *data.update;
  const std::vector<int> kept = kept_equations(data);
  checks.require(u.constrained_dimension == static_cast<int>(kept.size()) &&
                     u.free_dimension == data.num_columns - u.constrained_dimension,
                 "the dimensions are not those of the rows");
  if (!checks.is_wrong() && static_cast<int>(kept.size()) <= most_rank_rows)
    checks.require(has_independent_rows(dense_rows(data, kept)), "the rows of the linearized mechanism are dependent");
}

void check_verdict(Checks& checks, Verdict verdict, const UpdateData& u) {
  const bool is_constrained = u.constrained_dimension > 0;
  if (verdict == Verdict::refuted)
    checks.require(is_constrained && !u.is_compliant && !is_stable_at(u, Rational(1)),
                   "claims that the update is unstable, it is stable");
  else if (is_constrained)
    checks.require(u.is_compliant ? is_stable_on_interval(u) : is_stable_at(u, Rational(1)),
                   "claims that the update is stable, it is not shown to be");
}

bool is_strict_at(const UpdateData& u, const Rational& p) {
  const auto conditions = conditions_at(u, p);
  return std::all_of(conditions.begin(), conditions.end(), [](const Rational& c) { return c.sign() > 0; });
}

/// > 0 on (0, 1]: with c = c0 + c1 p + c2 p^2 and c0 = 0 it is p (c1 + c2 p) that counts.
bool is_strict_on_interval(const UpdateData& u) {
  if (!is_strict_at(u, Rational(1))) return false;
  const auto at_0 = conditions_at(u, Rational(0)), at_half = conditions_at(u, Rational(1) / Rational(2)),
             at_1 = conditions_at(u, Rational(1));
  for (int i = 0; i < 3; ++i) {
    const Rational c2 = Rational(2) * (at_0[i] + at_1[i]) - Rational(4) * at_half[i], c1 = at_1[i] - at_0[i] - c2;
    if (at_0[i].sign() < 0) return false;
    if (at_0[i].is_zero() && (c1.sign() < 0 || (c1.is_zero() && c2.sign() <= 0))) return false;
    if (at_0[i].is_zero() || c2.sign() <= 0) continue;
    const Rational flat = -c1 / (Rational(2) * c2);
    if (flat.sign() > 0 && flat < Rational(1) && conditions_at(u, flat)[i].sign() <= 0) return false;
  }
  return true;
}

}  // namespace

const char* constrained_class(const UpdateData& u) {
  if (u.constrained_dimension == 0) return "none";
  if (u.is_compliant) return is_strict_on_interval(u) ? "contracting" : "undecided";
  const Block block = block_at(u, Rational(1));
  if (block.trace.is_zero() && block.determinant.is_zero()) return "nilpotent";
  if (is_strict_at(u, Rational(1))) return "contracting";
  if (!is_stable_at(u, Rational(1))) return "unstable";
  // F = +-I needs all of its four entries; any other block with both roots at 1 or at -1 is defective.
  const bool is_double = block.determinant == Rational(1) && block.trace.abs() == Rational(2);
  const bool is_identity = u.qv == Rational(1) && u.vq.is_zero() && u.qq == u.vv;
  return !is_double || is_identity ? "power bounded" : "defective";
}

Finding check_stability(const Claim& claim, const UpdateData& update) {
  Checks checks(claim);
  check_verdict(checks, claim.verdict, update);
  check_radius(checks, update);
  const Block block = block_at(update, Rational(1));
  return checks.finding(fmt::format("trace {}, determinant {}", print(block.trace), print(block.determinant)));
}

namespace {

/// With forces that depend on the state: those of the motions that the rows allow count in addition to the constrained
/// block, and enclose nothing from above but 1.
Finding check_forced(Checks& checks, Verdict verdict, const Data& data) {
  const UpdateData& u = *data.update;
  const bool is_constrained = u.constrained_dimension > 0;
  const Block block = block_at(u, Rational(1));
  const bool is_block_stable = !is_constrained || is_stable_at(u, Rational(1));
  checks.require(!u.is_compliant, "with compliance nothing is shown of forces that depend on the state");
  checks.require(checks.bound(0).has_value(), "the spectral radius has no lower bound");
  if (checks.is_wrong()) return checks.finding("");
  const Rational& lower = *checks.bound(0);
  const bool is_of_block = lower.is_zero() || (is_constrained && compare_with_radius(lower, block) <= 0);
  checks.require(lower.sign() >= 0, "a spectral radius is negative");
  if (verdict == Verdict::proved) checks.require(is_block_stable, "claims that the update is stable, it is not");
  if (checks.is_wrong()) return checks.finding("");
  const bool is_by_motion = verdict == Verdict::refuted && is_block_stable;
  if (is_by_motion) {
    const std::string why = why_not_unstable(data, is_of_block ? Rational(1) : lower);
    checks.require(why.empty(), why);
    checks.require(!checks.bound(1).has_value(), "nothing bounds the spectral radius from above");
    return checks.finding("a motion that the rows allow grows");
  }
  checks.require(is_of_block, "the spectral radius is below its bound");
  if (checks.bound(1)) {
    const std::string why = why_not_bounded(data);
    checks.require(why.empty(), why);
    checks.require(
        *checks.bound(1) >= Rational(1) && (!is_constrained || compare_with_radius(*checks.bound(1), block) >= 0),
        "the spectral radius is above its bound");
  }
  checks.require(verdict == Verdict::refuted || checks.bound(1), "the spectral radius has no upper bound");
  return checks.finding("the forces keep to the unit circle what the rows allow");
}

}  // namespace

Finding check_spectral_radius(const Claim& claim, const Data& data) {
  Checks checks(claim);
  checks.require(data.update.has_value(), "the data is that of no update");
  if (checks.is_wrong()) return checks.finding("");
  const UpdateData& u = *data.update;
  check_dimensions(checks, data);
  const Block block = block_at(u, Rational(1));
  if (data.forces && !checks.is_wrong()) {
    const Finding forced = check_forced(checks, claim.verdict, data);
    if (forced.result != Result::reproved) return forced;
  } else {
    check_verdict(checks, claim.verdict, u);
    check_radius(checks, u);
  }
  check_rounded(checks, 2, block.trace, "the trace");
  check_rounded(checks, 3, block.determinant, "the determinant");
  if (u.constrained_dimension > most_rank_rows && !checks.is_wrong()) return {Result::open, "too many rows"};
  return checks.finding(fmt::format("trace {}, determinant {}", print(block.trace), print(block.determinant)));
}

}  // namespace perpend::checker
