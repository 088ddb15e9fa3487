// Which contacts a sweep need not visit. A contact gets no impulse while its distance is more than the way on which its
// bodies may close it in a substep: those are left asleep. With u the largest speed of a surface along a normal, of any
// body that has contacts, two bodies close a distance by no more than 2 u s in a substep of length s, so that one found
// at d sleeps until the sum of u s has grown by d/2 less the way of the substep at hand; then its distance is looked at
// again. The way of a substep is twice that of its start: sweeps that relax look one substep ahead of those that push,
// and where sweeps speed bodies up beyond u a contact may be met one substep late.
#pragma once

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "kernel/model/contacts/contact_rows.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

class SleepingContacts {
 public:
  /// Velocities of a body that has contacts.
  struct Mover {
    int column = 0;
    int num_columns = 0;
    double squared_arm = 0.0;  ///< the largest of a normal about the body [m^2]
  };

  /// All sleep. Pre: `rows` stays until the step is made.
  void begin(const ContactRows& rows);

  /// act(contact, impulse) for contacts that had an impulse in the step before, in the order of both; they are awake
  /// then.
  template <class Act>
  void wake_kept(const std::vector<ContactImpulse>& kept, Act act) {
    const auto identity = [](const auto& contact) {
      return std::tuple(contact.body[0], contact.body[1], contact.feature);
    };
    int c = 0;
    for (const ContactImpulse& impulse : kept) {
      while (c < rows_->size() && identity(rows_->contacts[c]) < identity(impulse)) ++c;
      if (c == rows_->size()) return;
      if (identity(rows_->contacts[c]) != identity(impulse)) continue;
      wake(c);
      act(c, impulse);
    }
  }

  /// act(contact, distance) for contacts in their order that may close in a substep of length h that begins with v, at
  /// the displacement dq a time t [s] after the contacts were found; they are awake then.
  template <class Act>
  void look(const VectorX& v, double h, const VectorX& displacement, double time, Act act) {
    constexpr double spare = 2.0;
    const double limit = std::min(way_ + spare * h * largest_speed(v), std::numeric_limits<double>::max());
    for (int c = 0; c < static_cast<int>(wake_.size()); ++c) {
      if (wake_[c] > limit) continue;
      const double distance = distance_of(c, displacement, time);
      wake_[c] = way_ + 0.5 * distance;
      if (wake_[c] > limit) continue;
      wake(c);
      act(c, distance);
    }
  }
  /// All bodies went on with v for a time h.
  void move(const VectorX& v, double h) { way_ += h * largest_speed(v); }

  [[nodiscard]] const ContactRows& rows() const { return *rows_; }
  [[nodiscard]] const std::vector<Mover>& movers() const { return movers_; }
  /// Index of a body of a contact among the movers; -1: it does not move.
  [[nodiscard]] int mover(int contact, int side) const {
    const ContactBlock& block = rows_->blocks[contact];
    return block.num_columns[side] == 0 ? -1 : mover_of_[block.first_column[side]];
  }

 private:
  void wake(int contact) { wake_[contact] = std::numeric_limits<double>::infinity(); }
  [[nodiscard]] double largest_speed(const VectorX& v) const;
  [[nodiscard]] double distance_of(int contact, const VectorX& displacement, double time) const;

  const ContactRows* rows_ = nullptr;
  std::vector<double> wake_;  ///< way at which a contact is looked at; infinite: it is awake
  double way_ = 0.0;          ///< sum of u s since the step began [m]
  std::vector<Mover> movers_;
  std::vector<int> mover_of_;  ///< of a column; -1: none
  double wall_speed_ = 0.0;    ///< the largest of a wall along a normal [m/s]
};

}  // namespace perpend
