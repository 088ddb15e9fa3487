#include "verification/solves/kkt_sums.hpp"

#include <algorithm>
#include <cmath>

#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

/// Two numbers, or the last one and a 0.
DoublePair up_to_two(const double* first, int count) {
  return count > 1 ? pair_at(first) : DoublePair{*first, 0.0};
}

void split_into(const VectorX& unknowns, std::vector<SplitPair>& factors) {
  for (Eigen::Index i = 0; i < unknowns.size(); ++i) factors[i] = SplitPair(in_both(unknowns[i]));
}

}  // namespace

KktSums::KktSums(const ConstraintRows& layout)
    : num_columns_(layout.num_columns),
      blocks_(layout.blocks),
      factors_(std::max(layout.num_columns, layout.num_rows), SplitPair(DoublePair{})),
      motion_(layout.num_columns),
      constraints_(layout.num_rows),
      high_(layout.num_columns + 1, 0.0),
      low_(layout.num_columns + 1, 0.0) {}

template <class Dots>
[[gnu::always_inline]] inline Dots KktSums::load(int column) const {
  return {pair_at(&high_[column]), pair_at(&low_[column]), pair_at(&motion_.magnitude[column])};
}

inline void KktSums::store(int column, const DoubledDotPair& sums) {
  set_pair(&high_[column], sums.high());
  set_pair(&low_[column], sums.low());
  set_pair(&motion_.magnitude[column], sums.magnitude());
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::add_masses(const Problem& problem, const VectorX& x) {
  for (int c = 0; c < num_columns_; c += 2) {
    const int count = num_columns_ - c;
    Dots sums;
    sums.add(-up_to_two(problem.motion.data() + c, count));
    sums.add(SplitPair(up_to_two(problem.mass->diagonal.data() + c, count)), SplitPair(up_to_two(x.data() + c, count)));
    store(c, sums);
  }
}

/// The entries off the diagonal, of a row from the left.
template <class Dots>
[[gnu::always_inline]] inline void KktSums::add_inertias(const Problem& problem, const VectorX& x) {
  for (const InertiaBlock& block : problem.mass->blocks) {
    const double* w = x.data() + block.first;
    Dots sums = load<Dots>(block.first);
    sums.add(SplitPair(in_both(block.xy)), SplitPair(DoublePair{w[1], w[0]}));
    sums.add(SplitPair(DoublePair{block.xz, block.yz}), SplitPair(in_both(w[2])));
    store(block.first, sums);
    sums = load<Dots>(block.first + 2);
    sums.add(SplitPair(DoublePair{block.xz, 0.0}), SplitPair(in_both(w[0])));
    sums.add(SplitPair(DoublePair{block.yz, 0.0}), SplitPair(in_both(w[1])));
    store(block.first + 2, sums);
  }
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::add_impulses(const RowBlock& block, int side, const double* values) {
  const int count = block.num_columns[side];
  for (int c = 0; c < count; c += 2) {
    const double* at = values + block.first_value[side] + c;
    Dots sums = load<Dots>(block.first_column[side] + c);
    for (int r = 0; r < block.num_rows; ++r, at += count)
      sums.add(SplitPair(-up_to_two(at, count - c)), factors_[block.first_row + r]);
    store(block.first_column[side] + c, sums);
  }
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::sum_motion(const Problem& problem, const Solution& solution) {
  split_into(solution.multiplier, factors_);
  add_masses<Dots>(problem, solution.x);
  add_inertias<Dots>(problem, solution.x);
  for (const RowBlock& block : blocks_)
    for (int side = 0; side < num_sides; ++side) add_impulses<Dots>(block, side, problem.rows->values.data());
  for (int c = 0; c < num_columns_; c += 2) set_pair(&motion_.value[c], pair_at(&high_[c]) + pair_at(&low_[c]));
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::sum_constraints(const Problem& problem, const Solution& solution) {
  split_into(solution.x, factors_);
  for (const RowBlock& block : blocks_) {
    for (int r = 0; r < block.num_rows; r += 2) {
      const int row = block.first_row + r;
      const int count = block.num_rows - r;
      Dots sums;
      sums.add(-up_to_two(problem.target.data() + row, count));
      sums.add(SplitPair(up_to_two(problem.compliance.data() + row, count)),
               SplitPair(up_to_two(solution.multiplier.data() + row, count)));
      for (int side = 0; side < num_sides; ++side) {
        const int width = block.num_columns[side];
        const double* first = problem.rows->values.data() + block.first_value[side] + r * width;
        const double* second = count > 1 ? first + width : first;
        const SplitPair* x = factors_.data() + block.first_column[side];
        for (int c = 0; c < width; ++c) sums.add(SplitPair(DoublePair{first[c], second[c]}), x[c]);
      }
      const DoubledSumOf<DoublePair> both = sums.sum();
      set_pair(&constraints_.value[row], both.value);
      set_pair(&constraints_.magnitude[row], both.magnitude);
    }
  }
}

PERPEND_FUSED void KktSums::sum_motion_fused(const Problem& problem, const Solution& solution) {
  sum_motion<FusedDotPair>(problem, solution);
}

PERPEND_FUSED void KktSums::sum_constraints_fused(const Problem& problem, const Solution& solution) {
  sum_constraints<FusedDotPair>(problem, solution);
}

const KktSums::Sums& KktSums::motion(const Problem& problem, const Solution& solution) {
  has_fused() ? sum_motion_fused(problem, solution) : sum_motion<DoubledDotPair>(problem, solution);
  return motion_;
}

const KktSums::Sums& KktSums::constraints(const Problem& problem, const Solution& solution) {
  has_fused() ? sum_constraints_fused(problem, solution) : sum_constraints<DoubledDotPair>(problem, solution);
  return constraints_;
}

DoubledSum motion_sum(const Problem& problem, const Solution& solution, const RowPattern& pattern, int i) {
  DoubledDot dot;
  dot.add(-problem.motion[i]);
  dot.add(problem.mass->diagonal[i], solution.x[i]);
  for (const auto& [column, value] : InertiaRows(*problem.mass, i).off_diagonal(i)) dot.add(value, solution.x[column]);
  for (const auto [value, row] : pattern.column(i)) dot.add(-problem.rows->values[value], solution.multiplier[row]);
  return dot.sum();
}

DoubledSum constraint_sum(const Problem& problem, const Solution& solution, const RowPattern& pattern, int i) {
  DoubledDot dot;
  dot.add(-problem.target[i]);
  dot.add(problem.compliance[i], solution.multiplier[i]);
  for (const auto [value, column] : pattern.row(i)) dot.add(problem.rows->values[value], solution.x[column]);
  return dot.sum();
}

double constraint_scale(const Problem& problem, const RowPattern& pattern, int i, double largest_x,
                        double largest_multiplier) {
  double coefficients = 0.0;
  for (const auto [value, column] : pattern.row(i)) coefficients += std::abs(problem.rows->values[value]);
  return std::abs(problem.target[i]) + std::abs(problem.compliance[i]) * largest_multiplier + coefficients * largest_x;
}

}  // namespace perpend
