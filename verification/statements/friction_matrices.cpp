#include "verification/statements/friction_matrices.hpp"

#include <map>

#include "verification/lcp_rows.hpp"
#include "verification/rounding.hpp"

namespace perpend {

SparseRows below_symmetric_part(const SparseRows& a) {
  std::vector<std::map<int, double>> rows(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      rows[i][a.column[k]] += 0.5 * a.value[k];
      rows[a.column[k]][i] += 0.5 * a.value[k];
    }
  SparseRows out{a.num_rows, a.num_rows, {0}, {}, {}};
  for (int i = 0; i < a.num_rows; ++i) {
    double rounding = 0.0;
    for (const auto& [j, x] : rows[i])
      rounding += 2.0 * unit_roundoff * std::abs(x) + 4.0 * std::numeric_limits<double>::denorm_min();
    rows[i][i] = next_down(rows[i][i] - 2.0 * rounding);
    for (const auto& [j, x] : rows[i]) {
      out.column.push_back(j);
      out.value.push_back(x);
    }
    out.first.push_back(static_cast<int>(out.column.size()));
  }
  return out;
}

bool is_symmetric(const SparseRows& a) {
  std::vector<std::map<int, double>> rows(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) rows[i][a.column[k]] = a.value[k];
  for (int i = 0; i < a.num_rows; ++i)
    for (const auto& [j, x] : rows[i]) {
      const auto found = rows[j].find(i);
      if (x != (found == rows[j].end() ? 0.0 : found->second)) return false;
    }
  return true;
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
