// The kinds of certificates: what their numbers may be, and who proves them again. The row of each is in the file that
// checks its claims; a new one is declared and listed here.
#pragma once

#include <span>
#include <string_view>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

enum class Shape { any, size, whole };
enum class Most { nothing, backward_error, share, one, zero };

/// What the step of a line is: one that the run made, the beginning, the worst of all states, or nothing known here.
enum class Place { step, initial_state, worst_state, other };

/// One number of a proved certificate of a run.
struct BoundRule {
  const char* name;
  Shape shape;
  Most most;
};

struct Kind {
  const char* name;
  /// Throws DataError where the data cannot be that of the kind. Null: no claim of the kind is proved again.
  Finding (*check)(const Claim& claim);
  // Kinds of lines of a run also have:
  std::span<const BoundRule> bounds = {};
  /// Why a line without data, or without a check, is open; null: it states its numbers alone.
  const char* why_open = nullptr;
  /// The two that enclose a number; null: there are none.
  const char *lower_end = nullptr, *upper_end = nullptr;
  /// Whether the numbers may all be missing: a sign was decided, nothing else.
  bool may_lack_numbers = false;
  Place place = Place::step;
};

/// Rows that meet no limit by their own size, of the kinds that count them.
inline constexpr const char* granted_rows_name = "rows granted as rounding at most";

/// Kinds of lines of a run.
namespace run_kinds {
extern const Kind kkt_residual, kept_rows, complementarity, contact_solve, contact_kept_rows, contact_class,
    solvability, num_solutions, spd_delassus, rank, spectral_radius, constraint_error, reference;
inline constexpr const Kind* all[] = {&kkt_residual,      &kept_rows,     &complementarity, &contact_solve,
                                      &contact_kept_rows, &contact_class, &solvability,     &num_solutions,
                                      &spd_delassus,      &rank,          &spectral_radius, &constraint_error,
                                      &reference};
}  // namespace run_kinds

/// Kinds of statements.
namespace statement_kinds {
extern const Kind spd, rank, linear, lcp, solvability, matrix_class, rho, method, limit, friction_cone,
    friction_pyramid, friction_existence;
inline constexpr const Kind* all[] = {&spd, &rank,   &linear, &lcp,           &solvability,      &matrix_class,
                                      &rho, &method, &limit,  &friction_cone, &friction_pyramid, &friction_existence};
}  // namespace statement_kinds

/// Null for a kind that this program does not know.
[[nodiscard]] const Kind* find_kind(std::span<const Kind* const> kinds, std::string_view name);

/// The name of a number that a proved claim has to have and has not, as where no double was large enough for it; else
/// empty. Pre: the bounds are those of the kind.
[[nodiscard]] std::string missing_number(const Kind& kind, const Claim& claim);

/// What is wrong with the numbers of a claim, whatever they are about; empty when nothing is.
[[nodiscard]] std::string inconsistency(const Kind& kind, const Claim& claim);

}  // namespace perpend::checker
