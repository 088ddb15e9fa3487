#include "kernel/solvers/convexified_contacts.hpp"

#include <algorithm>

#include "kernel/solvers/sparse_queries.hpp"

namespace perpend {

const char* ConvexifiedContacts::prepare(const Lcp& lcp) {
  has_normal_.assign(lcp.b.size(), 0);
  contacts_.clear();
  for (const LcpContact& contact : lcp.contacts) {
    if (contact.slip < 0) continue;
    if (contact.normal < 0) return "dry friction of a joint has no normal force to make a cone of";
    if (has_normal_[contact.normal]++ != 0) return "two bounds of friction share one normal force";
    if (lcp.b[contact.slip] != 0.0) return "friction is bounded by more than the normal force of its contact";
    contacts_.push_back(contact);
  }
  collect_edges(lcp);
  assemble(lcp.matrix->sparse());
  convex_.matrix = &matrix_;
  convex_.structure = is_nearly_symmetric(matrix_.rows()) ? LcpClass::symmetric : LcpClass::semidefinite;
  return nullptr;
}

void ConvexifiedContacts::collect_edges(const Lcp& lcp) {
  const int size = static_cast<int>(lcp.b.size());
  contact_at_.assign(size, -1);
  is_other_.assign(size, 1);
  for (int c = 0; c < num_contacts(); ++c) {
    contact_at_[contacts_[c].normal] = c;
    is_other_[contacts_[c].slip] = 0;
    for (int t = 0; t < contacts_[c].num_tangents; ++t) is_other_[contacts_[c].first_tangent + t] = 0;
  }
  edges_.clear();
  first_edge_.assign(size, 0);
  num_edges_.assign(size, 0);
  weight_.assign(size, 1.0);
  for (int i = 0; i < size; ++i) {
    if (is_other_[i] == 0) continue;
    const int c = contact_at_[i];
    first_edge_[i] = static_cast<int>(edges_.size());
    num_edges_[i] = c < 0 ? 1 : contacts_[c].num_tangents;
    for (int t = 0; t < num_edges_[i]; ++t) {
      const int tangent = c < 0 ? -1 : contacts_[c].first_tangent + t;
      if (tangent >= 0) {
        first_edge_[tangent] = static_cast<int>(edges_.size());
        num_edges_[tangent] = 1;
        weight_[tangent] = contacts_[c].friction;
      }
      edges_.push_back({i, tangent, c});
    }
  }
}

/// `weight` times a row of A, its columns gathered into edges.
void ConvexifiedContacts::add_row(const SparseRows& a, int row, double weight) {
  for (int k = a.first[row]; k < a.first[row + 1]; ++k) {
    const int j = a.column[k];
    for (int e = first_edge_[j]; e < first_edge_[j] + num_edges_[j]; ++e) {
      if (is_met_[e] == 0) columns_.push_back(e);
      is_met_[e] = 1;
      sums_[e] += weight * weight_[j] * a.value[k];
    }
  }
}

void ConvexifiedContacts::assemble(const SparseRows& a) {
  const int size = static_cast<int>(edges_.size());
  sums_.assign(size, 0.0);
  is_met_.assign(size, 0);
  SparseRows& rows = matrix_.rows();
  rows.num_rows = rows.num_columns = size;
  rows.first.assign(1, 0);
  rows.column.clear();
  rows.value.clear();
  for (const Edge& edge : edges_) {
    columns_.clear();
    add_row(a, edge.row, 1.0);
    if (edge.tangent >= 0) add_row(a, edge.tangent, friction_of(edge));
    std::sort(columns_.begin(), columns_.end());
    for (const int column : columns_) {
      rows.column.push_back(column);
      rows.value.push_back(sums_[column]);
      sums_[column] = 0.0;
      is_met_[column] = 0;
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
  }
}

const Lcp& ConvexifiedContacts::with_slip(const Lcp& lcp, const GrowingVector& slip) {
  const auto size = static_cast<Eigen::Index>(edges_.size());
  convex_.b.resize(size);
  convex_.magnitude.resize(size);
  for (Eigen::Index e = 0; e < size; ++e) {
    const Edge& edge = edges_[e];
    const double friction = friction_of(edge);
    const double moved = edge.contact < 0 ? 0.0 : friction * slip[edge.contact];
    convex_.b[e] = lcp.b[edge.row] + moved;
    convex_.magnitude[e] = lcp.magnitude[edge.row] + std::abs(moved);
    if (edge.tangent < 0) continue;
    convex_.b[e] += friction * lcp.b[edge.tangent];
    convex_.magnitude[e] += friction * lcp.magnitude[edge.tangent];
  }
  return convex_;
}

void ConvexifiedContacts::expand(const GrowingVector& gamma, GrowingVector& z) const {
  z.setZero(static_cast<Eigen::Index>(weight_.size()));
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    z[edges_[e].row] += gamma[static_cast<Eigen::Index>(e)];
    if (edges_[e].tangent >= 0) z[edges_[e].tangent] = friction_of(edges_[e]) * gamma[static_cast<Eigen::Index>(e)];
  }
}

/// What a sticking contact keeps in addition to its friction is spread evenly over the edges; opposite edges cancel.
void ConvexifiedContacts::contract(const GrowingVector& z, GrowingVector& gamma) const {
  gamma.resize(static_cast<Eigen::Index>(edges_.size()));
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    double value = z[edge.row];
    if (edge.contact >= 0 && friction_of(edge) > 0.0) {
      const LcpContact& contact = contacts_[edge.contact];
      const double all = z.segment(contact.first_tangent, contact.num_tangents).sum() / contact.friction;
      value = z[edge.tangent] / contact.friction + std::max(0.0, value - all) / contact.num_tangents;
    } else if (edge.contact >= 0) {
      value /= contacts_[edge.contact].num_tangents;
    }
    gamma[static_cast<Eigen::Index>(e)] = value;
  }
}

void ConvexifiedContacts::slip_of(const GrowingVector& z, GrowingVector& slip) const {
  slip.resize(num_contacts());
  for (int c = 0; c < num_contacts(); ++c) slip[c] = z[contacts_[c].slip];
}

void ConvexifiedContacts::update_slip(GrowingVector& z, const GrowingVector& w, GrowingVector& slip) const {
  slip.resize(num_contacts());
  for (int c = 0; c < num_contacts(); ++c) {
    const LcpContact& contact = contacts_[c];
    double fastest = 0.0;
    for (int t = 0; t < contact.num_tangents; ++t)
      fastest = std::max(fastest, z[contact.slip] - w[contact.first_tangent + t]);
    z[contact.slip] = slip[c] = fastest;
  }
}

}  // namespace perpend
