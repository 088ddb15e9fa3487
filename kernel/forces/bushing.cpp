// Springs and dampers between two frames, one of each body, in all directions at once. With d = p1 - p0, A0 and A1 the
// frames in world axes and exp(theta) = A0^T A1,
//     xi = (A0^T d, theta),   V = xi . K xi / 2,   generalized force -(K xi + D xi_dot) along the gradient of xi
// so that the elastic part has exactly this potential, whatever the rotation, and the drag takes xi_dot . D xi_dot.
//     theta_dot = (1 - [theta]/2 + c [theta]^2) A0^T (omega1 - omega0),   c = 1/t^2 - (1 + cos t)/(2 t sin t), t =
//     |theta|
// Rotations stay below half a turn, where theta is singular. In the plane xi = (A0^T d, angle), and the angle is free.
#include <fmt/format.h>

#include <cmath>
#include <Eigen/Eigenvalues>
#include <string>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"

namespace perpend {

namespace bushing {
namespace {

/// One component of xi with its gradient on both sides.
template <class Scalar, int width>
struct Component {
  Scalar value{0};
  std::array<std::array<Scalar, width>, 2> row{};
};

template <class Scalar>
void set_components(const Force& force, const std::array<BodyMotion<Scalar>, 2>& body,
                    std::array<Component<Scalar, 3>, 3>& xi) {
  const auto p0 = point_motion(body[0], force.anchor[0]);
  const auto p1 = point_motion(body[1], force.anchor[1]);
  const Vector2<Scalar> d = p1.position - p0.position;
  for (int k = 0; k < 2; ++k) {
    const Vector2<Scalar> u = rotate(body[0], Vec2(force.bushing.frame[0].template topLeftCorner<2, 2>().col(k)));
    xi[k].value = dot(u, d);
    xi[k].row[0] = {-u.x(), -u.y(), dot(perp(u), d) - dot(u, perp(p0.arm))};
    xi[k].row[1] = {u.x(), u.y(), dot(u, perp(p1.arm))};
  }
  xi[2].value = body[1].angle - body[0].angle - Scalar(force.bushing.angle);
  xi[2].row[0][2] = Scalar(-1);
  xi[2].row[1][2] = Scalar(1);
}

/// t / sin t and c as above, from sin^2 t and cos t.
template <class Scalar>
std::array<Scalar, 2> rotation_factors(Scalar squared_sine, Scalar cosine) {
  const Scalar sine = std::sqrt(squared_sine);
  const Scalar angle = arc_tangent(sine, cosine);
  const Scalar squared = angle * angle;
  // The terms left out are below 2^-64 of the sums.
  if (squared < Scalar(1e-5))
    return {Scalar(1) + squared / Scalar(6) + Scalar(7) * squared * squared / Scalar(360) +
                Scalar(31) * squared * squared * squared / Scalar(15120),
            Scalar(1) / Scalar(12) + squared / Scalar(720) + squared * squared / Scalar(30240) +
                squared * squared * squared / Scalar(1209600)};
  return {angle / sine, Scalar(1) / squared - (Scalar(1) + cosine) / (Scalar(2) * angle * sine)};
}

template <class Scalar>
void set_components(const Force& force, const std::array<SpatialMotion<Scalar>, 2>& body,
                    std::array<Component<Scalar, 6>, 6>& xi) {
  const auto p0 = spatial_point(body[0], force.spatial_anchor[0]);
  const auto p1 = spatial_point(body[1], force.spatial_anchor[1]);
  const SpatialFrame<Scalar> first = spatial_frame(body[0], force.bushing.frame[0]);
  const SpatialFrame<Scalar> second = spatial_frame(body[1], force.bushing.frame[1]);
  for (int k = 0; k < 3; ++k) {
    const SpatialFunction<Scalar> along = offset_in_first(direction(first, k), p0, p1);
    xi[k].value = along.value;
    xi[k].row = {along.jacobian[0], along.jacobian[1]};
  }
  const Matrix33<Scalar> q = first.axes.transpose() * second.axes;
  const Vector3<Scalar> sine = Vector3<Scalar>(q(2, 1) - q(1, 2), q(0, 2) - q(2, 0), q(1, 0) - q(0, 1)) / Scalar(2);
  const auto [ratio, c] = rotation_factors(dot(sine, sine), (q(0, 0) + q(1, 1) + q(2, 2) - Scalar(1)) / Scalar(2));
  const Vector3<Scalar> theta = ratio * sine;
  for (int k = 0; k < 3; ++k) {
    // Row k of 1 - [theta]/2 + c [theta]^2, turned to world axes.
    Vector3<Scalar> e = Vector3<Scalar>::Zero();
    e[k] = Scalar(1);
    const Vector3<Scalar> once = cross(e, theta);
    const Vector3<Scalar> row = first.axes * Vector3<Scalar>(e - once / Scalar(2) + c * cross(once, theta));
    xi[3 + k].value = theta[k];
    for (int j = 0; j < 3; ++j) {
      xi[3 + k].row[0][3 + j] = -row[j];
      xi[3 + k].row[1][3 + j] = row[j];
    }
  }
}

template <class In>
void evaluate(const Force& force, const typename In::Pair& body, const LawInput<typename In::Scalar>&,
              typename In::Applied& value) {
  using Scalar = typename In::Scalar;
  constexpr int n = In::num_velocities;
  std::array<Component<Scalar, n>, n> xi{};
  set_components(force, body, xi);
  std::array<Scalar, n> rate{};
  for (int k = 0; k < n; ++k)
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < n; ++j) rate[k] += xi[k].row[side][j] * velocity_component(body[side], j);
  for (int k = 0; k < n; ++k) {
    Scalar elastic(0), drag(0);
    for (int i = 0; i < n; ++i) {
      elastic += Scalar(force.bushing.stiffness(k, i)) * xi[i].value;
      drag += Scalar(force.bushing.damping(k, i)) * rate[i];
    }
    value.potential += elastic * xi[k].value / Scalar(2);
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < n; ++j) {
        value.conservative[side][j] -= elastic * xi[k].row[side][j];
        value.other[side][j] -= drag * xi[k].row[side][j];
      }
  }
}

bool is_particle(const Body* body) {
  return body != nullptr && body->kind == BodyKind::particle;
}

/// Why x . matrix x falls below 0 for some x; empty: for none, to rounding. Pre: symmetric.
std::string find_negative(const MatrixX& matrix) {
  const auto size = static_cast<int>(matrix.rows());
  VectorX scale = VectorX::Ones(size);
  for (int k = 0; k < size; ++k) {
    if (matrix(k, k) < 0.0) return fmt::format("entry ({}, {}) is {:g}", k + 1, k + 1, matrix(k, k));
    if (matrix(k, k) > 0.0) scale[k] = 1.0 / std::sqrt(matrix(k, k));
    if (matrix(k, k) == 0.0 && !matrix.row(k).isZero(0.0))
      return fmt::format("entry ({}, {}) is 0, and others in its row are not", k + 1, k + 1);
  }
  // With a unit diagonal displacements and angles compare; eigenvalues are then exact to some 2^-50.
  const MatrixX scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
  const double least = Eigen::SelfAdjointEigenSolver<MatrixX>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0];
  return least >= -0x1p-40 ? "" : "entries off the diagonal are too large for those on it";
}

/// The matrix that stands in `whole`, or the diagonal of `shift` and `turn`.
template <int n, class Shift, class Turn>
Made<MatrixX> coefficients(const Properties& properties, const char* whole, const char* shift, const char* turn) {
  MatrixX matrix = MatrixX::Zero(n, n);
  if (properties.has(whole)) {
    for (const char* other : {shift, turn})
      if (properties.has(other)) return FactoryError{other, "the matrix says all of it", "leave one of the two out"};
    matrix = properties.get<MatrixX>(whole);
    const std::string size =
        n == 3 ? "3 x 3: two displacements and the angle" : "6 x 6: three displacements and rotations";
    if (matrix.rows() != n || matrix.cols() != n)
      return FactoryError{whole, "the matrix of a bushing is " + size, "as in [[1e5, 0, ...], ...], SI numbers"};
    if (matrix != matrix.transpose())
      return FactoryError{whole, "the matrix of a bushing is symmetric: it is that of a quadratic form",
                          "make entry (i, j) that of (j, i)"};
    if (const std::string negative = find_negative(matrix); !negative.empty())
      return FactoryError{whole, "a bushing takes no negative stiffness or damping in any direction: " + negative,
                          "what pushes away or feeds energy is a law: "
                          "load or spring with force = ..., torque or motor"};
    return matrix;
  }
  const Shift along = properties.get_or(shift, Shift(Shift::Zero()));
  for (int i = 0; i < along.size(); ++i) matrix(i, i) = along[i];
  if constexpr (std::is_same_v<Turn, double>)
    matrix(2, 2) = properties.number_or(turn, 0.0);
  else
    for (int i = 0; i < 3; ++i) matrix(3 + i, 3 + i) = properties.get_or(turn, Turn(Turn::Zero()))[i];
  return matrix;
}

template <class In>
Made<Force> make(const Properties& properties, const JointSite& site) {
  constexpr bool planar = In::space == Space::planar;
  using Shift = std::conditional_t<planar, Vec2, Vec3>;
  using Turn = std::conditional_t<planar, double, Vec3>;
  for (const Body* body : site.body)
    if (is_particle(body))
      return FactoryError{"", "the particle '" + body->name + "' has no orientation for a bushing to hold",
                          "use a spring, or a body with inertia"};
  Force force;
  if constexpr (planar) {
    const std::array<Vec2, 2> points = planar_points(properties, site);
    for (int side = 0; side < 2; ++side) force.anchor[side] = to_body_frame(site.body[side], points[side]);
  } else {
    const std::array<Vec3, 2> points = spatial_points(properties, site);
    for (int side = 0; side < 2; ++side) force.spatial_anchor[side] = to_body_frame(site.body[side], points[side]);
  }
  auto stiffness =
      coefficients<In::num_velocities, Shift, Turn>(properties, "stiffness_matrix", "stiffness", "torsion");
  if (const auto* error = std::get_if<FactoryError>(&stiffness)) return *error;
  auto damping =
      coefficients<In::num_velocities, Shift, Turn>(properties, "damping_matrix", "damping", "torsion_damping");
  if (const auto* error = std::get_if<FactoryError>(&damping)) return *error;
  force.bushing.stiffness = std::get<MatrixX>(std::move(stiffness));
  force.bushing.damping = std::get<MatrixX>(std::move(damping));
  if (force.bushing.stiffness.isZero(0.0) && force.bushing.damping.isZero(0.0))
    return FactoryError{"", "a bushing without stiffness and damping does nothing",
                        "give stiffness and torsion, or stiffness_matrix"};
  if constexpr (planar) {
    const double angle = properties.number_or("angle", 0.0) - initial_angle(site.body[0]);
    const SinCos<double> turn = sin_cos(angle);
    force.bushing.frame[0].topLeftCorner<2, 2>() << turn.cos, -turn.sin, turn.sin, turn.cos;
    force.bushing.angle = initial_angle(site.body[1]) - initial_angle(site.body[0]);
  } else {
    const Matrix3 world = rotation_matrix(properties.get_or("rotation", Vec4(Vec4::UnitX())));
    for (int side = 0; side < 2; ++side)
      force.bushing.frame[side] = spatial_rotation(site.body[side]).transpose() * world;
  }
  return force;
}

constexpr FieldSpec matrix_field(std::string_view name, std::string_view doc) {
  return {.name = name, .type = FieldType::matrix, .doc = doc};
}

constexpr FieldSpec planar_properties[] = {
    {.name = "stiffness",
     .type = FieldType::vector,
     .dimension = dimension::stiffness,
     .doc = "along the two axes of the bushing, fixed in the first body",
     .default_text = "(0, 0)",
     .minimum = 0.0},
    {.name = "torsion",
     .dimension = dimension::torque,
     .doc = "torque for each angle",
     .default_text = "0",
     .minimum = 0.0},
    {.name = "damping",
     .type = FieldType::vector,
     .dimension = dimension::damping,
     .doc = "along the two axes",
     .default_text = "(0, 0)",
     .minimum = 0.0},
    {.name = "torsion_damping",
     .dimension = dimension::torque * dimension::time,
     .doc = "torque for each rate of the angle",
     .default_text = "0",
     .minimum = 0.0},
    matrix_field("stiffness_matrix", "3 x 3 instead, SI numbers: for (x, y, angle)"),
    matrix_field("damping_matrix", "3 x 3 instead, SI numbers"),
    {.name = "angle", .dimension = dimension::angle, .doc = "of the axes at the start", .default_text = "0"},
    at_field,
    at_first_field,
    at_second_field,
    on_first_field,
    on_second_field};

constexpr FieldSpec spatial_properties[] = {
    {.name = "stiffness",
     .type = FieldType::vector3,
     .dimension = dimension::stiffness,
     .doc = "along the three axes of the bushing, fixed in the first body",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0},
    {.name = "torsion",
     .type = FieldType::vector3,
     .dimension = dimension::torque,
     .doc = "torque for each component of the rotation vector",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0},
    {.name = "damping",
     .type = FieldType::vector3,
     .dimension = dimension::damping,
     .doc = "along the three axes",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0},
    {.name = "torsion_damping",
     .type = FieldType::vector3,
     .dimension = dimension::torque * dimension::time,
     .doc = "torque for each rate of the rotation vector",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0},
    matrix_field("stiffness_matrix", "6 x 6 instead, SI numbers: for (x, y, z) and the rotation vector"),
    matrix_field("damping_matrix", "6 x 6 instead, SI numbers"),
    {.name = "rotation",
     .type = FieldType::rotation,
     .doc = "of the axes at the start",
     .default_text = "those of the world"},
    spatial_at_field,
    spatial_at_first_field,
    spatial_at_second_field,
    spatial_on_first_field,
    spatial_on_second_field};

constexpr TypeSpec spec(std::span<const FieldSpec> properties) {
  return {.name = "bushing",
          .summary = "springs and dampers in all directions between frames of two bodies",
          .arguments = {},
          .properties = properties};
}

}  // namespace
}  // namespace bushing

const ForceType bushing_force{.spec = bushing::spec(bushing::planar_properties),
                              .num_bodies = 2,
                              .make = bushing::make<InPlane<double>>,
                              .evaluate = bushing::evaluate<InPlane<double>>,
                              .evaluate_extended = bushing::evaluate<InPlane<long double>>};

const ForceType spatial_bushing_force{.spec = bushing::spec(bushing::spatial_properties),
                                      .space = Space::spatial,
                                      .num_bodies = 2,
                                      .make = bushing::make<InSpace<double>>,
                                      .evaluate_spatial = bushing::evaluate<InSpace<double>>,
                                      .evaluate_spatial_extended = bushing::evaluate<InSpace<long double>>};

}  // namespace perpend
