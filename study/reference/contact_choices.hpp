// What contacts and limits may do at one instant, each choice of all of them in turn.
#pragma once

#include <vector>

#include "study/reference/evaluated_state.hpp"
#include "study/reference/motion_phase.hpp"

namespace perpend {

/// One of the things that a contact may do.
struct ContactChoice {
  ClosedContact closed;
  bool is_apart = false;     ///< without a force of its own
  bool seeks_slide = false;  ///< space: it slides, and the direction follows from the answer
};

/// Choices of a contact without a normal rate, with this slip along its tangents (TouchingMotion::in_tangents).
[[nodiscard]] std::vector<ContactChoice> choices_of(const Touching& touching, Space space, const Vec3& slip);
/// In an impact: whatever the slip, which is a first guess. `was_pressed`: a normal impulse is there already, and
/// friction acts for it though the bodies part.
[[nodiscard]] std::vector<ContactChoice> impact_choices_of(const Touching& touching, Space space, const Vec3& slip,
                                                           bool was_pressed);

/// Contacts that seek a slide, and the angles of their slides, from the first tangent to the second [rad].
[[nodiscard]] std::vector<std::size_t> seeking_slides(const std::vector<ContactChoice>& chosen);
[[nodiscard]] VectorX angles_of_slides(const std::vector<std::size_t>& seeking,
                                       const std::vector<TouchingMotion>& motions,
                                       const std::vector<ContactChoice>& chosen);
void set_slides(const std::vector<std::size_t>& seeking, const std::vector<TouchingMotion>& motions,
                const VectorX& angles, std::vector<ContactChoice>& chosen);

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
