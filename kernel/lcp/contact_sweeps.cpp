#include "kernel/lcp/contact_sweeps.hpp"

#include <variant>

#include "kernel/lcp/planar_impulses.hpp"
#include "kernel/lcp/spatial_impulses.hpp"

namespace perpend {

SweepRule SweepRule::pushing(double h, double frequency, double damping_ratio) {
  const double turn = h * frequency, damping = 2.0 * damping_ratio + turn;
  const double relief = 1.0 / (1.0 + turn * damping);
  return {.inverse_step = 1.0 / h,
          .push_rate = frequency / damping,
          .mass_share = 1.0 - relief,
          .relief = relief,
          .yield = 1.0};
}

SweepRule SweepRule::relaxing(double h) {
  return {.inverse_step = 1.0 / h};
}

struct ContactSweeps::Parts {
  std::variant<PlanarImpulses, SpatialImpulses> sweeps;
};

ContactSweeps::ContactSweeps() : parts_(std::make_unique<Parts>()) {}
ContactSweeps::ContactSweeps(ContactSweeps&& other) noexcept = default;
ContactSweeps& ContactSweeps::operator=(ContactSweeps&& other) noexcept = default;
ContactSweeps::~ContactSweeps() = default;

void ContactSweeps::take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
                         const SubstepShares& shares) {
  const bool is_planar = rows.rows_per_contact == 2;
  if (is_planar != std::holds_alternative<PlanarImpulses>(parts_->sweeps)) {
    if (is_planar)
      parts_->sweeps.emplace<PlanarImpulses>();
    else
      parts_->sweeps.emplace<SpatialImpulses>();
  }
  std::visit([&](auto& sweeps) { sweeps.take(rows, mass, old, shares); }, parts_->sweeps);
}

void ContactSweeps::wake(const VectorX& v, double h, const VectorX& displacement, double time) {
  std::visit([&](auto& sweeps) { sweeps.wake(v, h, displacement, time); }, parts_->sweeps);
}

void ContactSweeps::apply(VectorX& v) const {
  std::visit([&](auto& sweeps) { sweeps.apply(v); }, parts_->sweeps);
}

void ContactSweeps::sweep(const SweepRule& rule, VectorX& v) {
  std::visit([&](auto& sweeps) { sweeps.sweep(rule, v); }, parts_->sweeps);
}

void ContactSweeps::move(const VectorX& v, double h, const VectorX& displacement, double time) {
  std::visit([&](auto& sweeps) { sweeps.move(v, h, displacement, time); }, parts_->sweeps);
}

void ContactSweeps::sum_up() {
  std::visit([](auto& sweeps) { sweeps.sum_up(); }, parts_->sweeps);
}

double ContactSweeps::residual(const SweepRule& rule, const VectorX& v) const {
  return std::visit([&](auto& sweeps) { return sweeps.residual(rule, v); }, parts_->sweeps);
}

std::pair<double, double> ContactSweeps::work(const VectorX& v) const {
  return std::visit([&](const auto& sweeps) { return sweeps.work(v); }, parts_->sweeps);
}

void ContactSweeps::keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const {
  std::visit([&](const auto& sweeps) { sweeps.keep(rows, v, kept); }, parts_->sweeps);
}

}  // namespace perpend
