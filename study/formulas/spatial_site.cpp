#include "study/formulas/spatial_site.hpp"

namespace perpend::formulas {

std::optional<Formula> SpatialSite::coordinate(Equation of, int which, const Formula& near) const {
  switch (of) {
    case Equation::revolute:
      return hinge_angle(near);
    case Equation::prismatic:
    case Equation::point_on_line:
      return slide();
    case Equation::cylindrical:
    case Equation::screw:
      return which == 0 ? slide() : hinge_angle(near);
    case Equation::universal:
      return universal_angle(which, near);
    case Equation::gear:
      return angle_in_carrier(which, near);
    case Equation::rack_and_pinion:
      return which == 0 ? angle_in_carrier(0, near) : rack_travel();
    default:
      return std::nullopt;
  }
}

Formula SpatialSite::distance_row() const {
  const Triple d = separation();
  const double length = joint_.length;
  if (!joint_.quadratic) return Formula("sqrt", dot(d, d)) - length;
  return (dot(d, d) - Formula("mul", length, length)) / Formula("mul", 2.0, length);
}

Formula SpatialSite::rolling_disk_row() const {
  const Triple n = column(0, 0), e = column(1, 0);
  const Formula cosine = context_.definitions.define(dot(n, e));
  const Triple u = define({n[0] - cosine * e[0], n[1] - cosine * e[1], n[2] - cosine * e[2]}, context_.definitions);
  return dot(n, separation()) - Formula(joint_.radius) * (dot(n, u) / Formula("sqrt", dot(u, u)));
}

std::optional<FormulaRows> SpatialSite::drive_rows() const {
  const int which = joint_.driven_coordinate;
  const Formula asked = context_.definitions.define(formula_of(joint_.drive[0]) - start(which));
  const auto value = coordinate(equation_of(*joint_.driven_type, Space::spatial), which, asked);
  if (!value) return std::nullopt;
  return FormulaRows{*value - asked};
}

FormulaRows SpatialSite::point_rows() const {
  const Triple a = arm(0);
  FormulaRows rows;
  for (int i = 0; i < 3; ++i) rows.push_back(pose_[0]->position[i] + a[i] - formula_of(joint_.drive[i]));
  return rows;
}

std::optional<FormulaRows> SpatialSite::rows() const {
  FormulaRows rows;
  switch (equation_of(joint_, Space::spatial)) {
    case Equation::free:
      return rows;
    case Equation::ball:
      return separation_rows();
    case Equation::revolute:
      rows = separation_rows();
      append_axis(rows);
      return rows;
    case Equation::weld:
      rows = separation_rows();
      append_orientation(rows);
      return rows;
    case Equation::prismatic:
      append_line(rows);
      append_orientation(rows);
      return rows;
    case Equation::cylindrical:
      append_line(rows);
      append_axis(rows);
      return rows;
    case Equation::universal:
      rows = separation_rows();
      rows.push_back(dot(column(0, 0), column(1, 0)) - Formula("cos", joint_.angle));
      return rows;
    case Equation::point_on_line:
      return line_rows();
    case Equation::planar:
      rows.push_back(slide());
      append_axis(rows);
      return rows;
    case Equation::distance:
      return FormulaRows{distance_row()};
    case Equation::screw:
      append_line(rows);
      append_axis(rows);
      rows.push_back(screw_row());
      return rows;
    case Equation::gear:
      return FormulaRows{angle_in_carrier(1, near(1)) + Formula(joint_.ratio) * angle_in_carrier(0, near(0))};
    case Equation::rack_and_pinion:
      return FormulaRows{rack_travel() - Formula(joint_.ratio) * angle_in_carrier(0, near(0))};
    case Equation::driven_coordinate:
      return drive_rows();
    case Equation::point_position:
      return point_rows();
    case Equation::rolling:
      return FormulaRows{rolling_row()};
    case Equation::rolling_disk:
      return FormulaRows{rolling_disk_row()};
    default:
      return std::nullopt;
  }
}

}  // namespace perpend::formulas
