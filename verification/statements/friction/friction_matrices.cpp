#include "verification/statements/friction/friction_matrices.hpp"

#include <algorithm>

#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// Half of row i of A + A^T: columns and values.
void half_sum_of_row(const SparseRows& a, const SparseRows& t, int i, SparseRows& out) {
  int k = a.first[i], l = t.first[i];
  const int a_end = a.first[i + 1], t_end = t.first[i + 1];
  while (k < a_end || l < t_end) {
    const int j = std::min(k < a_end ? a.column[k] : a.num_rows, l < t_end ? t.column[l] : a.num_rows);
    double sum = 0.0;
    if (k < a_end && a.column[k] == j) sum += 0.5 * a.value[k++];
    if (l < t_end && t.column[l] == j) sum += 0.5 * t.value[l++];
    out.column.push_back(j);
    out.value.push_back(sum);
  }
}

}  // namespace

SparseRows below_symmetric_part(const SparseRows& a) {
  const SparseRows t = transposed(a);
  SparseRows out{a.num_rows, a.num_rows, {0}, {}, {}};
  for (int i = 0; i < a.num_rows; ++i) {
    half_sum_of_row(a, t, i, out);
    double rounding = 0.0;
    for (std::size_t k = out.first[i]; k < out.value.size(); ++k)
      rounding += 2.0 * unit_roundoff * std::abs(out.value[k]) + 4.0 * std::numeric_limits<double>::denorm_min();
    for (std::size_t k = out.first[i]; k < out.value.size(); ++k)
      if (out.column[k] == i) out.value[k] = next_down(out.value[k] - 2.0 * rounding);
    out.first.push_back(static_cast<int>(out.column.size()));
  }
  return out;
}

SparseRows with_diagonal(const SparseRows& a, double shift) {
  SparseRows out{a.num_rows, a.num_columns, {0}, {}, {}};
  const auto append = [&out](int column, double value) {
    out.column.push_back(column);
    out.value.push_back(value);
  };
  for (int i = 0; i < a.num_rows; ++i) {
    int k = a.first[i];
    for (; k < a.first[i + 1] && a.column[k] < i; ++k) append(a.column[k], a.value[k]);
    const bool is_written = k < a.first[i + 1] && a.column[k] == i;
    append(i, is_written ? add_down(a.value[k++], shift) : shift);
    for (; k < a.first[i + 1]; ++k) append(a.column[k], a.value[k]);
    out.first.push_back(static_cast<int>(out.column.size()));
  }
  return out;
}

SparseRows below_gram(const SparseRows& g) {
  const MatrixX whole = dense(g);
  MatrixX gram = whole.transpose() * whole;
  gram = gram.selfadjointView<Eigen::Lower>();
  const MatrixX size = whole.cwiseAbs().transpose() * whole.cwiseAbs();
  // gamma of the products and sums, doubled for the rounding of the sizes themselves and of their sum.
  const double share = 2.0 * (2.0 * g.num_rows + g.num_columns + 4.0) * unit_roundoff;
  for (Eigen::Index i = 0; i < gram.rows(); ++i)
    gram(i, i) = next_down(gram(i, i) - share * size.row(i).sum() - g.num_rows * std::numeric_limits<double>::min());
  return sparse_rows(gram);
}

bool is_symmetric(const SparseRows& a) {
  const SparseRows t = transposed(a);
  return a.first == t.first && a.column == t.column && a.value == t.value;
}

bool is_one_triangle(const SparseRows& a) {
  bool is_above = false, is_below = false;
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      if (a.value[k] == 0.0) continue;
      is_above |= a.column[k] > i;
      is_below |= a.column[k] < i;
    }
  return a.num_rows == a.num_columns && is_above != is_below;
}

SparseRows whole_of_triangle(const SparseRows& a) {
  const SparseRows t = transposed(a);
  SparseRows out{a.num_rows, a.num_rows, {0}, {}, {}};
  const auto append = [&out](const SparseRows& from, int i, int begin, int end) {
    for (int k = from.first[i]; k < from.first[i + 1]; ++k) {
      if (from.column[k] < begin || from.column[k] >= end || from.value[k] == 0.0) continue;
      out.column.push_back(from.column[k]);
      out.value.push_back(from.value[k]);
    }
  };
  for (int i = 0; i < a.num_rows; ++i) {
    append(a, i, 0, i);
    append(t, i, 0, i);
    append(a, i, i, a.num_rows);
    append(t, i, i + 1, a.num_rows);
    out.first.push_back(static_cast<int>(out.column.size()));
  }
  return out;
}

PlaneLcp plane_lcp(const VectorX& mu, const SparseRows& matrix, const VectorX& q) {
  const MatrixX w = dense(matrix);
  const int num_contacts = static_cast<int>(mu.size()), n = 4 * num_contacts;
  MatrixX a = MatrixX::Zero(n, n);
  VectorX b = VectorX::Zero(n);
  const Eigen::Matrix<double, 3, 2> map = (Eigen::Matrix<double, 3, 2>() << 1, 0, 0, 1, 0, -1).finished();
  for (int i = 0; i < num_contacts; ++i) {
    for (int j = 0; j < num_contacts; ++j)
      a.block<3, 3>(4 * i, 4 * j) = map * w.block<2, 2>(2 * i, 2 * j) * map.transpose();
    a(4 * i + 1, 4 * i + 3) = a(4 * i + 2, 4 * i + 3) = 1.0;
    a(4 * i + 3, 4 * i) = mu[i];
    a(4 * i + 3, 4 * i + 1) = a(4 * i + 3, 4 * i + 2) = -1.0;
    b.segment<3>(4 * i) = map * q.segment<2>(2 * i);
  }
  PlaneLcp lcp{SparseRows{n, n, {0}, {}, {}}, b};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (a(i, j) == 0.0) continue;
      lcp.a.column.push_back(j);
      lcp.a.value.push_back(a(i, j));
    }
    lcp.a.first.push_back(static_cast<int>(lcp.a.column.size()));
  }
  return lcp;
}

}  // namespace perpend
