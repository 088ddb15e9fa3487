#include "verification/checker/lcp/choices.hpp"

#include <algorithm>

namespace perpend::checker {

namespace {

std::vector<int> indices_of(const std::vector<char>& is_active) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < is_active.size(); ++i)
    if (is_active[i] != 0) indices.push_back(static_cast<int>(i));
  return indices;
}

/// Most choices of active rows are excluded by balls of 256 bits.
class SignFilter {
 public:
  SignFilter(const Matrix& a, const std::vector<Rational>& b) : a_(a, precision), b_(column(b), precision) {}

  /// Proved: with these rows active some entry of z or of w is negative. False says nothing.
  [[nodiscard]] bool excludes(const std::vector<int>& active) const {
    const long n = static_cast<long>(active.size());
    spend_on_balls(static_cast<double>(n), precision);
    spend(100.0 * static_cast<double>((n + 1) * a_.rows()));
    BallMatrix a(n, n), right(n, 1), z(n, 1);
    for (long i = 0; i < n; ++i) {
      for (long j = 0; j < n; ++j) arb_set(a.at(i, j), a_.at(active[i], active[j]));
      arb_neg(right.at(i, 0), b_.at(active[i], 0));
    }
    return (n == 0 || arb_mat_solve(z.raw(), a.raw(), right.raw(), precision) != 0) && has_negative(active, z);
  }

 private:
  static constexpr long precision = Ball::precision;

  [[nodiscard]] bool has_negative(const std::vector<int>& active, const BallMatrix& z) const {
    for (long k = 0; k < z.rows(); ++k)
      if (arb_is_negative(z.at(k, 0))) return true;
    Ball w;
    for (long i = 0; i < a_.rows(); ++i) {
      if (std::binary_search(active.begin(), active.end(), static_cast<int>(i))) continue;
      arb_set(w.raw(), b_.at(i, 0));
      for (std::size_t k = 0; k < active.size(); ++k)
        arb_addmul(w.raw(), a_.at(i, active[k]), z.at(static_cast<long>(k), 0), precision);
      if (arb_is_negative(w.raw()) != 0) return true;
    }
    return false;
  }

  BallMatrix a_, b_;
};

}  // namespace

Solutions::Solutions(const Lcp& lcp) : a_(dense(lcp.a)), b_(lcp.b) {
  const int n = size();
  const SignFilter filter(a_, b_);
  for (unsigned long choice = 0; choice < 1UL << n; ++choice) {
    std::vector<char> is_active(n);
    for (int i = 0; i < n; ++i) is_active[i] = static_cast<char>(choice >> i & 1UL);
    if (!filter.excludes(indices_of(is_active))) try_choice(is_active);
  }
  drop_held();
}

Rational Solutions::slack(const std::vector<Rational>& z, int i) const {
  Rational sum = b_[i];
  for (int j = 0; j < size(); ++j)
    if (!z[j].is_zero()) sum.add_product(a_.at(i, j), z[j]);
  return sum;
}

std::vector<Rational> Solutions::entry_of_z(int i) const {
  std::vector<Rational> function(size());
  function[i] = Rational(1);
  return function;
}

std::vector<Rational> Solutions::entry_of_w(int i) const {
  std::vector<Rational> function;
  for (int j = 0; j < size(); ++j) function.push_back(a_.at(i, j));
  return function;
}

void Solutions::try_choice(const std::vector<char>& is_active) {
  const std::vector<int> active = indices_of(is_active);
  const long n = static_cast<long>(active.size());
  Piece piece{is_active, std::vector<Rational>(size())};
  Matrix right(n, 1);
  for (long i = 0; i < n; ++i) right.set(i, 0, -b_[active[i]]);
  if (const auto z = n == 0 ? std::optional(right) : solve(block(a_, active, active), right)) {
    for (long i = 0; i < n; ++i) piece.z[active[i]] = z->at(i, 0);
    for (int i = 0; i < size(); ++i)
      if (piece.z[i].sign() < 0 || slack(piece.z, i).sign() < 0) return;
    points_.push_back(std::move(piece));
    return;
  }
  const Decision found = decide(polyhedron(is_active));
  if (!found.is_feasible) return;
  for (long i = 0; i < n; ++i) piece.z[active[i]] = found.x[i];
  const bool is_continuum = std::any_of(active.begin(), active.end(), [&](int i) {
    return can_change(piece, entry_of_z(i), 1) || can_change(piece, entry_of_z(i), -1);
  });
  (is_continuum ? continua_ : points_).push_back(std::move(piece));
}

Program Solutions::polyhedron(const std::vector<char>& is_active) const {
  Program program;
  const std::vector<int> active = indices_of(is_active);
  for (std::size_t k = 0; k < active.size(); ++k) program.add_variable(false);
  for (int i = 0; i < size(); ++i) {
    ProgramRow& row = program.add_row(-b_[i]);
    for (std::size_t k = 0; k < active.size(); ++k) row.coefficients[k] = a_.at(i, active[k]);
    if (is_active[i] == 0) program.add_slack(program.rows.size() - 1);
  }
  return program;
}

Program Solutions::directions(const Piece& piece) const {
  Program program;
  const std::vector<int> active = indices_of(piece.is_active);
  for (const int i : active) program.add_variable(!piece.z[i].is_zero());
  for (int i = 0; i < size(); ++i) {
    if (piece.is_active[i] == 0 && !slack(piece.z, i).is_zero()) continue;
    ProgramRow& row = program.add_row(Rational(0));
    for (std::size_t k = 0; k < active.size(); ++k) row.coefficients[k] = a_.at(i, active[k]);
    if (piece.is_active[i] == 0) program.add_slack(program.rows.size() - 1);
  }
  return program;
}

bool Solutions::can_change(const Piece& piece, const std::vector<Rational>& function, int sign) const {
  Program program = directions(piece);
  const std::vector<int> active = indices_of(piece.is_active);
  ProgramRow& row = program.add_row(Rational(sign));
  for (std::size_t k = 0; k < active.size(); ++k) row.coefficients[k] = function[active[k]];
  return decide(program).is_feasible;
}

bool Solutions::varies(const Piece& piece, const Functions& functions) const {
  return std::any_of(functions.begin(), functions.end(), [&](const std::vector<Rational>& function) {
    return can_change(piece, function, 1) || can_change(piece, function, -1);
  });
}

bool Solutions::attains(const Piece& piece, const Functions& functions, const std::vector<Rational>& values) const {
  Program program = polyhedron(piece.is_active);
  const std::vector<int> active = indices_of(piece.is_active);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    ProgramRow& row = program.add_row(values[f]);
    for (std::size_t k = 0; k < active.size(); ++k) row.coefficients[k] = functions[f][active[k]];
  }
  return decide(program).is_feasible;
}

bool Solutions::holds_point(const Piece& piece, const std::vector<Rational>& z) const {
  for (int i = 0; i < size(); ++i)
    if (piece.is_active[i] != 0 ? !slack(z, i).is_zero() : !z[i].is_zero()) return false;
  return true;
}

/// Entries that are 0 on the outer piece are so on all of the inner one: nothing in it makes them positive.
bool Solutions::holds(const Piece& outer, const Piece& inner) const {
  if (!holds_point(outer, inner.z)) return false;
  for (int i = 0; i < size(); ++i) {
    if (outer.is_active[i] == inner.is_active[i]) continue;
    if (can_change(inner, inner.is_active[i] != 0 ? entry_of_z(i) : entry_of_w(i), 1)) return false;
  }
  return true;
}

/// The first of continua that contain each other stays.
void Solutions::drop_held() {
  std::vector<Piece> kept;
  for (std::size_t i = 0; i < continua_.size(); ++i) {
    bool is_held = false;
    for (std::size_t j = 0; j < continua_.size() && !is_held; ++j)
      is_held = i != j && holds(continua_[j], continua_[i]) && (j < i || !holds(continua_[i], continua_[j]));
    if (!is_held) kept.push_back(continua_[i]);
  }
  continua_ = std::move(kept);
}

Count Solutions::count(const Functions& functions) const {
  std::vector<const Piece*> varying, others;
  for (const Piece& piece : continua_) (varies(piece, functions) ? varying : others).push_back(&piece);
  for (const Piece& piece : points_) others.push_back(&piece);
  Functions found;
  for (const Piece* piece : others) {
    std::vector<Rational> values;
    for (const std::vector<Rational>& function : functions) values.push_back(dot(function, piece->z));
    const bool is_known =
        std::find(found.begin(), found.end(), values) != found.end() ||
        std::any_of(varying.begin(), varying.end(), [&](const Piece* one) { return attains(*one, functions, values); });
    if (!is_known) found.push_back(std::move(values));
  }
  return {static_cast<int>(found.size()), static_cast<int>(varying.size())};
}

}  // namespace perpend::checker
