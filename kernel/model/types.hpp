// Scalars, vectors and the build rules that the proofs rest on.
#pragma once

#if defined(__FAST_MATH__)
#error "Perpend proves bounds about IEEE 754 arithmetic: build without -ffast-math."
#endif

#include <Eigen/Core>

namespace perpend {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
/// Unit quaternion (w, x, y, z), body to world.
using Vec4 = Eigen::Vector4d;
using Matrix3 = Eigen::Matrix3d;
using VectorX = Eigen::VectorXd;
using MatrixX = Eigen::MatrixXd;

template <class Scalar>
using Vector2 = Eigen::Matrix<Scalar, 2, 1>;
template <class Scalar>
using Vector3 = Eigen::Matrix<Scalar, 3, 1>;
template <class Scalar>
using Vector4 = Eigen::Matrix<Scalar, 4, 1>;
template <class Scalar>
using Matrix33 = Eigen::Matrix<Scalar, 3, 3>;

/// Index that stands for the inertial frame where a body index is expected.
inline constexpr int world_body = -1;

/// What a row of a joint can touch: its two bodies, and the carrier that a gear or a rack counts against.
inline constexpr int num_sides = 3;

}  // namespace perpend
