// A of contacts between bodies without joints as G M^-1 G^T, for those that solve its systems in the velocities of
// bodies.
#pragma once

#include <span>

#include "kernel/lcp/contact_unknowns.hpp"

namespace perpend {

class ContactBodies {
 public:
  /// In the units of the LCP; a slip has no bodies. Null with compliance, where an impulse and a rate differ in their
  /// rows, and where bodies differ in the number of their velocities.
  [[nodiscard]] const LcpBodies* write(const ContactRows& rows, const ContactUnknowns& unknowns,
                                       const MassMatrix& mass);

 private:
  void number(const ContactRows& rows);
  void write_masses(const MassMatrix& mass, double unit);
  void write_row(const ContactRows& rows, const LcpUnknown& unknown, int i);

  LcpBodies bodies_;
  std::vector<int> body_at_column_;  // of the first of its velocities, -1: none with a contact
};

/// Those of some unknowns alone.
class LcpBodiesPart {
 public:
  [[nodiscard]] const LcpBodies* take(const LcpBodies& whole, std::span<const int> unknowns);

 private:
  LcpBodies bodies_;
  std::vector<int> number_;      // of each body of the whole, -1 between calls
  std::vector<int> whole_body_;  // of each body of the part
};

}  // namespace perpend
