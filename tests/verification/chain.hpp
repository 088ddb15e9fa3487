// A planar chain of rods hanging from the origin, built by hand: its rows, masses and a solution of its saddle-point
// system.
#pragma once

#include <cmath>
#include <tuple>
#include <vector>

#include <Eigen/LU>

#include "kernel/model/problem.hpp"

namespace perpend::test {

/// A copy of block `index` as more rows.
inline void repeat_block(ConstraintRows& rows, int index) {
  RowBlock copy = rows.blocks[index];
  copy.first_row = rows.num_rows;
  for (int side = 0; side < 2; ++side) {
    const int first = copy.first_value[side];
    copy.first_value[side] = static_cast<int>(rows.values.size());
    for (int k = 0; k < copy.num_rows * copy.num_columns[side]; ++k) rows.values.push_back(rows.values[first + k]);
  }
  rows.blocks.push_back(copy);
  rows.num_rows += copy.num_rows;
}

/// One velocity step under gravity along the unknowns first_column + k * columns_of_body, from rest.
inline Problem fall_problem(const MassMatrix& mass, const ConstraintRows& rows, int first_column, int columns_of_body,
                            double h) {
  Problem problem;
  problem.mass = &mass;
  problem.rows = &rows;
  problem.compliance = problem.target = VectorX::Zero(rows.num_rows);
  problem.motion = VectorX::Zero(rows.num_columns);
  for (int i = first_column; i < rows.num_columns; i += columns_of_body)
    problem.motion[i] = -9.81 * h * mass.diagonal[i];
  return problem;
}

struct Chain {
  ConstraintRows rows;
  MassMatrix mass;

  /// Link i turned by angle0 + i * bend [rad].
  explicit Chain(int links, double angle0 = 0.3, double bend = 0.2, double length = 0.1) {
    rows.num_rows = 2 * links;
    rows.num_columns = 3 * links;
    mass.diagonal.resize(3 * links);
    for (int i = 0; i < links; ++i) {
      mass.diagonal.segment<3>(3 * i) << 1.0, 1.0, length * length / 12.0;
      add_joint(i - 1, i, angle0 + (i - 1) * bend, angle0 + i * bend, 0.5 * length);
    }
    rows.phi = rows.phi_t = rows.jdot_v = VectorX::Zero(rows.num_rows);
  }

  /// Rows of p1 - p0 for the end of body a and the start of body b; body -1 is the world. Does not change num_rows.
  void add_joint(int a, int b, double angle_a, double angle_b, double half) {
    RowBlock block;
    block.first_row = rows.blocks.empty() ? 0 : rows.blocks.back().first_row + rows.blocks.back().num_rows;
    block.num_rows = 2;
    add_side(block, 0, a, -1.0, half * std::cos(angle_a), half * std::sin(angle_a));
    add_side(block, 1, b, 1.0, -half * std::cos(angle_b), -half * std::sin(angle_b));
    rows.blocks.push_back(block);
  }

  void repeat_joint(int index) { repeat_block(rows, index); }

 private:
  void add_side(RowBlock& block, int side, int body, double sign, double rx, double ry) {
    if (body < 0) return;
    block.first_column[side] = 3 * body;
    block.num_columns[side] = 3;
    block.first_value[side] = static_cast<int>(rows.values.size());
    for (const double x : {1.0, 0.0, -ry, 0.0, 1.0, rx}) rows.values.push_back(sign * x);
  }
};

inline MatrixX dense_rows(const ConstraintRows& rows) {
  MatrixX j = MatrixX::Zero(rows.num_rows, rows.num_columns);
  for (const RowBlock& block : rows.blocks)
    for (int side = 0; side < 2; ++side)
      for (int r = 0; r < block.num_rows; ++r)
        for (int c = 0; c < block.num_columns[side]; ++c)
          j(block.first_row + r, block.first_column[side] + c) =
              rows.values[block.first_value[side] + r * block.num_columns[side] + c];
  return j;
}

inline MatrixX dense_mass(const MassMatrix& mass) {
  MatrixX m = mass.diagonal.asDiagonal();
  for (const InertiaBlock& b : mass.blocks)
    for (const auto& [i, j, x] : {std::tuple(0, 1, b.xy), std::tuple(0, 2, b.xz), std::tuple(1, 2, b.yz)})
      m(b.first + i, b.first + j) = m(b.first + j, b.first + i) = x;
  return m;
}

inline MassMatrix diagonal_mass(const VectorX& diagonal) {
  return {.diagonal = diagonal, .blocks = {}};
}

inline MassMatrix unit_mass(Eigen::Index size) {
  return diagonal_mass(VectorX::Ones(size));
}

/// One dense block of rows over all columns: any small J.
inline ConstraintRows rows_of(const MatrixX& j) {
  ConstraintRows rows;
  rows.num_rows = static_cast<int>(j.rows());
  rows.num_columns = static_cast<int>(j.cols());
  RowBlock block;
  block.num_rows = rows.num_rows;
  block.num_columns = {rows.num_columns, 0};
  rows.blocks.push_back(block);
  for (int i = 0; i < j.rows(); ++i)
    for (int k = 0; k < j.cols(); ++k) rows.values.push_back(j(i, k));
  return rows;
}

inline Problem fall_problem(const Chain& chain, double h = 1e-3) {
  return fall_problem(chain.mass, chain.rows, 1, 3, h);
}

inline Solution solve_dense(const Problem& problem) {
  const MatrixX j = dense_rows(*problem.rows);
  const int n = static_cast<int>(j.cols());
  const int m = static_cast<int>(j.rows());
  MatrixX a = MatrixX::Zero(n + m, n + m);
  a.topLeftCorner(n, n) = dense_mass(*problem.mass);
  a.topRightCorner(n, m) = -j.transpose();
  a.bottomLeftCorner(m, n) = j;
  a.bottomRightCorner(m, m) = problem.compliance.asDiagonal();
  VectorX b(n + m);
  b << problem.motion, problem.target;
  const Eigen::PartialPivLU<MatrixX> lu(a);
  VectorX z = lu.solve(b);
  z += lu.solve(b - a * z);
  Solution solution;
  solution.status = Status::converged;
  solution.x = z.head(n);
  solution.multiplier = z.tail(m);
  return solution;
}

}  // namespace perpend::test
