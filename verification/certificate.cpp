#include "verification/certificate.hpp"

#include <cstddef>

#include "verification/certificates.hpp"

namespace perpend {

/// Has no proof, and so no file of its own.
constinit const CertificateType certificate_types::reference{
    .kind = CertificateKind::reference,
    .id = "reference",
    .statement =
        "two integrations of different order, step and precision agree within the stated distance: high precision, not "
        "a proof",
    .theorem = "agreement of independent extrapolated integrations [Gragg65]",
    .bounds = in_order<ReferenceBound>(
        {{ReferenceBound::difference, "largest difference", Sense::exactly, Quantity::position}})};

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_run:
      return "not_run";
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::undecided:
      return "undecided";
  }
  return "unknown";
}

std::string describe(const BoundType& bound) {
  switch (bound.sense) {
    case Sense::at_most:
      return std::string(bound.name) + " at most";
    case Sense::at_least:
      return std::string(bound.name) + " at least";
    case Sense::exactly:
      return bound.name;
  }
  return "unknown";
}

long granted_rows(const Certificate& certificate) {
  if (certificate.verdict != Verdict::proved) return 0;
  const CertificateType& type = certificate_type(certificate.kind);
  for (std::size_t i = 0; i < max_bounds; ++i)
    if (type.bounds[i].quantity == Quantity::granted_rows) return static_cast<long>(certificate.bounds[i]);
  return 0;
}

const CertificateType& certificate_type(CertificateKind kind) {
  return *certificate_types::all[static_cast<std::size_t>(kind)];
}

}  // namespace perpend
