#include "verification/checker/contact_sums.hpp"

#include <algorithm>

namespace perpend::checker {

namespace {

bool meets_limit(const Rational& error, const Rational& size) {
  return error <= backward_error_limit() * size;
}

}  // namespace

void ContactSums::Group::judge(const Rational& size_of_error, const Sum& row, bool is_met) {
  if (size_of_error.is_zero()) return;
  error = std::max(error, size_of_error);
  if ((row.size + row.granted).is_zero()) throw DataError("a row without a scale has an error");
  judge_moved(size_of_error, row.size, row.granted, is_met);
}

void ContactSums::Group::judge_moved(const Rational& distance, const Rational& size, const Rational& granted,
                                     bool is_met) {
  if (distance.is_zero()) return;
  ratio = std::max(ratio, distance / (size + granted));
  if (!is_met && !meets_limit(distance, size)) ++num_granted;
}

int ContactSums::num_granted() const {
  int sum = 0;
  for (const Group& group : groups_) sum += group.num_granted;
  return sum;
}

ContactSums::ContactSums(const Data& data) : data_(data), contacts_(*data.contacts) {
  largest_impulse_ =
      std::max({largest_of(data.multiplier), largest_of(contacts_.normal), largest_of(contacts_.tangential)});
  for (const ContactData& contact : contacts_.contacts)
    largest_impulse_ = std::max(largest_impulse_, contact.given_normal);
  share_ = std::min(Rational(1),
                    rounding_share(data.num_columns + data.num_rows + contacts_.lcp_size) / backward_error_limit());
  sum_motion_rows();
  judge_joints();
  for (int contact = 0; contact < contacts_.size(); ++contact) {
    judge_normal(contact);
    if (!contacts_.has_cone(contact)) continue;
    judge_tangential(contact);
    judge_cone(contact);
  }
}

void ContactSums::add_impulses(int contact, std::vector<Sum>& sums, std::vector<Rational>& coefficients) const {
  const ContactData& one = contacts_.contacts[contact];
  for (std::size_t row = 0; row < one.rows.size(); ++row) {
    Sum impulse;
    if (row == 0) {
      impulse.add(contacts_.normal[contact]);
    } else if (contacts_.law == Law::sliding) {
      impulse.add(-one.slide[row - 1] * one.friction, contacts_.normal[contact]);
    } else {
      for (int i = 0; i < contacts_.num_directions; ++i)
        impulse.add(contacts_.directions[i][row - 1], contacts_.tangential[contact * contacts_.num_directions + i]);
    }
    for (const Entry& entry : one.rows[row]) {
      sums[entry.column].add(-entry.value, impulse);
      coefficients[entry.column] += entry.value.abs();
    }
  }
}

void ContactSums::sum_motion_rows() {
  const std::vector<SparseRow> columns = transpose(data_.rows, data_.num_columns);
  std::vector<Sum> sums(data_.num_columns);
  std::vector<Rational> coefficients(data_.num_columns);
  for (int i = 0; i < data_.num_columns; ++i) {
    sums[i].add(-data_.motion[i]);
    sums[i].add(data_.mass_rows[i], data_.x);
    sums[i].add(columns[i], data_.multiplier, -1);
    coefficients[i] = size_of(columns[i]);
  }
  for (int contact = 0; contact < contacts_.size(); ++contact) add_impulses(contact, sums, coefficients);
  measure(sums);
  for (int i = 0; i < data_.num_columns; ++i) {
    sums[i].granted = share_ * coefficients[i] * largest_impulse_;
    groups_[motion].judge(sums[i].value.abs(), sums[i]);
  }
}

/// Where nothing pushes, what is left of an impulse is rounding of the momenta.
void ContactSums::measure(const std::vector<Sum>& sums) {
  for (int i = 0; i < data_.num_columns; ++i) {
    largest_impulse_ = std::max(largest_impulse_, sums[i].size);
    summed_.push_back(sums[i].size / data_.mass_rows[i].front().value);
    largest_summed_ = std::max(largest_summed_, summed_.back());
  }
}

/// A row times x; its size counts what each x_j was summed from, not what is left of it.
void ContactSums::add_row(Sum& sum, const SparseRow& row) const {
  for (const Entry& entry : row) {
    sum.value.add_product(entry.value, data_.x[entry.column]);
    sum.size.add_product(entry.value.abs(), summed_[entry.column]);
    sum.granted.add_product(entry.value.abs(), share_ * largest_summed_);
  }
}

/// The bound that the sign of w asks for may be moved instead of w, relative to it, to the multiplier and to what
/// rounding of the largest impulse or momentum leaves of either.
void ContactSums::judge_bounded(int row, const Sum& sum) {
  const Rational& w = sum.value;
  const Rational granted = share_ * largest_impulse_;
  const Limit &lower = data_.lower[row], &upper = data_.upper[row];
  const Rational& multiplier = data_.multiplier[row];
  const auto amount = [&](const Limit& limit) { return (multiplier - limit.value).abs(); };
  const auto size = [&](const Limit& limit) { return std::max(multiplier.abs(), limit.value.abs()); };
  const bool is_low = compare(multiplier, lower) <= 0, is_high = compare(multiplier, upper) >= 0;
  const bool is_outside = compare(multiplier, lower) < 0 || compare(multiplier, upper) > 0;
  Group& group = groups_[joint];
  if (is_outside) {
    const Limit& left = compare(multiplier, lower) < 0 ? lower : upper;
    group.judge_moved(amount(left), size(left), granted);
  }
  Rational wrong = w.abs();
  if ((is_low && is_high) || (is_low && w.sign() > 0) || (is_high && w.sign() < 0)) wrong = Rational(0);
  const Limit& nearer = w.sign() > 0 ? lower : upper;
  const bool may_move = !w.is_zero() && !is_outside && nearer.is_finite();
  const bool is_met = meets_limit(wrong, sum.size) || (may_move && meets_limit(amount(nearer), size(nearer)));
  if (may_move && amount(nearer) * (sum.size + sum.granted) < wrong * (size(nearer) + granted))
    group.judge_moved(amount(nearer), size(nearer), granted, is_met);
  else
    group.judge(wrong, sum, is_met);
}

void ContactSums::judge_joints() {
  for (int i = 0; i < data_.num_rows; ++i) {
    Sum w;
    w.add(-data_.target[i]);
    w.add(data_.compliance[i], data_.multiplier[i]);
    w.granted = share_ * data_.compliance[i] * largest_impulse_;
    add_row(w, data_.rows[i]);
    if (data_.lower.empty())
      groups_[joint].judge(w.value.abs(), w);
    else
      judge_bounded(i, w);
  }
}

Sum ContactSums::rate(int contact, int row) const {
  const ContactData& one = contacts_.contacts[contact];
  Sum sum;
  sum.add(one.rate_t[row]);
  add_row(sum, one.rows[row]);
  return sum;
}

void ContactSums::judge_normal(int contact) {
  const ContactData& one = contacts_.contacts[contact];
  Sum row = rate(contact, 0);
  row.add(one.bias);
  row.add(one.compliance, contacts_.normal[contact]);
  if (contacts_.law == Law::convex && contacts_.has_cone(contact)) row.add(-one.friction, contacts_.slip[contact]);
  row.add(-contacts_.normal_slack[contact]);
  groups_[normal].judge(row.value.abs(), row);
}

void ContactSums::judge_tangential(int contact) {
  std::vector<Sum> rates;
  for (int t = 1; t <= contacts_.num_tangents; ++t) rates.push_back(rate(contact, t));
  for (int i = 0; i < contacts_.num_directions; ++i) {
    Sum row;
    for (int t = 0; t < contacts_.num_tangents; ++t) row.add(contacts_.directions[i][t], rates[t]);
    row.add(contacts_.slip[contact]);
    row.add(-contacts_.tangential_slack[contact * contacts_.num_directions + i]);
    groups_[tangential].judge(row.value.abs(), row);
  }
}

void ContactSums::judge_cone(int contact) {
  const int k = contacts_.num_directions;
  const Rational& friction = contacts_.contacts[contact].friction;
  Sum row;
  row.add(friction, contacts_.normal[contact]);
  row.add(friction, contacts_.contacts[contact].given_normal);
  for (int i = 0; i < k; ++i) row.add(-contacts_.tangential[contact * k + i]);
  row.add(-contacts_.slip_slack[contact]);
  row.granted = share_ * (friction + Rational(k)) * largest_impulse_;
  groups_[cone].judge(row.value.abs(), row);
}

}  // namespace perpend::checker
