// Random values for the rows of a schema, so that conformance tests meet a new type without being told of it.
#pragma once

#include <sstream>

#include "tests/support/mechanisms.hpp"
#include "tests/support/random.hpp"

namespace perpend::test {

inline PropertyValue random_choice(std::string_view choices, Random& random) {
  std::vector<std::string> names;
  std::istringstream in{std::string(choices)};
  for (std::string name; std::getline(in, name, '|');) names.push_back(name);
  return names[random.below(static_cast<int>(names.size()))];
}

/// a sin(b t) + c: smooth, with every value below 3.
inline TimeFunction random_function(Random& random) {
  using Op = TimeFunction::Op;
  return TimeFunction({{Op::number, random.uniform(-2.0, 2.0)},
                       {Op::number, random.uniform(0.5, 5.0)},
                       {Op::time, 0.0},
                       {Op::multiply, 0.0},
                       {Op::sin, 0.0},
                       {Op::multiply, 0.0},
                       {Op::number, random.uniform(-1.0, 1.0)},
                       {Op::add, 0.0}});
}

/// Every orientation is as likely as any other only to the eye.
inline Vec4 random_rotation(Random& random) {
  Vec4 q;
  for (int i = 0; i < 4; ++i) q[i] = random.uniform(-1.0, 1.0);
  return q.norm() > 0.1 ? Vec4(q / q.norm()) : Vec4(Vec4::UnitX());
}

/// Inertia of three pairs of masses in oblique axes: symmetric, positive definite, that of a body.
inline MatrixX random_tensor(Random& random) {
  Matrix3 second = Matrix3::Zero();
  for (int i = 0; i < 3; ++i) {
    Vec3 arm = Vec3::Unit(i);
    for (int j = 0; j < 3; ++j) arm[j] += random.uniform(-0.4, 0.4);
    second += arm * arm.transpose();
  }
  return second.trace() * Matrix3::Identity() - second;
}

inline PropertyValue random_value(const FieldSpec& field, Random& random) {
  switch (field.type) {
    case FieldType::flag:
      return random.below(2) == 1;
    case FieldType::number:
      return random.uniform(0.3, 2.0);
    case FieldType::integer:
      return static_cast<double>(1 + random.below(3));
    case FieldType::choice:
      return random_choice(field.choices, random);
    case FieldType::text:
      return std::string("text");
    case FieldType::vector:
      if (field.minimum >= 0.0) return Vec2{random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)};
      return random.point(1.0);
    case FieldType::number_list:
      return std::vector<double>{random.uniform(0.3, 2.0)};
    case FieldType::point_list:
      return std::vector<Vec2>{
          Vec2(0.0, 0.0), Vec2(2.0, 0.0), Vec2(2.0, 0.5), Vec2(0.5, 0.5), Vec2(0.5, random.uniform(1.0, 2.0)),
          Vec2(0.0, 1.0)};
    case FieldType::point3_list:
      return std::vector<Vec3>{Vec3(0.0, 0.0, 0.0), Vec3(2.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0),
                               Vec3(0.5, 0.5, random.uniform(1.0, 2.0)), Vec3(2.0, 1.5, 0.5)};
    case FieldType::time_number:
      return random_function(random);
    case FieldType::time_vector:
      return TimeVector{random_function(random), random_function(random)};
    case FieldType::vector3: {
      const double low = field.minimum >= 0.0 ? 0.3 : -1.0;
      const double x = random.uniform(low, 1.0), y = random.uniform(low, 1.0);
      return Vec3(x, y, random.uniform(low, 1.0));
    }
    case FieldType::time_vector3:
      return TimeVector3{random_function(random), random_function(random), random_function(random)};
    case FieldType::rotation:
      return random_rotation(random);
    case FieldType::matrix:
      return random_tensor(random);
    case FieldType::time_list:
      return TimeFunctions{random_function(random)};
    case FieldType::body:
      break;  // in JointSite
  }
  return false;
}

/// Every required field and every choice; a point for both bodies where the schema has one, else a point for each.
/// Other optional fields keep the defaults that follow from the pose.
inline Properties random_values(std::span<const FieldSpec> fields, Random& random) {
  Properties values;
  const bool has_common_point =
      std::any_of(fields.begin(), fields.end(), [](const FieldSpec& f) { return f.name == "at"; });
  for (const FieldSpec& field : fields) {
    const bool is_point = field.name == "at_first" || field.name == "at_second";
    const bool wanted =
        field.required || field.type == FieldType::choice || field.name == "at" || (is_point && !has_common_point);
    if (wanted) values.set(field.name, random_value(field, random));
  }
  return values;
}

/// All fields of a force that go together: a law says all of what a spring or damper does, and a matrix all of a
/// bushing. `variant` 0 and 1 are the two ways to say it.
inline Properties random_force_values(const ForceType& type, int variant, Random& random) {
  const std::string_view name = type.spec.name;
  const auto is_of_law = [](std::string_view field) { return field == "force"; };
  const auto is_of_matrix = [](std::string_view field) { return field.ends_with("_matrix"); };
  const bool has_matrix = variant == 1 && type.space == Space::planar;
  Properties values;
  for (const auto& fields : {type.spec.arguments, type.spec.properties})
    for (const FieldSpec& field : fields) {
      const bool is_number = field.name == "stiffness" || field.name == "damping" || field.name == "rest" ||
                             field.name == "torsion" || field.name == "torsion_damping";
      const bool is_left_out = name == "spring" || name == "damper"
                                   ? field.name == "pretension" || (variant == 1 ? is_number : is_of_law(field.name))
                                   : name == "bushing" && (has_matrix ? is_number : is_of_matrix(field.name));
      if (!is_left_out) values.set(field.name, random_value(field, random));
    }
  return values;
}

}  // namespace perpend::test
