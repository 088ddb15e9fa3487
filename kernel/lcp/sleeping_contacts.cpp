#include "kernel/lcp/sleeping_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

void SleepingContacts::begin(const ContactRows& rows) {
  const int num_linear = rows.rows_per_contact;  // as many as directions
  rows_ = &rows;
  way_ = 0.0;
  wall_speed_ = 0.0;
  movers_.clear();
  mover_of_.assign(static_cast<std::size_t>(rows.num_columns), -1);
  wake_.resize(rows.contacts.size());
  for (int c = 0; c < rows.size(); ++c) {
    const ContactBlock& block = rows.blocks[c];
    wake_[c] = 0.5 * rows.contacts[c].gap;
    wall_speed_ = std::max(wall_speed_, std::abs(rows.rate_t[static_cast<std::size_t>(c) * num_linear]));
    for (int side = 0; side < 2; ++side) {
      if (block.num_columns[side] == 0) continue;
      int& mover = mover_of_[block.first_column[side]];
      if (mover < 0) {
        mover = static_cast<int>(movers_.size());
        movers_.push_back({block.first_column[side], block.num_columns[side]});
      }
      const double* values = rows.values.data() + block.first_value[side];
      double squared = 0.0;
      for (int i = num_linear; i < block.num_columns[side]; ++i) squared += values[i] * values[i];
      movers_[mover].squared_arm = std::max(movers_[mover].squared_arm, squared);
    }
  }
}

/// The speed of a surface along a normal: |velocity| + arm |spin|.
double SleepingContacts::largest_speed(const VectorX& v) const {
  const int num_linear = rows_->rows_per_contact;
  double largest = 0.0;
  for (const Mover& mover : movers_) {
    const double* own = v.data() + mover.column;
    double linear = 0.0, spin = 0.0;
    for (int i = 0; i < num_linear; ++i) linear += own[i] * own[i];
    for (int i = num_linear; i < mover.num_columns; ++i) spin += own[i] * own[i];
    const double turning = spin * mover.squared_arm;
    if (2.0 * (linear + turning) <= largest) continue;  // at least the square of the sum
    largest = std::max(largest, linear + 2.0 * std::sqrt(linear * turning) + turning);
  }
  return std::max(std::sqrt(largest), wall_speed_);
}

/// gap + N dq + t rate_t.
double SleepingContacts::distance_of(int contact, const VectorX& displacement, double time) const {
  return rows_->contacts[contact].gap + contact_product(*rows_, contact, 0, displacement) +
         time * rows_->rate_t[static_cast<std::size_t>(contact) * rows_->rows_per_contact];
}

}  // namespace perpend
