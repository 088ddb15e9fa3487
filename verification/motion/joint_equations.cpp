#include "verification/motion/joint_equations.hpp"

#include <string_view>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

namespace {

struct NamedEquation {
  std::string_view name;
  Equation equation;
  bool in_plane;
  bool in_space;
};

constexpr NamedEquation joint_equations[] = {
    {"ball", Equation::ball, false, true},
    {"revolute", Equation::revolute, true, true},
    {"weld", Equation::weld, true, true},
    {"prismatic", Equation::prismatic, true, true},
    {"cylindrical", Equation::cylindrical, false, true},
    {"universal", Equation::universal, false, true},
    {"point_on_line", Equation::point_on_line, true, true},
    {"planar", Equation::planar, false, true},
    {"distance", Equation::distance, true, true},
    {"screw", Equation::screw, false, true},
    {"gear", Equation::gear, true, true},
    {"rack_and_pinion", Equation::rack_and_pinion, true, true},
};

constexpr NamedEquation drive_equations[] = {
    {"angle", Equation::driven_coordinate, true, true},
    {"position", Equation::driven_coordinate, true, true},
    {"point_position", Equation::point_position, true, true},
};

constexpr NamedEquation constraint_equations[] = {
    {"rolling", Equation::rolling, true, true},
    {"rolling_disk", Equation::rolling_disk, false, true},
};

template <std::size_t N>
Equation find(const NamedEquation (&rows)[N], std::string_view name, Space space) {
  for (const NamedEquation& row : rows)
    if (row.name == name && (space == Space::planar ? row.in_plane : row.in_space)) return row.equation;
  return Equation::unsupported;
}

}  // namespace

Equation equation_of(const JointType& type, Space space) {
  if (type.kind == JointKind::drive) return find(drive_equations, type.spec.name, space);
  if (type.kind == JointKind::constraint) return find(constraint_equations, type.spec.name, space);
  return find(joint_equations, type.spec.name, space);
}

Equation equation_of(const Joint& joint, Space space) {
  if (joint.type == nullptr) return Equation::unsupported;
  if (joint.num_rows > 0 && joint.num_rows <= joint.type->num_nonholonomic) return Equation::free;
  if (follows_law(joint)) return Equation::unsupported;
  return equation_of(*joint.type, space);
}

JointEquation equations_of(const Joint& joint, Space space) {
  const bool is_drive = joint.driven_type != nullptr;
  return {equation_of(joint, space), is_drive ? equation_of(*joint.driven_type, space) : Equation::unsupported};
}

}  // namespace perpend
