#include "kernel/solvers/factors/planar_couplings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
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

/// Whether they are those of the contacts before.
bool PlanarCouplings::take_owners(const PlanarContacts& contacts) {
  const std::vector<PlanarContact>& all = contacts.contacts();
  const auto num_rows = static_cast<std::size_t>(contacts.matrix().num_rows);
  bool is_same = owner_.size() == num_rows && has_tangent_.size() == all.size();
  owner_.resize(num_rows);
  slot_.resize(num_rows);
  has_tangent_.resize(all.size());
  const auto take = [&](int row, int contact, int slot) {
    is_same = is_same && owner_[row] == contact && slot_[row] == slot;
    owner_[row] = contact;
    slot_[row] = slot;
  };
  for (std::size_t c = 0; c < all.size(); ++c) {
    has_tangent_[c] = all[c].tangent >= 0 ? 1 : 0;
    take(all[c].normal, static_cast<int>(c), 0);
    if (all[c].tangent >= 0) take(all[c].tangent, static_cast<int>(c), 1);
  }
  return is_same;
}

bool PlanarCouplings::set(const PlanarContacts& contacts) {
  const SparseRows& w = contacts.matrix();
  const bool has_same_owners = take_owners(contacts);
  if (is_analyzed_ && has_same_owners && w.first == first_ && w.column == column_) return has_pattern_;
  first_ = w.first;
  column_ = w.column;
  is_analyzed_ = true;
  has_pattern_ = find_pattern();
  if (has_pattern_) find_places();
  return has_pattern_;
}

bool PlanarCouplings::find_pattern() {
  const int num_contacts = static_cast<int>(has_tangent_.size());
  last_.assign(has_tangent_.size(), -1);
  std::vector<std::array<int, 2>> pairs;
  for (std::size_t i = 0; i < owner_.size(); ++i)
    for (int k = first_[i]; k < first_[i + 1]; ++k) {
      const int felt = owner_[column_[k]];
      if (std::exchange(last_[felt], owner_[i]) != owner_[i]) pairs.push_back({owner_[i], felt});
    }
  std::optional<FrontPattern> pattern = front_pattern(width, neighbours_of(num_contacts, pairs), most_factor_work);
  if (pattern.has_value()) factor_ = FrontLu(std::move(*pattern));
  return pattern.has_value();
}

void PlanarCouplings::find_places() {
  const FrontPattern& pattern = factor_.pattern();
  place_.assign(column_.size(), 0);
  position_.resize(owner_.size());
  for (std::size_t i = 0; i < owner_.size(); ++i) {
    position_[i] = pattern.first_column[owner_[i]] + slot_[i];
    for (int k = first_[i]; k < first_[i + 1]; ++k) {
      const int a = owner_[i], b = owner_[column_[k]];
      if (a == b) continue;
      const bool is_above = pattern.first_column[a] < pattern.first_column[b];
      const auto [first, stride] = is_above ? pattern.place(b, a) : pattern.place(a, b);
      const int of_row = is_above ? stride : 1, of_column = is_above ? 1 : stride;
      const std::ptrdiff_t place = first + slot_[i] * of_row + slot_[column_[k]] * of_column;
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
      const int of_w = first_[i] + e - k.first[i];
      if (of_w >= first_[i + 1] || column_[of_w] != j) return false;
      const std::ptrdiff_t place = place_[of_w];
      (place < 0 ? factor_.upper()[~place] : factor_.lower()[place]) += k.value[e];
    }
  }
  return factor_.factorize();
}

void PlanarCouplings::solve_once(const GrowingVector& right, GrowingVector& x) {
  y_.setZero(factor_.pattern().num_unknowns);
  for (Eigen::Index i = 0; i < right.size(); ++i) y_[position_[i]] = right[i];
  take_solution(x);
}

/// x = K^-1 y_, by the factors alone.
void PlanarCouplings::take_solution(GrowingVector& x) {
  factor_.solve(y_.data());
  const auto size = static_cast<Eigen::Index>(position_.size());
  x.resize(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = y_[position_[i]];
}

void PlanarCouplings::respond(int i, GrowingVector& x) {
  y_.setZero(factor_.pattern().num_unknowns);
  y_[position_[i]] = 1.0;
  take_solution(x);
}

bool PlanarCouplings::solve(const SparseRows& k, const GrowingVector& right, GrowingVector& x) {
  solve_once(right, x);
  residual_.resize(right.size());
  double before = std::numeric_limits<double>::infinity();
  for (int round = 0;; ++round) {
    if (!x.allFinite()) return false;
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
      worst = std::max(worst, std::abs(sum));
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
