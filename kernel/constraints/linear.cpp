// Linear constraint: constant combinations of the velocities of two bodies have prescribed values.
//     N [v0; v1] = values(t)       1 to 3 non-holonomic rows, 1 to 6 in space; SI units, whatever each row means
//     phi_t = -values, Jdot v = -values'
// Joint::coefficients has the same columns for all bodies, 3 (6 in space) a side; those that a body has not are zero.
#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/prescribed_functions.hpp"

namespace perpend {

namespace linear {
namespace {

/// Entries of v of a body of full width `width`.
int num_velocities(const Body* body, int width) {
  if (body == nullptr || body->kind == BodyKind::fixed) return 0;
  return body->kind == BodyKind::rigid ? width : (width == 3 ? 2 : 3);
}

template <class Scalar, class Rows>
void set_rows(const Joint& joint, Scalar time, int width, Rows& rows) {
  for (Eigen::Index i = 0; i < joint.coefficients.rows(); ++i) {
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < width; ++j) rows.jacobian[side][i][j] = Scalar(joint.coefficients(i, side * width + j));
    if (joint.drive.empty()) continue;
    rows.phi_t[i] = -joint.drive[i](time);
    rows.jdot_v[i] = -joint.drive_rate[i](time);
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
                        "the two bodies have " + std::to_string(num_columns) + " velocities together, and a row has " +
                            std::to_string(given.cols()) + " entries",
                        "one entry for each velocity of the first body (linear, then angular), then of the second; "
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
  const std::array<int, 2> count{num_velocities(site.body[0], width), num_velocities(site.body[1], width)};
  if (auto error = shape_error(given, count[0] + count[1], width)) return *error;
  Joint joint;
  joint.coefficients = MatrixX::Zero(given.rows(), 2 * width);
  joint.coefficients.leftCols(count[0]) = given.leftCols(count[0]);
  joint.coefficients.middleCols(width, count[1]) = given.rightCols(count[1]);
  if (!properties.has("values")) return joint;
  const TimeFunctions& values = properties.get<TimeFunctions>("values");
  if (static_cast<Eigen::Index>(values.size()) != given.rows())
    return FactoryError{
        "values",
        "there are " + std::to_string(given.rows()) + " rows and " + std::to_string(values.size()) + " values",
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

constexpr FieldSpec arguments[] = {{.name = "rows",
                                    .type = FieldType::matrix,
                                    .dimension = dimension::none,
                                    .required = true,
                                    .doc = "[[...], ...], a row of coefficients for each equation: the velocities of "
                                           "the first body (linear, then angular), then of the second, in SI units"},
                                   {.name = "values",
                                    .type = FieldType::time_list,
                                    .dimension = dimension::none,
                                    .doc = "prescribed value of each row, in SI units, may use t",
                                    .default_text = "0 for each row"}};

constexpr TypeSpec spec{.name = "linear",
                        .summary = "constant combinations of the velocities of two bodies have prescribed values",
                        .arguments = arguments,
                        .properties = {}};

}  // namespace
}  // namespace linear

// As many non-holonomic rows as there can be: all of them are.
const JointType linear_constraint{.spec = linear::spec,
                                  .kind = JointKind::constraint,
                                  .num_rows = 3,
                                  .num_nonholonomic = 3,
                                  .count_rows = linear::count_rows,
                                  .make = linear::make,
                                  .evaluate = linear::evaluate<double>,
                                  .evaluate_extended = linear::evaluate<long double>};

const JointType spatial_linear_constraint{.spec = linear::spec,
                                          .kind = JointKind::constraint,
                                          .space = Space::spatial,
                                          .num_rows = 6,
                                          .num_nonholonomic = 6,
                                          .count_rows = linear::count_rows,
                                          .make = linear::make_spatial,
                                          .evaluate_spatial = linear::evaluate_spatial<double>,
                                          .evaluate_spatial_extended = linear::evaluate_spatial<long double>};

}  // namespace perpend
