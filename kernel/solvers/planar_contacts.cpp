#include "kernel/solvers/planar_contacts.hpp"

#include <algorithm>

namespace perpend {

const char* PlanarContacts::prepare(const Lcp& lcp) {
  if (const char* lack = number(lcp); lack != nullptr) return lack;
  assemble(lcp);
  return nullptr;
}

const char* PlanarContacts::number(const Lcp& lcp) {
  const SparseRows& a = lcp.matrix->sparse();
  std::vector<char> is_taken(a.num_rows, 0);
  contacts_.clear();
  slip_.clear();
  row_.clear();
  place_.assign(a.num_rows, -1);
  const auto take = [&](int row) {
    is_taken[row] = 1;
    place_[row] = static_cast<int>(row_.size());
    row_.push_back(row);
    return place_[row];
  };
  for (const LcpContact& contact : lcp.contacts) {
    if (contact.slip < 0) continue;
    if (contact.normal < 0) return "dry friction of a joint has no normal force to bound it";
    if (is_taken[contact.normal] != 0) return "two bounds of friction share one normal force";
    if (lcp.b[contact.slip] != 0.0) return "friction is bounded by more than the normal force of its contact";
    if (!are_opposite(a, contact)) return "friction has more directions than the two of a plane";
    const int normal = take(contact.normal);
    contacts_.push_back({normal, take(contact.first_tangent), contact.friction});
    slip_.push_back(contact.slip);
    is_taken[contact.first_tangent + 1] = is_taken[contact.slip] = 1;
  }
  for (int i = 0; i < a.num_rows; ++i) {
    if (is_taken[i] != 0) continue;
    contacts_.push_back({take(i), -1, 0.0});
    slip_.push_back(-1);
  }
  return nullptr;
}

/// beta_- acts against beta_+: their rows differ in sign, but for the column of sigma. Sums in another order round.
bool PlanarContacts::are_opposite(const SparseRows& a, const LcpContact& contact) const {
  if (contact.num_tangents != 2) return false;
  const int up = a.first[contact.first_tangent];
  const int down = a.first[contact.first_tangent + 1];
  const int size = down - up;
  if (a.first[contact.first_tangent + 2] - down != size) return false;
  double largest = 0.0;
  for (int k = 0; k < size; ++k) largest = std::max(largest, std::abs(a.value[up + k]));
  for (int k = 0; k < size; ++k) {
    if (a.column[up + k] != a.column[down + k]) return false;
    const double sum = a.column[up + k] == contact.slip ? 0.0 : a.value[up + k] + a.value[down + k];
    if (std::abs(sum) > 0x1p-40 * largest) return false;
  }
  return true;
}

void PlanarContacts::assemble(const Lcp& lcp) {
  const SparseRows& a = lcp.matrix->sparse();
  matrix_.num_rows = matrix_.num_columns = static_cast<int>(row_.size());
  matrix_.first.assign(1, 0);
  matrix_.column.clear();
  matrix_.value.clear();
  b_.resize(matrix_.num_rows);
  std::vector<std::pair<int, double>> entries;
  for (int i = 0; i < matrix_.num_rows; ++i) {
    const int row = row_[i];
    b_[i] = lcp.b[row];
    entries.clear();
    for (int k = a.first[row]; k < a.first[row + 1]; ++k)
      if (const int j = place_[a.column[k]]; j >= 0) entries.emplace_back(j, a.value[k]);
    std::sort(entries.begin(), entries.end());
    for (const auto& [column, value] : entries) {
      matrix_.column.push_back(column);
      matrix_.value.push_back(value);
    }
    matrix_.first.push_back(static_cast<int>(matrix_.column.size()));
  }
}

void PlanarContacts::contract(const GrowingVector& z, GrowingVector& x) const {
  x.resize(static_cast<Eigen::Index>(row_.size()));
  for (const PlanarContact& contact : contacts_) {
    x[contact.normal] = std::max(0.0, z[row_[contact.normal]]);
    if (contact.tangent < 0) continue;
    const double t = z[row_[contact.tangent]] - z[row_[contact.tangent] + 1];
    const double bound = contact.friction * x[contact.normal];
    x[contact.tangent] = std::clamp(t, -bound, bound);
  }
}

void PlanarContacts::expand(const GrowingVector& x, const GrowingVector& u, GrowingVector& z) const {
  z.setZero(static_cast<Eigen::Index>(place_.size()));
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const PlanarContact& contact = contacts_[c];
    const double normal = std::max(0.0, x[contact.normal]);
    z[row_[contact.normal]] = normal;
    if (contact.tangent < 0) continue;
    const double bound = contact.friction * normal;
    const double t = std::clamp(x[contact.tangent], -bound, bound);
    z[row_[contact.tangent]] = std::max(0.0, t);
    z[row_[contact.tangent] + 1] = std::max(0.0, -t);
    z[slip_[c]] = std::abs(u[contact.tangent]);
  }
}

}  // namespace perpend
