// A mechanism at one state of the reference, in doubles: rates of limits and frictions, and what touches.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernel/dynamics/closed_contact.hpp"
#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

/// Rates below this are those of bodies at rest: what projections leave [m/s, rad/s].
inline constexpr double no_rate = 1e-12;
/// Forces and accelerations are known to this share of the largest.
inline constexpr double force_rounding = 1e-10;
/// Results of laws that differ by less than this share are one: ten times the square root of what they are known to.
inline constexpr double same_result = 1e-7;

/// A contact that is closed, or closes, at this state.
struct Touching {
  ClosedContact closed;      ///< pushes; with its friction
  double restitution = 0.0;  ///< e
  Vec3 hint = Vec3::Zero();  ///< space: where it slides if it begins to, world axes; zero: not known
};

/// Rows of a closed contact as numbers: the normal, then the tangents.
struct TouchingMotion {
  int count = 2;
  std::array<int, 2> first_column{-1, -1};  ///< of v, by side; -1: the body does not move freely
  std::array<int, 2> num_columns{0, 0};
  double gap = 0.0;
  std::array<Vec3, 3> direction{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< world axes
  std::array<double, 3> rate{};
  std::array<double, 3> jdot_v{};
  std::array<std::array<std::array<double, 6>, 3>, 2> jacobian{};  ///< [side][row]

  [[nodiscard]] double product(int row, const VectorX& v) const;
  void add_transposed(int row, double amount, VectorX& out) const;
  /// Rates along the tangents: world axes, in the plane (rate, 0, 0).
  [[nodiscard]] Vec3 in_tangents(double first, double second) const;
  [[nodiscard]] Vec3 slip() const { return in_tangents(rate[1], rate[2]); }
  [[nodiscard]] Vec3 tangential(const VectorX& v) const;
};

class EvaluatedState {
 public:
  explicit EvaluatedState(const Model& model);

  /// Writes the coordinates of joints into the state.
  void move_to(State& state);

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] double time() const { return time_; }
  /// Their values, in order.
  void read(const std::vector<StateSignal>& signals, double* values) const;
  /// How fast they change by these accelerations of the bodies.
  void read_rates(const std::vector<StateSignal>& signals, const VectorX& acceleration, double* rates) const;
  [[nodiscard]] const MassMatrix& mass() const { return evaluation_.mass; }
  [[nodiscard]] int num_rows() const { return static_cast<int>(model_.coordinate_rows.size()); }
  [[nodiscard]] const CoordinateRow& row(int i) const { return model_.coordinate_rows[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double rate(int row) const { return rates_[model_.num_joint_rows + row]; }
  [[nodiscard]] double room_of_limit(int row) const;
  /// Second derivatives of all coordinates by these accelerations.
  [[nodiscard]] VectorX coordinate_accelerations(const VectorX& acceleration) const;
  /// How far a change of the accelerations of the bodies takes the rows of joints and drives from theirs.
  [[nodiscard]] VectorX joint_changes(const VectorX& change) const;
  /// First derivatives of all coordinates by these velocities.
  [[nodiscard]] VectorX coordinate_rates(const VectorX& velocity) const;

  [[nodiscard]] TouchingMotion motion_of(const ClosedContact& contact) const;
  /// The contact with the least gap that is not among `closed`, or null.
  [[nodiscard]] const Contact* nearest(const std::vector<ClosedContact>& closed,
                                       const std::optional<std::array<int, 2>>& pair = {}) const;
  /// The bodies of all contacts with a gap up to `reach` [m], each pair once.
  [[nodiscard]] std::vector<std::array<int, 2>> pairs_within(double reach) const;
  /// How far contacts are looked for [m].
  [[nodiscard]] double reach() const { return evaluation_.contact_margin; }
  /// A speed that no point of a body has, but those of shapes that never end [m/s].
  [[nodiscard]] double largest_speed(const VectorX& v) const;
  /// How fast its gap changes; nothing: its surfaces are of no kind that is followed.
  [[nodiscard]] std::optional<double> gap_rate(const Contact& contact) const;
  /// How far a closed contact is from leaving its place on the surfaces: negative beyond it. 1 where it is only known
  /// that it is there.
  [[nodiscard]] double room_of_place(const ClosedContact& contact) const;
  /// Contacts without a gap. `objection`: why they cannot be followed, or empty.
  [[nodiscard]] std::vector<Touching> touching(std::string& objection) const;
  [[nodiscard]] double size() const { return size_; }
  [[nodiscard]] double rounding() const { return rounding_; }  ///< of a gap [m]

  [[nodiscard]] std::string joint_of(int row) const;
  [[nodiscard]] std::string bodies_of(const std::array<int, 2>& bodies) const;

 private:
  const Model& model_;
  Evaluation evaluation_;
  double time_ = 0.0;
  VectorX rates_;
  double size_;
  double rounding_;
};

}  // namespace perpend
