// The path of the solutions x(theta) of contacts in the plane with  b + theta e  in place of b: piece after piece
//     K x + b + theta e = 0,   K: rows of W where contacts close or stick, c = 0 or t = -+ mu c where not,
// linear in theta, until the first contact would break its law. It changes its state there, and the path continues in
// the one direction in which the new state holds: theta may turn round. [CottlePangStone92] 4.5, [Lemke65]
#pragma once

#include <vector>

#include "kernel/solvers/factors/planar_couplings.hpp"
#include "kernel/solvers/planar_contacts.hpp"
#include "kernel/solvers/replaced_rows.hpp"

namespace perpend {

enum class ContactPathEnd { solved, ray, limit, singular };

enum class PlanarState : char { open, sticks, slides };

/// What the contacts do: `sign` of u_t where they slide.
struct PlanarStates {
  std::vector<PlanarState> state;
  std::vector<double> sign;
};

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
  void assemble();
  [[nodiscard]] bool start_piece();
  void make_row(int c, bool is_tangent, ReplacedRows::Row& row, double right[2]) const;
  [[nodiscard]] bool replace_row(int c, bool is_tangent);
  [[nodiscard]] bool replace_rows(int c, State before, double sign_before);
  [[nodiscard]] double find_left();
  [[nodiscard]] bool is_solved();
  void find_all_rates();
  void find_rate(int i);
  [[nodiscard]] int watched_row(int c) const;
  [[nodiscard]] double side(int c, int slot, const GrowingVector& x, const GrowingVector& u) const;
  [[nodiscard]] Side first_side(double& length);
  [[nodiscard]] Side change_state(const Side& side);

  const PlanarContacts* problem_ = nullptr;
  double shift_ = 0.0;
  PlanarStates states_, states_before_;
  PlanarCouplings couplings_;
  bool has_couplings_ = false;
  std::vector<std::pair<int, bool>> owner_;  // of each row: its contact, and whether it is that of the tangent
  SparseRows k0_;
  ReplacedRows system_;
  ReplacedRows::Row row_;
  GrowingVector x_;         // at theta = 1
  GrowingVector e_;         // W x + b + e obeys the laws
  GrowingVector constant_;  // b - shift x
  GrowingVector change_;    // of x by the last advance
  GrowingVector p_, q_;     // x = p + theta q
  GrowingVector p_right_, q_right_;
  GrowingVector left_, correction_;  // of p, at the end of a path
  GrowingVector p_rate_, q_rate_;    // u = p_rate + theta q_rate, in watched rows
  double theta_ = 1.0, direction_ = -1.0;
  Side entering_;
  std::vector<MovingSide> moving_;
  long num_pivots_ = 0;
};

}  // namespace perpend
