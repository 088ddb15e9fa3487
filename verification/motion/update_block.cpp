#include "verification/motion/update_block.hpp"

namespace perpend {

namespace {

Rational exact_value(const ExactProduct& product, const Rational& h) {
  return exact_factor(product) * exact_power(h, product.step_power);
}

/// Where the derivative of a convex quadratic vanishes, if inside (0, 1).
bool has_inner_minimum(const Quadratic& f, Rational& at) {
  if (f.c[2] <= 0) return false;
  at = -f.c[1] / (2 * f.c[2]);
  return at > 0 && at < 1;
}

}  // namespace

UpdateBlock::UpdateBlock(const LinearUpdate& update, double h) {
  const Rational step = exact_decimal(h);
  qq = exact_value(update.qq, step);
  qv = exact_value(update.qv, step);
  vq = exact_value(update.vq, step);
  vv = exact_value(update.vv, step);
}

Quadratic UpdateBlock::trace() const {
  return {{2, -(qq + vv), 0}};
}

Quadratic UpdateBlock::determinant() const {
  return {{1, vq - qq - vv, qq * vv - vq * qv}};
}

std::array<Quadratic, 3> UpdateBlock::conditions() const {
  const Quadratic t = trace();
  const Quadratic d = determinant();
  std::array<Quadratic, 3> result;
  for (int i = 0; i < 3; ++i) {
    const Rational one = i == 0 ? 1 : 0;
    result[0].c[i] = one - d.c[i];
    result[1].c[i] = one + d.c[i] - t.c[i];
    result[2].c[i] = one + d.c[i] + t.c[i];
  }
  return result;
}

bool UpdateBlock::is_signed_identity() const {
  return qv == 1 && vq == 0 && qq == vv && (qq == 0 || qq == 2);
}

bool is_nonnegative_on_unit_interval(const Quadratic& f) {
  Rational at;
  return f(0) >= 0 && f(1) >= 0 && (!has_inner_minimum(f, at) || f(at) >= 0);
}

bool is_positive_on_half_open_interval(const Quadratic& f) {
  if (f.c[0] < 0 || f(1) <= 0) return false;
  if (f.c[0] == 0) return f.c[1] > 0 || (f.c[1] == 0 && f.c[2] > 0);  // f = p (c1 + c2 p) with f(1) > 0
  Rational at;
  return !has_inner_minimum(f, at) || f(at) > 0;
}

}  // namespace perpend
