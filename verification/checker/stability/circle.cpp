#include "verification/checker/stability/circle.hpp"

#include <acb_poly.h>

#include <algorithm>
#include <cmath>

namespace perpend::checker {

namespace {

WholePolynomial divisor(const WholePolynomial& a, const WholePolynomial& b) {
  WholePolynomial result;
  fmpz_poly_gcd(result.raw(), a.raw(), b.raw());
  return result;
}

/// Pre: b divides a over the rationals.
WholePolynomial quotient(const WholePolynomial& a, const WholePolynomial& b) {
  WholePolynomial result, left;
  fmpz_poly_primitive_part(left.raw(), a.raw());
  WholePolynomial right;
  fmpz_poly_primitive_part(right.raw(), b.raw());
  fmpz_poly_div(result.raw(), left.raw(), right.raw());
  return result;
}

WholePolynomial without_zeros(const WholePolynomial& p) {
  WholePolynomial result;
  long zeros = 0;
  while (fmpz_is_zero(fmpz_poly_get_coeff_ptr(const_cast<fmpz_poly_struct*>(p.raw()), zeros)) != 0) ++zeros;
  fmpz_poly_shift_right(result.raw(), p.raw(), zeros);
  return result;
}

WholePolynomial square_free(const WholePolynomial& p) {
  WholePolynomial slope;
  fmpz_poly_derivative(slope.raw(), p.raw());
  return quotient(p, divisor(p, slope));
}

/// Exponent k of 2 with all roots within about 2^(k + 1): from the quotients of coefficients.
long exponent_of_roots(const WholePolynomial& p) {
  double exponent = -1e18;
  const auto bits = [&](long i) {
    return static_cast<double>(fmpz_bits(fmpz_poly_get_coeff_ptr(const_cast<fmpz_poly_struct*>(p.raw()), i)));
  };
  for (long i = 0; i < p.degree(); ++i)
    if (bits(i) > 0.0)
      exponent = std::max(exponent, (bits(i) - bits(p.degree())) / static_cast<double>(p.degree() - i));
  return exponent < -1e17 ? 0 : static_cast<long>(std::floor(exponent));
}

/// A ball around each root, where so many bits and steps isolate all of them.
class Roots {
 public:
  Roots(const WholePolynomial& p, long precision)
      : size_(p.degree()),
        precision_(precision),
        most_steps_(affordable_steps(size_, precision)),
        values_(_acb_vec_init(size_)) {
    if (size_ <= 0) return;
    const long exponent = exponent_of_roots(p);
    acb_poly_t scaled;  // p(2^exponent y): the method begins with points about the unit circle
    acb_poly_init(scaled);
    acb_poly_set_fmpz_poly(scaled, p.raw(), precision_);
    for (long i = 0; i <= size_; ++i)
      acb_mul_2exp_si(acb_poly_get_coeff_ptr(scaled, i), acb_poly_get_coeff_ptr(scaled, i), exponent * i);
    are_isolated_ = acb_poly_find_roots(values_, scaled, nullptr, most_steps_, precision_) == size_;
    acb_poly_clear(scaled);
    for (long i = 0; i < size_; ++i) acb_mul_2exp_si(values_ + i, values_ + i, exponent);
  }
  Roots(const Roots&) = delete;
  Roots& operator=(const Roots&) = delete;
  ~Roots() { _acb_vec_clear(values_, size_); }

  [[nodiscard]] bool are_isolated() const { return are_isolated_; }
  [[nodiscard]] long size() const { return size_; }

  /// Sign of |z| - 1; nothing when the ball meets the circle.
  [[nodiscard]] std::optional<int> side(long i) const {
    const Ball one(Rational(1));
    Ball size;
    acb_abs(size.raw(), values_ + i, precision_);
    if (arb_lt(size.raw(), one.raw()) != 0) return -1;
    return arb_gt(size.raw(), one.raw()) != 0 ? std::optional(1) : std::nullopt;
  }

  /// Whether root i is its own mirror image; nothing when its image meets other balls too.
  [[nodiscard]] std::optional<bool> is_own_image(long i) const {
    acb_t image;
    acb_init(image);
    acb_conj(image, values_ + i);
    acb_inv(image, image, precision_);
    const bool meets_itself = acb_overlaps(image, values_ + i) != 0;
    bool meets_other = false;
    for (long j = 0; j < size_; ++j) meets_other = meets_other || (j != i && acb_overlaps(image, values_ + j) != 0);
    acb_clear(image);
    if (!meets_itself) return false;
    return meets_other ? std::nullopt : std::optional(true);
  }

 private:
  /// What may throw comes before the numbers are there.
  static long affordable_steps(long size, long precision) {
    const long most_steps = 40 + 2 * size + precision / 8;
    if (size > 0) spend(static_cast<double>(size * size * most_steps) * (200.0 + static_cast<double>(precision)));
    return most_steps;
  }

  long size_, precision_, most_steps_;
  bool are_isolated_ = true;
  acb_ptr values_;
};

std::optional<bool> are_all_inside(const Roots& roots) {
  bool is_known = true;
  for (long i = 0; i < roots.size(); ++i) {
    const auto side = roots.side(i);
    if (side == 1) return false;
    is_known = is_known && side.has_value();
  }
  return is_known ? std::optional(true) : std::nullopt;
}

std::optional<bool> are_all_on_circle(const Roots& roots) {
  bool is_known = true;
  for (long i = 0; i < roots.size(); ++i) {
    const auto is_own = roots.is_own_image(i);
    if (is_own == false) return false;
    is_known = is_known && is_own.has_value();
  }
  return is_known ? std::optional(true) : std::nullopt;
}

/// The last coefficient is larger than all others together: every root lies inside the circle.
bool is_last_largest(const WholePolynomial& p) {
  fmpz_t rest, size;
  fmpz_init(rest);
  fmpz_init(size);
  for (long i = 0; i < p.degree(); ++i) {
    fmpz_poly_get_coeff_fmpz(size, p.raw(), i);
    fmpz_abs(size, size);
    fmpz_add(rest, rest, size);
  }
  fmpz_poly_get_coeff_fmpz(size, p.raw(), p.degree());
  const bool result = fmpz_cmpabs(size, rest) > 0;
  fmpz_clear(rest);
  fmpz_clear(size);
  return result;
}

constexpr long circle_precisions[] = {64, 256, 1024, 4096};

template <class Question>
std::optional<bool> ask(const WholePolynomial& p, const Question& question) {
  for (const long precision : circle_precisions) {
    const Roots roots(p, precision);
    if (!roots.are_isolated()) continue;
    if (const auto answer = question(roots)) return answer;
  }
  return std::nullopt;
}

}  // namespace

WholePolynomial characteristic_polynomial(const Matrix& x) {
  fmpq_poly_t rational;
  spend_on_polynomial(static_cast<double>(x.rows()), entry_bits(x));
  fmpq_poly_init(rational);
  fmpq_mat_charpoly(rational, x.raw());
  WholePolynomial result;
  fmpq_poly_get_numerator(result.raw(), rational);
  fmpq_poly_clear(rational);
  return result;
}

std::optional<CircleCount> count_on_circle(const WholePolynomial& characteristic) {
  const WholePolynomial p = square_free(without_zeros(characteristic));
  WholePolynomial reversed;
  fmpz_poly_reverse(reversed.raw(), p.raw(), p.degree() + 1);
  CircleCount result;
  if (is_last_largest(p)) {
    fmpz_poly_one(result.on.raw());
    return result;
  }
  result.on = divisor(p, reversed);
  const auto on_circle = ask(result.on, are_all_on_circle);
  const auto inside = ask(quotient(p, result.on), are_all_inside);
  if (on_circle == false || inside == false) {
    result.has_outside = true;
    return result;
  }
  if (!on_circle || !inside) return std::nullopt;
  result.num_on = result.on.degree();
  return result;
}

bool are_powers_bounded(const Matrix& x, const WholePolynomial& characteristic, const WholePolynomial& on) {
  const long n = x.rows();
  WholePolynomial rest = characteristic, common = divisor(characteristic, on);
  while (common.degree() > 0) {
    rest = quotient(rest, common);
    common = divisor(rest, on);
  }
  Matrix value(n, n);
  for (long k = on.degree(); k >= 0; --k) {  // Horner
    Matrix next = product(value, x);
    Rational coefficient;
    fmpq_set_fmpz(coefficient.raw(), fmpz_poly_get_coeff_ptr(const_cast<fmpz_poly_struct*>(on.raw()), k));
    for (long i = 0; i < n; ++i) next.add(i, i, coefficient);
    std::swap(value, next);
  }
  return rank(value) == rest.degree();
}

}  // namespace perpend::checker
