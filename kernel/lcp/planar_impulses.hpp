// Sweeps over contacts of the plane, four at once. Each of the four has bodies of its own, so that the bits are those
// of one after the other; and contacts that share a body keep their order. So a sweep is what it would be contact by
// contact, but for those that wake within a step, which come last.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "kernel/lcp/planar_groups.hpp"
#include "kernel/lcp/sleeping_contacts.hpp"

namespace perpend {

/// As ContactSweeps.
class PlanarImpulses {
 public:
  void take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
            const SubstepShares& shares);
  void wake(const VectorX& v, double h, const VectorX& displacement, double time);
  void apply(VectorX& v);
  void sweep(const SweepRule& rule, VectorX& v);
  void move(const VectorX& v, double h, const VectorX& displacement, double time);
  void sum_up();
  [[nodiscard]] double residual(const SweepRule& rule, const VectorX& v);
  [[nodiscard]] std::pair<double, double> work(const VectorX& v) const;
  void keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const;

 private:
  struct Woken {
    int contact;
    double distance;
    std::array<double, 2> impulse;
  };

  void place_woken();
  void put(const Woken& woken, int group);
  [[nodiscard]] int first_free(int group);
  void gather(const VectorX& v);
  void scatter(VectorX& v) const;

  SleepingContacts sleeping_;
  const MassMatrix* mass_ = nullptr;
  double compliance_share_ = 1.0;
  std::vector<Woken> woken_;
  std::vector<PlanarGroup> groups_;
  std::vector<int> slot_;                   ///< of each contact: its place in groups_ times four; -1: it sleeps
  std::vector<int> next_group_;             ///< of a body: the first that a contact of it may stand in
  std::vector<int> free_;                   ///< of a group: one with room at or after it
  std::vector<PlanarVelocity> velocities_;  ///< of bodies; the first does not move
};

}  // namespace perpend
