// A certificate: a statement about exact data (every double is an exact rational), a verdict, the bounds that were
// proved.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <limits>
#include <string>

namespace perpend {

enum class Verdict { not_run, proved, refuted, undecided };

[[nodiscard]] const char* to_string(Verdict verdict);

enum class CertificateKind {
  kkt_residual,
  kept_rows,
  complementarity,
  contact_solve,
  contact_class,
  solvability,
  num_solutions,
  spd_delassus,
  rank,
  spectral_radius,
  constraint_error,
  reference
};

// What a certificate of each kind proves, in the order of its rows in `certificate_type`.
enum class KktResidualBound { backward_error, motion_residual, constraint_residual, worst_row, granted_rows };
enum class KeptRowsBound { backward_error, share_beyond, miss, num_left_out, granted_rows };
enum class ComplementarityBound { error_between, error_at_bound, violation, worst_row, granted_rows };
enum class ContactSolveBound { backward_error, motion, joints, normal, tangential, cone, granted_rows };
enum class ContactClassBound { smallest_friction, largest_friction };
enum class SolvabilityBound { num_contacts };
enum class NumSolutionsBound { most_impulses, fewest_impulses, impulse_continua, motions, motion_continua, num_pairs };
enum class DelassusBound { smallest_eigenvalue, condition, rounding };
enum class RankBound { rank, distance, independence, num_dependent };
enum class SpectralRadiusBound { lower, upper, trace, determinant };
enum class ConstraintErrorBound { lower, upper, worst_step, num_states };
enum class ReferenceBound { difference };

[[nodiscard]] constexpr CertificateKind kind_of(KktResidualBound) {
  return CertificateKind::kkt_residual;
}
[[nodiscard]] constexpr CertificateKind kind_of(KeptRowsBound) {
  return CertificateKind::kept_rows;
}
[[nodiscard]] constexpr CertificateKind kind_of(ComplementarityBound) {
  return CertificateKind::complementarity;
}
[[nodiscard]] constexpr CertificateKind kind_of(ContactSolveBound) {
  return CertificateKind::contact_solve;
}
[[nodiscard]] constexpr CertificateKind kind_of(ContactClassBound) {
  return CertificateKind::contact_class;
}
[[nodiscard]] constexpr CertificateKind kind_of(SolvabilityBound) {
  return CertificateKind::solvability;
}
[[nodiscard]] constexpr CertificateKind kind_of(NumSolutionsBound) {
  return CertificateKind::num_solutions;
}
[[nodiscard]] constexpr CertificateKind kind_of(DelassusBound) {
  return CertificateKind::spd_delassus;
}
[[nodiscard]] constexpr CertificateKind kind_of(RankBound) {
  return CertificateKind::rank;
}
[[nodiscard]] constexpr CertificateKind kind_of(SpectralRadiusBound) {
  return CertificateKind::spectral_radius;
}
[[nodiscard]] constexpr CertificateKind kind_of(ConstraintErrorBound) {
  return CertificateKind::constraint_error;
}
[[nodiscard]] constexpr CertificateKind kind_of(ReferenceBound) {
  return CertificateKind::reference;
}

/// The most numbers that one certificate proves.
inline constexpr std::size_t max_bounds = 7;

/// What a number says of the quantity that it bounds. Of several `exactly`, the largest is the worst.
enum class Sense { at_most, at_least, exactly };

/// What the quantity is; its unit depends on the purpose of the solve.
enum class Quantity {
  number,        ///< a pure number, a count, a row or a step
  granted_rows,  ///< a count of rows that are granted as rounding
  rate,          ///< of a contact
  any_rate,      ///< of rows of joints: of lengths or angles
  impulse,
  any_impulse,
  position,  ///< a length or an angle
};

struct BoundType {
  const char* name = nullptr;  ///< without its sense; nullptr: unused
  Sense sense = Sense::exactly;
  Quantity quantity = Quantity::number;
};

/// "backward error at most".
[[nodiscard]] std::string describe(const BoundType& bound);

/// What a kind of certificate says and why it holds; one row each in `certificate_type`.
struct CertificateType {
  CertificateKind kind;
  const char* id;                            ///< "kkt_residual"
  const char* statement;                     ///< in words
  const char* theorem;                       ///< name and citation key
  std::array<BoundType, max_bounds> bounds;  ///< the named ones first
};

[[nodiscard]] const CertificateType& certificate_type(CertificateKind kind);

[[nodiscard]] constexpr std::array<double, max_bounds> unknown_bounds() {
  std::array<double, max_bounds> bounds{};
  bounds.fill(std::numeric_limits<double>::quiet_NaN());
  return bounds;
}

/// Fixed size: made for every solve of every step without allocating.
struct Certificate {
  CertificateKind kind = CertificateKind::kkt_residual;
  Verdict verdict = Verdict::not_run;
  std::array<double, max_bounds> bounds = unknown_bounds();  ///< in the order of the kind's rows
  const char* reason = "";                                   ///< static text; empty when proved

  /// `certificate[RankBound::distance]`. Pre: the bound belongs to this kind.
  template <class Bound>
  [[nodiscard]] double& operator[](Bound bound) {
    assert(kind_of(bound) == kind);
    return bounds[static_cast<std::size_t>(bound)];
  }
  template <class Bound>
  [[nodiscard]] double operator[](Bound bound) const {
    assert(kind_of(bound) == kind);
    return bounds[static_cast<std::size_t>(bound)];
  }
};

[[nodiscard]] inline Certificate undecided(CertificateKind kind, const char* reason) {
  return {.kind = kind, .verdict = Verdict::undecided, .reason = reason};
}

/// Rows that a proved certificate accepts as rounding of the rest although they miss the limit by their own size.
[[nodiscard]] long granted_rows(const Certificate& certificate);

}  // namespace perpend
