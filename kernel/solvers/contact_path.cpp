#include "kernel/solvers/contact_path.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/basis_walk.hpp"

namespace perpend {

namespace {

/// Rows replaced, and changes of them, before the system is factored anew: a factorization costs about as much as so
/// many responses, and roundings sum up over changes.
constexpr int most_replaced = 48;
constexpr int most_changes = 96;
/// What is left of a row at the end of a path, against the largest terms: at the first one no more digits are to be
/// had, above the second after one correction the system is factored anew.
constexpr double least_left = 0x1p-46;
constexpr double most_left = 0x1p-40;
/// Sides that move slower than this, against the fastest, do not move; sides this near 0 count as there, and of those
/// that tie the fastest is taken. Both are distinguished from 0 as in the other paths of pivots, for the same reason.
constexpr double slowest = BasisWalk::tie_tolerance;
constexpr double tie = BasisWalk::tie_tolerance;
/// A path that has gone so far from where it began is a ray.
constexpr double furthest = 1e6;

}  // namespace

void ContactPath::begin(const PlanarContacts& problem, const GrowingVector& x, const GrowingVector& margin) {
  problem_ = &problem;
  has_couplings_ = couplings_.set(problem);
  x_ = x;
  choose_states();
  choose_defect(margin);
}

void ContactPath::choose_states() {
  const auto& contacts = problem_->contacts();
  states_.state.resize(contacts.size());
  states_.sign.resize(contacts.size());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const PlanarContact& contact = contacts[c];
    const double normal = x_[contact.normal];
    states_.sign[c] = 1.0;
    states_.state[c] = normal > 0.0 ? State::slides : State::open;
    if (normal <= 0.0) x_[contact.normal] = 0.0;
    if (contact.tangent < 0) continue;
    double& t = x_[contact.tangent];
    const double bound = contact.friction * x_[contact.normal];
    if (t != 0.0) states_.sign[c] = t > 0.0 ? -1.0 : 1.0;
    if (states_.state[c] == State::slides && std::abs(t) < bound * (1.0 - 0x1p-30))
      states_.state[c] = State::sticks;
    else
      t = -states_.sign[c] * bound;
  }
}

/// e that makes x a solution at theta = 1 with every inactive side at least its margin.
void ContactPath::choose_defect(const GrowingVector& margin) {
  change_.setZero(x_.size());
  find_all_rates();
  const GrowingVector& u = p_rate_;
  for (std::size_t c = 0; c < states_.state.size(); ++c) {
    const PlanarContact& contact = problem_->contacts()[c];
    const int n = contact.normal, t = contact.tangent;
    e_[n] = states_.state[c] == State::open ? std::max(0.0, margin[n] - u[n]) : -u[n];
    if (t < 0) continue;
    if (states_.state[c] == State::sticks) e_[t] = -u[t];
    if (states_.state[c] == State::slides) e_[t] = states_.sign[c] * std::max(0.0, margin[t] - states_.sign[c] * u[t]);
  }
}

/// The rates of p and q in row i: u_i = p_rate + theta q_rate.
void ContactPath::find_rate(int i) {
  const SparseRows& w = problem_->matrix();
  double p = shift_ * p_[i] + constant_[i], q = shift_ * q_[i] + e_[i];
  for (int k = w.first[i]; k < w.first[i + 1]; ++k) {
    p += w.value[k] * p_[w.column[k]];
    q += w.value[k] * q_[w.column[k]];
  }
  p_rate_[i] = p;
  q_rate_[i] = q;
}

/// The rates of x + theta change, without shift and defect.
void ContactPath::find_all_rates() {
  shift_ = 0.0;
  constant_ = problem_->b();
  e_.setZero(x_.size());
  p_ = x_;
  q_ = change_;
  p_rate_.resize(x_.size());
  q_rate_.resize(x_.size());
  for (int i = 0; i < problem_->matrix().num_rows; ++i) find_rate(i);
}

/// The row whose rate decides when this contact changes its state; -1: none does.
int ContactPath::watched_row(int c) const {
  if (states_.state[c] == State::sticks) return -1;
  return states_.state[c] == State::open ? problem_->contacts()[c].normal : problem_->contacts()[c].tangent;
}

void ContactPath::make_row(int c, bool is_tangent, ReplacedRows::Row& row, double right[2]) const {
  const PlanarContact& contact = problem_->contacts()[c];
  const int i = is_tangent ? contact.tangent : contact.normal;
  row.clear();
  right[0] = right[1] = 0.0;
  const bool is_rate = is_tangent ? states_.state[c] == State::sticks : states_.state[c] != State::open;
  if (!is_rate) {
    if (is_tangent) row.add(contact.normal, states_.sign[c] * contact.friction);
    row.add(i, 1.0);
    return;
  }
  const SparseRows& w = problem_->matrix();
  bool has_diagonal = false;
  for (int k = w.first[i]; k < w.first[i + 1]; ++k) {
    row.add(w.column[k], w.value[k] + (w.column[k] == i ? shift_ : 0.0));
    has_diagonal = has_diagonal || w.column[k] == i;
  }
  if (!has_diagonal) row.add(i, shift_);
  right[0] = -constant_[i];
  right[1] = -e_[i];
}

void ContactPath::assemble() {
  const auto& contacts = problem_->contacts();
  const int size = problem_->matrix().num_rows;
  for (GrowingVector* right : {&p_right_, &q_right_}) right->resize(size);
  owner_.resize(size);
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    owner_[contacts[c].normal] = {c, false};
    if (contacts[c].tangent >= 0) owner_[contacts[c].tangent] = {c, true};
  }
  k0_.num_rows = k0_.num_columns = size;
  k0_.first.assign(1, 0);
  k0_.column.clear();
  k0_.value.clear();
  for (int i = 0; i < size; ++i) {
    double sides[2];
    make_row(owner_[i].first, owner_[i].second, row_, sides);
    p_right_[i] = sides[0];
    q_right_[i] = sides[1];
    k0_.column.insert(k0_.column.end(), row_.column.begin(), row_.column.end());
    k0_.value.insert(k0_.value.end(), row_.value.begin(), row_.value.end());
    k0_.first.push_back(static_cast<int>(k0_.column.size()));
  }
}

/// p, q and their rates from a new factor.
bool ContactPath::start_piece() {
  assemble();
  if (must_stop() || !system_.start(k0_, has_couplings_ && couplings_.factorize(k0_) ? &couplings_ : nullptr))
    return false;
  if (!system_.solve(p_right_, p_) || !system_.solve(q_right_, q_)) return false;
  for (int c = 0; c < static_cast<int>(states_.state.size()); ++c)
    if (const int i = watched_row(c); i >= 0) find_rate(i);
  return true;
}

/// p, q and their rates after a new row of a contact, by one response.
bool ContactPath::replace_row(int c, bool is_tangent) {
  const PlanarContact& contact = problem_->contacts()[c];
  const GrowingVector* y = system_.respond(is_tangent ? contact.tangent : contact.normal);
  if (y == nullptr) return false;
  double right[2];
  make_row(c, is_tangent, row_, right);
  const double pivot = row_.dot(y->data());
  const double by_p = (right[0] - row_.dot(p_.data())) / pivot;
  const double by_q = (right[1] - row_.dot(q_.data())) / pivot;
  if (!std::isfinite(by_p) || !std::isfinite(by_q) || !system_.replace(row_)) return false;
  p_ += by_p * *y;
  q_ += by_q * *y;
  const SparseRows& w = problem_->matrix();
  for (int other = 0; other < static_cast<int>(states_.state.size()); ++other) {
    const int i = watched_row(other);
    if (i < 0) continue;
    double rate = shift_ * (*y)[i];
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) rate += w.value[k] * (*y)[w.column[k]];
    p_rate_[i] += by_p * rate;
    q_rate_[i] += by_q * rate;
  }
  return true;
}

/// left_ = v - K p, and the largest of it against the largest terms.
double ContactPath::find_left() {
  double worst = 0.0, largest = 0.0;
  left_.resize(p_.size());
  for (int i = 0; i < static_cast<int>(owner_.size()); ++i) {
    double right[2];
    make_row(owner_[i].first, owner_[i].second, row_, right);
    double sum = right[0], size = std::abs(right[0]);
    for (std::size_t k = 0; k < row_.column.size(); ++k) {
      const double term = row_.value[k] * p_[row_.column[k]];
      sum -= term;
      size += std::abs(term);
    }
    left_[i] = sum;
    worst = std::max(worst, std::abs(sum));
    largest = std::max(largest, size);
  }
  return worst > 0.0 ? worst / largest : 0.0;
}

/// Whether p solves its rows, after changes with what they have left of them.
bool ContactPath::is_solved() {
  if (system_.num_changes() == 0 || find_left() <= least_left) return true;
  if (!system_.solve(left_, correction_)) return false;
  p_ += correction_;
  return find_left() <= most_left;
}

/// Linear in (x, u).
double ContactPath::side(int c, int slot, const GrowingVector& x, const GrowingVector& u) const {
  const PlanarContact& contact = problem_->contacts()[c];
  switch (states_.state[c]) {
    case State::open:
      return u[contact.normal];
    case State::slides:
      return slot == 0 ? x[contact.normal] : states_.sign[c] * u[contact.tangent];
    case State::sticks:
      return contact.friction * x[contact.normal] + (slot == 0 ? -1.0 : 1.0) * x[contact.tangent];
  }
  return 0.0;
}

/// The side that reaches 0 first along direction_, and how far away in theta; none when theta does, or ties.
ContactPath::Side ContactPath::first_side(double& length) {
  double fastest = q_.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < static_cast<int>(states_.state.size()); ++c)
    if (const int i = watched_row(c); i >= 0) fastest = std::max(fastest, std::abs(q_rate_[i]));
  moving_.clear();
  length = std::numeric_limits<double>::infinity();
  for (int c = 0; c < static_cast<int>(states_.state.size()); ++c) {
    const int num_sides = problem_->contacts()[c].tangent >= 0 && states_.state[c] != State::open ? 2 : 1;
    for (int slot = 0; slot < num_sides; ++slot) {
      if (c == entering_.contact && slot == entering_.slot) continue;
      const double rate = side(c, slot, q_, q_rate_);
      const double speed = -direction_ * rate;
      if (!(speed > slowest * fastest)) continue;
      const double value = std::max(0.0, side(c, slot, p_, p_rate_) + theta_ * rate);
      moving_.push_back({{c, slot}, value, speed});
      length = std::min(length, (value + tie) / speed);
    }
  }
  Side first;
  if (direction_ < 0.0 && theta_ <= length) return first;
  double best = 0.0;
  double at = length;
  for (const auto& [side, value, speed] : moving_) {
    if (value / speed > length || !(speed > best)) continue;
    best = speed;
    first = side;
    at = value / speed;
  }
  length = at;
  return first;
}

/// Returns the side of the new state that is 0 here.
ContactPath::Side ContactPath::change_state(const Side& side) {
  const int c = side.contact;
  const PlanarContact& contact = problem_->contacts()[c];
  if (states_.state[c] == State::open) {
    states_.state[c] = State::slides;
    if (contact.tangent >= 0) {
      find_rate(contact.tangent);
      states_.sign[c] = p_rate_[contact.tangent] + theta_ * q_rate_[contact.tangent] < 0.0 ? -1.0 : 1.0;
    }
    return {c, 0};
  }
  if (states_.state[c] == State::slides && side.slot == 0) {
    states_.state[c] = State::open;
    return {c, 0};
  }
  if (states_.state[c] == State::slides) {
    states_.state[c] = State::sticks;
    return {c, states_.sign[c] > 0.0 ? 1 : 0};
  }
  states_.state[c] = State::slides;
  states_.sign[c] = side.slot == 0 ? -1.0 : 1.0;
  return {c, 1};
}

/// The rows of a contact that its new state changes. The one of its tangent goes first: it never makes K singular where
/// the contact was open.
bool ContactPath::replace_rows(int c, State before, double sign_before) {
  const State now = states_.state[c];
  if (const int i = watched_row(c); i >= 0) find_rate(i);
  const bool is_turned = before != State::sticks && now != State::sticks && states_.sign[c] != sign_before;
  const bool is_freed = (before == State::sticks) != (now == State::sticks);
  if ((is_turned || is_freed) && !replace_row(c, true)) return false;
  return (before == State::open) == (now == State::open) || replace_row(c, false);
}

/// Pivots are counted from here on.
ContactPathEnd ContactPath::walk(long most_pivots) {
  const long last = num_pivots_ + most_pivots;
  theta_ = 1.0;
  direction_ = -1.0;
  entering_ = {};
  if (!start_piece()) return ContactPathEnd::singular;
  while (num_pivots_ < last && !must_stop()) {
    double length = 0.0;
    const Side side = first_side(length);
    if (side.contact < 0 && direction_ < 0.0 && theta_ <= length) {
      if (is_solved()) return ContactPathEnd::solved;
      if (start_piece()) continue;
      return ContactPathEnd::singular;
    }
    if (side.contact < 0 || !(length < furthest)) return ContactPathEnd::ray;
    theta_ += direction_ * length;
    const State before = states_.state[side.contact];
    const double sign_before = states_.sign[side.contact];
    entering_ = change_state(side);
    ++num_pivots_;
    const bool is_old = system_.num_replaced() > most_replaced || system_.num_changes() > most_changes;
    if (is_old ? !start_piece() : !replace_rows(side.contact, before, sign_before)) return ContactPathEnd::singular;
    direction_ = this->side(entering_.contact, entering_.slot, q_, q_rate_) > 0.0 ? 1.0 : -1.0;
  }
  return ContactPathEnd::limit;
}

ContactPathEnd ContactPath::advance(double shift, long most_pivots) {
  shift_ = shift;
  constant_ = problem_->b() - shift * x_;
  states_before_ = states_;
  const ContactPathEnd end = walk(most_pivots);
  if (end == ContactPathEnd::solved) {
    change_ = p_ - x_;
    e_ = shift * change_;
    x_ = p_;
  } else {
    states_ = states_before_;
  }
  return end;
}

void ContactPath::extend() {
  theta_ = 0.0;
  direction_ = 1.0;
  entering_ = {};
  find_all_rates();
  double length = 0.0;
  if (first_side(length).contact >= 0 && length < furthest) x_ += length * change_;
}

}  // namespace perpend
