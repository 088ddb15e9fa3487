#include "kernel/gyroscopic.hpp"

#include <Eigen/LU>

#include "kernel/rotation.hpp"

namespace perpend {

namespace {

Matrix3 skew(const Vec3& a) {
  Matrix3 s;
  s << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return s;
}

Vec3 implicit_torque(const Matrix3& inertia, const Vec3& spin, double h) {
  Vec3 next = spin;
  // Newton doubles the digits in each iteration; the loop ends when rounding stops it.
  for (int i = 0; i < 10; ++i) {
    const Vec3 momentum = inertia * next;
    const Vec3 residual = inertia * (next - spin) + h * cross(next, momentum);
    const Matrix3 derivative = inertia + h * (skew(next) * inertia - skew(momentum));
    const Vec3 change = derivative.inverse() * residual;
    next -= change;
    if (!(change.norm() > 1e-15 * next.norm())) break;
  }
  return inertia * (next - spin) / h;
}

}  // namespace

Vec3 gyroscopic_torque(const Matrix3& inertia, const SpatialMotion<double>& motion, const Integration& integration) {
  const Vec3 spin = motion.rotation.transpose() * motion.spin;
  if (integration.gyroscopic == GyroscopicTerm::implicit_term && integration.step > 0.0)
    return motion.rotation * implicit_torque(inertia, spin, integration.step);
  const Vec3 momentum = inertia * spin;
  return motion.rotation * cross(momentum, spin);
}

}  // namespace perpend
