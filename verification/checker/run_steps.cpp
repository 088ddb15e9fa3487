#include "verification/checker/run_steps.hpp"

namespace perpend::checker {

void RunSteps::take(const Kind& kind, const Claim& claim, long step, long line) {
  if (kind.place == Place::initial_state && step != 0)
    throw DataError("is about the initial state, and names another step");
  if (kind.place == Place::worst_state && claim.verdict == Verdict::proved && missing_number(kind, claim).empty()) {
    const Rational &worst = claim.bounds[2].value(), &states = claim.bounds[3].value();
    if (!(worst == Rational(step))) throw DataError("names another step than the worst");
    if (worst >= states) throw DataError("names a worst step that has no state");
    num_states_ = states;
  }
  if (kind.place != Place::step || step <= last_) return;
  last_ = step;
  line_ = line;
}

std::optional<long> RunSteps::beyond() const {
  return num_states_ && Rational(last_) > *num_states_ ? std::optional(line_) : std::nullopt;
}

}  // namespace perpend::checker
