// The path of the solutions x(theta) of contacts in the plane with  b + theta e  in place of b: piece after piece
//     K x + b + theta e = 0,   K: rows of W where contacts close or stick, c = 0 or t = -+ mu c where not,
// linear in theta, until the first contact would break its law. It changes its state there, and the path continues in
// the one direction in which the new state holds: theta may turn round. [CottlePangStone92] 4.5, [Lemke65]
#pragma once

#include <Eigen/LU>
#include <span>

#include "kernel/solvers/factors/sparse_factor.hpp"
#include "kernel/solvers/factors/state_factor.hpp"

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

  /// Takes right sides, and `bodies` with the factors of K0, or factors K0. False when K0 is singular.
  [[nodiscard]] bool start(const SparseRows& k0, StateFactor* bodies, std::span<const GrowingVector> right_sides);
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
  StateFactor* bodies_ = nullptr;  // null: factor_
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

enum class ContactPathEnd { solved, ray, limit, singular };

class ContactPath {
 public:
  /// From x, brought to the nearest state of each contact. `margin`: by how much inactive sides are kept from 0 at the
  /// start; entries differ.
  void begin(const PlanarContacts& problem, const GrowingVector& x, const GrowingVector& margin);
  /// Moves x to the solution of  W x + b + shift (x - x before) = 0. Stays where it is when that is not found.
  [[nodiscard]] ContactPathEnd advance(double shift, long most_pivots);
  /// Moves x on, as far and where the last advance moved it, again and again until a contact would break its law.
  void extend();
  [[nodiscard]] const GrowingVector& x() const { return x_; }

  /// Pivots of all paths so far.
  [[nodiscard]] long num_pivots() const { return num_pivots_; }

 private:
  using State = PlanarState;
  /// A side of a contact's law that must stay >= 0: slot 0 or 1 of its state.
  struct Side {
    int contact = -1;
    int slot = 0;
  };

  /// One that comes nearer to 0 along the path.
  struct MovingSide {
    Side side;
    double value = 0.0;
    double speed = 0.0;
  };

  void choose_states();
  void choose_defect(const GrowingVector& margin);
  [[nodiscard]] ContactPathEnd walk(long most_pivots);
  [[nodiscard]] bool factor();
  [[nodiscard]] bool solve_piece();
  void make_row(int c, bool is_tangent, ReplacedRows::Row& row, double right[2]) const;
  [[nodiscard]] bool replace_rows(int c);
  void rates(const GrowingVector& x, const GrowingVector& constant, GrowingVector& u) const;
  void rates_of_piece();
  [[nodiscard]] double side(int c, int slot, const GrowingVector& x, const GrowingVector& u) const;
  [[nodiscard]] bool has_side(int c, int slot) const;
  [[nodiscard]] Side first_side(double& length);
  [[nodiscard]] Side change_state(const Side& side);

  const PlanarContacts* problem_ = nullptr;
  double shift_ = 0.0;
  PlanarStates states_, states_before_;
  StateFactor bodies_;
  bool is_over_bodies_ = false;
  SparseRows k0_;
  ReplacedRows system_;
  ReplacedRows::Row row_;
  GrowingVector x_;                // at theta = 1
  GrowingVector e_;                // W x + b + e obeys the laws
  GrowingVector constant_;         // b - shift x
  GrowingVector change_;           // of x by the last advance
  GrowingVector p_, q_;            // x = p + theta q
  GrowingVector p_rate_, q_rate_;  // u = p_rate + theta q_rate
  double theta_ = 1.0, direction_ = -1.0;
  Side entering_;
  std::vector<MovingSide> moving_;
  long num_pivots_ = 0;
};

}  // namespace perpend
