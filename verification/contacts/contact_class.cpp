#include "verification/contacts/contact_class.hpp"

#include <algorithm>

#include "verification/arithmetic/interval.hpp"
#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

bool is_nonnegative(const VectorX& values) {
  for (const double x : values)
    if (!(x >= 0.0)) return false;
  return true;
}

}  // namespace

bool is_positive_definite(const MassMatrix& mass) {
  if (!is_well_placed(mass)) return false;
  for (const double m : mass.diagonal)
    if (!(m > 0.0 && m < infinity)) return false;
  for (const InertiaBlock& block : mass.blocks) {
    const Interval a = mass.diagonal[block.first];
    const Interval b = mass.diagonal[block.first + 1];
    const Interval c = mass.diagonal[block.first + 2];
    const Interval xy = block.xy;
    const Interval xz = block.xz;
    const Interval yz = block.yz;
    const Interval second = a * b - square(xy);
    const Interval third = c * second - a * square(yz) - b * square(xz) + Interval(2.0) * xy * xz * yz;
    if (!(second.lo > 0.0 && third.lo > 0.0)) return false;
  }
  return true;
}

Certificate certify_contact_class(const ContactProblem& problem) {
  if (problem.joints.mass == nullptr) return undecided(CertificateKind::contact_class, "there is no mass matrix");
  if (problem.law == FrictionLaw::sliding)
    return undecided(CertificateKind::contact_class,
                     "friction along known directions of sliding gives the matrix no structure");
  Certificate result{.kind = CertificateKind::contact_class, .verdict = Verdict::proved};
  double smallest = infinity;
  double largest = 0.0;
  for (const Contact& contact : problem.rows.contacts) {
    if (!(contact.friction >= 0.0 && contact.friction < infinity))
      return undecided(CertificateKind::contact_class, "a friction coefficient is negative");
    smallest = std::min(smallest, contact.friction);
    largest = std::max(largest, contact.friction);
  }
  if (!is_nonnegative(problem.compliance) || !is_nonnegative(problem.joints.compliance))
    return undecided(CertificateKind::contact_class, "a compliance is negative");
  if (!is_positive_definite(*problem.joints.mass))
    return undecided(CertificateKind::contact_class, "the mass matrix is not shown to be positive definite");
  result[ContactClassBound::smallest_friction] = problem.rows.contacts.empty() ? 0.0 : smallest;
  result[ContactClassBound::largest_friction] = largest;
  return result;
}

}  // namespace perpend
