// Sweeps over contacts of space, one by one.
#pragma once

#include <utility>
#include <vector>

#include "kernel/lcp/contact_sweeps.hpp"
#include "kernel/lcp/sleeping_contacts.hpp"
#include "kernel/lcp/spatial_swept.hpp"

namespace perpend {

/// As ContactSweeps.
class SpatialImpulses {
 public:
  void take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
            const SubstepShares& shares);
  void wake(const VectorX& v, double h, const VectorX& displacement, double time);
  void apply(VectorX& v) const;
  void sweep(const SweepRule& rule, VectorX& v);
  void move(const VectorX& v, double h, const VectorX& displacement, double time);
  void sum_up();
  [[nodiscard]] double residual(const SweepRule& rule, const VectorX& v) const;
  [[nodiscard]] std::pair<double, double> work(const VectorX& v) const;
  void keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const;

 private:
  void invert(const MassMatrix& mass);
  [[nodiscard]] SpatialSwept take_up(int c) const;
  void set_order();

  SleepingContacts sleeping_;
  std::vector<SpatialSwept> contacts_;  ///< as they woke
  std::vector<int> order_;              ///< of those, by the index of the contact
  std::size_t num_ordered_ = 0;         ///< of the first of them
  double compliance_share_ = 1.0;
  std::vector<double> inverse_diagonal_, inverse_aside_;
};

}  // namespace perpend
