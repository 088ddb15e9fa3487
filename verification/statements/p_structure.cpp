#include "verification/statements/p_structure.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "verification/arithmetic/eigenvalues.hpp"
#include "verification/arithmetic/factors.hpp"
#include "verification/arithmetic/rounding.hpp"
#include "verification/lcp/lcp_class.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

constexpr int unseen = -1;

/// Depth first without recursion: a path of 100,000 rows is no deeper than one of two.
class Components {
 public:
  explicit Components(const SparseRows& a)
      : a_(a), number_(a.num_rows, unseen), lowest_(a.num_rows), next_(a.num_rows), is_open_(a.num_rows, 0) {
    for (int i = 0; i < a.num_rows; ++i)
      if (number_[i] == unseen) search(i);
  }
  std::vector<std::vector<int>> found;

 private:
  void enter(int i) {
    number_[i] = lowest_[i] = count_++;
    next_[i] = a_.first[i];
    is_open_[i] = 1;
    open_.push_back(i);
    path_.push_back(i);
  }

  void search(int root) {
    enter(root);
    while (!path_.empty()) {
      const int i = path_.back();
      if (next_[i] < a_.first[i + 1]) {
        const int k = next_[i]++;
        const int j = a_.column[k];
        if (a_.value[k] == 0.0) continue;
        if (number_[j] == unseen)
          enter(j);
        else if (is_open_[j] != 0)
          lowest_[i] = std::min(lowest_[i], number_[j]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) lowest_[path_.back()] = std::min(lowest_[path_.back()], lowest_[i]);
      if (lowest_[i] == number_[i]) close(i);
    }
  }

  void close(int root) {
    std::vector<int>& component = found.emplace_back();
    do {
      component.push_back(open_.back());
      is_open_[open_.back()] = 0;
      open_.pop_back();
    } while (component.back() != root);
    std::sort(component.begin(), component.end());
  }

  const SparseRows& a_;
  std::vector<int> number_, lowest_, next_;
  std::vector<char> is_open_;
  std::vector<int> open_, path_;
  int count_ = 0;
};

Verdict judge_block(const SparseRows& block, int largest_exact) {
  if (block.num_rows == 1) return !block.value.empty() && block.value[0] > 0.0 ? Verdict::proved : Verdict::refuted;
  if (block.num_rows <= largest_exact)
    return is_p_matrix(exact_rows(dense(block))) ? Verdict::proved : Verdict::refuted;
  VectorX v, t;
  return is_definite_sum(block) || find_dominance(block, v, t) ? Verdict::proved : Verdict::undecided;
}

constexpr int most_steps = 100;

VectorX powers_of_two(const VectorX& logarithm) {
  VectorX d(logarithm.size());
  for (Eigen::Index i = 0; i < d.size(); ++i) d[i] = std::exp2(std::round(logarithm[i]));
  return d;
}

/// D A + A^T D positive definite. Where D A was rounded its diagonal is lowered by what that may have changed in the
/// row and the column of the sum (Gershgorin).
bool is_shown(const MatrixX& full, const VectorX& d) {
  MatrixX scaled = d.asDiagonal() * full;
  if (!scaled.allFinite() || !(d.minCoeff() > 0.0)) return false;
  const MatrixX size = scaled.cwiseAbs();
  const double rounding = unit_roundoff * (1.0 + gamma_bound(static_cast<double>(d.size()) + 4.0));
  const double least = std::numeric_limits<double>::min();  // products below it may lose all their digits
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    const double slip = multiply_up(rounding, size.row(i).sum() + size.col(i).sum());
    scaled(i, i) = add_down(scaled(i, i), -add_up(slip, least * static_cast<double>(d.size())));
  }
  return is_definite_sum(sparse_rows(scaled));
}

/// With the rows divided by their diagonal, R A, and the Cayley transform C = (I + R A)^-1 (I - R A), [Rump03]
///     P R A + A^T R P = 2 (I + C)^-T (P - C^T P C) (I + C)^-1.
/// With |C| v = rho v, u^T |C| = rho u^T, u, v > 0, P = diag(u_i / v_i) the matrix N = P^1/2 |C| P^-1/2 has the vector
/// (u_i v_i)^1/2 on both sides, so that its 2-norm is rho: where rho < 1, P - C^T P C is definite. Thus D = P R where
/// any weighted norm of |C| is below 1. Rounded: nothing is claimed of D.
VectorX cayley_diagonal(const MatrixX& full) {
  const Eigen::Index n = full.rows();
  const VectorX scale = full.diagonal().cwiseInverse();
  const MatrixX unit = scale.asDiagonal() * full;
  const MatrixX inverse = RoundedLu(MatrixX::Identity(n, n) + unit).inverse();
  const MatrixX transform = (2.0 * inverse - MatrixX::Identity(n, n)).cwiseAbs();
  if (!transform.allFinite()) return {};
  constexpr int steps = 60;
  const double link = 1e-8 / static_cast<double>(n);  // so that every row reaches every other one
  VectorX right = VectorX::Ones(n), left = right;
  for (int step = 0; step < steps; ++step) {
    right = (transform * right).array() + link * right.sum();
    left = (transform.transpose() * left).array() + link * left.sum();
    right /= right.maxCoeff();
    left /= left.maxCoeff();
  }
  return left.cwiseQuotient(right).cwiseProduct(scale);
}

/// An inverse and a factorization.
double seconds_of_factors(double n) {
  return 1e-8 * n * n * n;
}
/// 100 eigenvalue problems of full matrices at most.
double seconds_of_search(double n) {
  return 1e-8 * n * n * n * most_steps;
}

}  // namespace

std::vector<std::vector<int>> strong_components(const SparseRows& a) {
  return Components(a).found;
}

SparseRows principal_rows(const SparseRows& a, const std::vector<int>& rows) {
  std::vector<int> place(static_cast<std::size_t>(a.num_columns), unseen);
  const auto n = static_cast<int>(rows.size());
  for (int k = 0; k < n; ++k) place[rows[k]] = k;
  SparseRows block{.num_rows = n, .num_columns = n, .first = {0}, .column = {}, .value = {}};
  for (const int i : rows) {
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      if (place[a.column[k]] == unseen) continue;
      block.column.push_back(place[a.column[k]]);
      block.value.push_back(a.value[k]);
    }
    block.first.push_back(static_cast<int>(block.column.size()));
  }
  return block;
}

/// The diagonal is lowered by what rounded sums of its row leave (Gershgorin).
bool is_definite_sum(const SparseRows& a) {
  std::vector<std::map<int, ExactPair>> rows(static_cast<std::size_t>(a.num_rows));
  const auto add = [&rows](int i, int j, double value) {
    ExactPair& entry = rows[i].try_emplace(j, ExactPair{0.0, 0.0}).first->second;
    entry = two_sum(entry.value, value);
  };
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      add(i, a.column[k], a.value[k]);
      add(a.column[k], i, a.value[k]);
    }
  SparseRows sum{.num_rows = a.num_rows, .num_columns = a.num_rows, .first = {0}, .column = {}, .value = {}};
  for (int i = 0; i < a.num_rows; ++i) {
    double slip = 0.0;
    for (const auto& [j, entry] : rows[i]) slip = add_up(slip, std::abs(entry.error));
    for (const auto& [j, entry] : rows[i]) {
      sum.column.push_back(j);
      sum.value.push_back(i == j ? add_down(entry.value, -slip) : entry.value);
    }
    sum.first.push_back(static_cast<int>(sum.column.size()));
  }
  return state_spd(sum, {.highest = Level::binary64}).verdict == Verdict::proved;
}

Verdict p_by_blocks(const SparseRows& a, int largest_exact) {
  Verdict all = Verdict::proved;
  for (const std::vector<int>& component : strong_components(a)) {
    const Verdict block = judge_block(principal_rows(a, component), largest_exact);
    if (block == Verdict::refuted) return block;
    if (block == Verdict::undecided) all = block;
  }
  return all;
}

VectorX lyapunov_diagonal(const SparseRows& a, const Effort& effort) {
  if (why_unfit(a) != nullptr || a.num_rows == 0 || seconds_of_factors(a.num_rows) > effort.seconds) return {};
  const MatrixX full = dense(a);
  if (!(full.diagonal().minCoeff() > 0.0) || full == full.transpose()) return {};
  if (const VectorX d = cayley_diagonal(full); d.allFinite() && d.size() > 0 && is_shown(full, d)) return d;
  if (seconds_of_search(a.num_rows) > effort.seconds) return {};
  VectorX logarithm = VectorX::Zero(a.num_rows);
  for (int step = 0; step < most_steps; ++step) {
    const VectorX d = powers_of_two(logarithm);
    const MatrixX scaled = d.asDiagonal() * full;
    if (!scaled.allFinite()) return {};
    const SymmetricEigen eigen = symmetric_eigen(0.5 * (scaled + scaled.transpose()));
    if (!eigen.is_converged) return {};
    if (eigen.values[0] > 0.0) return lowest_symmetric_eigenvalue(scaled) > 0.0 ? d : VectorX();
    // The derivative of an eigenvalue by d_i is x_i (A x)_i; those below 0 push together.
    VectorX slope = VectorX::Zero(d.size());
    for (Eigen::Index k = 0; k < d.size() && eigen.values[k] <= 0.0; ++k) {
      const VectorX x = eigen.vectors.col(k);
      slope += (eigen.values[k] / eigen.values[0]) * d.cwiseProduct(x.cwiseProduct(full * x));
    }
    logarithm += 4.0 / (1.0 + 0.1 * step) * slope / slope.cwiseAbs().maxCoeff();
  }
  return {};
}

}  // namespace perpend
