// Saddle-point problems of mechanisms with random right-hand sides, and their answers in extended precision.
#pragma once

#include <Eigen/LU>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/problem.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/random.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test {

using ExtendedMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using ExtendedVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

struct Posed {
  Evaluation evaluation;
  Problem problem;
};

/// Random right-hand sides and, where asked for, compliance, in a pose near the start.
inline Posed pose(const Model& model, double compliance, Random& random) {
  State state = initial_state(model);
  if (model.space == Space::planar) state.q += random.vector(model.num_positions, 0.1);
  Posed posed{.evaluation = allocate_evaluation(model), .problem = {}};
  evaluate(model, state, posed.evaluation);
  posed.problem.compliance = random.vector(model.num_rows, compliance).cwiseAbs();
  posed.problem.motion = random.vector(model.num_velocities, 1.0);
  posed.problem.target = random.vector(model.num_rows, 1.0);
  return posed;
}

/// Bodies on every kind of joint in space, on earlier ones or the ground; solids and particles.
inline Model random_spatial_tree(Random& random) {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const auto point = [&] { return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)); };
  const int n = 2 + random.below(8);
  for (int i = 0; i < n; ++i) {
    const int parent = random.below(i + 1) - 1;
    const bool is_particle = i > 0 && parent == world_body && random.below(3) == 0;
    const Vec3 place = point();
    const int body = is_particle ? add_spatial_particle(model, "p", random.uniform(0.5, 2.0), place)
                                 : add_solid(model, "b", random.uniform(0.5, 2.0), Vec3(0.3, 0.4, 0.5), point(),
                                             rotation_to(point()));
    const char* types[] = {"ball", "revolute", "universal", "weld", "prismatic", "cylindrical"};
    const std::string type = is_particle ? "ball" : types[random.below(6)];
    Properties properties = at_point(place);
    if (type == "universal") {
      properties.set("axis", Vec3(1.0, 0.0, 0.0));
      properties.set("axis_second", Vec3(0.0, 1.0, 0.0));
    } else if (type != "ball" && type != "weld") {
      properties.set("axis", point());
    }
    add_spatial_joint(model, type, "j", parent, body, properties);
  }
  number_unknowns(model);
  return model;
}

/// Largest difference from the exact answer, over its size.
inline double error_of(const Posed& posed, const Solution& solution) {
  const MatrixX j = dense_jacobian(posed.evaluation.rows);
  const Eigen::Index n = j.cols(), m = j.rows();
  ExtendedMatrix a = ExtendedMatrix::Zero(n + m, n + m);
  a.topLeftCorner(n, n) = dense(posed.evaluation.mass).cast<long double>();
  a.topRightCorner(n, m) = -j.transpose().cast<long double>();
  a.bottomLeftCorner(m, n) = j.cast<long double>();
  a.bottomRightCorner(m, m) = posed.problem.compliance.cast<long double>().asDiagonal();
  ExtendedVector b(n + m), z(n + m);
  b << posed.problem.motion.cast<long double>(), posed.problem.target.cast<long double>();
  z << solution.x.cast<long double>(), solution.multiplier.cast<long double>();
  const ExtendedVector exact = a.partialPivLu().solve(b);
  return static_cast<double>((z - exact).cwiseAbs().maxCoeff() / (1.0L + exact.cwiseAbs().maxCoeff()));
}

}  // namespace perpend::test
