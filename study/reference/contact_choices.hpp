// What contacts and limits may do at one instant, each choice of all of them in turn.
#pragma once

#include <vector>

#include "study/reference/evaluated_state.hpp"
#include "study/reference/motion_phase.hpp"

namespace perpend {

/// One of the things that a contact may do.
struct ContactChoice {
  ClosedContact closed;
  bool is_apart = false;
  bool seeks_slide = false;  ///< space: it slides, and the direction follows from the answer
};

/// Of a contact that touches. `slip`: along its tangents, as ContactMotion::in_tangents gives it; at rest below
/// no_rate, where `may_stay` allows what does not move.
[[nodiscard]] std::vector<ContactChoice> choices_of(const Touching& touching, Space space, const Vec3& slip,
                                                    bool may_stay);

/// Counts through all combinations: digit i has `sizes[i]` values.
class Combinations {
 public:
  explicit Combinations(std::vector<int> sizes);
  [[nodiscard]] long count() const { return count_; }
  [[nodiscard]] int digit(std::size_t i) const { return digits_[i]; }
  [[nodiscard]] bool next();  ///< false after the last

 private:
  std::vector<int> sizes_;
  std::vector<int> digits_;
  long count_ = 1;
};

/// More combinations than this take minutes.
inline constexpr long most_combinations = 20000;

}  // namespace perpend
