// The steps that the lines of a run name, compared with each other.
#pragma once

#include <optional>
#include <string>

#include "verification/checker/kinds.hpp"

namespace perpend::checker {

class RunSteps {
 public:
  /// Throws DataError: a kind of the initial state names a later step, an error another step than the worst, or one
  /// that has no state.
  void take(const Kind& kind, const Claim& claim, long step, long line);

  /// The line that names a step which the run, with as many states as it claims, did not make. The step at which a run
  /// fails leaves no state.
  [[nodiscard]] std::optional<long> beyond() const;
  [[nodiscard]] long last() const { return last_; }

 private:
  long last_ = 0;
  long line_ = 0;
  std::optional<Rational> num_states_;
};

}  // namespace perpend::checker
