#include "verification/arithmetic/dense_enclosure.hpp"

#include <algorithm>

#include "verification/arithmetic/factors.hpp"

namespace perpend {

namespace {

/// Row of the largest entry of column k at or below row k.
Eigen::Index pivot_row(const MatrixX& a, Eigen::Index k) {
  Eigen::Index best = k;
  for (Eigen::Index i = k + 1; i < a.rows(); ++i)
    if (std::abs(a(i, k)) > std::abs(a(best, k))) best = i;
  return best;
}

/// b - A x as doubles can say it: products and sums with their rounding errors, column by column [OgitaRumpOishi05].
/// Where a product is near underflow or overflow its error is not exact, and intervals do it.
class ResidualSum {
 public:
  ResidualSum(const MatrixX& a, const VectorX& x)
      : sum_(ArrayX::Zero(a.rows())), error_(sum_), size_(sum_), is_exact_(ArrayX::Ones(a.rows())) {
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      if (x[j] != 0.0) add(a.col(j).data(), x[j]);
    const double gamma = gamma_bound(2.0 * static_cast<double>(a.cols()) + 4.0);
    size_ *= gamma * (1.0 + 4.0 * gamma);
  }
  /// (A x)_i; nothing where it is not known this way.
  [[nodiscard]] Interval row(Eigen::Index i) const {
    if (is_exact_[i] == 0.0 || !(std::abs(sum_[i]) < 0x1p1000) || !(size_[i] < 0x1p1000)) return {};
    return Interval(sum_[i]) + Interval(add_down(error_[i], -size_[i]), add_up(error_[i], size_[i]));
  }

 private:
  using ArrayX = Eigen::Array<double, Eigen::Dynamic, 1>;
  /// Dekker's product: fused ones are not everywhere in hardware [Dekker71].
  void add(const double* column, double x) {
    constexpr double splitter = 0x1p27 + 1.0;
    const double high_x = splitter * x - (splitter * x - x);
    const double low_x = x - high_x;
    for (Eigen::Index i = 0; i < sum_.size(); ++i) {
      const double a = column[i];
      const double product = a * x;
      const double high_a = splitter * a - (splitter * a - a);
      const double low_a = a - high_a;
      const double lost_product = ((high_a * high_x - product) + high_a * low_x + low_a * high_x) + low_a * low_x;
      const double sum = sum_[i] + product;
      const double back = sum - sum_[i];
      const double lost = (sum_[i] - (sum - back)) + (product - back);
      sum_[i] = sum;
      error_[i] += lost + lost_product;
      size_[i] += std::abs(lost) + std::abs(lost_product);
      is_exact_[i] = std::abs(product) > 0x1p-900 || a == 0.0 ? is_exact_[i] : 0.0;
    }
  }

  ArrayX sum_, error_, size_, is_exact_;
};

/// Nothing over- or underflows in a product of two of them.
bool is_mid_scale(const MatrixX& m) {
  double largest = 0.0;
  double least = 1.0;  // 0 aside
  bool is_known = true;
  for (const double* x = m.data(); x != m.data() + m.size(); ++x) {
    const double size = std::abs(*x);
    largest = size > largest ? size : largest;
    least = size < least && size > 0.0 ? size : least;
    is_known = is_known && size == size;
  }
  return is_known && largest < 0x1p450 && least > 0x1p-450;
}

}  // namespace

/// P A near L U with X_L near L^-1 and X_U near U^-1: half of the work of an inverse [OishiRump02]. Each matrix holds
/// its triangle; the rest belongs to the other factor. U is reversed, so that both are lower ones.
class VerifiedFactors::Factors {
 public:
  explicit Factors(const MatrixX& a) : lu_(a), inverse_lower_(lu_.factors()), inverse_upper_(inverse_lower_.reverse()) {
    invert<Eigen::UnitLower>(inverse_lower_);
    invert<Eigen::Lower>(inverse_upper_);
  }

  [[nodiscard]] bool is_sound() const {
    return is_mid_scale(lu_.factors()) && is_mid_scale(inverse_lower_) && is_mid_scale(inverse_upper_);
  }

  /// Upper bound of ||I - X_U X_L P A||_inf: with g = gamma_(n + 3), for Eigen multiplies by reciprocals, [Higham02]
  ///     |P A - L U| <= g |L| |U|,   |X_L L - I| <= g |X_L| |L|,   |X_U U - I| <= g |X_U| |U|
  /// make it the largest row sum of  g (2 |X_U| |X_L| |L| |U| + |X_U| |U|).
  [[nodiscard]] double defect() const {
    const Eigen::Index n = inverse_lower_.rows();
    const VectorX sums = upper_sizes_times(lu_.factors(), VectorX::Ones(n));
    const VectorX through = unit_sizes_times(inverse_lower_, unit_sizes_times(lu_.factors(), sums));
    const VectorX rows = inverse_upper_sizes_times(2.0 * through + sums);
    const double rounding = 1.0 + gamma_bound(4.0 * static_cast<double>(n) + 16.0);
    double largest = 0.0;
    for (Eigen::Index i = 0; i < n; ++i)
      if (!(rows[i] <= largest)) largest = rows[i];  // a NaN stays
    return multiply_up(multiply_up(gamma_bound(static_cast<double>(n) + 3.0), rounding), largest);
  }

  [[nodiscard]] VectorX solve(const VectorX& right) const { return lu_.solve(right); }

  /// |X_U X_L P r|: what is computed of the middle, its rounding, and the radius. Below the least normal number
  /// products are off by less than a share of it.
  [[nodiscard]] std::vector<Interval> sizes_of(const std::vector<Interval>& r) const {
    constexpr double least = std::numeric_limits<double>::min();
    const Eigen::Index n = inverse_lower_.rows();
    VectorX middle(n);
    VectorX radius(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      middle[i] = 0.5 * (r[i].lo + r[i].hi);
      radius[i] = std::max(add_up(r[i].hi, -middle[i]), add_up(middle[i], -r[i].lo));
    }
    const double gamma = gamma_bound(2.0 * static_cast<double>(n) + 4.0);
    middle = lu_.permuted(middle);
    const VectorX spread = (lu_.permuted(radius) + gamma * middle.cwiseAbs()).array() + least;
    const VectorX turned = (inverse_lower_.triangularView<Eigen::UnitLower>() * middle).reverse();
    const VectorX value = (inverse_upper_.triangularView<Eigen::Lower>() * turned).reverse();
    const VectorX around = inverse_upper_sizes_times(unit_sizes_times(inverse_lower_, spread));
    std::vector<Interval> sizes(r.size());
    for (Eigen::Index i = 0; i < n; ++i) {
      const double slip = add_up(multiply_up(around[i], 1.0 + 2.0 * gamma), least);
      sizes[i] = {std::max(0.0, add_down(std::abs(value[i]), -slip)), add_up(std::abs(value[i]), slip)};
    }
    return sizes;
  }

 private:
  /// L -> X with |X L - I| <= gamma |X| |L|, in place: [[X_1, 0], [-(X_2 L_21) L_1^-1, X_2]].
  template <unsigned mode>
  static void invert(Eigen::Ref<MatrixX> lower) {
    const Eigen::Index n = lower.rows();
    constexpr Eigen::Index smallest = 32;  // below, splitting saves nothing
    if (n <= smallest) {
      MatrixX x = MatrixX::Identity(n, n);
      lower.triangularView<mode>().template solveInPlace<Eigen::OnTheRight>(x);
      constexpr unsigned kept = mode == Eigen::UnitLower ? Eigen::StrictlyLower : Eigen::Lower;
      lower.triangularView<kept>() = x;
      return;
    }
    const Eigen::Index half = n / 2;
    const Eigen::Index rest = n - half;
    auto corner = lower.bottomLeftCorner(rest, half);
    invert<mode>(lower.bottomRightCorner(rest, rest));
    const MatrixX product = lower.bottomRightCorner(rest, rest).template triangularView<mode>() * corner;
    corner = -product;
    lower.topLeftCorner(half, half).template triangularView<mode>().template solveInPlace<Eigen::OnTheRight>(corner);
    invert<mode>(lower.topLeftCorner(half, half));
  }

  /// |L| x of the lower triangle with 1 on its diagonal.
  static VectorX unit_sizes_times(const MatrixX& m, const VectorX& x) {
    VectorX y = x;
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
      const Eigen::Index rest = m.rows() - j - 1;
      y.tail(rest) += m.col(j).tail(rest).cwiseAbs() * x[j];
    }
    return y;
  }
  static VectorX upper_sizes_times(const MatrixX& m, const VectorX& x) {
    VectorX y = VectorX::Zero(x.size());
    for (Eigen::Index j = 0; j < m.cols(); ++j) y.head(j + 1) += m.col(j).head(j + 1).cwiseAbs() * x[j];
    return y;
  }
  [[nodiscard]] VectorX inverse_upper_sizes_times(const VectorX& x) const {
    VectorX y = VectorX::Zero(x.size());
    const Eigen::Index n = x.size();
    for (Eigen::Index j = 0; j < n; ++j) y.tail(n - j) += inverse_upper_.col(j).tail(n - j).cwiseAbs() * x[n - 1 - j];
    return y.reverse();
  }

  RoundedLu lu_;
  MatrixX inverse_lower_, inverse_upper_;
};

namespace {

Interval row_times(const MatrixX& a, Eigen::Index i, const std::vector<Interval>& x) {
  Interval sum = 0.0;
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    if (a(i, j) != 0.0) sum = sum + scale(a(i, j), x[j]);
  return sum;
}

}  // namespace

MatrixX approximate_inverse(const MatrixX& a) {
  const Eigen::Index n = a.rows();
  MatrixX left = a;
  MatrixX right = MatrixX::Identity(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index pivot = pivot_row(left, k);
    if (!(std::abs(left(pivot, k)) > 0.0 && std::abs(left(pivot, k)) < infinity)) return {};
    left.row(k).swap(left.row(pivot));
    right.row(k).swap(right.row(pivot));
    const double inverse = 1.0 / left(k, k);
    left.row(k) *= inverse;
    right.row(k) *= inverse;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double factor = left(i, k);
      if (i == k || factor == 0.0) continue;
      left.row(i) -= factor * left.row(k);
      right.row(i) -= factor * right.row(k);
    }
  }
  return right;
}

VerifiedFactors::VerifiedFactors(const MatrixX& a) : a_(a) {
  if (a.rows() == 0) {
    beta_ = 0.0;
    return;
  }
  factors_ = std::make_unique<Factors>(a);
  if (factors_->is_sound()) beta_ = factors_->defect();
}

VerifiedFactors::~VerifiedFactors() = default;

/// | |A^-1 r| - |R r| | <= |A^-1 r - R r| <= beta/(1 - beta) ||R r||_inf.
std::vector<Interval> VerifiedFactors::sizes(const std::vector<Interval>& right) const {
  if (!is_regular() || a_.rows() == 0) return {};
  std::vector<Interval> shift = factors_->sizes_of(right);
  double largest = 0.0;
  for (const Interval& size : shift) {
    if (!(size.hi < infinity)) return {};
    largest = std::max(largest, size.hi);
  }
  const double common = multiply_up(divide_up(beta_, add_down(1.0, -beta_)), largest);
  for (Interval& size : shift) size = {std::max(0.0, add_down(size.lo, -common)), add_up(size.hi, common)};
  return shift;
}

VectorX VerifiedFactors::bound(const std::vector<Interval>& right) const {
  const std::vector<Interval> both = sizes(right);
  VectorX bounds(static_cast<Eigen::Index>(both.size()));
  for (std::size_t i = 0; i < both.size(); ++i) bounds[static_cast<Eigen::Index>(i)] = both[i].hi;
  return bounds;
}

std::vector<Interval> VerifiedFactors::solve(const std::vector<Interval>& right) const {
  const Eigen::Index n = a_.rows();
  if (!is_regular() || n == 0) return {};
  VectorX middle(n);
  for (Eigen::Index i = 0; i < n; ++i) middle[i] = 0.5 * (right[i].lo + right[i].hi);
  const VectorX x = factors_->solve(middle);
  if (!x.allFinite()) return {};
  std::vector<Interval> point(x.data(), x.data() + n);
  std::vector<Interval> left_over(n);
  const ResidualSum sums(a_, x);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Interval sum = sums.row(i);
    left_over[i] = right[i] - (sum.is_known() ? sum : row_times(a_, i, point));
  }
  const VectorX radius = bound(left_over);
  if (radius.size() != n) return {};
  for (Eigen::Index i = 0; i < n; ++i) {
    point[i] = {add_down(x[i], -radius[i]), add_up(x[i], radius[i])};
    if (!point[i].is_known()) return {};
  }
  return point;
}

std::vector<Interval> enclose_solution(const MatrixX& a, const std::vector<Interval>& right) {
  return VerifiedFactors(a).solve(right);
}

}  // namespace perpend
