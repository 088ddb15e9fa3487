// Whole turns of joints in space are counted by taking, each step, the angle nearest to the last one: right while a
// joint turns by less than half a turn in a step.
#pragma once

#include <string>
#include <vector>

#include "kernel/simulation/simulate.hpp"

namespace perpend {

class TurnWatch {
 public:
  explicit TurnWatch(const Model& model);

  void add(const Instant& instant);

  /// The first joint that turned too far for its turns to be counted, in words; empty: none did.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  const Model& model_;
  std::vector<int> joints_;  // whose angle is counted
  double last_time_ = 0.0;
  std::string note_;
};

}  // namespace perpend
