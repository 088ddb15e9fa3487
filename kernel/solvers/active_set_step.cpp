#include "kernel/solvers/active_set_step.hpp"

#include "kernel/model/stop.hpp"
#include "kernel/solvers/sparse_queries.hpp"

namespace perpend {

void ActiveSetStep::choose(const GrowingVector& z, const GrowingVector& w) {
  active_.resize(z.size());
  place_.resize(z.size());
  block_.num_rows = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    active_[i] = w[i] < z[i] ? 1 : 0;
    place_[i] = active_[i] != 0 ? block_.num_rows++ : -1;
  }
  block_.num_columns = block_.num_rows;
}

/// shifted_ = A_alpha,alpha + shift,  right_ = -w_alpha + A_alpha,beta z_beta.
void ActiveSetStep::extract(const SparseRows& a, const GrowingVector& z, const GrowingVector& w) {
  block_.first.assign(1, 0);
  block_.column.clear();
  block_.value.clear();
  right_.resize(block_.num_rows);
  for (int i = 0; i < a.num_rows; ++i) {
    if (place_[i] < 0) continue;
    double right = -w[i];
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      const int j = a.column[k];
      if (place_[j] < 0) {
        right += a.value[k] * z[j];
        continue;
      }
      block_.column.push_back(place_[j]);
      block_.value.push_back(a.value[k]);
    }
    block_.first.push_back(static_cast<int>(block_.column.size()));
    right_[place_[i]] = right;
  }
  add_diagonal_entries(block_, shifted_, diagonal_at_);
  const double added = shift * largest_entry(a);
  for (const int at : diagonal_at_) shifted_.value[at] += added;
}

bool ActiveSetStep::compute(const SparseRows& a, Kind kind, const GrowingVector& z, const GrowingVector& w,
                            GrowingVector& d) {
  choose(z, w);
  extract(a, z, w);
  d = -z;
  if (block_.num_rows == 0) return true;
  if (!factor_.factorize(shifted_, kind) || !factor_.solve(right_, solved_)) return false;
  for (Eigen::Index i = 0; i < d.size(); ++i)
    if (place_[i] >= 0) d[i] = solved_[place_[i]];
  return true;
}

SparseFactor::Kind factor_kind(const Lcp& lcp) {
  return lcp.structure == LcpClass::symmetric ? SparseFactor::Kind::symmetric : SparseFactor::Kind::general;
}

double finish_on_active_set(ActiveSetStep& step, const Lcp& lcp, int most, GrowingVector& z, GrowingVector& w) {
  auto& [moving, slack, d, best, best_slack] = step.way_;
  const auto clip = [&](GrowingVector& at, GrowingVector& its_slack) {
    at = at.cwiseMax(0.0);
    lcp.matrix->multiply(at, its_slack);
    its_slack += lcp.b;
    return natural_residual(lcp, at, its_slack);
  };
  moving = z;
  slack = w;
  double least = clip(z, w);
  for (int i = 0; i < most && least > 0.0 && !must_stop(); ++i) {
    if (!step.compute(lcp.matrix->sparse(), factor_kind(lcp), moving, slack, d)) break;
    moving += d;
    lcp.matrix->multiply(moving, slack);
    slack += lcp.b;
    best = moving;
    const double residual = clip(best, best_slack);
    if (!(residual < 0.5 * least) && i > 0) break;
    if (!(residual < least)) continue;
    least = residual;
    z = best;
    w = best_slack;
  }
  return least;
}

}  // namespace perpend
