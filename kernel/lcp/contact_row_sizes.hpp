// How large the terms are that each row of the LCP of contacts comes from: what its certificate holds an error of the
// row against (docs/certificates.md).
#pragma once

#include "kernel/lcp/contact_unknowns.hpp"
#include "kernel/model/contacts/contact_problem.hpp"

namespace perpend {

class ContactRowSizes {
 public:
  /// Sets row_size and coupled_size, in the units of (z, w). `free`: multipliers without the contacts; `impulse`:
  /// of the base rows. Pre: the unknowns have their mass and speed.
  void set(const ContactProblem& problem, const Solution& free, const GrowingVector& impulse,
           const ContactUnknowns& unknowns, Lcp& lcp);

 private:
  struct Size {
    double own = 0.0;           ///< of its terms, each from the momenta that it is the difference of
    double neighbouring = 0.0;  ///< with the largest of all momenta in every place
  };

  void sum_joint_momenta(const Problem& joints, const Solution& free);
  void sum_contact_momenta(const ContactProblem& problem, const GrowingVector& impulse,
                           const ContactUnknowns& unknowns);
  void take_velocities(const Problem& joints);
  void add(double value, int column, double factor, Size& size) const;
  [[nodiscard]] Size rate_size(const ContactProblem& problem, const ContactUnknowns& unknowns,
                               const LcpUnknown& unknown) const;
  [[nodiscard]] Size slip_size(const ContactProblem& problem, const ContactUnknowns& unknowns,
                               const LcpUnknown& unknown) const;

  VectorX velocity_;  ///< of the momenta that each entry of x sums up from
  double largest_velocity_ = 0.0;
  double largest_impulse_ = 0.0;
};

}  // namespace perpend
