// Laws that need their own value through a linkage: what they read is tied to what they set by the other joints.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

/// What one row sets to a law, as the signal that would read it.
struct FollowedLaw {
  std::size_t joint = 0;
  const TimeFunction* law = nullptr;
  StateSignal target{};
  std::string name{};  ///< as a scene writes the target
  bool is_rate = false;
};

class LinkedLaws {
 public:
  /// No law depends on anything where the checks of the vocabulary cannot say.
  LinkedLaws(const Model& model, const State& start, const SceneChecks* checks, const std::vector<FollowedLaw>& laws);

  /// Whether the value of a law changes with the target of one, in every motion that all rows but those of laws allow.
  [[nodiscard]] bool depends(std::size_t law, std::size_t target) const;

 private:
  struct Read {
    std::size_t row = 0;  ///< of the linked motions
    std::size_t signal = 0;
  };

  const std::vector<FollowedLaw>& laws_;
  LinkedMotions linked_;
  std::vector<std::size_t> targets_;      ///< rows of the linked motions, by law
  std::vector<std::vector<Read>> reads_;  ///< by law
};

}  // namespace perpend::dsl
