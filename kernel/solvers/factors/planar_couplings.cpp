#include "kernel/solvers/factors/planar_couplings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernel/solvers/factors/neighbours.hpp"

namespace perpend {

namespace {

/// Residuals against the largest terms of a row: at the first one no more digits are to be had, above the second after
/// all refinements the solution is refused.
constexpr double rounding = 0x1p-46;
constexpr double most_residual = 0x1p-40;
constexpr int most_refinements = 4;

}  // namespace

bool PlanarCouplings::set(const PlanarContacts& contacts) {
  const SparseRows& w = contacts.matrix();
  const std::size_t num_contacts = contacts.contacts().size();
  owner_.resize(static_cast<std::size_t>(w.num_rows));
  slot_.resize(owner_.size());
  has_tangent_.assign(num_contacts, 0);
  for (std::size_t c = 0; c < num_contacts; ++c) {
    const PlanarContact& contact = contacts.contacts()[c];
    owner_[contact.normal] = static_cast<int>(c);
    slot_[contact.normal] = 0;
    if (contact.tangent < 0) continue;
    has_tangent_[c] = 1;
    owner_[contact.tangent] = static_cast<int>(c);
    slot_[contact.tangent] = 1;
  }
  std::vector<std::array<int, 2>> pairs;
  for (int i = 0; i < w.num_rows; ++i)
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) pairs.push_back({owner_[i], owner_[w.column[k]]});
  std::vector<std::vector<int>> neighbours = neighbours_of(static_cast<int>(num_contacts), pairs);
  if (!has_pattern_ || neighbours != neighbours_) {
    neighbours_ = std::move(neighbours);
    std::optional<FrontPattern> pattern = front_pattern(width, neighbours_, most_factor_work);
    has_pattern_ = pattern.has_value();
    if (!has_pattern_) return false;
    factor_ = FrontLu(std::move(*pattern));
  }
  find_places(w);
  return true;
}

void PlanarCouplings::find_places(const SparseRows& w) {
  const FrontPattern& pattern = factor_.pattern();
  first_ = w.first;
  place_.assign(w.column.size(), 0);
  position_.resize(owner_.size());
  for (int i = 0; i < w.num_rows; ++i) {
    position_[i] = pattern.first_column[owner_[i]] + slot_[i];
    for (int k = w.first[i]; k < w.first[i + 1]; ++k) {
      const int a = owner_[i], b = owner_[w.column[k]];
      if (a == b) continue;
      const bool is_above = pattern.first_column[a] < pattern.first_column[b];
      const auto [first, stride] = is_above ? pattern.place(b, a) : pattern.place(a, b);
      const int of_row = is_above ? stride : 1, of_column = is_above ? 1 : stride;
      const std::ptrdiff_t place = first + slot_[i] * of_row + slot_[w.column[k]] * of_column;
      place_[k] = is_above ? ~place : place;
    }
  }
}

bool PlanarCouplings::factorize(const SparseRows& k) {
  factor_.clear();
  const FrontPattern& pattern = factor_.pattern();
  for (int c = 0; c < static_cast<int>(has_tangent_.size()); ++c) {
    const auto [first, stride] = pattern.place(c, c);
    if (has_tangent_[c] == 0) factor_.lower()[first + stride + 1] = 1.0;
  }
  for (int i = 0; i < k.num_rows; ++i) {
    const auto [first, stride] = pattern.place(owner_[i], owner_[i]);
    for (int e = k.first[i]; e < k.first[i + 1]; ++e) {
      const int j = k.column[e];
      if (owner_[j] == owner_[i]) {
        factor_.lower()[first + slot_[i] + slot_[j] * stride] += k.value[e];
        continue;
      }
      const std::ptrdiff_t place = place_[first_[i] + e - k.first[i]];
      (place < 0 ? factor_.upper()[~place] : factor_.lower()[place]) += k.value[e];
    }
  }
  return factor_.factorize();
}

void PlanarCouplings::solve_once(const GrowingVector& right, GrowingVector& x) {
  y_.setZero(factor_.pattern().num_unknowns);
  for (Eigen::Index i = 0; i < right.size(); ++i) y_[position_[i]] = right[i];
  factor_.solve(y_.data());
  x.resize(right.size());
  for (Eigen::Index i = 0; i < right.size(); ++i) x[i] = y_[position_[i]];
}

bool PlanarCouplings::solve(const SparseRows& k, const GrowingVector& right, GrowingVector& x) {
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
