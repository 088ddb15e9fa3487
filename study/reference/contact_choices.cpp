#include "study/reference/contact_choices.hpp"

#include <utility>

namespace perpend {

std::vector<ContactChoice> choices_of(const Touching& touching, Space space, const Vec3& slip, bool may_stay) {
  std::vector<ContactChoice> choices;
  const auto add = [&](ClosedContact::Mode mode, const Vec3& slide, bool follows_slip) -> ContactChoice& {
    ContactChoice& choice = choices.emplace_back();
    choice.closed = touching.closed;
    choice.closed.mode = mode;
    choice.closed.slide = slide;
    choice.closed.follows_slip = follows_slip;
    return choice;
  };
  const bool is_planar = space == Space::planar;
  if (touching.closed.friction == 0.0) {
    add(ClosedContact::Mode::pushes, Vec3::Zero(), false);
  } else if (slip.norm() > no_rate && !may_stay) {
    add(ClosedContact::Mode::slides, slip.normalized(), !is_planar);
  } else {
    add(ClosedContact::Mode::sticks, Vec3::Zero(), false);
    if (is_planar) {
      add(ClosedContact::Mode::slides, Vec3::UnitX(), false);
      add(ClosedContact::Mode::slides, -Vec3::UnitX(), false);
    } else {
      add(ClosedContact::Mode::slides, slip, false).seeks_slide = true;
    }
    if (!may_stay) add(ClosedContact::Mode::pushes, Vec3::Zero(), false);
  }
  ContactChoice& apart = choices.emplace_back();
  apart.closed = touching.closed;
  apart.is_apart = true;
  return choices;
}

Combinations::Combinations(std::vector<int> sizes) : sizes_(std::move(sizes)), digits_(sizes_.size(), 0) {
  for (const int size : sizes_) count_ = count_ > most_combinations ? count_ : count_ * size;
}

bool Combinations::next() {
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    if (++digits_[i] < sizes_[i]) return true;
    digits_[i] = 0;
  }
  return false;
}

}  // namespace perpend
