// Gragg-Bulirsch-Stoer extrapolation of the explicit midpoint rule for q' = T(q) v, v' = a(t, q, v). [Gragg65],
// [BulirschStoer66]
#pragma once

#include <functional>
#include <vector>

#include "kernel/dynamics/extended_dynamics.hpp"

namespace perpend {

struct ExtrapolationSettings {
  int max_columns = 12;  ///< order 2 max_columns
  Extended tolerance =
      1e-17L;  ///< on the difference of the last two diagonal entries, against the size of the solution
  int max_halvings = 10;
  /// Gragg's smoothing: the end of each step is evaluated too. Without it the midpoint rule does not look into the last
  /// substep, and what jumps there is passed unseen.
  bool is_smoothed = false;
};

class Extrapolation {
 public:
  using Acceleration =
      std::function<void(Extended time, const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& a)>;

  using PositionRate = std::function<void(const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& rate)>;

  /// Without a position rate, q' = v.
  Extrapolation(Acceleration acceleration, ExtrapolationSettings settings, PositionRate position_rate = {});

  /// Advances q, v from `time` by `h`. False when the tolerance was not met at the smallest substep.
  [[nodiscard]] bool advance(Extended time, Extended h, ExtendedVector& q, ExtendedVector& v, int halvings = 0);

 private:
  /// Gragg's modified midpoint rule with `num_substeps` (even) substeps.
  void midpoint(Extended time, Extended h, int num_substeps, const ExtendedVector& y, ExtendedVector& out);
  void derivative(Extended time, const ExtendedVector& y, ExtendedVector& out);
  [[nodiscard]] bool extrapolate(Extended time, Extended h, const ExtendedVector& start, ExtendedVector& end);

  Acceleration acceleration_;
  ExtrapolationSettings settings_;
  PositionRate position_rate_;
  Eigen::Index num_positions_ = 0;
  std::vector<ExtendedVector> row_;
  ExtendedVector q_, v_, rate_, a_, dy_, y0_, y1_, y2_;
};

}  // namespace perpend
