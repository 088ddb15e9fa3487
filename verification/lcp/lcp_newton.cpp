#include "verification/lcp/lcp_newton.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "verification/arithmetic/dense_enclosure.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

namespace {

using IntervalVector = std::vector<Interval>;
using IntervalRows = std::vector<IntervalVector>;

/// By elimination: true of every matrix and right side within.
struct IntervalSolution {
  int sign = 0;  ///< of the determinant; 0: not known, and then x is empty
  IntervalVector x;
};

/// Distance from 0; negative when 0 is within.
double least_size(Interval x) {
  return std::max(x.lo, -x.hi);
}

IntervalSolution eliminate(IntervalRows a, IntervalVector right) {
  const std::size_t n = right.size();
  IntervalSolution result{1, IntervalVector(n)};
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (!(least_size(a[i][k]) <= least_size(a[pivot][k]))) pivot = i;
    if (!(least_size(a[pivot][k]) > 0.0)) return {};
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      std::swap(right[pivot], right[k]);
      result.sign = -result.sign;
    }
    if (a[k][k].hi < 0.0) result.sign = -result.sign;
    for (std::size_t i = k + 1; i < n; ++i) {
      const Interval factor = a[i][k] / a[k][k];
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
      right[i] = right[i] - factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] = right[k] - a[k][j] * result.x[j];
    result.x[k] = right[k] / a[k][k];
  }
  return result;
}

enum class Row { active, open, ambiguous };

std::vector<int> rows_of(const std::vector<Row>& kinds, Row kind) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i] == kind) rows.push_back(static_cast<int>(i));
  return rows;
}

MatrixX block_of(const SparseRows& a, const std::vector<int>& rows, const std::vector<int>& columns) {
  std::vector<int> place(static_cast<std::size_t>(a.num_columns), -1);
  for (std::size_t k = 0; k < columns.size(); ++k) place[columns[k]] = static_cast<int>(k);
  MatrixX block = MatrixX::Zero(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int k = a.first[rows[i]]; k < a.first[rows[i] + 1]; ++k)
      if (place[a.column[k]] >= 0) block(static_cast<Eigen::Index>(i), place[a.column[k]]) = a.value[k];
  return block;
}

/// start + row i of `block` times x.
Interval add_row(Interval start, const MatrixX& block, Eigen::Index i, const IntervalVector& x) {
  for (Eigen::Index j = 0; j < block.cols(); ++j)
    if (block(i, j) != 0.0) start = start + scale(block(i, j), x[j]);
  return start;
}

/// The ambiguous rows by themselves, the active ones solved for: z_a = constant + sum_k z_k by_ambiguous[k].
struct Reduced {
  std::vector<int> active{}, ambiguous{};
  IntervalVector constant{};
  IntervalRows by_ambiguous{};
  IntervalRows m{};
  IntervalVector q{};
  bool is_known = false;
};

Reduced reduce(const SparseRows& a, const VectorX& b, const std::vector<Row>& kinds) {
  Reduced result;
  result.active = rows_of(kinds, Row::active);
  result.ambiguous = rows_of(kinds, Row::ambiguous);
  const std::size_t num_active = result.active.size();
  const std::size_t size = result.ambiguous.size();
  const MatrixX block = block_of(a, result.active, result.active);
  const MatrixX right = block_of(a, result.active, result.ambiguous);
  const VerifiedFactors factors(block);
  IntervalVector side(num_active);
  for (std::size_t i = 0; i < num_active; ++i) side[i] = -b[result.active[i]];
  result.constant = factors.solve(side);
  result.is_known = result.constant.size() == num_active;
  for (std::size_t k = 0; k < size && result.is_known; ++k) {
    for (std::size_t i = 0; i < num_active; ++i) side[i] = -right(static_cast<int>(i), static_cast<int>(k));
    result.by_ambiguous.push_back(factors.solve(side));
    result.is_known = result.by_ambiguous.back().size() == num_active;
  }
  if (!result.is_known) return result;
  const MatrixX to_active = block_of(a, result.ambiguous, result.active);
  const MatrixX own = block_of(a, result.ambiguous, result.ambiguous);
  result.m.assign(size, IntervalVector(size));
  for (std::size_t i = 0; i < size; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    result.q.push_back(add_row(b[result.ambiguous[i]], to_active, row, result.constant));
    for (std::size_t k = 0; k < size; ++k)
      result.m[i][k] = add_row(own(row, static_cast<int>(k)), to_active, row, result.by_ambiguous[k]);
  }
  return result;
}

/// z_D where the rows of `choice` have w = 0 and the others z = 0.
struct Branch {
  IntervalVector z;
  int sign = 0;  ///< of the determinant
  bool is_strict = false;
  bool is_refuted = false;
};

Branch follow(const Reduced& problem, unsigned choice) {
  const std::size_t size = problem.q.size();
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < size; ++i)
    if ((choice >> i & 1U) != 0) chosen.push_back(i);
  IntervalRows m(chosen.size());
  IntervalVector right;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (const std::size_t k : chosen) m[i].push_back(problem.m[chosen[i]][k]);
    right.push_back(-problem.q[chosen[i]]);
  }
  const IntervalSolution solution = eliminate(std::move(m), std::move(right));
  Branch branch;
  branch.z.assign(size, 0.0);
  branch.sign = solution.sign;
  if (solution.sign == 0) return branch;
  for (std::size_t i = 0; i < chosen.size(); ++i) branch.z[chosen[i]] = solution.x[i];
  branch.is_strict = true;
  for (std::size_t i = 0; i < size; ++i) {
    Interval value = branch.z[i];
    if ((choice >> i & 1U) == 0) {
      value = problem.q[i];
      for (const std::size_t k : chosen) value = value + problem.m[i][k] * branch.z[k];
    }
    branch.is_strict = branch.is_strict && value.lo > 0.0;
    branch.is_refuted = branch.is_refuted || value.hi < 0.0;
  }
  return branch;
}

/// z_D of the one solution of a problem of class P: in one of the choices that are not refuted. Empty: M is not shown
/// to be of class P.
IntervalVector enclose_by_class(const std::vector<Branch>& branches) {
  IntervalVector z;
  for (const Branch& branch : branches) {
    if (branch.sign <= 0) return {};
    if (branch.is_refuted) continue;
    if (z.empty()) z.assign(branch.z.size(), {infinity, -infinity});
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (!branch.z[i].is_known()) return {};
      z[i] = {std::min(z[i].lo, std::max(0.0, branch.z[i].lo)), std::max(z[i].hi, branch.z[i].hi)};
    }
  }
  return z;
}

/// The whole z, and the rows other than the ambiguous ones whose sign is not proved.
struct Point {
  IntervalVector z;
  std::vector<int> unsure;
};

Point complete(const SparseRows& a, const VectorX& b, const std::vector<Row>& kinds, const Reduced& problem,
               const IntervalVector& ambiguous) {
  Point point{IntervalVector(kinds.size(), 0.0), {}};
  for (std::size_t k = 0; k < ambiguous.size(); ++k) point.z[problem.ambiguous[k]] = ambiguous[k];
  for (std::size_t i = 0; i < problem.active.size(); ++i) {
    Interval& z = point.z[problem.active[i]] = problem.constant[i];
    for (std::size_t k = 0; k < ambiguous.size(); ++k) z = z + problem.by_ambiguous[k][i] * ambiguous[k];
    if (!(z.lo > 0.0)) point.unsure.push_back(problem.active[i]);
  }
  for (int i = 0; i < a.num_rows; ++i) {
    if (kinds[i] != Row::open) continue;
    Interval w = b[i];
    for (int k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.value[k] != 0.0 && kinds[a.column[k]] != Row::open) w = w + scale(a.value[k], point.z[a.column[k]]);
    if (!(w.lo > 0.0)) point.unsure.push_back(i);
  }
  return point;
}

LcpEnclosure enclosure_of(const VectorX& y, const Point& point, const char* theorem, bool is_strict) {
  VectorX radius(y.size());
  for (Eigen::Index i = 0; i < y.size(); ++i) radius[i] = abs(point.z[i] - y[i]).hi;
  return {theorem, radius, false, is_strict, {}};
}

/// Rows whose z is small compared with the largest: where the active equations are not shown to be regular.
std::vector<int> weak_rows(const VectorX& y, const std::vector<Row>& kinds) {
  constexpr double share = 0x1p-20;
  std::vector<int> rows;
  for (Eigen::Index i = 0; i < y.size(); ++i)
    if (kinds[i] == Row::active && y[i] <= share * y.maxCoeff()) rows.push_back(static_cast<int>(i));
  return rows;
}

/// True when it ends the search; else `unsure` names the rows that were in the way.
bool try_rows(const SparseRows& a, const VectorX& b, const std::vector<Row>& kinds, std::vector<int>& unsure,
              LcpCertificate& certificate) {
  const Reduced problem = reduce(a, b, kinds);
  if (!problem.is_known) {
    unsure = weak_rows(certificate.y, kinds);
    return false;
  }
  std::vector<Branch> branches;
  for (unsigned choice = 0; choice < 1U << problem.ambiguous.size(); ++choice) {
    branches.push_back(follow(problem, choice));
    if (!branches.back().is_strict) continue;
    const Point point = complete(a, b, kinds, problem, branches.back().z);
    if (point.unsure.empty()) {
      certificate.enclosures.push_back(enclosure_of(
          certificate.y, point, "Newton on min(z, A z + b): one choice of the ambiguous pairs has strict signs", true));
      VectorX& active = certificate.enclosures.back().active = VectorX::Zero(a.num_rows);
      for (int i = 0; i < a.num_rows; ++i) active[i] = point.z[i].lo > 0.0 ? 1.0 : 0.0;
      return true;
    }
    unsure = point.unsure;
  }
  const IntervalVector z = enclose_by_class(branches);
  if (z.size() != problem.ambiguous.size() || z.empty()) return false;
  const Point point = complete(a, b, kinds, problem, z);
  unsure = point.unsure;
  if (!unsure.empty()) return false;
  certificate.enclosures.push_back(
      enclosure_of(certificate.y, point,
                   "Newton on min(z, A z + b): the ambiguous pairs are of class P [CottlePangStone92]", false));
  VectorX& active = certificate.enclosures.back().active = VectorX::Zero(a.num_rows);
  for (const int i : problem.active) active[i] = 1.0;
  for (const int i : problem.ambiguous) active[i] = 0.5;
  return true;
}

}  // namespace

void append_by_branches(const SparseRows& a, const VectorX& b, int most_ambiguous, LcpCertificate& certificate) {
  if (most_ambiguous <= 0) return;
  std::vector<Row> kinds;
  for (const double y : certificate.y) kinds.push_back(y > 0.0 ? Row::active : Row::open);
  int num_ambiguous = 0;
  std::vector<int> unsure;
  while (!try_rows(a, b, kinds, unsure, certificate)) {
    num_ambiguous += static_cast<int>(unsure.size());
    if (unsure.empty() || num_ambiguous > most_ambiguous) return;
    for (const int i : unsure) kinds[i] = Row::ambiguous;
    unsure.clear();
  }
}

}  // namespace perpend
