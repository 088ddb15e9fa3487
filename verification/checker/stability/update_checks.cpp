#include "verification/checker/stability/update_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "verification/checker/kinds.hpp"
#include "verification/checker/mechanism/independence.hpp"
#include "verification/checker/stability/forces.hpp"

namespace perpend::checker {

namespace {

constexpr const char *radius_at_least = "spectral radius at least", *radius_at_most = "spectral radius at most",
                     *trace_of_block = "trace of the constrained block",
                     *determinant_of_block = "determinant of the constrained block";

constexpr BoundRule spectral_radius_bounds[] = {{radius_at_least, Shape::size, Most::nothing},
                                                {radius_at_most, Shape::size, Most::nothing},
                                                {trace_of_block, Shape::any, Most::nothing},
                                                {determinant_of_block, Shape::any, Most::nothing}};

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

void check_radius(Judgement& judgement, const UpdateData& u) {
  const auto at_least = judgement.number(radius_at_least), at_most = judgement.number(radius_at_most);
  judgement.require(at_least && at_most, "the spectral radius has no bounds");
  if (judgement.is_wrong()) return;
  const Rational &lower = *at_least, &upper = *at_most;
  judgement.require(lower.sign() >= 0 && lower <= upper, "the bounds of the spectral radius contradict each other");
  const Rational free = u.free_dimension > 0 ? Rational(1) : Rational(0);
  judgement.require(upper >= free, "free flight has the eigenvalue 1, which the bounds exclude");
  const bool is_free_alone = lower <= free;
  if (u.constrained_dimension == 0) return judgement.require(is_free_alone, "the spectral radius is below its bound");
  if (u.is_compliant) {  // shown stable: between what is free and 1
    judgement.require(is_free_alone && upper >= Rational(1), "nothing sharper than 1 follows with compliance");
    return;
  }
  const Block block = block_at(u, Rational(1));
  judgement.require(compare_with_radius(upper, block) >= 0, "the spectral radius is above its bound");
  judgement.require(is_free_alone || compare_with_radius(lower, block) <= 0, "the spectral radius is below its bound");
}

/// The double nearest to the exact number.
void check_rounded(Judgement& judgement, const char* name, const Rational& truth, const char* what) {
  const auto claimed = judgement.number(name);
  judgement.require(claimed.has_value(), fmt::format("claims no number for {}", what));
  if (!judgement.is_wrong())
    judgement.require((*claimed - truth).abs() <= truth.abs() * power_of_two(-52) + power_of_two(-1074),
                      fmt::format("claims that {} is {}, it is {}", what, print(*claimed), print(truth)));
}

/// The dimensions are those of the rows: as many kept ones as constrained, all independent. In the energy of a
/// positive definite M they have a projector; a matrix with compliances of its own is not one.
void check_dimensions(Judgement& judgement, const Data& data) {
  const char* unfit = why_no_mechanism(data);
  judgement.require_none(unfit);
  judgement.require(largest_of(data.compliance).is_zero(), "the rows have a compliance other than that of the update");
  const UpdateData& u = *data.update;
  const std::vector<int> kept = kept_equations(data);
  judgement.require(u.constrained_dimension == static_cast<int>(kept.size()) &&
                        u.free_dimension == data.num_columns - u.constrained_dimension,
                    "the dimensions are not those of the rows");
  if (!judgement.is_wrong() && static_cast<int>(kept.size()) <= most_rank_rows)
    judgement.require(has_independent_rows(dense_rows(data, kept)),
                      "the rows of the linearized mechanism are dependent");
}

void check_verdict(Judgement& judgement, const UpdateData& u) {
  const bool is_constrained = u.constrained_dimension > 0;
  if (judgement.is_refuted())
    judgement.require(is_constrained && !u.is_compliant && !is_stable_at(u, Rational(1)),
                      "claims that the update is unstable, it is stable");
  else if (is_constrained)
    judgement.require(u.is_compliant ? is_stable_on_interval(u) : is_stable_at(u, Rational(1)),
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

std::string check_stability(Judgement& judgement, const UpdateData& update) {
  check_verdict(judgement, update);
  check_radius(judgement, update);
  const Block block = block_at(update, Rational(1));
  return fmt::format("trace {}, determinant {}", print(block.trace), print(block.determinant));
}

namespace {

/// With forces that depend on the state: those of the motions that the rows allow count in addition to the constrained
/// block, and enclose nothing from above but 1.
void check_forced(Judgement& judgement, const Data& data) {
  const UpdateData& u = *data.update;
  const bool is_constrained = u.constrained_dimension > 0;
  const Block block = block_at(u, Rational(1));
  const bool is_block_stable = !is_constrained || is_stable_at(u, Rational(1));
  judgement.require(!u.is_compliant, "with compliance nothing is shown of forces that depend on the state");
  const auto at_least = judgement.number(radius_at_least), upper = judgement.number(radius_at_most);
  judgement.require(at_least.has_value(), "the spectral radius has no lower bound");
  if (judgement.is_wrong()) return;
  const Rational& lower = *at_least;
  const bool is_of_block = lower.is_zero() || (is_constrained && compare_with_radius(lower, block) <= 0);
  judgement.require(lower.sign() >= 0, "a spectral radius is negative");
  if (judgement.is_proved()) judgement.require(is_block_stable, "claims that the update is stable, it is not");
  if (judgement.is_wrong()) return;
  const bool is_by_motion = judgement.is_refuted() && is_block_stable;
  if (is_by_motion) {
    const std::string why = why_not_unstable(data, is_of_block ? Rational(1) : lower);
    judgement.require(why.empty(), why);
    judgement.require(!upper, "nothing bounds the spectral radius from above");
    return;
  }
  judgement.require(is_of_block, "the spectral radius is below its bound");
  if (upper) {
    const std::string why = why_not_bounded(data);
    judgement.require(why.empty(), why);
    judgement.require(*upper >= Rational(1) && (!is_constrained || compare_with_radius(*upper, block) >= 0),
                      "the spectral radius is above its bound");
  }
  judgement.require(judgement.is_refuted() || upper, "the spectral radius has no upper bound");
}

Finding check_spectral_radius(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.update.has_value(), "the data is that of no update");
  if (judgement.is_wrong()) return judgement.finding("");
  const UpdateData& u = *data.update;
  check_dimensions(judgement, data);
  const Block block = block_at(u, Rational(1));
  if (data.forces && !judgement.is_wrong()) {
    check_forced(judgement, data);
    if (judgement.is_wrong()) return judgement.finding("");
  } else {
    check_verdict(judgement, u);
    check_radius(judgement, u);
  }
  check_rounded(judgement, trace_of_block, block.trace, "the trace");
  check_rounded(judgement, determinant_of_block, block.determinant, "the determinant");
  if (u.constrained_dimension > most_rank_rows && !judgement.is_wrong()) return {Result::open, "too many rows"};
  return judgement.finding(fmt::format("trace {}, determinant {}", print(block.trace), print(block.determinant)));
}

}  // namespace

constinit const Kind run_kinds::spectral_radius{.name = "spectral_radius",
                                                .check = check_spectral_radius,
                                                .bounds = spectral_radius_bounds,
                                                .lower_end = radius_at_least,
                                                .upper_end = radius_at_most,
                                                .place = Place::initial_state};

}  // namespace perpend::checker
