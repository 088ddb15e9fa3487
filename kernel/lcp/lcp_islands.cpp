#include "kernel/lcp/lcp_islands.hpp"

#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"

namespace perpend {

namespace {

/// Calls visit(row) for each unknown of the contact.
template <class Visit>
void for_each_unknown(const LcpContact& contact, Visit&& visit) {
  if (contact.normal >= 0) visit(contact.normal);
  for (int t = 0; t < contact.num_tangents; ++t) visit(contact.first_tangent + t);
  if (contact.slip >= 0) visit(contact.slip);
}

}  // namespace

void LcpIslands::split(const Lcp& lcp) {
  unite_coupled(lcp);
  number_islands(static_cast<int>(lcp.b.size()));
  number_contacts(lcp);
}

void LcpIslands::unite_coupled(const Lcp& lcp) {
  unite_coupled_rows(lcp.matrix->sparse(), parent_);
  for (const LcpContact& contact : lcp.contacts) {
    int first = -1;
    for_each_unknown(contact, [&](int row) {
      if (first < 0) first = row;
      unite_sets(parent_, first, row);
    });
  }
}

void LcpIslands::number_islands(int size) {
  island_.resize(static_cast<std::size_t>(size));
  first_.assign(1, 0);
  // A set is led by its least row, which comes before all others of it.
  for (int i = 0; i < size; ++i) {
    const int leader = least_of_set(parent_, i);
    if (leader == i) {
      island_[i] = num_islands();
      first_.push_back(0);
    }
    island_[i] = island_[leader];
    ++first_[island_[i] + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  next_.assign(first_.begin(), first_.end());
  row_.resize(static_cast<std::size_t>(size));
  place_.resize(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) {
    const int at = next_[island_[i]]++;
    row_[at] = i;
    place_[i] = at - first_[island_[i]];
  }
}

void LcpIslands::number_contacts(const Lcp& lcp) {
  const auto island_of = [&](const LcpContact& contact) {
    return island_[contact.normal >= 0 ? contact.normal : contact.first_tangent];
  };
  first_contact_.assign(first_.size(), 0);
  for (const LcpContact& contact : lcp.contacts) ++first_contact_[island_of(contact) + 1];
  std::partial_sum(first_contact_.begin(), first_contact_.end(), first_contact_.begin());
  next_.assign(first_contact_.begin(), first_contact_.end());
  contact_.resize(lcp.contacts.size());
  for (std::size_t c = 0; c < lcp.contacts.size(); ++c) contact_[next_[island_of(lcp.contacts[c])]++] = c;
}

void LcpIslands::extract(const SparseRows& a, int island) {
  SparseRows& rows = matrix_.rows();
  rows.num_rows = rows.num_columns = static_cast<int>(this->rows(island).size());
  rows.first.assign(1, 0);
  rows.column.clear();
  rows.value.clear();
  reserve_entries(rows, a.column.capacity());
  for (const int i : this->rows(island)) {
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      if (a.value[k] == 0.0) continue;
      rows.column.push_back(place_[a.column[k]]);
      rows.value.push_back(a.value[k]);
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
}

const Lcp& LcpIslands::problem(const Lcp& whole, int island) {
  if (num_islands() == 1) return whole;
  extract(whole.matrix->sparse(), island);
  const LcpBodies* bodies = whole.matrix->bodies();
  matrix_.set_bodies(bodies == nullptr ? nullptr : bodies_.take(*bodies, rows(island)));
  part_.matrix = &matrix_;
  part_.structure = whole.structure;
  gather(island, whole.b, part_.b);
  gather(island, whole.magnitude, part_.magnitude);
  const bool has_sizes = whole.row_size.size() > 0;
  part_.row_size.resize(0);
  part_.coupled_size.resize(0);
  if (has_sizes) gather(island, whole.row_size, part_.row_size);
  if (has_sizes && whole.coupled_size.size() == whole.row_size.size())
    gather(island, whole.coupled_size, part_.coupled_size);
  else if (has_sizes)
    part_.coupled_size.setConstant(part_.row_size.size(), whole.row_size.maxCoeff());
  part_.contacts.clear();
  for (int c = first_contact_[island]; c < first_contact_[island + 1]; ++c) {
    LcpContact contact = whole.contacts[contact_[c]];
    for (int* row : {&contact.normal, &contact.first_tangent, &contact.slip})
      if (*row >= 0) *row = place_[*row];
    part_.contacts.push_back(contact);
  }
  return part_;
}

void LcpIslands::gather(int island, const GrowingVector& whole, GrowingVector& part) const {
  const auto from = rows(island);
  part.resize(static_cast<Eigen::Index>(from.size()));
  for (std::size_t k = 0; k < from.size(); ++k) part[static_cast<Eigen::Index>(k)] = whole[from[k]];
}

void LcpIslands::scatter(int island, const GrowingVector& part, GrowingVector& whole) const {
  const auto to = rows(island);
  for (std::size_t k = 0; k < to.size(); ++k) whole[to[k]] = part[static_cast<Eigen::Index>(k)];
}

}  // namespace perpend
