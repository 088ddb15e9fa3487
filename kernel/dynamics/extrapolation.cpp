#include "kernel/dynamics/extrapolation.hpp"

#include "kernel/model/stop.hpp"

namespace perpend {

Extrapolation::Extrapolation(Acceleration acceleration, ExtrapolationSettings settings, PositionRate position_rate)
    : acceleration_(std::move(acceleration)),
      settings_(settings),
      position_rate_(std::move(position_rate)),
      row_(settings.max_columns + 1) {}

void Extrapolation::derivative(Extended time, const ExtendedVector& y, ExtendedVector& out) {
  q_ = y.head(num_positions_);
  v_ = y.tail(y.size() - num_positions_);
  acceleration_(time, q_, v_, a_);
  if (position_rate_)
    position_rate_(q_, v_, rate_);
  else
    rate_ = v_;
  out.resize(y.size());
  out << rate_, a_;
}

void Extrapolation::midpoint(Extended time, Extended h, int num_substeps, const ExtendedVector& y,
                             ExtendedVector& out) {
  const Extended substep = h / Extended(num_substeps);
  y0_ = y;
  derivative(time, y0_, dy_);
  y1_ = y0_ + substep * dy_;
  for (int i = 1; i < num_substeps; ++i) {
    derivative(time + Extended(i) * substep, y1_, dy_);
    y2_ = y0_ + (Extended(2) * substep) * dy_;
    y0_.swap(y1_);
    y1_.swap(y2_);
  }
  out = y1_;
  if (!settings_.is_smoothed) return;
  derivative(time + h, y1_, dy_);
  out = (y1_ + y0_ + substep * dy_) / Extended(2);
}

/// Aitken-Neville over the sequence 2, 4, 6, ... in powers of the squared substep.
bool Extrapolation::extrapolate(Extended time, Extended h, const ExtendedVector& start, ExtendedVector& end) {
  const Extended size = Extended(1) + start.cwiseAbs().maxCoeff();
  for (int k = 0; k < settings_.max_columns; ++k) {
    if (must_stop()) return false;
    const int substeps = 2 * (k + 1);
    ExtendedVector newest;
    midpoint(time, h, substeps, start, newest);
    // row_[j] holds T(k-1, j); after the loop T(k, j).
    for (int j = 1; j <= k; ++j) {
      const Extended ratio = Extended(substeps) / Extended(2 * (k - j + 1));
      const ExtendedVector next = newest + (newest - row_[j - 1]) / (ratio * ratio - Extended(1));
      row_[j - 1] = newest;
      newest = next;
    }
    if (!newest.allFinite()) return false;
    const Extended change = k == 0 ? size : (newest - row_[k - 1]).cwiseAbs().maxCoeff();
    row_[k] = newest;
    if (k > 0 && change <= settings_.tolerance * size) {
      end = newest;
      return true;
    }
  }
  return false;
}

bool Extrapolation::advance(Extended time, Extended h, ExtendedVector& q, ExtendedVector& v, int halvings) {
  num_positions_ = q.size();
  ExtendedVector start(q.size() + v.size());
  start << q, v;
  ExtendedVector end;
  if (extrapolate(time, h, start, end)) {
    q = end.head(q.size());
    v = end.tail(v.size());
    return true;
  }
  if (halvings == settings_.max_halvings || must_stop()) return false;
  const Extended half = h / Extended(2);
  return advance(time, half, q, v, halvings + 1) && advance(time + half, half, q, v, halvings + 1);
}

}  // namespace perpend
