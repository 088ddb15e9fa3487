// The kinds of certificates: what their numbers may be, and who proves them again.
#pragma once

#include <span>
#include <string_view>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

enum class Shape { any, size, whole };
enum class Most { nothing, backward_error, share, one, zero };

/// What the step of a line is: one that the run made, the beginning, the worst of all states, or nothing known here.
enum class Place { step, initial_state, worst_state, other };

/// One number of a proved certificate.
struct BoundRule {
  const char* name;
  Shape shape;
  Most most;
};

struct Kind {
  const char* name;
  std::span<const BoundRule> bounds;
  /// Null: `why_open` says why none of them is proved again.
  Finding (*check)(const Claim& claim, const Data& data);
  const char* why_open;
  /// A pair of bounds that enclose a number, first the lower; -1: none.
  int enclosing = -1;
  /// Whether the numbers may all be missing: a sign was decided, nothing else.
  bool may_lack_numbers = false;
  /// Of kinds whose data is no solve.
  Finding (*check_data)(const Claim& claim, const nlohmann::json& data) = nullptr;
  Place place = Place::step;
};

/// Null for a kind that this program does not know.
[[nodiscard]] const Kind* find_kind(std::string_view name);

/// How many rows the claim accepts as rounding of the rest, not by their own size; nothing where the kind has none.
[[nodiscard]] std::optional<Rational> granted_rows(const Kind& kind, const Claim& claim);

/// The name of a number that a proved claim has to have and has not, as where no double was large enough for it; else
/// empty. Pre: as many bounds as the kind has.
[[nodiscard]] std::string missing_number(const Kind& kind, const Claim& claim);

/// What is wrong with the numbers of a claim, whatever they are about; empty when nothing is.
[[nodiscard]] std::string inconsistency(const Kind& kind, const Claim& claim);

}  // namespace perpend::checker
