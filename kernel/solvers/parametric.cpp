// Contacts in the plane by paths between neighbouring problems. A guess solves the problem with some b + e in place of
// b; the path of the solutions for b + theta e leads from theta = 1 to theta = 0. [CottlePangStone92] 4.5
// Redundant supports make the pieces of such a path singular, and friction lets it turn back for thousands of pivots.
// So it is cut into the problems of a proximal sequence,
//     W x + b + shift (x - x before),    [Rockafellar76]
// whose solutions lie near the x before them if `shift` is large, and near a solution of the LCP if it is small: after
// a path that arrives the shift is halved, after one that takes too many pivots it grows. No theorem says that this
// ends for Coulomb friction; where it ends the terms of the shift are below the tolerance.
#include "kernel/solvers/parametric.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/basis.hpp"
#include "kernel/solvers/complementarity_newton.hpp"
#include "kernel/solvers/planar_sweeps.hpp"
#include "kernel/solvers/solver_types.hpp"

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

double ReplacedRows::Row::dot(const double* x) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < column.size(); ++k) sum += value[k] * x[column[k]];
  return sum;
}

bool ReplacedRows::start(const SparseRows& k0, StateFactor* bodies, std::span<const GrowingVector> right_sides) {
  k0_ = &k0;
  bodies_ = bodies;
  replaced_.clear();
  is_factored_ = false;
  right_.assign(right_sides.begin(), right_sides.end());
  y_.resize(right_.size());
  if (bodies == nullptr && !factor_.factorize(k0, SparseFactor::Kind::general)) return false;
  for (std::size_t s = 0; s < y_.size(); ++s)
    if (!solve_first(right_[s], y_[s])) return false;
  return true;
}

/// K0 x = right. Factors of bodies that do not answer are left for those of K0 itself.
bool ReplacedRows::solve_first(const GrowingVector& right, GrowingVector& x) {
  if (bodies_ != nullptr) {
    if (bodies_->solve(*k0_, right, x)) return true;
    bodies_ = nullptr;
    if (!factor_.factorize(*k0_, SparseFactor::Kind::general)) return false;
  }
  return factor_.solve(right, x);
}

/// Place of row i among the replaced ones, with Y of it; -1: not finite.
int ReplacedRows::place_of(int i) {
  for (std::size_t k = 0; k < replaced_.size(); ++k)
    if (replaced_[k].index == i) return static_cast<int>(k);
  unit_.setZero(k0_->num_rows);
  unit_[i] = 1.0;
  if (!solve_first(unit_, response_)) return -1;
  const int k = num_replaced();
  const Eigen::Index most = std::max<Eigen::Index>(responses_.cols(), 1);
  if (responses_.rows() != k0_->num_rows || most <= k)
    responses_.conservativeResize(k0_->num_rows, most <= k ? 2 * most : most);
  responses_.col(k) = response_;
  if (capacitance_.rows() <= k) capacitance_.conservativeResize(2 * k + 1, 2 * k + 1);
  replaced_.push_back({i, {}});
  for (int l = 0; l < k; ++l) capacitance_(l, k) = replaced_[l].change.dot(responses_.col(k).data());
  return k;
}

/// Whether row i is still that of K0, which `row` is: a contact that opens, or begins to stick, changes one of its two.
bool ReplacedRows::is_first_row(int i, const Row& row) const {
  for (const Replaced& replaced : replaced_)
    if (replaced.index == i) return false;
  const int first = k0_->first[i];
  return std::equal(row.column.begin(), row.column.end(), k0_->column.begin() + first,
                    k0_->column.begin() + k0_->first[i + 1]) &&
         std::equal(row.value.begin(), row.value.end(), k0_->value.begin() + first);
}

void ReplacedRows::fill_row(int k) {
  for (int l = 0; l < num_replaced(); ++l)
    capacitance_(k, l) = (k == l ? 1.0 : 0.0) + replaced_[k].change.dot(responses_.col(l).data());
}

bool ReplacedRows::replace(int i, const Row& row, std::span<const double> right) {
  if (is_first_row(i, row)) return true;
  const int k = place_of(i);
  if (k < 0) return false;
  Row& change = replaced_[k].change;
  change = row;
  for (int at = k0_->first[i]; at < k0_->first[i + 1]; ++at) change.add(k0_->column[at], -k0_->value[at]);
  fill_row(k);
  for (std::size_t s = 0; s < y_.size(); ++s) {
    y_[s] += (right[s] - right_[s][i]) * responses_.col(k);
    right_[s][i] = right[s];
  }
  is_factored_ = false;
  return true;
}

bool ReplacedRows::solve(int s, GrowingVector& x) {
  x = y_[s];
  const int size = num_replaced();
  if (size == 0) return true;
  if (!is_factored_) lu_.compute(capacitance_.topLeftCorner(size, size));
  is_factored_ = true;
  projected_.resize(size);
  for (int k = 0; k < size; ++k) projected_[k] = replaced_[k].change.dot(x.data());
  projected_ = lu_.solve(projected_);
  x.noalias() -= responses_.leftCols(size) * projected_;
  return x.allFinite();
}

void ContactPath::begin(const PlanarContacts& problem, const GrowingVector& x, const GrowingVector& margin) {
  problem_ = &problem;
  is_over_bodies_ = bodies_.set(problem);
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
  const bool has_factors = is_over_bodies_ && bodies_.factorize(states_, shift_);
  return system_.start(k0_, has_factors ? &bodies_ : nullptr, right);
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

namespace parametric {
namespace {

/// Shifts against the largest entry of W. The least one leaves half of the digits in directions that W does not see.
constexpr double first_shift = 0x1p-7;
constexpr double least_shift = 0x1p-24;
constexpr double largest_shift = 4.0;
constexpr double shrink = 0.5;
constexpr double grow = 4.0;
/// A residual that no longer halves at the least shift: forces drift in directions that W does not see, or rounding
/// took a side below 0. The drift is made at once, and the states are chosen anew.
constexpr double least_fall = 0.5;
/// Pivots of one path, about as many as one factorization is worth; more of them when the sequence starts over.
constexpr long pivots_of_a_path = 40;
constexpr long pivots_of_a_long_path = 200;
/// Sweeps that make the guess: with fewer the paths are longer, more cost more than they save.
constexpr long sweeps = 200;
/// Problems of `fixed_point` that make the second guess: its slips are near by then, or will not be.
constexpr double convex_problems = 8.0;
/// By how much inactive sides are kept from 0 at the start, against the largest rate: ties are the rule without it.
constexpr double relative_margin = 0x1p-12;

/// Failure of the path with the largest shift, which makes the matrix definite: a ray there is lost digits.
LcpFailure failure_of(ContactPathEnd end) {
  return end == ContactPathEnd::limit ? LcpFailure::limit : LcpFailure::singular_basis;
}

class Parametric final : public LcpSolver {
 public:
  Parametric(NewtonLimits limits, std::unique_ptr<LcpSolver> convex) : limits_(limits), convex_(std::move(convex)) {}
  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override;

 private:
  [[nodiscard]] LcpFailure solve_from_sweeps(const Lcp& lcp, long most_pivots, LcpSolution& solution);
  [[nodiscard]] LcpFailure solve_from_convex(const Lcp& lcp, LcpSolution& solution);
  [[nodiscard]] LcpFailure follow_sequence(const Lcp& lcp, long most_pivots, LcpSolution& solution);
  [[nodiscard]] double assess(const Lcp& lcp, const GrowingVector& x, LcpSolution& solution);
  void set_margins();

  NewtonLimits limits_;
  std::unique_ptr<LcpSolver> convex_;
  LcpSolution guess_;
  PlanarContacts contacts_;
  PlanarSweeps sweeps_;
  ContactPath path_;
  GrowingVector x_, u_, margin_;
};

/// Margins that differ by the golden ratio's multiples modulo 1: no two sides meet 0 together by symmetry.
void Parametric::set_margins() {
  const double size = relative_margin * contacts_.b().lpNorm<Eigen::Infinity>();
  margin_.resize(contacts_.b().size());
  for (Eigen::Index i = 0; i < margin_.size(); ++i) {
    const double golden = 0.6180339887498949 * static_cast<double>(i + 1);
    margin_[i] = size * (0.5 + golden - std::floor(golden));
  }
}

/// Residual of x, whose (z, w) is left in the solution.
double Parametric::assess(const Lcp& lcp, const GrowingVector& x, LcpSolution& solution) {
  const SparseRows& w = contacts_.matrix();
  u_ = contacts_.b();
  for (int i = 0; i < w.num_rows; ++i)
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) u_[i] += w.value[k] * x[w.column[k]];
  contacts_.expand(x, u_, solution.z);
  lcp.matrix->multiply(solution.z, solution.w);
  solution.w += lcp.b;
  solution.history.push_back(natural_residual(lcp, solution.z, solution.w));
  return solution.history.back();
}

LcpFailure Parametric::follow_sequence(const Lcp& lcp, long most_pivots, LcpSolution& solution) {
  const double largest = largest_entry(contacts_.matrix());
  const double unit = largest > 0.0 ? largest : 1.0;
  double shift = first_shift;
  double before = std::numeric_limits<double>::infinity();
  for (long i = 0; i < limits_.iterations && !must_stop(); ++i) {
    const ContactPathEnd end = path_.advance(shift * unit, most_pivots);
    if (end == ContactPathEnd::solved) {
      const double residual = assess(lcp, path_.x(), solution);
      if (residual <= limits_.tolerance) return LcpFailure::none;
      const bool is_stuck = shift == least_shift && residual > least_fall * before;
      before = is_stuck ? std::numeric_limits<double>::infinity() : residual;
      shift = std::max(least_shift, shrink * shift);
      if (!is_stuck) continue;
      path_.extend();
      x_ = path_.x();
      path_.begin(contacts_, x_, margin_);
    } else {
      if (shift >= largest_shift) return failure_of(end);
      shift = std::min(largest_shift, grow * shift);
    }
  }
  return LcpFailure::limit;
}

/// From x_.
LcpFailure Parametric::solve_from_sweeps(const Lcp& lcp, long most_pivots, LcpSolution& solution) {
  sweeps_.run(sweeps, x_);
  if (assess(lcp, x_, solution) <= limits_.tolerance) return LcpFailure::none;
  path_.begin(contacts_, x_, margin_);
  return follow_sequence(lcp, most_pivots, solution);
}

LcpFailure Parametric::solve_from_convex(const Lcp& lcp, LcpSolution& solution) {
  convex_->solve(lcp, nullptr, guess_);
  if (guess_.status == Status::converged) {
    solution.z = guess_.z;
    solution.history = guess_.history;
    return LcpFailure::none;
  }
  contacts_.contract(guess_.z, x_);
  path_.begin(contacts_, x_, margin_);
  return follow_sequence(lcp, pivots_of_a_path, solution);
}

void Parametric::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  LcpFailure failure = LcpFailure::none;
  if (natural_residual(lcp, solution.z, solution.w) <= limits_.tolerance && solution.z.size() > 0 &&
      solution.z.minCoeff() >= 0.0)
    return conclude(lcp, limits_.tolerance, failure, solution);
  if (const char* lack = contacts_.prepare(lcp); lack != nullptr) {
    failure = LcpFailure::unsuited;
    solution.note = lack;
  } else if (lcp.b.size() > 0 && lcp.b.allFinite()) {
    set_margins();
    sweeps_.prepare(contacts_);
    const long before = path_.num_pivots();
    contacts_.contract(solution.z, x_);
    failure = solve_from_sweeps(lcp, pivots_of_a_path, solution);
    if (failure != LcpFailure::none) {
      solution.note = "the paths from the first guess led nowhere: started over from convex problems";
      failure = solve_from_convex(lcp, solution);
    }
    if (failure != LcpFailure::none) {
      x_.setZero();
      failure = solve_from_sweeps(lcp, pivots_of_a_long_path, solution);
    }
    solution.iterations = path_.num_pivots() - before;
  }
  conclude(lcp, limits_.tolerance, failure, solution);
}

constexpr FieldSpec options[] = {newton_tolerance_field,
                                 {.name = "problems",
                                  .type = FieldType::integer,
                                  .doc = "most problems of the proximal sequence",
                                  .default_text = "1000",
                                  .minimum = 1.0}};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  NewtonLimits limits = newton_limits_of(options);
  limits.iterations = static_cast<long>(options.number_or("problems", 1000.0));
  Properties of_convex;
  of_convex.set("problems", convex_problems);
  of_convex.set("tolerance", limits.tolerance);
  auto convex = fixed_point_solver.make(of_convex);
  if (auto* error = std::get_if<FactoryError>(&convex)) return std::move(*error);
  return std::make_unique<Parametric>(limits, std::get<std::unique_ptr<LcpSolver>>(std::move(convex)));
}

}  // namespace
}  // namespace parametric

const LcpSolverType parametric_solver{
    .spec =
        {.name = "parametric",
         .summary =
             "contacts in the plane: paths of pivots through a proximal sequence, from a guess by sweeps over contacts",
         .arguments = parametric::options,
         .properties = {},
         .citation = "CottlePangStone92, Rockafellar76"},
    .variants = "parametric | parametric(tolerance, problems)",
    .solves = LcpClass::semidefinite,
    .make = parametric::make};

}  // namespace perpend
