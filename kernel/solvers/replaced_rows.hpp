// A sparse system of which few rows change, one after the other, between solutions.
#pragma once

#include <Eigen/LU>
#include <span>
#include <vector>

#include "kernel/solvers/factors/planar_couplings.hpp"
#include "kernel/solvers/factors/sparse_factor.hpp"

namespace perpend {

/// Systems K x = v where rows of K are replaced one after the other. K0 is factored once; with the replaced rows r_i
/// and Y = K0^-1 E of their unit vectors,  x = y - Y C^-1 R y,  y = K0^-1 v,  R = r_i - r0_i,  C = 1 + R Y  (Woodbury).
/// The right sides stay: each is kept as y and changed with the rows.
class ReplacedRows {
 public:
  /// A row as its entries; valid while it is used here.
  struct Row {
    std::vector<int> column;
    std::vector<double> value;

    void clear() {
      column.clear();
      value.clear();
    }
    void add(int j, double a) {
      column.push_back(j);
      value.push_back(a);
    }
    [[nodiscard]] double dot(const double* x) const;
  };

  /// Takes right sides, and `factors` of K0, or factors K0. False when K0 is singular.
  [[nodiscard]] bool start(const SparseRows& k0, PlanarCouplings* factors, std::span<const GrowingVector> right_sides);
  /// New row i of K and new entries i of the right sides.
  [[nodiscard]] bool replace(int i, const Row& row, std::span<const double> right);
  /// x of right side s. False when K is singular to working precision.
  [[nodiscard]] bool solve(int s, GrowingVector& x);

  [[nodiscard]] int num_replaced() const { return static_cast<int>(replaced_.size()); }

 private:
  struct Replaced {
    int index = 0;
    Row change;  // r_i - r0_i
  };

  [[nodiscard]] bool is_first_row(int i, const Row& row) const;
  [[nodiscard]] int place_of(int i);
  [[nodiscard]] bool solve_first(const GrowingVector& right, GrowingVector& x);
  void fill_row(int k);

  const SparseRows* k0_ = nullptr;
  PlanarCouplings* factors_ = nullptr;  // null: factor_
  SparseFactor factor_;
  std::vector<Replaced> replaced_;
  MatrixX responses_;    // Y, a column each
  MatrixX capacitance_;  // C
  std::vector<GrowingVector> y_, right_;
  Eigen::PartialPivLU<MatrixX> lu_;
  bool is_factored_ = false;
  GrowingVector unit_, response_;
  VectorX projected_;
};

}  // namespace perpend
