#include "kernel/solvers/contact_path.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/basis_walk.hpp"

namespace perpend {

namespace {

/// Rows replaced before the system is factored anew: a factorization costs about as much as so many responses.
constexpr int most_replaced = 48;
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
  shift_ = 0.0;
  e_.setZero(x_.size());
  rates(x_, problem_->b(), p_rate_);
  const GrowingVector& u = p_rate_;
  for (std::size_t c = 0; c < states_.state.size(); ++c) {
    const PlanarContact& contact = problem_->contacts()[c];
    const int n = contact.normal;
    const int t = contact.tangent;
    e_[n] = states_.state[c] == State::open ? std::max(0.0, margin[n] - u[n]) : -u[n];
    if (t < 0) continue;
    if (states_.state[c] == State::sticks) e_[t] = -u[t];
    if (states_.state[c] == State::slides) e_[t] = states_.sign[c] * std::max(0.0, margin[t] - states_.sign[c] * u[t]);
  }
}

/// u = W x + shift x + constant.
void ContactPath::rates(const GrowingVector& x, const GrowingVector& constant, GrowingVector& u) const {
  const SparseRows& w = problem_->matrix();
  u.resize(w.num_rows);
  for (int i = 0; i < w.num_rows; ++i) {
    double sum = 0.0;
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) sum += w.value[k] * x[w.column[k]];
    u[i] = sum + shift_ * x[i] + constant[i];
  }
}

/// p_rate_ and q_rate_ in one pass over W.
void ContactPath::rates_of_piece() {
  const SparseRows& w = problem_->matrix();
  p_rate_.resize(w.num_rows);
  q_rate_.resize(w.num_rows);
  for (int i = 0; i < w.num_rows; ++i) {
    double p = 0.0;
    double q = 0.0;
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) {
      p += w.value[k] * p_[w.column[k]];
      q += w.value[k] * q_[w.column[k]];
    }
    p_rate_[i] = p + shift_ * p_[i] + constant_[i];
    q_rate_[i] = q + shift_ * q_[i] + e_[i];
  }
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
    const bool is_diagonal = w.column[k] == i;
    has_diagonal = has_diagonal || is_diagonal;
    row.add(w.column[k], w.value[k] + (is_diagonal ? shift_ : 0.0));
  }
  if (!has_diagonal) row.add(i, shift_);
  right[0] = -constant_[i];
  right[1] = -e_[i];
}

bool ContactPath::factor() {
  const auto& contacts = problem_->contacts();
  const int size = problem_->matrix().num_rows;
  std::vector<GrowingVector> right(2);
  for (GrowingVector& side : right) side.resize(size);
  std::vector<std::pair<int, bool>> owner(size);
  for (int c = 0; c < static_cast<int>(contacts.size()); ++c) {
    owner[contacts[c].normal] = {c, false};
    if (contacts[c].tangent >= 0) owner[contacts[c].tangent] = {c, true};
  }
  k0_.num_rows = k0_.num_columns = size;
  k0_.first.assign(1, 0);
  k0_.column.clear();
  k0_.value.clear();
  for (int i = 0; i < size; ++i) {
    double sides[2];
    make_row(owner[i].first, owner[i].second, row_, sides);
    right[0][i] = sides[0];
    right[1][i] = sides[1];
    k0_.column.insert(k0_.column.end(), row_.column.begin(), row_.column.end());
    k0_.value.insert(k0_.value.end(), row_.value.begin(), row_.value.end());
    k0_.first.push_back(static_cast<int>(k0_.column.size()));
  }
  if (must_stop()) return false;
  return system_.start(k0_, has_couplings_ && couplings_.factorize(k0_) ? &couplings_ : nullptr, right);
}

bool ContactPath::solve_piece() {
  if (!system_.solve(0, p_) || !system_.solve(1, q_)) return false;
  rates_of_piece();
  return true;
}

bool ContactPath::has_side(int c, int slot) const {
  return slot == 0 || (problem_->contacts()[c].tangent >= 0 && states_.state[c] != State::open);
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
  const double fastest = std::max(q_.lpNorm<Eigen::Infinity>(), q_rate_.lpNorm<Eigen::Infinity>());
  moving_.clear();
  length = std::numeric_limits<double>::infinity();
  for (int c = 0; c < static_cast<int>(states_.state.size()); ++c)
    for (int slot = 0; slot < 2; ++slot) {
      if (!has_side(c, slot) || (c == entering_.contact && slot == entering_.slot)) continue;
      const double rate = side(c, slot, q_, q_rate_);
      const double speed = -direction_ * rate;
      if (!(speed > slowest * fastest)) continue;
      const double value = std::max(0.0, side(c, slot, p_, p_rate_) + theta_ * rate);
      moving_.push_back({{c, slot}, value, speed});
      length = std::min(length, (value + tie) / speed);
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
    if (contact.tangent >= 0)
      states_.sign[c] = p_rate_[contact.tangent] + theta_ * q_rate_[contact.tangent] < 0.0 ? -1.0 : 1.0;
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

bool ContactPath::replace_rows(int c) {
  double right[2];
  make_row(c, false, row_, right);
  if (!system_.replace(problem_->contacts()[c].normal, row_, right)) return false;
  if (problem_->contacts()[c].tangent < 0) return true;
  make_row(c, true, row_, right);
  return system_.replace(problem_->contacts()[c].tangent, row_, right);
}

/// Pivots are counted from here on.
ContactPathEnd ContactPath::walk(long most_pivots) {
  const long last = num_pivots_ + most_pivots;
  theta_ = 1.0;
  direction_ = -1.0;
  entering_ = {};
  if (!factor() || !solve_piece()) return ContactPathEnd::singular;
  while (num_pivots_ < last && !must_stop()) {
    double length = 0.0;
    const Side side = first_side(length);
    if (side.contact < 0 && direction_ < 0.0 && theta_ <= length) return ContactPathEnd::solved;
    if (side.contact < 0 || !(length < furthest)) return ContactPathEnd::ray;
    theta_ += direction_ * length;
    entering_ = change_state(side);
    ++num_pivots_;
    if (system_.num_replaced() > most_replaced ? !factor() : !replace_rows(side.contact))
      return ContactPathEnd::singular;
    if (!solve_piece()) return ContactPathEnd::singular;
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
  shift_ = theta_ = 0.0;
  direction_ = 1.0;
  entering_ = {};
  p_ = x_;
  q_ = change_;
  rates(p_, problem_->b(), p_rate_);
  constant_.setZero(x_.size());
  rates(q_, constant_, q_rate_);
  double length = 0.0;
  if (first_side(length).contact >= 0 && length < furthest) x_ += length * change_;
}

}  // namespace perpend
