#include "study/reference/contact_choices.hpp"

#include <cmath>
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

std::vector<std::size_t> seeking_slides(const std::vector<ContactChoice>& chosen) {
  std::vector<std::size_t> seeking;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i].seeks_slide) seeking.push_back(i);
  return seeking;
}

VectorX angles_of_slides(const std::vector<std::size_t>& seeking, const std::vector<TouchingMotion>& motions,
                         const std::vector<ContactChoice>& chosen) {
  VectorX angles(static_cast<Eigen::Index>(seeking.size()));
  for (std::size_t k = 0; k < seeking.size(); ++k) {
    const TouchingMotion& motion = motions[seeking[k]];
    const Vec3& slide = chosen[seeking[k]].closed.slide;
    angles[static_cast<Eigen::Index>(k)] = std::atan2(slide.dot(motion.direction[2]), slide.dot(motion.direction[1]));
  }
  return angles;
}

void set_slides(const std::vector<std::size_t>& seeking, const std::vector<TouchingMotion>& motions,
                const VectorX& angles, std::vector<ContactChoice>& chosen) {
  for (std::size_t k = 0; k < seeking.size(); ++k) {
    const double angle = angles[static_cast<Eigen::Index>(k)];
    chosen[seeking[k]].closed.slide = motions[seeking[k]].in_tangents(std::cos(angle), std::sin(angle));
  }
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
