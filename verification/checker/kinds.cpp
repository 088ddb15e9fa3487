#include "verification/checker/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perpend::checker {

namespace {

constexpr BoundRule reference_bounds[] = {{"largest difference", Shape::size, Most::nothing}};

std::optional<Rational> most_of(Most most) {
  switch (most) {
    case Most::nothing:
      return std::nullopt;
    case Most::backward_error:
      return backward_error_limit();
    case Most::share:
      return power_of_two(-6);
    case Most::one:
      return Rational(1);
    case Most::zero:
      return Rational(0);
  }
  return std::nullopt;
}

std::string trouble_of(const BoundRule& rule, const Rational& x) {
  if (rule.shape != Shape::any && x.sign() < 0) return fmt::format("'{}' is negative", rule.name);
  if (rule.shape == Shape::whole && !x.is_whole()) return fmt::format("'{}' is not a whole number", rule.name);
  const auto most = most_of(rule.most);
  if (most && x > *most) return fmt::format("is proved although '{}' is {}, above its limit", rule.name, print(x));
  return "";
}

}  // namespace

constinit const Kind run_kinds::reference{
    .name = "reference",
    .check = nullptr,
    .bounds = reference_bounds,
    .why_open = "evidence, not a proof",
    .place = Place::other,
};

const Kind* find_kind(std::span<const Kind* const> kinds, std::string_view name) {
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind* kind) { return kind->name == name; });
  return found == kinds.end() ? nullptr : *found;
}

std::string missing_number(const Kind& kind, const Claim& claim) {
  if (claim.verdict != Verdict::proved) return "";
  const auto is_missing = [](const Bound& bound) { return !bound.value; };
  if (kind.may_lack_numbers && std::all_of(claim.bounds.begin(), claim.bounds.end(), is_missing)) return "";
  const auto missing = std::find_if(claim.bounds.begin(), claim.bounds.end(), is_missing);
  return missing == claim.bounds.end() ? "" : missing->name;
}

std::string inconsistency(const Kind& kind, const Claim& claim) {
  if (claim.bounds.size() != kind.bounds.size()) return "has another number of bounds than its kind";
  if (claim.verdict != Verdict::proved) return "";
  for (std::size_t i = 0; i < claim.bounds.size(); ++i) {
    if (!claim.bounds[i].value) continue;
    if (const std::string trouble = trouble_of(kind.bounds[i], *claim.bounds[i].value); !trouble.empty())
      return trouble;
  }
  if (!missing_number(kind, claim).empty()) return "";
  if (kind.lower_end != nullptr && *claim.number(kind.lower_end) > *claim.number(kind.upper_end))
    return "has a lower bound above the upper one";
  return "";
}

}  // namespace perpend::checker
