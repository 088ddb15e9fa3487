// The vocabulary of the scene language as table rows: the checker, `perpend list` and the manual read the same ones.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "kernel/model/scene/dimension.hpp"

namespace perpend {

enum class FieldType {
  flag,          ///< true | false                      -> bool
  number,        ///< quantity of `dimension`           -> double
  integer,       ///< whole number                      -> double
  choice,        ///< one of `choices` (a bare name)    -> std::string
  text,          ///< "string"                          -> std::string
  vector,        ///< (x, y) of `dimension`             -> Vec2
  number_list,   ///< [a, b, ...] of `dimension`        -> std::vector<double>
  point_list,    ///< [(x, y), ...] of `dimension`      -> std::vector<Vec2>
  time_number,   ///< expression of t                   -> TimeFunction
  time_vector,   ///< (f(t), g(t))                      -> TimeVector
  vector3,       ///< (x, y, z) of `dimension`          -> Vec3
  time_vector3,  ///< (f(t), g(t), h(t))                -> TimeVector3
  rotation,      ///< axis_angle(), quaternion(), euler() -> Vec4, a unit quaternion
  matrix,        ///< [[a, b], [c, d]] of `dimension`   -> MatrixX
  time_list,     ///< [f(t), g(t), ...] of `dimension`  -> TimeFunctions
  point3_list,   ///< [(x, y, z), ...] of `dimension`   -> std::vector<Vec3>
  body,          ///< name of a body, or world          -> in JointSite, not in Properties
};

/// One argument or property. Bounds are inclusive unless `exclusive_minimum`.
struct FieldSpec {
  std::string_view name;
  FieldType type = FieldType::number;
  Dimension dimension{};
  bool required = false;
  std::string_view doc;
  std::string_view default_text = "";  ///< shown in the manual; empty: none
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool exclusive_minimum = false;
  std::string_view choices = "";  ///< "a|b|c" for FieldType::choice
  bool may_be_infinite = false;   ///< ends of a range: inf and -inf are values too
  /// Types time_...: signals of the state may stand in it too. Numbers, vectors and matrices: they may also be
  /// expressions of t and signals, and are then a TimeFunction, a TimeVector, a TimeVector3, or TimeRows.
  bool is_law = false;
};

/// One type: `kind name = type(arguments) { properties }`.
struct TypeSpec {
  std::string_view name;
  std::string_view summary;
  std::span<const FieldSpec> arguments;
  std::span<const FieldSpec> properties;
  std::string_view citation = "";  ///< keys of docs/references.md
};

}  // namespace perpend
