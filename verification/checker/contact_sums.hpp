// The rows of a contact problem as sums, with the scales that its certificates measure them against.
#pragma once

#include "verification/checker/row_errors.hpp"

namespace perpend::checker {

/// Pre: sizes of the problem and of its answer match.
class ContactSums {
 public:
  explicit ContactSums(const Data& data);

  /// Largest error of a group of rows, and the largest against its scale.
  struct Group {
    Rational error, ratio;
    int num_granted = 0;
    /// An error in the unit of the group, or a bound that is moved instead. `is_met`: the row is within the limit by
    /// its own size in another way.
    void judge(const Rational& size_of_error, const Sum& row, bool is_met = false);
    void judge_moved(const Rational& distance, const Rational& size, const Rational& granted, bool is_met = false);
  };
  enum Which { motion, joint, normal, tangential, cone, num_groups };
  [[nodiscard]] const Group& group(Which which) const { return groups_[which]; }
  /// Rows that miss the limit by their own size.
  [[nodiscard]] int num_granted() const;

 private:
  void sum_motion_rows();
  void add_impulses(int contact, std::vector<Sum>& sums, std::vector<Rational>& coefficients) const;
  void measure(const std::vector<Sum>& sums);
  void judge_joints();
  void judge_bounded(int row, const Sum& w);
  [[nodiscard]] Sum rate(int contact, int row) const;
  void judge_normal(int contact);
  void judge_tangential(int contact);
  void judge_cone(int contact);
  void add_row(Sum& sum, const SparseRow& row) const;

  const Data& data_;
  const ContactsData& contacts_;
  std::vector<Rational> summed_;  ///< size of what each velocity was summed from
  Rational largest_summed_, largest_impulse_, share_;
  Group groups_[num_groups];
};

}  // namespace perpend::checker
