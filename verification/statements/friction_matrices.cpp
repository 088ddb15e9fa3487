#include "verification/statements/friction_matrices.hpp"

#include <algorithm>

#include "verification/lcp_rows.hpp"
#include "verification/rounding.hpp"

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

SparseRows transposed(const SparseRows& a) {
  SparseRows out{a.num_columns, a.num_rows, std::vector<int>(a.num_columns + 1, 0), {}, {}};
  for (const int j : a.column) ++out.first[j + 1];
  for (int j = 0; j < a.num_columns; ++j) out.first[j + 1] += out.first[j];
  out.column.resize(a.column.size());
  out.value.resize(a.value.size());
  std::vector<int> next(out.first.begin(), out.first.end() - 1);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      out.column[next[a.column[k]]] = i;
      out.value[next[a.column[k]]++] = a.value[k];
    }
  return out;
}

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

bool is_symmetric(const SparseRows& a) {
  const SparseRows t = transposed(a);
  return a.first == t.first && a.column == t.column && a.value == t.value;
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
