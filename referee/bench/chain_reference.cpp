#include "referee/bench/chain_reference.hpp"

#include <boost/numeric/odeint.hpp>
#include <cstddef>
#include <Eigen/Geometry>

namespace perpend::bench {

namespace {

/// Numbers of a link: position, quaternion, velocity, angular velocity in axes of the body.
constexpr std::size_t width = 13;
using Numbers = std::vector<double>;

Matrix3 skew(const Vec3& v) {
  Matrix3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

Matrix3 matrix_of(const Vec4& q) {
  const Vec3 u = q.tail<3>();
  const Matrix3 cross = skew(u);
  return Matrix3::Identity() + 2.0 * q[0] * cross + 2.0 * cross * cross;
}

/// Adjugate over determinant.
Matrix3 inverse_of(const Matrix3& m) {
  Matrix3 adjugate;
  adjugate.row(0) = m.col(1).cross(m.col(2));
  adjugate.row(1) = m.col(2).cross(m.col(0));
  adjugate.row(2) = m.col(0).cross(m.col(1));
  return adjugate / m.col(0).dot(adjugate.row(0));
}

/// The right-hand side of the motion. The joints hold at the level of accelerations,
///     J M^-1 J^T lambda = -(J M^-1 f + J' v),
/// block tridiagonal along the chain; what drifts off is of the size of the tolerance.
class Motion {
 public:
  explicit Motion(const ChainProblem& problem)
      : problem_(problem), bodies_(problem.links.size()), joints_(problem.links.size()) {}

  void operator()(const Numbers& y, Numbers& rate, double /*time*/) {
    const std::size_t n = bodies_.size();
    for (std::size_t i = 0; i < n; ++i) set_body(i, y.data() + width * i);
    for (std::size_t i = 0; i < n; ++i) set_joint(i);
    // Elimination from the free end to the ground, then back.
    for (std::size_t i = n; i-- > 0;) {
      if (i + 1 < n) {
        const Matrix3 factor = joints_[i + 1].coupling.transpose() * joints_[i + 1].inverse;
        joints_[i].diagonal -= factor * joints_[i + 1].coupling;
        joints_[i].right -= factor * joints_[i + 1].right;
      }
      joints_[i].inverse = inverse_of(joints_[i].diagonal);
    }
    for (std::size_t i = 0; i < n; ++i) {
      Joint& joint = joints_[i];
      const Vec3 before = i > 0 ? Vec3(joint.coupling * joints_[i - 1].force) : Vec3(Vec3::Zero());
      joint.force = joint.inverse * (joint.right - before);
    }
    for (std::size_t i = 0; i < n; ++i) write_rate(i, y.data() + width * i, rate.data() + width * i);
  }

 private:
  struct Body {
    Matrix3 turn, inverse_inertia;  // of the world
    Vec3 own, far;                  // from the centre of mass to its joints
    Vec3 spin;                      // of the world
    Vec3 free_acceleration, free_turning;
  };
  /// Joins link i - 1 and link i; its force acts on link i and, reversed, on link i - 1.
  struct Joint {
    Matrix3 diagonal, coupling, inverse;  // coupling: with the joint before
    Vec3 right, force;
  };

  void set_body(std::size_t i, const double* y) {
    const ChainLink& link = problem_.links[i];
    Body& body = bodies_[i];
    body.turn = matrix_of(Eigen::Map<const Vec4>(y + 3).normalized());
    const Vec3 spin = Eigen::Map<const Vec3>(y + 10);
    body.spin = body.turn * spin;
    body.own = body.turn * (link.from - link.center);
    body.far = body.turn * (link.to - link.center);
    body.inverse_inertia = body.turn * link.inertia.cwiseInverse().asDiagonal() * body.turn.transpose();
    body.free_acceleration = problem_.gravity;
    body.free_turning = body.turn * (link.inertia.cwiseProduct(spin).cross(spin)).cwiseQuotient(link.inertia);
  }

  /// What a unit force at `at` does to the acceleration of the point `of`.
  [[nodiscard]] Matrix3 mobility(std::size_t i, const Vec3& of, const Vec3& at) const {
    return Matrix3(Matrix3::Identity() / problem_.links[i].mass - skew(of) * bodies_[i].inverse_inertia * skew(at));
  }

  /// Acceleration of a point of a free body.
  [[nodiscard]] Vec3 free_acceleration(std::size_t i, const Vec3& point) const {
    const Body& body = bodies_[i];
    return body.free_acceleration + body.free_turning.cross(point) + body.spin.cross(body.spin.cross(point));
  }

  void set_joint(std::size_t i) {
    Joint& joint = joints_[i];
    const Body& body = bodies_[i];
    joint.diagonal = mobility(i, body.own, body.own);
    joint.right = -free_acceleration(i, body.own);
    if (i == 0) return;
    const Vec3& far = bodies_[i - 1].far;
    joint.diagonal += mobility(i - 1, far, far);
    joint.right += free_acceleration(i - 1, far);
    joint.coupling = -mobility(i - 1, far, bodies_[i - 1].own);
  }

  void write_rate(std::size_t i, const double* y, double* rate) const {
    const Body& body = bodies_[i];
    const ChainLink& link = problem_.links[i];
    Vec3 force = joints_[i].force;
    Vec3 torque = body.own.cross(joints_[i].force);
    if (i + 1 < bodies_.size()) {
      force -= joints_[i + 1].force;
      torque -= body.far.cross(joints_[i + 1].force);
    }
    const Vec3 spin = Eigen::Map<const Vec3>(y + 10);
    const Vec4 q = Eigen::Map<const Vec4>(y + 3);
    Eigen::Map<Vec3>(rate + 0) = Eigen::Map<const Vec3>(y + 7);
    rate[3] = -0.5 * q.tail<3>().dot(spin);
    Eigen::Map<Vec3>(rate + 4) = 0.5 * (q[0] * spin + Vec3(q.tail<3>()).cross(spin));
    Eigen::Map<Vec3>(rate + 7) = body.free_acceleration + force / link.mass;
    Eigen::Map<Vec3>(rate + 10) = body.turn.transpose() * (body.free_turning + body.inverse_inertia * torque);
  }

  const ChainProblem& problem_;
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;
};

std::vector<Pose> integrate(const ChainProblem& problem, double tolerance) {
  namespace odeint = boost::numeric::odeint;
  Numbers y(width * problem.links.size(), 0.0);
  for (std::size_t i = 0; i < problem.links.size(); ++i) {
    Eigen::Map<Vec3>(y.data() + width * i) = problem.links[i].center;
    y[width * i + 3] = 1.0;
  }
  Motion motion(problem);
  const double end = problem.step * static_cast<double>(problem.num_steps);
  odeint::integrate_adaptive(odeint::make_controlled(tolerance, tolerance, odeint::runge_kutta_fehlberg78<Numbers>()),
                             std::ref(motion), y, 0.0, end, 1e-4);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < problem.links.size(); ++i)
    poses.push_back({Eigen::Map<Vec3>(y.data() + width * i), Eigen::Map<Vec4>(y.data() + width * i + 3).normalized()});
  return poses;
}

}  // namespace

ChainReference integrate_chain(const ChainProblem& problem) {
  constexpr double tolerance = 1e-13;
  ChainReference reference{integrate(problem, tolerance), 0.0};
  reference.uncertainty = largest_distance(reference.poses, integrate(problem, 100.0 * tolerance));
  return reference;
}

}  // namespace perpend::bench
