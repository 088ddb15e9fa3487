#include "kernel/solvers/lemke_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/model/stop.hpp"

namespace perpend {

PathEnd LemkePath::follow(const GrowingVector& covering, long limit) {
  walk_.clear(covering);
  return enter_z0(limit);
}

PathEnd LemkePath::follow_from(std::span<const int> support, long limit) {
  walk_.collect(support);
  return follow_from_basis(limit);
}

PathEnd LemkePath::follow_by_rows(long limit) {
  walk_.judge_by_rows(true);
  if (!walk_.refactor()) return PathEnd::singular;
  walk_.measure_size();
  return follow_from_basis(limit);
}

/// d = B r: z0 adds r to the basic variables; a tenth to those that need nothing keeps the path short and free of ties.
PathEnd LemkePath::follow_from_basis(long limit) {
  const BasisCore& core = walk_.core();
  const auto share = [&](int variable, double value) {
    const double size = walk_.judges_by_rows() ? walk_.size(variable) : 1.0;
    return (value < 0.0 ? 1.0 : 0.1) * (size > 0.0 ? size : 1.0);
  };
  covering_.setZero(walk_.n());
  for (int i = 0; i < walk_.n(); ++i)
    if (!core.has_row(i)) covering_[i] = share(i, walk_.w()[i]);
  shares_.setZero(walk_.n());
  for (int c = 0; c < core.size(); ++c) {
    const int j = core.columns()[c];
    shares_[c] = -share(walk_.n() + j, walk_.z()[j]);
  }
  core.add_columns(shares_, covering_);
  walk_.set_covering(covering_);
  return enter_z0(limit);
}

/// z0 grows until no basic variable is below 0; the last one to get there leaves. Nothing to do: the basis is the
/// solution.
PathEnd LemkePath::enter_z0(long limit) {
  walk_.measure_size();
  if (!walk_.find_direction(walk_.z0())) return PathEnd::singular;
  double most = 0.0;
  int leaving = -1;
  walk_.for_each_basic([&](int variable, double value, double rate) {
    if (value >= -walk_.tie(variable) || -value <= most * rate) return;
    most = -value / rate;
    leaving = variable;
  });
  if (leaving < 0) return PathEnd::solution;
  if (walk_.num_pivots() >= limit) return PathEnd::limit;
  walk_.pivot(walk_.z0(), leaving, most);
  walk_.start_watch();
  return pivot(walk_.complement(leaving), limit);
}

PathEnd LemkePath::pivot(int entering, long limit) {
  while (true) {
    if (walk_.num_pivots() >= limit || must_stop()) return PathEnd::limit;
    double step = 0.0;
    const bool is_accurate = walk_.find_direction(entering);
    const int leaving = choose_leaving(step);
    if ((!is_accurate || leaving < 0 || walk_.is_old()) && !walk_.is_fresh()) {
      if (!walk_.refactor()) return PathEnd::singular;
      continue;
    }
    if (!is_accurate) return PathEnd::singular;
    if (leaving < 0) {
      walk_.direction(entering, ray_);
      return PathEnd::ray;
    }
    walk_.pivot(entering, leaving, step);
    if (leaving == walk_.z0()) break;
    if (walk_.repeats()) return PathEnd::cycle;
    entering = walk_.complement(leaving);
  }
  walk_.compute_values();
  return PathEnd::solution;
}

/// The basic variable that reaches 0 first; among those that do within the tolerance of ties z0, else the largest
/// pivot. -1: none.
int LemkePath::choose_leaving(double& step) {
  double longest = std::numeric_limits<double>::infinity();
  walk_.for_each_basic([&](int variable, double value, double rate) {
    if (rate < -walk_.zero_rate(variable))
      longest = std::min(longest, (std::max(value, 0.0) + walk_.tie(variable)) / -rate);
  });
  if (rule_ == TieRule::lexicographic) return choose_lexicographic(longest, step);
  int leaving = -1;
  double largest = 0.0;
  walk_.for_each_basic([&](int variable, double value, double rate) {
    const double first = std::max(value, 0.0);
    if (!(rate < -walk_.zero_rate(variable)) || first > longest * -rate || leaving == walk_.z0()) return;
    if (variable != walk_.z0() && -rate <= largest) return;
    leaving = variable;
    largest = -rate;
    step = first / -rate;
  });
  return leaving;
}

/// Whether a row divided by its rate comes before the best so far. Differences of rounding are none.
bool LemkePath::is_before(const GrowingVector& row) const {
  for (Eigen::Index i = 0; i < row.size(); ++i) {
    const double difference = row[i] - best_row_[i];
    if (std::abs(difference) > BasisWalk::tie_tolerance * (1.0 + std::abs(row[i]))) return difference < 0.0;
  }
  return false;
}

int LemkePath::choose_lexicographic(double longest, double& step) {
  int leaving = -1;
  walk_.for_each_basic([&](int variable, double value, double rate) {
    const double first = std::max(value, 0.0);
    if (!(rate < -walk_.zero_rate(variable)) || first > longest * -rate || leaving == walk_.z0()) return;
    if (variable != walk_.z0()) {
      walk_.row_of_inverse(variable, row_);
      row_ /= -rate;
      if (leaving >= 0 && !is_before(row_)) return;
      best_row_.swap(row_);
    }
    leaving = variable;
    step = first / -rate;
  });
  return leaving;
}

}  // namespace perpend
