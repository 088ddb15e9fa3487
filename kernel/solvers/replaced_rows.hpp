// A sparse system of which few rows change, one after the other, between solutions.
#pragma once

#include <span>
#include <vector>

#include "kernel/solvers/factors/planar_couplings.hpp"
#include "kernel/solvers/factors/sparse_factor.hpp"

namespace perpend {

/// Systems K x = v where rows of K are replaced one after the other. K0 is factored once; with the replaced rows r_i,
/// R = r_i - r0_i, and Y = K0^-1 E of their unit vectors,
///     K^-1 E = Y C^-1,   C = 1 + R Y.    (Woodbury)
/// With a new row r and a new v_i a solution moves along one of these columns, y = K^-1 e_i:
///     x + y (v_i - r x) / (r y).
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

  /// Takes `factors` of K0, or factors K0. False when K0 is singular.
  [[nodiscard]] bool start(const SparseRows& k0, PlanarCouplings* factors);
  /// K x = right. False when K is singular to working precision.
  [[nodiscard]] bool solve(const GrowingVector& right, GrowingVector& x);
  /// y = K^-1 e_i, until the next call. Null when it is not finite.
  [[nodiscard]] const GrowingVector* respond(int i);
  /// New row i of K, of which respond was called last. False when K would be singular to working precision.
  [[nodiscard]] bool replace(const Row& row);

  /// Different rows.
  [[nodiscard]] int num_replaced() const { return num_replaced_; }
  /// Calls of replace: roundings sum up over these.
  [[nodiscard]] int num_changes() const { return num_changes_; }

 private:
  struct Replaced {
    int index = 0;
    Row change;  // r_i - r0_i
  };

  [[nodiscard]] bool solve_first(const GrowingVector& right, GrowingVector& x);
  [[nodiscard]] int place_of(int i);
  void append(int i);

  const SparseRows* k0_ = nullptr;
  PlanarCouplings* factors_ = nullptr;  // null: factor_
  SparseFactor factor_;
  std::vector<Replaced> replaced_;  // the first num_replaced_ count
  int num_replaced_ = 0, num_changes_ = 0, last_ = 0;
  MatrixX responses_;  // Y, a column each
  MatrixX inverse_;    // C^-1
  GrowingVector unit_, first_, response_;
  std::vector<double> row_, column_;  // of C and of C^-1
};

}  // namespace perpend
