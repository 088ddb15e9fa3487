// Equations in space, as in verification/motion/spatial_equations.cpp.
#include <array>
#include <optional>
#include <vector>

#include "study/formulas/joint_formulas.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend::formulas {

namespace {

using Triple = std::array<Formula, 3>;
using Frame = std::array<Triple, 3>;

struct SpatialPose {
  Triple position;
  Frame rotation;  ///< by row
};

Formula dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Triple define(const Triple& a, Definitions& definitions) {
  return {definitions.define(a[0]), definitions.define(a[1]), definitions.define(a[2])};
}

/// R as the polynomial of degree 2 in the quaternion.
Frame rotation_of(const std::array<Formula, 4>& turn, Definitions& definitions) {
  const auto& [w, x, y, z] = turn;
  const Formula one = 1.0, two = 2.0;
  const Frame result{{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
                      {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
                      {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}};
  return {define(result[0], definitions), define(result[1], definitions), define(result[2], definitions)};
}

Frame unturned() {
  return {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

/// That of the world.
SpatialPose pose_at_rest() {
  return {{0.0, 0.0, 0.0}, unturned()};
}

SpatialPose pose_of(const Body& body, Definitions& definitions) {
  const auto q = [&](int i) { return Formula::entry("position", body.q_offset + i); };
  const Vec3& x = body.spatial.position;
  const Triple position = body.dof == 0 ? Triple{x[0], x[1], x[2]} : Triple{q(0), q(1), q(2)};
  if (body.kind == BodyKind::particle) return {position, unturned()};
  const Vec4& r = body.spatial.rotation;
  const bool turns = body.dof > 0 && body.kind == BodyKind::rigid;
  return {position, turns ? rotation_of({q(3), q(4), q(5), q(6)}, definitions)
                          : rotation_of({r[0], r[1], r[2], r[3]}, definitions)};
}

using FormulaRows = std::vector<Formula>;

/// One joint in space between two poses: p = x + R a for each side, d = p1 - p0; a, b, c the columns of the joint frame
/// of side 0 or 1 turned into the world.
class SpatialSite {
 public:
  SpatialSite(const Joint& joint, const SpatialPose& first, const SpatialPose& second, const SpatialPose& carrier,
              const FormulaContext& context)
      : joint_(joint), pose_{&first, &second, &carrier}, context_(context) {}

  [[nodiscard]] std::optional<FormulaRows> rows() const;

 private:
  [[nodiscard]] Triple rotated(int side, double x, double y, double z) const {
    const Frame& r = pose_[side]->rotation;
    const Triple a{x, y, z};
    return {dot(r[0], a), dot(r[1], a), dot(r[2], a)};
  }
  [[nodiscard]] Triple arm(int side) const {
    const Vec3& a = joint_.spatial.anchor[side];
    return rotated(side, a[0], a[1], a[2]);
  }
  [[nodiscard]] Triple column(int side, int k) const {
    const Matrix3& f = joint_.spatial.frame[side];
    return define(rotated(side, f(0, k), f(1, k), f(2, k)), context_.definitions);
  }
  /// Column of the frame that the carrier holds for `side`.
  [[nodiscard]] Triple carrier_column(int side, int k) const {
    const Matrix3& f = joint_.spatial.carrier_frame[side];
    return define(rotated(2, f(0, k), f(1, k), f(2, k)), context_.definitions);
  }
  [[nodiscard]] Frame frame(int side) const { return {column(side, 0), column(side, 1), column(side, 2)}; }
  [[nodiscard]] Frame carrier_frame(int side) const {
    return {carrier_column(side, 0), carrier_column(side, 1), carrier_column(side, 2)};
  }
  [[nodiscard]] Triple separation() const {
    const Triple a0 = arm(0), a1 = arm(1);
    const Triple &x0 = pose_[0]->position, &x1 = pose_[1]->position;
    return define({x1[0] - x0[0] + (a1[0] - a0[0]), x1[1] - x0[1] + (a1[1] - a0[1]), x1[2] - x0[2] + (a1[2] - a0[2])},
                  context_.definitions);
  }
  [[nodiscard]] Formula start(int which) const { return joint_.element[which].at_start; }
  [[nodiscard]] bool has_near() const { return context_.has_coordinates && joint_.first_coordinate >= 0; }
  [[nodiscard]] Formula near(int which) const {
    if (!has_near()) return 0.0;
    return Formula::entry("coordinate", joint_.first_coordinate + which) - start(which);
  }

  [[nodiscard]] static Formula twist(const Frame& first, const Frame& second, const Formula& near) {
    const Formula y = dot(first[2], second[1]) - dot(first[1], second[2]);
    const Formula x = dot(first[1], second[1]) + dot(first[2], second[2]);
    return {"nearest_turn", Formula("atan2", y, x), near};
  }
  [[nodiscard]] Formula hinge_angle(const Formula& near) const { return twist(frame(0), frame(1), near); }
  [[nodiscard]] Formula angle_in_carrier(int side, const Formula& near) const {
    return twist(carrier_frame(side), frame(side), near);
  }
  [[nodiscard]] Formula universal_angle(int which, const Formula& near) const {
    const Triple seen = column(1 - which, 0);
    const Formula angle("atan2", dot(seen, column(which, 2)), dot(seen, column(which, 1)));
    return {"nearest_turn", which == 0 ? angle : Formula("negate", angle), near};
  }
  [[nodiscard]] Formula slide() const { return dot(column(0, 0), separation()); }
  [[nodiscard]] Formula rack_travel() const {
    const Triple &x = pose_[1]->position, &from = pose_[2]->position;
    const Triple way = define({x[0] - from[0], x[1] - from[1], x[2] - from[2]}, context_.definitions);
    return dot(carrier_column(1, 0), way) - joint_.length;
  }
  [[nodiscard]] std::optional<Formula> coordinate(Equation of, int which, const Formula& near) const;

  [[nodiscard]] FormulaRows separation_rows() const {
    const Triple d = separation();
    return {d[0], d[1], d[2]};
  }
  void append_line(FormulaRows& rows) const {
    const Triple d = separation();
    rows.push_back(dot(column(0, 1), d));
    rows.push_back(dot(column(0, 2), d));
  }
  void append_axis(FormulaRows& rows) const {
    const Triple axis = column(1, 0);
    rows.push_back(dot(column(0, 1), axis));
    rows.push_back(dot(column(0, 2), axis));
  }
  void append_orientation(FormulaRows& rows) const {
    append_axis(rows);
    rows.push_back(dot(column(0, 2), column(1, 1)));
  }
  [[nodiscard]] FormulaRows line_rows() const {
    FormulaRows rows;
    append_line(rows);
    return rows;
  }
  [[nodiscard]] Formula distance_row() const;
  [[nodiscard]] Formula screw_row() const {
    const Formula travel = context_.definitions.define(slide());
    const Formula ratio = joint_.ratio;
    return travel - ratio * hinge_angle(has_near() ? near(1) : travel / ratio);
  }
  [[nodiscard]] Formula rolling_row() const {
    const Triple n = column(0, 0);
    return dot(n, separation()) - Formula(joint_.radius) * dot(n, n);
  }
  [[nodiscard]] Formula rolling_disk_row() const;
  [[nodiscard]] std::optional<FormulaRows> drive_rows() const;
  [[nodiscard]] FormulaRows point_rows() const;

  const Joint& joint_;
  std::array<const SpatialPose*, num_sides> pose_;
  const FormulaContext& context_;
};

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

}  // namespace

std::optional<JointRows> spatial_rows(const FormulaContext& context) {
  std::vector<SpatialPose> poses;
  for (const Body& body : context.model.bodies) poses.push_back(pose_of(body, context.definitions));
  const SpatialPose world = pose_at_rest();
  const auto of = [&](int body) -> const SpatialPose& { return body == world_body ? world : poses[body]; };
  JointRows result;
  for (const Joint& joint : context.model.joints) {
    auto rows = SpatialSite(joint, of(joint.body[0]), of(joint.body[1]), of(joint.carrier), context).rows();
    if (!rows) return std::nullopt;
    result.push_back(std::move(*rows));
  }
  return result;
}

}  // namespace perpend::formulas
