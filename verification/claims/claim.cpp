#include "verification/claims/claim.hpp"

#include <cmath>

#include "verification/claims/claim_value.hpp"

namespace perpend {

namespace {

bool is_inside(Interval value, const ClaimSpec& spec) {
  const bool above = spec.lower_open ? value.lo > spec.lower : value.lo >= spec.lower;
  const bool below = spec.upper_open ? value.hi < spec.upper : value.hi <= spec.upper;
  return above && below;
}

bool is_outside(Interval value, const ClaimSpec& spec) {
  const bool below = spec.lower_open ? value.hi <= spec.lower : value.hi < spec.lower;
  const bool above = spec.upper_open ? value.lo >= spec.upper : value.lo > spec.upper;
  return below || above;
}

}  // namespace

ClaimRecord judge_claim(const ClaimSpec& spec, const ClaimContext& context) {
  ClaimRecord record{.id = spec.id,
                     .words = spec.words,
                     .kind = spec.kind,
                     .source = spec.source,
                     .text = spec.text,
                     .range_text = spec.range_text,
                     .status = ClaimVerdict::undecided,
                     .expect = spec.expect,
                     .range_lower = spec.lower,
                     .range_upper = spec.upper,
                     .unit = spec.unit,
                     .reason = {},
                     .note = spec.note,
                     .place = spec.place,
                     .figure = spec.figure};
  const auto [value, reason, proof, scope, estimate] = evaluate(spec.value, context);
  record.reason = reason;
  record.limit_scope = scope;
  if (!value.is_known()) return record;
  // Between the ends of a limit that may be a smaller one there is no value to name.
  if (record.limit_scope != LimitScope::some) record.measured = estimate;
  record.lo = value.lo;
  record.hi = value.hi;
  record.reason = proof;
  if (is_inside(value, spec))
    record.status = ClaimVerdict::reproduced;
  else if (is_outside(value, spec))
    record.status = ClaimVerdict::not_reproduced;
  else if (std::isnan(spec.lower) || std::isnan(spec.upper))
    record.reason = "the range of the claim is not a number";
  else if (record.limit_scope != LimitScope::some)
    record.reason =
        "the enclosure of the value reaches across an end of the range" + (proof.empty() ? "" : ": " + proof);
  return record;
}

}  // namespace perpend
