// A body known by its inertia tensor alone. A tensor is that of a body when it is symmetric and positive definite and
// its principal moments A, B, C obey A <= B + C, B <= C + A, C <= A + B.
#include <fmt/format.h>

#include <cmath>
#include <Eigen/Eigenvalues>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_custom {
namespace {

std::string text(double number) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", number);
  return buffer;
}

std::string list(const Vec3& moments) {
  return text(moments.x()) + ", " + text(moments.y()) + ", " + text(moments.z()) + " kg m^2";
}

std::optional<FactoryError> check_matrix(const MatrixX& inertia) {
  if (inertia.rows() != 3 || inertia.cols() != 3)
    return FactoryError{"inertia",
                        "the inertia is a 3 by 3 matrix, not " + std::to_string(inertia.rows()) + " by " +
                            std::to_string(inertia.cols()),
                        "write inertia: [[a, d, e], [d, b, f], [e, f, c]] kg m^2, or principal: (a, b, c) kg m^2"};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      if (inertia(i, j) != inertia(j, i))
        return FactoryError{"inertia",
                            "the inertia is not symmetric: " + text(inertia(i, j)) + " in row " +
                                std::to_string(i + 1) + ", column " + std::to_string(j + 1) + ", and " +
                                text(inertia(j, i)) + " opposite",
                            "write both with the same value"};
  return std::nullopt;
}

std::optional<FactoryError> check_moments(const std::string& field, const Vec3& moments) {
  if (!(moments.minCoeff() > 0.0))
    return FactoryError{field, "the principal moments " + list(moments) + " are not all positive",
                        "every axis through the centre of mass has a positive moment"};
  const double largest = moments.maxCoeff();
  const double others = moments.sum() - largest;
  // Equal for a flat body; 1e-12 allows for the rounding of its entries and of the eigenvalues.
  if (largest > others * (1.0 + 1e-12))
    return FactoryError{field,
                        "the principal moments " + list(moments) +
                            " belong to no body: the largest exceeds the sum of the other two, " + text(others),
                        "each moment is at most the sum of the other two"};
  return std::nullopt;
}

Made<Matrix3> tensor(const Properties& arguments) {
  const bool has_matrix = arguments.has("inertia");
  if (has_matrix == arguments.has("principal"))
    return FactoryError{has_matrix ? "principal" : "", "a custom body takes either inertia or principal",
                        "inertia: the whole matrix in body axes; principal: its diagonal"};
  if (!has_matrix) {
    const Vec3 moments = arguments.get<Vec3>("principal");
    if (const auto error = check_moments("principal", moments)) return *error;
    return Matrix3(moments.asDiagonal());
  }
  const MatrixX& given = arguments.get<MatrixX>("inertia");
  if (const auto error = check_matrix(given)) return *error;
  const Matrix3 inertia = given;
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (const auto error = check_moments("inertia", moments)) return *error;
  return inertia;
}

Made<Shape> make(const Properties& arguments) {
  const Made<Matrix3> inertia = tensor(arguments);
  if (const auto* error = std::get_if<FactoryError>(&inertia)) return *error;
  return Shape{};
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const Made<Matrix3> inertia = tensor(arguments);
  if (const auto* error = std::get_if<FactoryError>(&inertia)) return *error;
  SpatialShapeType::Geometry result;
  result.inertia = std::get<Matrix3>(inertia);
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "inertia",
                                    .type = FieldType::matrix,
                                    .dimension = dimension::inertia,
                                    .doc = "tensor about the centre of mass, in body axes"},
                                   {.name = "principal",
                                    .type = FieldType::vector3,
                                    .dimension = dimension::inertia,
                                    .doc = "its diagonal, when the body axes are the principal ones",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace spatial_custom

const SpatialShapeType spatial_custom_shape{.spec = {.name = "custom",
                                                     .summary = "a body known by its inertia",
                                                     .arguments = spatial_custom::arguments,
                                                     .properties = {}},
                                            .make = spatial_custom::make,
                                            .geometry = spatial_custom::geometry};

}  // namespace perpend
