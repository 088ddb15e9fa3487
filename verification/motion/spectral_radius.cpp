#include "verification/motion/spectral_radius.hpp"

#include <algorithm>
#include <array>

#include "verification/arithmetic/fraction.hpp"

namespace perpend {

namespace {

Fraction exact_value(const ExactProduct& product, const Fraction& h) {
  Fraction result = h.power(product.step_power);
  for (const double factor : product.factors)
    if (factor != 1.0) result = result * Fraction::of_decimal(factor);
  return result;
}

/// Trace and determinant of the block F(p) are exact polynomials of p: c[0] + c[1] p + c[2] p^2.
struct Quadratic {
  std::array<Fraction, 3> c;
  [[nodiscard]] Fraction operator()(const Fraction& p) const { return c[0] + p * (c[1] + p * c[2]); }
  [[nodiscard]] Fraction at_one() const { return c[0] + c[1] + c[2]; }
};

/// Exact coefficients of LinearUpdate at one step.
struct UpdateBlock {
  Fraction qq, qv, vq, vv;
  Quadratic trace;        ///< 2 - (qq + vv) p
  Quadratic determinant;  ///< (1 - qq p)(1 - vv p) + vq p (1 - qv p)

  /// Pre: h > 0 and finite.
  UpdateBlock(const LinearUpdate& update, double h);
  /// Jury's conditions 1 - d >= 0, 1 + d - t >= 0, 1 + d + t >= 0; 1 + d >= 0 follows from the last two.
  [[nodiscard]] std::array<Quadratic, 3> conditions() const;
  /// F(p) = I or -I for p = 1.
  [[nodiscard]] bool is_signed_identity() const;
};

/// Where the derivative of a convex quadratic vanishes, if inside (0, 1).
bool has_inner_minimum(const Quadratic& f, Fraction& at) {
  if (f.c[2] <= 0) return false;
  at = -f.c[1] / (2 * f.c[2]);
  return at > 0 && at < 1;
}

UpdateBlock::UpdateBlock(const LinearUpdate& update, double h) {
  const Fraction step = Fraction::of_decimal(h);
  qq = exact_value(update.qq, step);
  qv = exact_value(update.qv, step);
  vq = exact_value(update.vq, step);
  vv = exact_value(update.vv, step);
  const Fraction sum = qq + vv;
  trace = {{2, -sum, 0}};
  determinant = {{1, vq - sum, qq * vv - vq * qv}};
}

std::array<Quadratic, 3> UpdateBlock::conditions() const {
  std::array<Quadratic, 3> result;
  for (int i = 0; i < 3; ++i) {
    const Fraction one = i == 0 ? 1 : 0;
    result[0].c[i] = one - determinant.c[i];
    result[1].c[i] = one + determinant.c[i] - trace.c[i];
    result[2].c[i] = one + determinant.c[i] + trace.c[i];
  }
  return result;
}

bool UpdateBlock::is_signed_identity() const {
  return qv == 1 && vq == 0 && qq == vv && (qq == 0 || qq == 2);
}

/// Whether f >= 0 on the whole of [0, 1].
bool is_nonnegative_on_unit_interval(const Quadratic& f) {
  Fraction at;
  return f.c[0] >= 0 && f.at_one() >= 0 && (!has_inner_minimum(f, at) || f(at) >= 0);
}

/// Whether f > 0 on (0, 1].
bool is_positive_on_half_open_interval(const Quadratic& f) {
  if (f.c[0] < 0 || f.at_one() <= 0) return false;
  if (f.c[0] == 0) return f.c[1] > 0 || (f.c[1] == 0 && f.c[2] > 0);  // f = p (c1 + c2 p) with f(1) > 0
  Fraction at;
  return !has_inner_minimum(f, at) || f(at) > 0;
}

/// Largest modulus of the roots of z^2 - t z + d.
Interval enclose_radius(const Fraction& t, const Fraction& d) {
  const Fraction discriminant = t * t - 4 * d;
  if (discriminant < 0) return sqrt(d.enclose());
  return scale(0.5, abs(t).enclose() + sqrt(discriminant.enclose()));
}

/// What exact arithmetic knows about 1 cuts the enclosure there.
Interval cut_at_one(Interval rho, bool is_stable, bool is_strict) {
  if (!is_stable) return {std::max(rho.lo, 1.0), rho.hi};
  if (!is_strict) return {1.0, 1.0};
  return {rho.lo, std::min(rho.hi, 1.0)};
}

/// t, d: trace and determinant of F(1).
void classify_constrained(const UpdateBlock& block, const Fraction& t, const Fraction& d, StabilityReport& report) {
  const std::array<Fraction, 3> conditions{1 - d, 1 + d - t, 1 + d + t};  // Jury's, for p = 1
  const auto holds = [](const Fraction& f) { return f >= 0; };
  const auto holds_strictly = [](const Fraction& f) { return f > 0; };
  const bool is_stable = std::all_of(conditions.begin(), conditions.end(), holds);
  const bool is_double_root = d == 1 && abs(t) == 2;
  report.stable = is_stable ? Verdict::proved : Verdict::refuted;
  report.strictly_stable = std::all_of(conditions.begin(), conditions.end(), holds_strictly);
  report.nilpotent = t == 0 && d == 0;
  report.power_bounded = is_stable && (!is_double_root || block.is_signed_identity());
  report.constrained_class = report.nilpotent         ? "nilpotent"
                             : report.strictly_stable ? "contracting"
                             : report.power_bounded   ? "power bounded"
                             : is_stable              ? "defective"
                                                      : "unstable";
  report.rho = cut_at_one(enclose_radius(t, d), is_stable, report.strictly_stable);
  if (!is_stable) report.reason = "an eigenvalue of the constrained block lies outside the unit circle";
}

/// For p in [0, 1]: |z|^2 <= |t| |z| + |d| bounds the roots where stability itself does not.
Interval bound_radius_over_interval(const UpdateBlock& block) {
  const Interval p{0.0, 1.0};
  const auto range = [&](const Quadratic& f) {
    return f.c[0].enclose() + p * (f.c[1].enclose() + p * f.c[2].enclose());
  };
  const Interval t = abs(range(block.trace));
  const Interval d = abs(range(block.determinant));
  return {0.0, scale(0.5, Interval(t.hi) + sqrt(square(Interval(t.hi)) + scale(4.0, Interval(d.hi)))).hi};
}

void classify_compliant(const UpdateBlock& block, StabilityReport& report) {
  const std::array<Quadratic, 3> conditions = block.conditions();
  report.strictly_stable = std::all_of(conditions.begin(), conditions.end(), is_positive_on_half_open_interval);
  if (std::all_of(conditions.begin(), conditions.end(), is_nonnegative_on_unit_interval)) {
    report.stable = Verdict::proved;
    report.power_bounded = report.strictly_stable;
    report.constrained_class = report.strictly_stable ? "contracting" : "undecided";
    report.rho = {0.0, 1.0};
    return;
  }
  report.stable = Verdict::undecided;
  report.constrained_class = "undecided";
  report.rho = bound_radius_over_interval(block);
  report.reason = "with compliant rows some eigenvalue of the projection in [0, 1] would make the update unstable";
}

}  // namespace

StabilityReport certify_update(const LinearUpdate& update, double h, int free_dimension, int constrained_dimension) {
  StabilityReport report;
  if (!(h > 0.0 && h < infinity) || free_dimension < 0 || constrained_dimension < 0) {
    report.stable = Verdict::undecided;
    report.reason = "the step is not a positive number, or a dimension is negative";
    return report;
  }
  for (const ExactProduct* product : {&update.qq, &update.qv, &update.vq, &update.vv})
    for (const double factor : product->factors)
      if (!std::isfinite(factor)) {
        report.stable = Verdict::undecided;
        report.reason = "a coefficient of the update is not finite";
        return report;
      }
  const UpdateBlock block(update, h);
  const Fraction trace = block.trace.at_one(), determinant = block.determinant.at_one();
  report.trace = trace.round();
  report.determinant = determinant.round();
  report.stable = Verdict::proved;
  report.rho = 0.0;
  if (constrained_dimension > 0) {
    if (update.compliant)
      classify_compliant(block, report);
    else
      classify_constrained(block, trace, determinant, report);
  }
  if (free_dimension > 0) {  // F(0) = [[1, h], [0, 1]]
    report.free_class = "defective";
    report.rho = max(report.rho, Interval(1.0));
  }
  return report;
}

Certificate StabilityReport::certificate() const {
  Certificate result{.kind = CertificateKind::spectral_radius, .verdict = stable};
  result[SpectralRadiusBound::lower] = rho.lo;
  result[SpectralRadiusBound::upper] = rho.hi;
  result[SpectralRadiusBound::trace] = trace;
  result[SpectralRadiusBound::determinant] = determinant;
  if (stable == Verdict::refuted)
    result.reason = is_by_forces ? "forces that depend on the state: an eigenvalue lies outside the unit circle"
                                 : "an eigenvalue of the constrained block lies outside the unit circle";
  if (stable == Verdict::undecided)
    result.reason = is_by_forces ? "forces that depend on the state are not decided, see the notes of the run"
                                 : "the structure of the update does not decide";
  return result;
}

constinit const CertificateType certificate_types::spectral_radius{
    .kind = CertificateKind::spectral_radius,
    .id = "spectral_radius",
    .statement =
        "no eigenvalue of the discrete update of the linearized mechanism lies outside the unit circle: the mechanism "
        "at rest in its start pose, with the springs, dampers, loads and forces of joints that it has there, as long "
        "as no contact, limit or dry friction acts; step and gains are taken as the decimal numbers of the scene, "
        "masses and rows as the rounded ones that are stored, and that the true stiffness of forces that turn with the "
        "bodies lies within the margin of the proof is evidence, not proved",
    .theorem =
        "the constraint errors evolve by a 2 by 2 block [Hong06] whose exact trace and determinant satisfy Jury's "
        "inequalities [Jury64]; on the motions that the constraints allow the same inequalities hold as forms of M, D "
        "and K, sums of squares or definite by a Cholesky factorization once weighted squares of the rows are added "
        "[Rump06]; refuted by the block, or by one motion on which a form is negative",
    .bounds =
        in_order<SpectralRadiusBound>({{SpectralRadiusBound::lower, "spectral radius", Sense::at_least},
                                       {SpectralRadiusBound::upper, "spectral radius", Sense::at_most},
                                       {SpectralRadiusBound::trace, "trace of the constrained block"},
                                       {SpectralRadiusBound::determinant, "determinant of the constrained block"}})};

}  // namespace perpend
