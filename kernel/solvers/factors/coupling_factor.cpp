#include "kernel/solvers/factors/coupling_factor.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/solvers/factors/neighbours.hpp"

namespace perpend {

/// The rows of one contact, entry by entry.
class CouplingFactor::ContactTable {
 public:
  ContactTable(const SparseRows& a, const Pyramids& pyramids, const std::vector<Owner>& owner)
      : a_(a), pyramids_(pyramids), owner_(owner), touched_(pyramids.size(), -1), felt_(owner.size(), -1) {}

  /// Row of the normal and of each direction, over all columns.
  void read(int contact) {
    for (const auto& [row, column] : filled_) rows_[row][column] = 0.0;
    filled_.clear();
    columns_.clear();
    contacts_.clear();
    const LcpContact& of = pyramids_[contact].of;
    const int num_rows = 1 + of.num_tangents;
    while (static_cast<int>(rows_.size()) < num_rows) rows_.emplace_back(owner_.size(), 0.0);
    largest_ = 0.0;
    for (int r = 0; r < num_rows; ++r) {
      const int i = r == 0 ? of.normal : of.first_tangent + r - 1;
      for (int k = a_.first[i]; k < a_.first[i + 1]; ++k) {
        const int column = a_.column[k];
        rows_[r][column] = a_.value[k];
        filled_.emplace_back(r, column);
        if (owner_[column].is_slip) continue;
        largest_ = std::max(largest_, std::abs(a_.value[k]));
        if (std::exchange(felt_[column], contact) != contact) columns_.push_back(column);
        if (std::exchange(touched_[owner_[column].contact], contact) != contact)
          contacts_.push_back(owner_[column].contact);
      }
    }
    std::sort(contacts_.begin(), contacts_.end());
  }

  /// Contacts whose impulses it feels, increasing.
  [[nodiscard]] const std::vector<int>& contacts() const { return contacts_; }

  /// Whether slips stand where and as Coulomb's law puts them.
  [[nodiscard]] bool has_its_slip(int contact) const {
    const LcpContact& of = pyramids_[contact].of;
    for (const auto& [row, column] : filled_)
      if (owner_[column].is_slip && rows_[row][column] != 0.0 && (row == 0 || column != of.slip)) return false;
    if (pyramids_[contact].is_alone()) return true;
    for (int r = 1; r <= of.num_tangents; ++r)
      if (rows_[r][of.slip] != 1.0) return false;
    int num_entries = 0;
    for (int k = a_.first[of.slip]; k < a_.first[of.slip + 1]; ++k) {
      const int column = a_.column[k];
      const bool is_direction = column >= of.first_tangent && column < of.first_tangent + of.num_tangents;
      if (a_.value[k] == 0.0 && !is_direction) continue;
      if (!(is_direction ? a_.value[k] == -1.0 : column == of.normal && a_.value[k] == of.friction)) return false;
      num_entries += is_direction ? 1 : 0;
    }
    return num_entries == of.num_tangents && entry(a_, of.slip, of.normal) == of.friction;
  }

  /// Whether its directions are combinations of its tangents, and those of the contacts it feels of theirs.
  [[nodiscard]] bool is_on_pyramids(int contact) const {
    if (!std::isfinite(largest_)) return false;
    const double rounding = rounding_of_direction * largest_;
    const Pyramid& pyramid = pyramids_[contact];
    for (int r = 0; r <= pyramid.of.num_tangents; ++r)
      for (const int other : contacts_) {
        const Pyramid& felt = pyramids_[other];
        for (int k = 0; k < felt.of.num_tangents; ++k) {
          const std::array<double, 2>& at = pyramids_.direction(felt, k);
          const double left = rows_[r][felt.of.first_tangent + k] - at[0] * rows_[r][felt.tangent[0]] -
                              at[1] * rows_[r][felt.tangent[1]];
          if (!(std::abs(left) <= rounding)) return false;
        }
      }
    for (int k = 0; k < pyramid.of.num_tangents; ++k) {
      const std::array<double, 2>& at = pyramids_.direction(pyramid, k);
      const std::vector<double>& first = rows_[1 + pyramid.tangent[0] - pyramid.of.first_tangent];
      const std::vector<double>& second = rows_[1 + pyramid.tangent[1] - pyramid.of.first_tangent];
      for (const int j : columns_)
        if (!(std::abs(rows_[1 + k][j] - at[0] * first[j] - at[1] * second[j]) <= rounding)) return false;
    }
    return true;
  }

  /// The rates that impulses of `other` make.
  [[nodiscard]] Pyramids::Block rates(int contact, int other) const {
    const auto unknowns = [&](int c) {
      const Pyramid& pyramid = pyramids_[c];
      std::array<int, 3> at{pyramid.of.normal, -1, -1};
      if (!pyramid.is_alone()) at[1] = pyramid.tangent[0];
      if (!pyramid.is_alone() && pyramid.tangent[1] != pyramid.tangent[0]) at[2] = pyramid.tangent[1];
      return at;
    };
    const std::array<int, 3> i = unknowns(contact), j = unknowns(other);
    Pyramids::Block block{};
    for (int r = 0; r < 3; ++r)
      for (int q = 0; q < 3; ++q)
        if (i[r] >= 0 && j[q] >= 0)
          block[r][q] = rows_[r == 0 ? 0 : 1 + i[r] - pyramids_[contact].of.first_tangent][j[q]];
    return block;
  }

 private:
  const SparseRows& a_;
  const Pyramids& pyramids_;
  const std::vector<Owner>& owner_;
  std::vector<std::vector<double>> rows_;    // of the contact, 0 but for `filled_`
  std::vector<std::pair<int, int>> filled_;  // row and column
  std::vector<int> columns_;                 // of impulses, that it feels
  std::vector<int> contacts_;                // that it feels
  std::vector<int> touched_, felt_;          // the last contact that did so, of each contact and of each column
  double largest_ = 0.0;                     // entry between impulses
};

bool CouplingFactor::take_contacts(const Lcp& lcp, const SparseRows& a) {
  pyramids_.clear(a.num_rows);
  for (const LcpContact& of : lcp.contacts)
    if (of.slip >= 0 && !pyramids_.add(of, [&](int i, int j) { return entry(a, i, j); })) return false;
  pyramids_.add_the_others();
  owner_.assign(static_cast<std::size_t>(a.num_rows), {});
  for (int c = 0; c < pyramids_.size(); ++c) {
    const LcpContact& of = pyramids_[c].of;
    owner_[of.normal] = {.contact = c};
    if (pyramids_[c].is_alone()) continue;
    owner_[of.slip] = {.contact = c, .is_slip = true};
    for (int k = 0; k < of.num_tangents; ++k) owner_[of.first_tangent + k] = {.contact = c};
  }
  return true;
}

bool CouplingFactor::take_couplings(const SparseRows& a) {
  ContactTable table(a, pyramids_, owner_);
  couplings_.clear();
  first_coupling_.assign(1, 0);
  for (int c = 0; c < pyramids_.size(); ++c) {
    table.read(c);
    if (!table.has_its_slip(c) || !table.is_on_pyramids(c)) return false;
    for (const int other : table.contacts()) couplings_.push_back({.contact = other, .rates = table.rates(c, other)});
    first_coupling_.push_back(static_cast<int>(couplings_.size()));
  }
  return true;
}

bool CouplingFactor::find_pattern() {
  std::vector<std::array<int, 2>> pairs;
  int width = 2;
  for (int c = 0; c < pyramids_.size(); ++c) {
    if (pyramids_[c].tangent[0] != pyramids_[c].tangent[1]) width = 3;
    for (int k = first_coupling_[c]; k < first_coupling_[c + 1]; ++k) pairs.push_back({c, couplings_[k].contact});
  }
  std::vector<std::vector<int>> neighbours = neighbours_of(pyramids_.size(), pairs);
  if (width == width_ && neighbours == neighbours_) return has_pattern_;
  width_ = width;
  neighbours_ = std::move(neighbours);
  std::optional<FrontPattern> pattern = front_pattern(width_, neighbours_, most_factor_work);
  has_pattern_ = pattern.has_value();
  if (has_pattern_) factor_ = FrontLu(std::move(*pattern));
  return has_pattern_;
}

void CouplingFactor::find_places() {
  const FrontPattern& pattern = factor_.pattern();
  for (int c = 0; c < pyramids_.size(); ++c)
    for (int k = first_coupling_[c]; k < first_coupling_[c + 1]; ++k) {
      Coupling& coupling = couplings_[k];
      coupling.is_above = pattern.first_column[c] < pattern.first_column[coupling.contact];
      coupling.place = coupling.is_above ? pattern.place(coupling.contact, c) : pattern.place(c, coupling.contact);
    }
}

bool CouplingFactor::set(const Lcp& lcp) {
  if (lcp.structure != LcpClass::copositive) return false;
  const SparseRows& a = lcp.matrix->sparse();
  if (!take_contacts(lcp, a) || !take_couplings(a) || !find_pattern()) return false;
  find_places();
  return true;
}

/// 1 + S W. What a contact has no tangents for stays 1.
template <int width>
void CouplingFactor::assemble() {
  factor_.clear();
  for (int c = 0; c < pyramids_.size(); ++c) {
    const Pyramids::Block s = pyramids_.stiffness(pyramids_[c]);
    const auto [first, stride] = factor_.pattern().place(c, c);
    for (int i = 0; i < width; ++i) factor_.lower()[first + i * (stride + 1)] = 1.0;
    for (int k = first_coupling_[c]; k < first_coupling_[c + 1]; ++k) {
      const Coupling& coupling = couplings_[k];
      double* to = (coupling.is_above ? factor_.upper() : factor_.lower()) + coupling.place.first;
      const std::ptrdiff_t of_row = coupling.is_above ? coupling.place.stride : 1;
      const std::ptrdiff_t of_column = coupling.is_above ? 1 : coupling.place.stride;
      for (int r = 0; r < width; ++r)
        for (int q = 0; q < width; ++q) {
          double sum = 0.0;
          repeat<width>([&]<int m>() { sum += s[r][m] * coupling.rates[m][q]; });
          to[r * of_row + q * of_column] += sum;
        }
    }
  }
}

bool CouplingFactor::factorize(const GrowingVector& inverse) {
  pyramids_.set_inverse(inverse);
  for_one_of<2, 3>(width_, [&]<int width>() { assemble<width>(); });
  return factor_.factorize();
}

template <int width>
void CouplingFactor::make_free_impulses(const GrowingVector& right) {
  p_.resize(factor_.pattern().num_unknowns);
  for (int c = 0; c < pyramids_.size(); ++c) {
    const Pyramids::Three p = pyramids_.free_impulses(pyramids_[c], right);
    std::copy_n(p.data(), width, p_.data() + factor_.pattern().first_column[c]);
  }
}

template <int width>
void CouplingFactor::resolve(const GrowingVector& right, GrowingVector& x) const {
  for (int c = 0; c < pyramids_.size(); ++c) {
    Pyramids::Three rates{};
    for (int k = first_coupling_[c]; k < first_coupling_[c + 1]; ++k) {
      const double* p = p_.data() + factor_.pattern().first_column[couplings_[k].contact];
      repeat<width>([&]<int r>() { rates[r] += dot<width>(couplings_[k].rates[r].data(), p); });
    }
    pyramids_.resolve(pyramids_[c], rates, right, x);
  }
}

bool CouplingFactor::solve(const GrowingVector& right, GrowingVector& x) {
  for_one_of<2, 3>(width_, [&]<int width>() { make_free_impulses<width>(right); });
  factor_.solve(p_.data());
  x.resize(right.size());
  for_one_of<2, 3>(width_, [&]<int width>() { resolve<width>(right, x); });
  return x.allFinite();
}

}  // namespace perpend
