#include "kernel/solvers/factors/coupling_factor.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
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
    const Pyramid& pyramid = pyramids_[contact];
    const int num_rows = 1 + pyramid.num_directions;
    while (static_cast<int>(rows_.size()) < num_rows) rows_.emplace_back(owner_.size(), 0.0);
    largest_ = 0.0;
    for (int r = 0; r < num_rows; ++r) {
      const int i = r == 0 ? pyramid.normal : pyramids_.unknown(pyramid, r - 1);
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
  [[nodiscard]] bool has_its_slips(int contact) const {
    const Pyramid& pyramid = pyramids_[contact];
    const std::span<const FrictionBound> bounds = pyramids_.bounds(pyramid);
    return std::all_of(filled_.begin(), filled_.end(),
                       [&](const std::pair<int, int>& at) {
                         const auto& [row, column] = at;
                         return !owner_[column].is_slip || rows_[row][column] == slip_entry(bounds, row, column);
                       }) &&
           std::all_of(bounds.begin(), bounds.end(), [&](const FrictionBound& bound) {
             const int before = bound.first_direction - pyramid.first_direction;
             for (int r = 1; r <= bound.of.num_tangents; ++r)
               if (rows_[before + r][bound.of.slip] != 1.0) return false;
             return is_slip_row(bound.of);
           });
  }

  /// Whether its directions are combinations of its tangents, and those of the contacts it feels of theirs.
  [[nodiscard]] bool is_on_pyramids(int contact) const {
    if (!std::isfinite(largest_)) return false;
    const double rounding = rounding_of_direction * largest_;
    const Pyramid& pyramid = pyramids_[contact];
    for (int r = 0; r <= pyramid.num_directions; ++r)
      for (const int other : contacts_) {
        const Pyramid& felt = pyramids_[other];
        for (int k = 0; k < felt.num_directions; ++k) {
          const std::array<double, 2>& at = pyramids_.direction(felt, k);
          const auto entry = [&](int direction) { return rows_[r][pyramids_.unknown(felt, direction)]; };
          const double left = entry(k) - at[0] * entry(felt.tangent[0]) - at[1] * entry(felt.tangent[1]);
          if (!(std::abs(left) <= rounding)) return false;
        }
      }
    for (int k = 0; k < pyramid.num_directions; ++k) {
      const std::array<double, 2>& at = pyramids_.direction(pyramid, k);
      const std::vector<double>& first = rows_[1 + pyramid.tangent[0]];
      const std::vector<double>& second = rows_[1 + pyramid.tangent[1]];
      for (const int j : columns_)
        if (!(std::abs(rows_[1 + k][j] - at[0] * first[j] - at[1] * second[j]) <= rounding)) return false;
    }
    return true;
  }

  /// The rates that impulses of `other` make.
  [[nodiscard]] Pyramids::Block rates(int contact, int other) const {
    // Directions, -1 for the normal, -2 for what is not there.
    const auto axes = [&](int c) {
      const Pyramid& pyramid = pyramids_[c];
      return std::array<int, 3>{-1, pyramid.is_alone() ? -2 : pyramid.tangent[0],
                                pyramid.is_in_plane() ? -2 : pyramid.tangent[1]};
    };
    const Pyramid& felt = pyramids_[other];
    const std::array<int, 3> i = axes(contact), j = axes(other);
    Pyramids::Block block{};
    for (int r = 0; r < 3; ++r)
      for (int q = 0; q < 3; ++q)
        if (i[r] > -2 && j[q] > -2) block[r][q] = rows_[1 + i[r]][q == 0 ? felt.normal : pyramids_.unknown(felt, j[q])];
    return block;
  }

 private:
  /// What the column of a slip has in a row of the contact.
  [[nodiscard]] double slip_entry(std::span<const FrictionBound> bounds, int row, int column) const {
    for (const FrictionBound& bound : bounds) {
      const int direction = row - 1 + bounds.front().first_direction - bound.first_direction;
      if (column == bound.of.slip) return direction >= 0 && direction < bound.of.num_tangents ? 1.0 : 0.0;
    }
    return 0.0;
  }

  /// Whether the row of a slip is mu, and -1 for each of its directions.
  [[nodiscard]] bool is_slip_row(const LcpContact& of) const {
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
  const bool are_pyramids = for_each_normal(lcp.contacts, [&](std::span<const LcpContact> bounds) {
    return bounds.front().slip < 0 || pyramids_.add(bounds, [&](int i, int j) { return entry(a, i, j); });
  });
  if (!are_pyramids) return false;
  pyramids_.add_the_others();
  owner_.assign(static_cast<std::size_t>(a.num_rows), {});
  for (int c = 0; c < pyramids_.size(); ++c) {
    const Pyramid& pyramid = pyramids_[c];
    owner_[pyramid.normal] = {.contact = c};
    for (int k = 0; k < pyramid.num_directions; ++k) owner_[pyramids_.unknown(pyramid, k)] = {.contact = c};
    for (const FrictionBound& bound : pyramids_.bounds(pyramid))
      owner_[bound.of.slip] = {.contact = c, .is_slip = true};
  }
  return true;
}

bool CouplingFactor::take_couplings(const SparseRows& a) {
  ContactTable table(a, pyramids_, owner_);
  couplings_.clear();
  first_coupling_.assign(1, 0);
  for (int c = 0; c < pyramids_.size(); ++c) {
    table.read(c);
    if (!table.has_its_slips(c) || !table.is_on_pyramids(c)) return false;
    for (const int other : table.contacts()) couplings_.push_back({.contact = other, .rates = table.rates(c, other)});
    first_coupling_.push_back(static_cast<int>(couplings_.size()));
  }
  return true;
}

bool CouplingFactor::find_pattern() {
  std::vector<std::array<int, 2>> pairs;
  int width = 2;
  for (int c = 0; c < pyramids_.size(); ++c) {
    if (!pyramids_[c].is_in_plane()) width = 3;
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
