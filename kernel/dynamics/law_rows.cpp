#include "kernel/dynamics/law_rows.hpp"

#include <algorithm>
#include <array>

#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "kernel/model/numbers/dual.hpp"

namespace perpend {

namespace {

/// Signals with their first and second derivatives, as the derivatives of a law read them.
template <class Scalar>
class Readings {
 public:
  explicit Readings(std::size_t count) : count_(count) {}
  [[nodiscard]] Scalar& value(std::size_t i) { return numbers_[i]; }
  [[nodiscard]] Scalar& rate(std::size_t i) { return numbers_[count_ + i]; }
  [[nodiscard]] Scalar& acceleration(std::size_t i) { return numbers_[2 * count_ + i]; }
  [[nodiscard]] const Scalar* data() const { return numbers_.data(); }

 private:
  std::size_t count_;
  std::array<Scalar, 3 * TimeFunction::max_signals> numbers_{};
};

template <class Scalar>
Scalar slope(const TimeFunction& f, Scalar time, Readings<Scalar>& read, std::size_t which) {
  std::array<Dual<Scalar>, TimeFunction::max_signals> moved;
  for (std::size_t i = 0; i < f.signals().size(); ++i) moved[i] = Dual<Scalar>(read.value(i));
  moved[which].rate = Scalar(1);
  return f(Dual<Scalar>(time), moved.data()).rate;
}

/// Row `row` -= slope times the gradient of the signal.
template <class In>
void subtract_gradient(const Joint& joint, std::size_t row, typename In::Scalar slope, const SignalRow<In>& signal,
                       typename In::Rows& rows) {
  const std::array<int, num_sides> bodies = bodies_of(joint);
  for (std::size_t from = 0; from < num_sides; ++from) {
    if (signal.body[from] == world_body) continue;
    const auto to =
        static_cast<std::size_t>(std::find(bodies.begin(), bodies.end(), signal.body[from]) - bodies.begin());
    if (to == num_sides) continue;  // a fixed body
    for (int j = 0; j < In::num_velocities; ++j) rows.jacobian[to][row][j] -= slope * signal.row[from][j];
  }
}

template <class In>
void subtract_law(const Model& model, const std::vector<typename In::Motion>& motions, typename In::Scalar time,
                  const typename In::Scalar* near, const Joint& joint, std::size_t k, typename In::Rows& rows) {
  using Scalar = typename In::Scalar;
  const TimeFunction& f = joint.drive[k];
  const std::vector<StateSignal>& signals = f.signals();
  const bool is_velocity = is_nonholonomic(joint, static_cast<int>(k));
  Readings<Scalar> still(signals.size());
  Readings<Scalar> read(signals.size());
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const SignalMotion<Scalar> motion = signal_motion<In>(model, motions, near, signals[i]);
    still.value(i) = read.value(i) = motion.value;
    read.rate(i) = motion.rate;
    read.acceleration(i) = motion.acceleration;
  }
  Scalar along_rates(0);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (is_velocity && !is_rate(signals[i].kind)) continue;
    const Scalar of_signal = slope(f, time, read, i);
    if (of_signal == Scalar(0)) continue;
    subtract_gradient<In>(joint, k, of_signal, signal_row<In>(model, motions, near, signals[i]), rows);
    along_rates += of_signal * read.value(i);
  }
  if (is_velocity) {
    rows.phi_t[k] -= f(time, read.data()) - along_rates;
    rows.jdot_v[k] -= joint.drive_rate[k](time, read.data());
    return;
  }
  rows.phi[k] -= f(time, read.data());
  rows.phi_t[k] -= joint.drive_rate[k](time, still.data());
  rows.jdot_v[k] -= joint.drive_acceleration[k](time, read.data());
}

}  // namespace

template <class In>
void subtract_laws(const Model& model, const std::vector<typename In::Motion>& motions, typename In::Scalar time,
                   const typename In::Scalar* near, const Joint& joint, typename In::Rows& rows) {
  for (std::size_t k = 0; k < joint.drive.size(); ++k)
    if (joint.drive[k].is_law()) subtract_law<In>(model, motions, time, near, joint, k, rows);
}

template void subtract_laws<InPlane<double>>(const Model&, const std::vector<BodyMotion<double>>&, double,
                                             const double*, const Joint&, JointRows<double>&);
template void subtract_laws<InSpace<double>>(const Model&, const std::vector<SpatialMotion<double>>&, double,
                                             const double*, const Joint&, SpatialRows<double>&);
template void subtract_laws<InPlane<Extended>>(const Model&, const std::vector<BodyMotion<Extended>>&, Extended,
                                               const Extended*, const Joint&, JointRows<Extended>&);
template void subtract_laws<InSpace<Extended>>(const Model&, const std::vector<SpatialMotion<Extended>>&, Extended,
                                               const Extended*, const Joint&, SpatialRows<Extended>&);

}  // namespace perpend
