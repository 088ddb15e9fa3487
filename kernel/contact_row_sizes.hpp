// How large the terms are that each row of the LCP of contacts comes from: what its certificate holds an error of the
// row against (docs/certificates.md).
#pragma once

#include "kernel/contact_problem.hpp"
#include "kernel/lcp/contact_unknowns.hpp"

namespace perpend {

class ContactRowSizes {
 public:
  /// Sets row_size and coupled_size, in the units of (z, w). `free`: x and multipliers without the contacts. Pre: the
  /// unknowns have their mass and speed.
  void set(const ContactProblem& problem, const Solution& free, const ContactUnknowns& unknowns, Lcp& lcp);

 private:
  struct Size {
    double own = 0.0;     ///< of its terms, each from the momenta that it is the difference of
    double beside = 0.0;  ///< with the largest of all momenta in every place
  };

  void sum_momenta(const Problem& joints, const Solution& free);
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
