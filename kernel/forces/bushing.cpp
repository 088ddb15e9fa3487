// Springs and dampers between two frames, one of each body, in all directions at once. With d = p1 - p0, A0 and A1 the
// frames in world axes and exp(theta) = A0^T A1,
//     xi = (A0^T d, theta),   V = xi . K xi / 2,   generalized force -(K xi + D xi_dot) along the gradient of xi
// so that the elastic part has exactly this potential, whatever the rotation, and the drag takes xi_dot . D xi_dot.
// An entry of K or D that changes with t and the state makes all entries of its matrix parts of the force without a
// potential.
//     theta_dot = (1 - [theta]/2 + c [theta]^2) A0^T (omega1 - omega0),   c = 1/t^2 - (1 + cos t)/(2 t sin t), t =
//     |theta|
// Rotations stay below half a turn, where theta is singular. In the plane xi = (A0^T d, angle), and the angle is free.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <Eigen/Eigenvalues>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
void evaluate(const Force& force, const typename In::Pair& body, const LawInput<typename In::Scalar>& at,
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
  const auto add = [&](const Bushing::Law& law, Scalar along) {
    const Scalar push = law.value(at.time, at.signals) * along;
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < n; ++j) value.other[side][j] -= push * xi[law.row].row[side][j];
  };
  for (const Bushing::Law& law : force.bushing.stiffness_laws) add(law, xi[law.column].value);
  for (const Bushing::Law& law : force.bushing.damping_laws) add(law, rate[law.column]);
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

/// What a matrix of a bushing is made of: numbers, or laws where one of its entries changes.
struct Entries {
  MatrixX numbers;
  std::vector<Bushing::Law> laws;

  void add_law(int row, int column, const TimeFunction& value) {
    if (!value.is_constant() || value(0.0) != 0.0) laws.push_back({row, column, value});
  }
};

template <int n>
std::optional<FactoryError> check_size(const char* whole, Eigen::Index rows, Eigen::Index columns) {
  if (rows == n && columns == n) return std::nullopt;
  const std::string size =
      n == 3 ? "3 x 3: two displacements and the angle" : "6 x 6: three displacements and rotations";
  return FactoryError{whole, "the matrix of a bushing is " + size, "as in [[1e5, 0, ...], ...], SI numbers"};
}

template <int n>
Made<Entries> matrix_entries(const Properties& properties, const char* whole) {
  Entries entries{MatrixX::Zero(n, n), {}};
  if (properties.holds<TimeRows>(whole)) {
    const auto& rows = properties.get<TimeRows>(whole);
    if (auto error = check_size<n>(whole, static_cast<Eigen::Index>(rows.size()),
                                   static_cast<Eigen::Index>(rows.front().size())))
      return *error;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) entries.add_law(i, j, rows[i][j]);
    return entries;
  }
  const auto& matrix = properties.get<MatrixX>(whole);
  if (auto error = check_size<n>(whole, matrix.rows(), matrix.cols())) return *error;
  if (matrix != matrix.transpose())
    return FactoryError{whole, "the matrix of a bushing is symmetric: it is that of a quadratic form",
                        "make entry (i, j) that of (j, i)"};
  if (const std::string negative = find_negative(matrix); !negative.empty())
    return FactoryError{whole, "a bushing takes no negative stiffness or damping in any direction: " + negative,
                        "what pushes away or feeds energy is a law: an entry with t or signals, load or spring with "
                        "force = ..., torque or motor"};
  entries.numbers = matrix;
  return entries;
}

/// The `count` numbers of one field, each as a function; 0 where it is not given.
std::vector<TimeFunction> functions_of(const Properties& properties, const char* name, int count) {
  std::vector<TimeFunction> functions;
  const auto take = [&](const auto& values) {
    for (int i = 0; i < count; ++i) functions.emplace_back(values[i]);
  };
  if (!properties.has(name)) return std::vector<TimeFunction>(static_cast<std::size_t>(count), TimeFunction(0.0));
  if (properties.holds<Vec2>(name))
    take(properties.get<Vec2>(name));
  else if (properties.holds<Vec3>(name))
    take(properties.get<Vec3>(name));
  else if (properties.holds<TimeVector>(name))
    take(properties.get<TimeVector>(name));
  else if (properties.holds<TimeVector3>(name))
    take(properties.get<TimeVector3>(name));
  else
    functions.push_back(properties.law_or_empty(name));
  return functions;
}

/// The matrix that stands in `whole`, or the diagonal of `shift` and `turn`.
template <int n>
Made<Entries> coefficients(const Properties& properties, const char* whole, const char* shift, const char* turn) {
  if (properties.has(whole)) {
    for (const char* other : {shift, turn})
      if (properties.has(other)) return FactoryError{other, "the matrix says all of it", "leave one of the two out"};
    return matrix_entries<n>(properties, whole);
  }
  constexpr int num_shifts = n == 3 ? 2 : 3;
  std::vector<TimeFunction> diagonal = functions_of(properties, shift, num_shifts);
  for (TimeFunction& f : functions_of(properties, turn, n - num_shifts)) diagonal.push_back(std::move(f));
  Entries entries{MatrixX::Zero(n, n), {}};
  const bool is_law =
      std::any_of(diagonal.begin(), diagonal.end(), [](const TimeFunction& f) { return !f.is_constant(); });
  for (int i = 0; i < n; ++i) {
    if (is_law)
      entries.add_law(i, i, diagonal[i]);
    else
      entries.numbers(i, i) = diagonal[i](0.0);
  }
  return entries;
}

template <class In>
Made<Force> make(const Properties& properties, const JointSite& site) {
  constexpr bool planar = In::space == Space::planar;
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
  constexpr int n = In::num_velocities;
  auto stiffness = coefficients<n>(properties, "stiffness_matrix", "stiffness", "torsion");
  if (const auto* error = std::get_if<FactoryError>(&stiffness)) return *error;
  auto damping = coefficients<n>(properties, "damping_matrix", "damping", "torsion_damping");
  if (const auto* error = std::get_if<FactoryError>(&damping)) return *error;
  Bushing& bushing = force.bushing;
  bushing.stiffness = std::move(std::get<Entries>(stiffness).numbers);
  bushing.stiffness_laws = std::move(std::get<Entries>(stiffness).laws);
  bushing.damping = std::move(std::get<Entries>(damping).numbers);
  bushing.damping_laws = std::move(std::get<Entries>(damping).laws);
  auto signals = share_signals(laws_of(force));
  if (!signals) return FactoryError{"", too_large_a_law, "sum it up in several bushings"};
  force.signals = std::move(*signals);
  if (laws_of(force).empty() && bushing.stiffness.isZero(0.0) && bushing.damping.isZero(0.0))
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
  return {.name = name, .type = FieldType::matrix, .doc = doc, .is_law = true};
}

constexpr FieldSpec planar_properties[] = {
    {.name = "stiffness",
     .type = FieldType::vector,
     .dimension = dimension::stiffness,
     .doc = "along the two axes of the bushing, fixed in the first body",
     .default_text = "(0, 0)",
     .minimum = 0.0,
     .is_law = true},
    {.name = "torsion",
     .dimension = dimension::torque,
     .doc = "torque for each angle",
     .default_text = "0",
     .minimum = 0.0,
     .is_law = true},
    {.name = "damping",
     .type = FieldType::vector,
     .dimension = dimension::damping,
     .doc = "along the two axes",
     .default_text = "(0, 0)",
     .minimum = 0.0,
     .is_law = true},
    {.name = "torsion_damping",
     .dimension = dimension::torque * dimension::time,
     .doc = "torque for each rate of the angle",
     .default_text = "0",
     .minimum = 0.0,
     .is_law = true},
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
     .minimum = 0.0,
     .is_law = true},
    {.name = "torsion",
     .type = FieldType::vector3,
     .dimension = dimension::torque,
     .doc = "torque for each component of the rotation vector, which is at most half a turn long: it reverses there",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0,
     .is_law = true},
    {.name = "damping",
     .type = FieldType::vector3,
     .dimension = dimension::damping,
     .doc = "along the three axes",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0,
     .is_law = true},
    {.name = "torsion_damping",
     .type = FieldType::vector3,
     .dimension = dimension::torque * dimension::time,
     .doc = "torque for each rate of the rotation vector",
     .default_text = "(0, 0, 0)",
     .minimum = 0.0,
     .is_law = true},
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
