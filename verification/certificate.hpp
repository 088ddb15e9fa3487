// A certificate: a statement about exact data (every double is an exact rational), a verdict, the bounds that were
// proved.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

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

/// The most numbers that one certificate proves.
inline constexpr std::size_t max_bounds = 7;

/// What a kind of certificate says and why it holds; one row each in `certificate_type`.
struct CertificateType {
  CertificateKind kind;
  const char* id;                                  ///< "kkt_residual"
  const char* statement;                           ///< in words
  const char* theorem;                             ///< name and citation key
  std::array<const char*, max_bounds> bound_name;  ///< nullptr: unused
  int granted_bound = -1;                          ///< which of them counts rows granted as rounding; -1: none does
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
  std::array<double, max_bounds> bounds = unknown_bounds();
  const char* reason = "";  ///< static text; empty when proved
};

[[nodiscard]] inline Certificate undecided(CertificateKind kind, const char* reason) {
  return {.kind = kind, .verdict = Verdict::undecided, .reason = reason};
}

/// Rows that a proved certificate accepts as rounding of the rest although they miss the limit by their own size.
[[nodiscard]] long granted_rows(const Certificate& certificate);

}  // namespace perpend
