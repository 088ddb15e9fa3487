#include "kernel/dynamics/gyroscopic.hpp"

#include <Eigen/LU>
#include <limits>
#include <optional>

#include "kernel/model/rotation.hpp"

namespace perpend {

namespace {

Matrix3 skew(const Vec3& a) {
  Matrix3 s;
  s << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return s;
}

/// One implicit Euler step of I w' = -w x (I w); nothing where Newton's method does not settle on it.
std::optional<Vec3> implicit_step(const Matrix3& inertia, const Vec3& spin, double h) {
  Vec3 next = spin;
  double last_change = std::numeric_limits<double>::infinity();
  // Newton doubles the digits in each iteration near the solution; it ends when rounding stops it.
  for (int i = 0; i < 20; ++i) {
    const Vec3 momentum = inertia * next;
    const Vec3 residual = inertia * (next - spin) + h * cross(next, momentum);
    const Matrix3 derivative = inertia + h * (skew(next) * inertia - skew(momentum));
    const Vec3 change = derivative.inverse() * residual;
    next -= change;
    const double size = change.norm();
    // 1e-8 squared is below rounding: what follows can only be noise.
    if (size <= 1e-8 * next.norm() && !(size > 1e-15 * next.norm() && size < 0.5 * last_change)) {
      // A solution never has more energy (take the product of the equation with w+); 1e-13 allows for rounding.
      const bool is_solution = next.dot(inertia * next) <= spin.dot(inertia * spin) * (1.0 + 1e-13);
      return is_solution ? std::optional<Vec3>(next) : std::nullopt;
    }
    last_change = size;
  }
  return std::nullopt;
}

/// Spin after `count` implicit steps that make up h.
std::optional<Vec3> implicit_steps(const Matrix3& inertia, const Vec3& spin, double h, int count) {
  std::optional<Vec3> next = spin;
  for (int i = 0; i < count && next; ++i) next = implicit_step(inertia, *next, h / count);
  return next;
}

Vec3 implicit_torque(const Matrix3& inertia, const Vec3& spin, double h) {
  // One step settles up to half a turn within h or so; 4096 are enough for hundreds of turns. Beyond that the torque is
  // left out, which keeps the energy: no step of the run resolves such a spin anyway.
  for (int count = 1; count <= 4096; count *= 4)
    if (const std::optional<Vec3> next = implicit_steps(inertia, spin, h, count)) return inertia * (*next - spin) / h;
  return Vec3::Zero();
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
