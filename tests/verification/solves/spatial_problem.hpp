// A chain of tilted boxes in space, joined by balls, built by hand.
#pragma once

#include <random>

#include <Eigen/Geometry>

#include "tests/verification/chain.hpp"
#include "verification/solves/delassus.hpp"

namespace perpend::test {

struct SpatialChain {
  ConstraintRows rows;
  MassMatrix mass;

  /// Each link turned by `more` [rad] as well.
  explicit SpatialChain(int links, double more = 0.0) : more_(more) {
    rows.num_rows = 3 * links;
    rows.num_columns = 6 * links;
    mass.diagonal.resize(6 * links);
    for (int i = 0; i < links; ++i) {
      const Matrix3 turn = tilt(i);
      const Matrix3 inertia = turn * Vec3(0.2, 1.0, 1.1).asDiagonal() * turn.transpose() * 1e-3;
      mass.diagonal.segment<3>(6 * i).setOnes();
      mass.diagonal.segment<3>(6 * i + 3) = inertia.diagonal();
      mass.blocks.push_back({6 * i + 3, inertia(0, 1), inertia(0, 2), inertia(1, 2)});
      RowBlock block{.first_row = 3 * i, .num_rows = 3};
      if (i > 0) add_side(block, 0, i - 1, -1.0, tilt(i - 1) * Vec3(0.05, 0.0, 0.01));
      add_side(block, 1, i, 1.0, turn * Vec3(-0.05, 0.01, 0.0));
      rows.blocks.push_back(block);
    }
  }

  void repeat_joint(int index) { repeat_block(rows, index); }
  [[nodiscard]] Problem fall(double h = 1e-3) const { return fall_problem(mass, rows, 2, 6, h); }

 private:
  double more_;

  [[nodiscard]] Matrix3 tilt(int i) const {
    return Eigen::AngleAxisd(0.4 + 0.3 * i + more_, Vec3(1.0, 2.0, -1.0 + 0.2 * i).normalized()).toRotationMatrix();
  }

  /// p_dot = v + omega x r: columns (1, -r x).
  void add_side(RowBlock& block, int side, int body, double sign, const Vec3& r) {
    block.first_column[side] = 6 * body;
    block.num_columns[side] = 6;
    block.first_value[side] = static_cast<int>(rows.values.size());
    Eigen::Matrix<double, 3, 6> j = Eigen::Matrix<double, 3, 6>::Zero();
    j.leftCols<3>().setIdentity();
    j.rightCols<3>() << 0.0, r.z(), -r.y(), -r.z(), 0.0, r.x(), r.y(), -r.x(), 0.0;
    for (int row = 0; row < 3; ++row)
      for (int c = 0; c < 6; ++c) rows.values.push_back(sign * j(row, c));
  }
};

}  // namespace perpend::test
