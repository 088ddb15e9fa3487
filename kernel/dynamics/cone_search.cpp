#include "kernel/dynamics/cone_search.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Cholesky>
#include <limits>

#include "kernel/dynamics/extended_mass.hpp"

namespace perpend {

namespace {

/// The barrier as a function of (z, s).
class ConeBarrier {
 public:
  /// The unknowns may not leave this ball, which is one more cone: else some would, for nothing.
  static constexpr double farthest = 1e3;
  /// The path ends with its t where s is known to this.
  static constexpr double last_gap = 1e-14;  ///< of the room: below what callers tell apart, above 2^-64
  static constexpr double growth = 20.0;
  static constexpr int most_steps = 60;  ///< of Newton's method at one t

  explicit ConeBarrier(const std::vector<Cone>& cones) : count_(cones.front().slope.cols() + 1) {
    for (const Cone& cone : cones) add(cone.offset, cone.slope, Extended(1));
    VectorX offset = VectorX::Zero(count_);
    offset[0] = farthest;
    MatrixX slope = MatrixX::Zero(count_, count_ - 1);
    slope.bottomRows(count_ - 1).setIdentity();
    add(offset, slope, Extended(0));
  }

  [[nodiscard]] Extended num_logarithms() const { return Extended(2 * cones_.size()); }
  /// Infinite outside.
  [[nodiscard]] Extended value(Extended t, const ExtendedVector& x) const;
  void derivatives(Extended t, const ExtendedVector& x, ExtendedVector& gradient, ExtendedMatrix& hessian) const;

 private:
  struct Part {
    ExtendedVector offset;
    ExtendedMatrix slope;
  };
  void add(const VectorX& offset, const MatrixX& slope, Extended share) {
    Part& part = cones_.emplace_back(Part{offset.cast<Extended>(), ExtendedMatrix::Zero(offset.size(), count_)});
    part.slope.leftCols(count_ - 1) = slope.cast<Extended>();
    part.slope(0, count_ - 1) = -share;
  }

  Eigen::Index count_;
  std::vector<Part> cones_;
};

Extended ConeBarrier::value(Extended t, const ExtendedVector& x) const {
  Extended sum = -t * x[count_ - 1];
  for (const Part& part : cones_) {
    const ExtendedVector c = part.offset + part.slope * x;
    const Extended bounded = c.tail(c.size() - 1).norm();
    if (!(c[0] > bounded)) return std::numeric_limits<Extended>::infinity();
    sum -= std::log(c[0] - bounded) + std::log(c[0] + bounded);
  }
  return sum;
}

void ConeBarrier::derivatives(Extended t, const ExtendedVector& x, ExtendedVector& gradient,
                              ExtendedMatrix& hessian) const {
  gradient.setZero(count_);
  gradient[count_ - 1] = -t;
  hessian.setZero(count_, count_);
  for (const Part& part : cones_) {
    const ExtendedVector c = part.offset + part.slope * x;
    const Extended bounded = c.tail(c.size() - 1).norm();
    const Extended square = (c[0] - bounded) * (c[0] + bounded);
    ExtendedVector turned = -c;  // half the derivative of the square
    turned[0] = c[0];
    const ExtendedVector pulled = part.slope.transpose() * turned;
    gradient -= Extended(2) / square * pulled;
    hessian += Extended(4) / (square * square) * pulled * pulled.transpose();
    const ExtendedVector first = part.slope.row(0);
    const ExtendedMatrix others = part.slope.bottomRows(c.size() - 1);
    hessian += Extended(2) / square * (others.transpose() * others - first * first.transpose());
  }
}

}  // namespace

double Cone::room(const VectorX& z) const {
  const VectorX c = offset + slope * z;
  return c[0] - c.tail(c.size() - 1).norm();
}

double least_room(const std::vector<Cone>& cones, const VectorX& z) {
  double least = std::numeric_limits<double>::infinity();
  for (const Cone& cone : cones)
    if (const double room = cone.room(z); !(room >= least)) least = room;  // NaN too
  return least;
}

std::optional<VectorX> point_in_cones(const std::vector<Cone>& cones, double room) {
  const ConeBarrier barrier(cones);
  const Eigen::Index count = cones.front().slope.cols();
  ExtendedVector x = ExtendedVector::Zero(count + 1), gradient;
  x[count] = Extended(least_room(cones, VectorX::Zero(count))) - Extended(1);
  ExtendedMatrix hessian;
  for (Extended t(1); barrier.num_logarithms() / t > Extended(ConeBarrier::last_gap);
       t *= Extended(ConeBarrier::growth)) {
    for (int i = 0; i < ConeBarrier::most_steps; ++i) {
      barrier.derivatives(t, x, gradient, hessian);
      const ExtendedVector step = -hessian.ldlt().solve(gradient);
      const Extended fall = -gradient.dot(step);
      // The barrier is self-concordant: half of this is what one more step could gain, in units of 1/t.
      if (!step.allFinite() || !(fall > Extended(1e-10))) break;
      const Extended now = barrier.value(t, x);
      Extended length(1);
      while (length > Extended(1e-12) && !(barrier.value(t, x + length * step) < now - length * fall / Extended(4)))
        length /= Extended(2);
      if (!(length > Extended(1e-12))) break;
      x += length * step;
      const VectorX z = x.head(count).cast<double>();
      if (least_room(cones, z) >= std::max(room, 0.0)) return z;
    }
    if (x[count] + barrier.num_logarithms() / t < Extended(room)) return std::nullopt;
  }
  const VectorX z = x.head(count).cast<double>();
  return least_room(cones, z) >= room ? std::optional(z) : std::nullopt;
}

}  // namespace perpend
