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

/// The kinds, their bounds and their proofs: certificates.hpp.
enum class CertificateKind : int;

/// The most numbers that one certificate proves.
inline constexpr std::size_t max_bounds = 10;

/// What a number says of the quantity that it bounds. Where several say `exactly`, the largest is the worst.
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

/// What a kind of certificate says and why it holds. The row of each kind is next to its proof.
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
  CertificateKind kind{};
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
