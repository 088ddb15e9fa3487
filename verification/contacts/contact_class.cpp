#include <algorithm>

#include "verification/certificates.hpp"
#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

bool is_nonnegative(const VectorX& values) {
  for (const double x : values)
    if (!(x >= 0.0)) return false;
  return true;
}

}  // namespace

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

constinit const CertificateType certificate_types::contact_class{
    .kind = CertificateKind::contact_class,
    .id = "contact_class",
    .statement =
        "the complementarity problem of the contacts, motions and joints eliminated where they can be, has a "
        "copositive matrix, with the convex friction law or without friction a positive semidefinite one",
    .theorem =
        "a Gram matrix in the inverse of M, which is positive definite, together with blocks E and -E^T and friction "
        "coefficients that are not negative [AnitescuPotra97] [HartAnitescu03]",
    .bounds =
        in_order<ContactClassBound>({{ContactClassBound::smallest_friction, "friction coefficient", Sense::at_least},
                                     {ContactClassBound::largest_friction, "friction coefficient", Sense::at_most}})};

}  // namespace perpend
