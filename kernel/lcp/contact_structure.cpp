#include "kernel/lcp/contact_structure.hpp"

#include <algorithm>
#include <utility>

namespace perpend {

namespace {

/// The contact whose sigma is row i, as far as row i says.
LcpContact read_slip_row(const SparseRows& a, int i) {
  LcpContact contact;
  contact.slip = i;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
    const int j = a.column[k];
    if (a.value[k] == -1.0 && (contact.num_tangents == 0 || j == contact.first_tangent + contact.num_tangents)) {
      if (contact.num_tangents++ == 0) contact.first_tangent = j;
    } else if (a.value[k] > 0.0 && j != i && contact.normal < 0) {
      contact.normal = j;
      contact.friction = a.value[k];
    } else {
      return {};
    }
  }
  return contact;
}

}  // namespace

std::vector<LcpContact> find_friction_contacts(const SparseRows& a) {
  std::vector<LcpContact> contacts;
  std::vector<int> column_entries(a.num_columns, 0), unit_entries(a.num_columns, 0), slip_of(a.num_rows, -1);
  for (int i = 0; i < a.num_rows; ++i) {
    const LcpContact contact = read_slip_row(a, i);
    if (contact.normal < 0 || contact.num_tangents < 2) continue;
    for (int t = 0; t < contact.num_tangents; ++t) slip_of[contact.first_tangent + t] = i;
    contacts.push_back(contact);
  }
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      ++column_entries[a.column[k]];
      if (a.value[k] == 1.0 && slip_of[i] == a.column[k]) ++unit_entries[a.column[k]];
    }
  std::erase_if(contacts, [&](const LcpContact& c) {
    return column_entries[c.slip] != c.num_tangents || unit_entries[c.slip] != c.num_tangents;
  });
  // Two bounds of a boxed contact stay in the order of their slips.
  std::stable_sort(contacts.begin(), contacts.end(),
                   [](const LcpContact& one, const LcpContact& other) { return one.normal < other.normal; });
  return contacts;
}

void split_boxed_friction(const SparseRows& a, const VectorX& b, const BoxedFriction& box, SparseRows& rows,
                          VectorX& right) {
  const int n = a.num_rows;
  const auto is_normal = [&](int i) { return box.normal[i] < 0; };
  std::vector<int> first(n);  // new row of a normal, of beta_+
  int num_normals = 0, num_tangents = 0;
  for (int i = 0; i < n; ++i) num_normals += is_normal(i) ? 1 : 0;
  for (int i = 0, normals = 0; i < n; ++i) first[i] = is_normal(i) ? normals++ : num_normals + 2 * num_tangents++;
  std::vector<std::vector<std::pair<int, double>>> lists(num_normals + 3 * num_tangents);
  right.setZero(static_cast<Eigen::Index>(lists.size()));
  for (int i = 0, slip = num_normals + 2 * num_tangents; i < n; ++i) {
    const int signs = is_normal(i) ? 1 : 2;
    for (int s = 0; s < signs; ++s) {
      const double sign = s == 0 ? 1.0 : -1.0;
      right[first[i] + s] = sign * b[i];
      for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
        const int j = a.column[k];
        lists[first[i] + s].emplace_back(first[j], sign * a.value[k]);
        if (!is_normal(j)) lists[first[i] + s].emplace_back(first[j] + 1, -sign * a.value[k]);
      }
    }
    if (is_normal(i)) continue;
    for (int s = 0; s < 2; ++s) lists[first[i] + s].emplace_back(slip, 1.0);
    lists[slip] = {{first[box.normal[i]], box.friction[i]}, {first[i], -1.0}, {first[i] + 1, -1.0}};
    ++slip;
  }
  rows = {};
  rows.num_rows = rows.num_columns = static_cast<int>(lists.size());
  rows.first.push_back(0);
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    for (const auto& [column, value] : list) {
      rows.column.push_back(column);
      rows.value.push_back(value);
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
}

}  // namespace perpend
