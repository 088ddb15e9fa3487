// Constant combinations of the velocities of up to three bodies have prescribed values: up to 3 non-holonomic rows, 6
// in space; SI units, whatever each row means. With c_b = (l_b, a_b) the coefficients of body b, for its linear and
// angular velocity:
//     linear          sum_b c_b . (v_b, w_b) = value(t)                       velocities in world axes
//     body_velocity   sum_b (R_b l_b) . v_b + (R_b a_b) . w_b = value(t)      velocities in the axes of each body
// The angle of a body in the plane needs no R. phi_t = -value, and Jdot v = -value', for body_velocity also the sum of
//     (w_b x R_b l_b) . v_b
// while (w_b x R_b a_b) . w_b = 0. A knife edge is one row of body_velocity, [0, 1, a]: the point (a, 0) of the body
// does not move along its y axis. Joint::coefficients has the same columns for all bodies, 3 (6 in space) a side; those
// that a body has not are zero.
#include <fmt/format.h>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/time_derivative.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace linear {
namespace {

/// Entries of v of a body of full width `width`.
int num_velocities(const Body* body, int width) {
  if (body == nullptr || body->kind == BodyKind::fixed) return 0;
  return body->kind == BodyKind::rigid ? width : (width == 3 ? 2 : 3);
}

template <class Scalar, class Rows>
void add_prescribed_value(const Joint& joint, Scalar time, Eigen::Index i, Rows& rows) {
  if (joint.drive.empty()) return;
  rows.phi_t[i] = -prescribed(joint.drive[i], time);
  rows.jdot_v[i] -= prescribed(joint.drive_rate[i], time);
}

template <class Scalar, class Rows>
void set_rows(const Joint& joint, Scalar time, int width, Rows& rows) {
  for (Eigen::Index i = 0; i < joint.coefficients.rows(); ++i) {
    for (int side = 0; side < num_sides; ++side)
      for (int j = 0; j < width; ++j) rows.jacobian[side][i][j] = Scalar(joint.coefficients(i, side * width + j));
    add_prescribed_value(joint, time, i, rows);
  }
}

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>&, Scalar time, JointRows<Scalar>& rows) {
  set_rows(joint, time, 3, rows);
}

template <class Scalar>
void evaluate_spatial(const Joint& joint, const SpatialMotions<Scalar>&, Scalar time, const Scalar*,
                      SpatialRows<Scalar>& rows) {
  set_rows(joint, time, 6, rows);
}

template <class Scalar>
void evaluate_in_body(const Joint& joint, const PlanarMotions<Scalar>& motions, Scalar time, JointRows<Scalar>& rows) {
  for (Eigen::Index i = 0; i < joint.coefficients.rows(); ++i) {
    for (int side = 0; side < num_sides; ++side) {
      const BodyMotion<Scalar>& motion = motions[side];
      const auto entry = [&](int j) { return Scalar(joint.coefficients(i, 3 * side + j)); };
      const Scalar x = motion.cos * entry(0) - motion.sin * entry(1);
      const Scalar y = motion.sin * entry(0) + motion.cos * entry(1);
      rows.jacobian[side][i] = {x, y, entry(2)};
      rows.jdot_v[i] += motion.spin * (x * motion.velocity.y() - y * motion.velocity.x());
    }
    add_prescribed_value(joint, time, i, rows);
  }
}

template <class Scalar>
void evaluate_in_body_spatial(const Joint& joint, const SpatialMotions<Scalar>& motions, Scalar time, const Scalar*,
                              SpatialRows<Scalar>& rows) {
  for (Eigen::Index i = 0; i < joint.coefficients.rows(); ++i) {
    for (int side = 0; side < num_sides; ++side) {
      const SpatialMotion<Scalar>& motion = motions[side];
      const auto turned = [&](int first) {
        Vector3<Scalar> part;
        for (int j = 0; j < 3; ++j) part[j] = Scalar(joint.coefficients(i, 6 * side + first + j));
        return Vector3<Scalar>(motion.rotation * part);
      };
      const Vector3<Scalar> along = turned(0);
      const Vector3<Scalar> about = turned(3);
      for (int j = 0; j < 3; ++j) {
        rows.jacobian[side][i][j] = along[j];
        rows.jacobian[side][i][3 + j] = about[j];
      }
      rows.jdot_v[i] += cross<Scalar>(motion.spin, along).dot(motion.velocity);
    }
    add_prescribed_value(joint, time, i, rows);
  }
}

int count_rows(const Joint& joint) {
  return static_cast<int>(joint.coefficients.rows());
}

std::optional<FactoryError> shape_error(const MatrixX& given, int num_columns, int max_rows) {
  if (given.rows() < 1 || given.rows() > max_rows)
    return FactoryError{
        "rows",
        "from 1 to " + std::to_string(max_rows) + " rows fit in one constraint, found " + std::to_string(given.rows()),
        "write several constraints"};
  if (given.cols() != num_columns)
    return FactoryError{"rows",
                        "the bodies have " + std::to_string(num_columns) + " velocities together, and a row has " +
                            std::to_string(given.cols()) + " entries",
                        "one entry for each velocity of the first body (linear, then angular), then of the next; "
                        "world and fixed bodies have none"};
  for (Eigen::Index i = 0; i < given.rows(); ++i)
    if (given.row(i).isZero(0.0))
      return FactoryError{"rows", "row " + std::to_string(i + 1) + " is zero, so it constrains nothing",
                          "leave it out"};
  return std::nullopt;
}

/// `width` entries a side: 3 or 6.
Made<Joint> make_with(const Properties& properties, const JointSite& site, int width) {
  const MatrixX& given = properties.get<MatrixX>("rows");
  const std::array<int, num_sides> count{num_velocities(site.body[0], width), num_velocities(site.body[1], width),
                                         num_velocities(site.carrier, width)};
  if (auto error = shape_error(given, count[0] + count[1] + count[2], width)) return *error;
  Joint joint;
  joint.coefficients = MatrixX::Zero(given.rows(), num_sides * width);
  for (Eigen::Index side = 0, from = 0; side < num_sides; from += count[side++])
    joint.coefficients.middleCols(side * width, count[side]) = given.middleCols(from, count[side]);
  if (!properties.has("values")) return joint;
  const TimeFunctions& values = properties.get<TimeFunctions>("values");
  if (static_cast<Eigen::Index>(values.size()) != given.rows())
    return FactoryError{"values",
                        fmt::format("'values' has {} for {} of 'rows'",
                                    values.size() == 1 ? "one number" : std::to_string(values.size()) + " numbers",
                                    given.rows() == 1 ? "one row" : std::to_string(given.rows()) + " rows"),
                        "write one value for each row"};
  if (auto error = add_prescribed(values, "values", joint)) return *error;
  return joint;
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  return make_with(properties, site, 3);
}

Made<Joint> make_spatial(const Properties& properties, const JointSite& site) {
  return make_with(properties, site, 6);
}

constexpr FieldSpec arguments[] = {
    {.name = "rows",
     .type = FieldType::matrix,
     .dimension = dimension::none,
     .required = true,
     .doc = "[[...], ...], a row of coefficients for each equation: the velocities of "
            "the first body (linear, then angular), then of the next, in SI units"},
    {.name = "values",
     .type = FieldType::time_list,
     .dimension = dimension::none,
     .doc = "prescribed value of each row, in SI units, may use t and signals of the state",
     .default_text = "0 for each row",
     .is_law = true}};

constexpr TypeSpec spec{
    .name = "linear",
    .summary = "constant combinations of the velocities of up to three bodies have prescribed values",
    .arguments = arguments,
    .properties = {}};

constexpr TypeSpec in_body_spec{
    .name = "body_velocity",
    .summary =
        "constant combinations of the velocities of one to three bodies in their own axes have "
        "prescribed values; a knife edge is rows: [[0, 1, 0]]",
    .arguments = arguments,
    .properties = {}};

}  // namespace
}  // namespace linear

// As many non-holonomic rows as there can be: all of them are.
const JointType linear_constraint{.spec = linear::spec,
                                  .kind = JointKind::constraint,
                                  .num_rows = 3,
                                  .num_nonholonomic = 3,
                                  .more_bodies = 1,
                                  .count_rows = linear::count_rows,
                                  .make = linear::make,
                                  .evaluate = linear::evaluate<double>,
                                  .evaluate_extended = linear::evaluate<long double>};

const JointType spatial_linear_constraint{.spec = linear::spec,
                                          .kind = JointKind::constraint,
                                          .space = Space::spatial,
                                          .num_rows = 6,
                                          .num_nonholonomic = 6,
                                          .more_bodies = 1,
                                          .count_rows = linear::count_rows,
                                          .make = linear::make_spatial,
                                          .evaluate_spatial = linear::evaluate_spatial<double>,
                                          .evaluate_spatial_extended = linear::evaluate_spatial<long double>};

const JointType body_velocity_constraint{.spec = linear::in_body_spec,
                                         .kind = JointKind::constraint,
                                         .num_rows = 3,
                                         .num_nonholonomic = 3,
                                         .num_bodies = 1,
                                         .more_bodies = 2,
                                         .count_rows = linear::count_rows,
                                         .make = linear::make,
                                         .evaluate = linear::evaluate_in_body<double>,
                                         .evaluate_extended = linear::evaluate_in_body<long double>};

const JointType spatial_body_velocity_constraint{
    .spec = linear::in_body_spec,
    .kind = JointKind::constraint,
    .space = Space::spatial,
    .num_rows = 6,
    .num_nonholonomic = 6,
    .num_bodies = 1,
    .more_bodies = 2,
    .count_rows = linear::count_rows,
    .make = linear::make_spatial,
    .evaluate_spatial = linear::evaluate_in_body_spatial<double>,
    .evaluate_spatial_extended = linear::evaluate_in_body_spatial<long double>};

}  // namespace perpend
