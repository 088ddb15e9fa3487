#include "study/reference/contact_choices.hpp"

#include <utility>

namespace perpend {

namespace {

class Choices {
 public:
  Choices(const Touching& touching, Space space) : touching_(touching), is_planar_(space == Space::planar) {}

  ContactChoice& add(ClosedContact::Mode mode, const Vec3& slide = Vec3::Zero()) {
    ContactChoice& choice = all_.emplace_back();
    choice.closed = touching_.closed;
    choice.closed.mode = mode;
    choice.closed.slide = slide;
    return choice;
  }
  void add_slides(const Vec3& guess, bool is_apart) {
    if (is_planar_) {
      add(ClosedContact::Mode::slides, Vec3::UnitX()).is_apart = is_apart;
      add(ClosedContact::Mode::slides, -Vec3::UnitX()).is_apart = is_apart;
    } else {
      ContactChoice& slides = add(ClosedContact::Mode::slides, guess);
      slides.seeks_slide = true;
      slides.is_apart = is_apart;
    }
  }
  void add_apart() { add(ClosedContact::Mode::pushes).is_apart = true; }
  std::vector<ContactChoice> all() { return std::move(all_); }

 private:
  const Touching& touching_;
  bool is_planar_;
  std::vector<ContactChoice> all_;
};

}  // namespace

std::vector<ContactChoice> choices_of(const Touching& touching, Space space, const Vec3& slip) {
  Choices choices(touching, space);
  if (touching.closed.friction == 0.0) {
    choices.add(ClosedContact::Mode::pushes);
  } else if (slip.norm() > no_rate) {
    choices.add(ClosedContact::Mode::slides, slip.normalized()).closed.follows_slip = space == Space::spatial;
  } else {
    choices.add(ClosedContact::Mode::sticks);
    choices.add_slides(slip, false);
    choices.add(ClosedContact::Mode::pushes);
  }
  choices.add_apart();
  return choices.all();
}

std::vector<ContactChoice> impact_choices_of(const Touching& touching, Space space, const Vec3& slip,
                                             bool was_pressed) {
  Choices choices(touching, space);
  if (touching.closed.friction == 0.0) {
    choices.add(ClosedContact::Mode::pushes);
    choices.add_apart();
    return choices.all();
  }
  choices.add(ClosedContact::Mode::sticks);
  choices.add_slides(slip, false);
  if (was_pressed) {
    choices.add(ClosedContact::Mode::grips);
    choices.add_slides(slip, true);
  } else {
    choices.add_apart();
  }
  return choices.all();
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
