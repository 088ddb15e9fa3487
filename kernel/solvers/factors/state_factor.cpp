#include "kernel/solvers/factors/state_factor.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

constexpr int width = 3;
constexpr int square = width * width;
/// Nodes eliminated between two questions whether to stop.
constexpr int nodes_at_once = 256;
/// Residuals against the largest terms of a row: at the first one no more digits are to be had, above the second after
/// all refinements the solution is refused.
constexpr double rounding = 0x1p-46;
constexpr double most_residual = 0x1p-40;
constexpr int most_refinements = 4;

/// target -= a b^T
inline void subtract(const double* __restrict a, const double* __restrict b, double* __restrict target) {
  repeat<width>([&]<int i>() {
    repeat<width>([&]<int j>() { target[i * width + j] -= dot<width>(a + i * width, b + j * width); });
  });
}

/// Gauss-Jordan with partial pivoting. False when a pivot vanishes or is not finite.
bool invert(double* a) {
  double inverse[square] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  for (int k = 0; k < width; ++k) {
    int p = k;
    for (int i = k + 1; i < width; ++i)
      if (std::abs(a[i * width + k]) > std::abs(a[p * width + k])) p = i;
    if (!(std::abs(a[p * width + k]) > 0.0) || !std::isfinite(a[p * width + k])) return false;
    for (int j = 0; p != k && j < width; ++j) {
      std::swap(a[p * width + j], a[k * width + j]);
      std::swap(inverse[p * width + j], inverse[k * width + j]);
    }
    const double pivot = 1.0 / a[k * width + k];
    for (int j = 0; j < width; ++j) {
      a[k * width + j] *= pivot;
      inverse[k * width + j] *= pivot;
    }
    for (int i = 0; i < width; ++i) {
      const double t = a[i * width + k];
      if (i == k || t == 0.0) continue;
      for (int j = 0; j < width; ++j) {
        a[i * width + j] -= t * a[k * width + j];
        inverse[i * width + j] -= t * inverse[k * width + j];
      }
    }
  }
  std::copy_n(inverse, square, a);
  return true;
}

}  // namespace

const double* StateFactor::row(int i) const {
  return contacts_->bodies()->row.data() + static_cast<std::size_t>(contacts_->unknown(i)) * 2 * width;
}

bool StateFactor::set(const PlanarContacts& contacts) {
  contacts_ = &contacts;
  const LcpBodies* bodies = contacts.bodies();
  if (bodies == nullptr || bodies->width != width) return false;
  const int num_rows = contacts.matrix().num_rows;
  bool is_same = has_pattern_ && num_bodies_ == bodies->num_bodies && static_cast<int>(body_.size()) == num_rows;
  body_.resize(static_cast<std::size_t>(num_rows));
  for (int i = 0; i < num_rows; ++i) {
    const std::array<int, 2>& of_row = bodies->body[contacts.unknown(i)];
    is_same = is_same && body_[i] == of_row;
    body_[i] = of_row;
  }
  if (is_same) return true;
  num_bodies_ = bodies->num_bodies;
  std::optional<BlockPattern> pattern = pattern_of_bodies(*bodies);
  has_pattern_ = pattern.has_value();
  if (!has_pattern_) return false;
  pattern_ = std::move(*pattern);
  node_ = nodes_of_bodies(pattern_);
  place_ = places_of_rows(pattern_, node_, body_);
  lower_.resize(static_cast<std::size_t>(pattern_.num_values));
  upper_.resize(static_cast<std::size_t>(pattern_.num_values));
  unscaled_.resize(static_cast<std::size_t>(pattern_.most_panel_rows) * width);
  return true;
}

/// amount column row^T, of rows of G, to the blocks of its bodies.
void StateFactor::add(const BodyPlace& place, const double* column, const double* row, double amount) {
  for (int side = 0; side < 2; ++side) {
    if (place.diagonal[side] < 0) continue;
    double* block = lower_.data() + place.diagonal[side];
    const double* a = column + side * width;
    const double* b = row + side * width;
    repeat<width>([&]<int r>() { repeat<width>([&]<int c>() { block[r * width + c] += amount * a[r] * b[c]; }); });
  }
  if (place.panel < 0) return;
  const int later = place.later * width;
  const int earlier = width - later;
  double* lower = lower_.data() + place.panel;
  double* upper = upper_.data() + place.panel;
  repeat<width>([&]<int r>() {
    repeat<width>([&]<int c>() {
      lower[r * width + c] += amount * column[later + r] * row[earlier + c];
      upper[r * width + c] += amount * column[earlier + c] * row[later + r];
    });
  });
}

void StateFactor::assemble() {
  std::fill(lower_.begin(), lower_.end(), 0.0);
  std::fill(upper_.begin(), upper_.end(), 0.0);
  const LcpBodies& bodies = *contacts_->bodies();
  for (int body = 0; body < num_bodies_; ++body)
    std::copy_n(bodies.mass.data() + static_cast<std::size_t>(body) * square, square,
                lower_.data() + pattern_.nodes[node_[body]].values);
  const double amount = 1.0 / shift_;
  const auto& contacts = contacts_->contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (states_.state[c] == PlanarState::open) continue;
    const PlanarContact& contact = contacts[c];
    const double* normal = row(contact.normal);
    const BodyPlace& place = place_[contact.normal];
    if (contact.tangent < 0) {
      add(place, normal, normal, amount);
      continue;
    }
    const double* tangent = row(contact.tangent);
    if (states_.state[c] == PlanarState::sticks) {
      add(place, normal, normal, amount);
      add(place, tangent, tangent, amount);
      continue;
    }
    double column[2 * width];
    const double share = states_.sign[c] * contact.friction;
    repeat<2 * width>([&]<int j>() { column[j] = normal[j] - share * tangent[j]; });
    add(place, column, normal, amount);
  }
}

/// With D the diagonal block, B and C^T the panels:  L = B D^-1,  and L C off the blocks of later nodes.
bool StateFactor::eliminate(const BlockPattern::Node& node) {
  double* d = lower_.data() + node.values;
  if (!invert(d)) return false;
  const BlockPattern::Panel* panels = pattern_.panels.data() + node.first_panel;
  const int* target = pattern_.targets.data() + node.first_target;
  for (int i = 0; i < node.num_panels; ++i) {
    double* l = lower_.data() + panels[i].values;
    const double* u = upper_.data() + panels[i].values;
    double scaled[square];
    repeat<width>([&]<int r>() {
      repeat<width>([&]<int c>() {
        scaled[r * width + c] =
            l[r * width] * d[c] + l[r * width + 1] * d[width + c] + l[r * width + 2] * d[2 * width + c];
      });
    });
    std::copy_n(scaled, square, l);
    for (int j = 0; j < i; ++j, ++target) {
      subtract(l, upper_.data() + panels[j].values, lower_.data() + *target);
      subtract(u, lower_.data() + panels[j].values, upper_.data() + *target);
    }
    subtract(l, u, lower_.data() + *target++);
  }
  return true;
}

bool StateFactor::factorize(const PlanarStates& states, double shift) {
  states_ = states;
  shift_ = shift;
  assemble();
  const int size = static_cast<int>(pattern_.nodes.size());
  for (int node = 0; node < size; ++node) {
    if (node % nodes_at_once == 0 && must_stop()) return false;
    if (!eliminate(pattern_.nodes[node])) return false;
  }
  return true;
}

void StateFactor::substitute() {
  for (const BlockPattern::Node& node : pattern_.nodes) {
    const double* y = y_.data() + node.right;
    for (int p = node.first_panel; p < node.first_panel + node.num_panels; ++p) {
      const double* l = lower_.data() + pattern_.panels[p].values;
      double* to = y_.data() + pattern_.panels[p].right;
      repeat<width>([&]<int r>() { to[r] -= dot<width>(l + r * width, y); });
    }
  }
  for (auto node = pattern_.nodes.rbegin(); node != pattern_.nodes.rend(); ++node) {
    double* y = y_.data() + node->right;
    double left[width] = {y[0], y[1], y[2]};
    for (int p = node->first_panel; p < node->first_panel + node->num_panels; ++p) {
      const double* u = upper_.data() + pattern_.panels[p].values;
      const double* from = y_.data() + pattern_.panels[p].right;
      repeat<width>([&]<int r>() { repeat<width>([&]<int c>() { left[c] -= u[r * width + c] * from[r]; }); });
    }
    const double* inverse = lower_.data() + node->values;
    repeat<width>([&]<int r>() { y[r] = dot<width>(inverse + r * width, left); });
  }
}

void StateFactor::solve_once(const GrowingVector& right, GrowingVector& x) {
  const auto& contacts = contacts_->contacts();
  const double amount = 1.0 / shift_;
  y_.setZero(pattern_.num_unknowns);
  x.resize(right.size());
  const auto add_to_bodies = [&](int i, double impulse) {
    if (impulse == 0.0) return;
    const double* g = row(i);
    for (int side = 0; side < 2; ++side) {
      if (place_[i].right[side] < 0) continue;
      double* y = y_.data() + place_[i].right[side];
      repeat<width>([&]<int j>() { y[j] += impulse * g[side * width + j]; });
    }
  };
  const auto rate = [&](int i) {
    const double* g = row(i);
    double sum = 0.0;
    for (int side = 0; side < 2; ++side)
      if (place_[i].right[side] >= 0) sum += dot<width>(g + side * width, y_.data() + place_[i].right[side]);
    return sum;
  };
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto [n, t, friction] = contacts[c];
    const bool is_open = states_.state[c] == PlanarState::open;
    const double normal = is_open ? right[n] : amount * right[n];
    add_to_bodies(n, normal);
    if (t < 0) continue;
    const bool sticks = states_.state[c] == PlanarState::sticks;
    add_to_bodies(t, sticks ? amount * right[t] : right[t] - states_.sign[c] * friction * normal);
  }
  substitute();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto [n, t, friction] = contacts[c];
    const bool is_open = states_.state[c] == PlanarState::open;
    x[n] = is_open ? right[n] : amount * (right[n] - rate(n));
    if (t < 0) continue;
    const bool sticks = states_.state[c] == PlanarState::sticks;
    x[t] = sticks ? amount * (right[t] - rate(t)) : right[t] - states_.sign[c] * friction * x[n];
  }
}

bool StateFactor::solve(const SparseRows& k, const GrowingVector& right, GrowingVector& x) {
  solve_once(right, x);
  residual_.resize(right.size());
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0;; ++round) {
    double worst = 0.0;
    double largest = 0.0;
    for (int i = 0; i < k.num_rows; ++i) {
      double sum = right[i];
      double size = std::abs(right[i]);
      for (int e = k.first[i]; e < k.first[i + 1]; ++e) {
        const double term = k.value[e] * x[k.column[e]];
        sum -= term;
        size += std::abs(term);
      }
      residual_[i] = sum;
      if (!(std::abs(sum) <= worst)) worst = std::abs(sum);
      largest = std::max(largest, size);
    }
    if (worst <= rounding * largest) return true;
    if (round == most_refinements || !(worst < 0.5 * before)) return worst <= most_residual * largest;
    before = worst;
    solve_once(residual_, correction_);
    x += correction_;
  }
}

}  // namespace perpend
