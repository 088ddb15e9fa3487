// One joint in space between two poses, as formulas: p = x + R a for each side, d = p1 - p0; a, b, c the columns of the
// joint frame of side 0 or 1 turned into the world.
#pragma once

#include <optional>
#include <vector>

#include "study/formulas/joint_formulas.hpp"
#include "study/formulas/spatial_poses.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend::formulas {

using FormulaRows = std::vector<Formula>;

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

}  // namespace perpend::formulas
