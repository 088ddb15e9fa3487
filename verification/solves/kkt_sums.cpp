#include "verification/solves/kkt_sums.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

/// Two numbers, or the last one and a 0.
DoublePair up_to_two(const double* first, int count) {
  return count > 1 ? pair_at(first) : DoublePair{*first, 0.0};
}

bool are_alike(const RowBlock& one, const RowBlock& other) {
  if (one.num_rows != 2 || other.num_rows != 2 || other.first_row != one.first_row + 2) return false;
  for (int side = 0; side < num_sides; ++side)
    if (one.num_columns[side] != other.num_columns[side]) return false;
  return true;
}

}  // namespace

KktSums::KktSums(const ConstraintRows& layout)
    : num_columns_(layout.num_columns),
      blocks_(layout.blocks),
      begins_two_(layout.blocks.size(), 0),
      halves_(has_fused() ? 0 : std::max(layout.num_columns, layout.num_rows), SplitPair(DoublePair{})),
      motion_(layout.num_columns),
      constraints_(layout.num_rows),
      high_(layout.num_columns + 1, 0.0),
      low_(layout.num_columns + 1, 0.0) {
  for (std::size_t b = 0; b + 1 < blocks_.size(); ++b) begins_two_[b] = are_alike(blocks_[b], blocks_[b + 1]) ? 1 : 0;
  std::vector<int> bounds{0, layout.num_columns};
  for (const RowBlock& block : layout.blocks)
    for (int side = 0; side < num_sides; ++side)
      bounds.insert(bounds.end(), {block.first_column[side], block.first_column[side] + block.num_columns[side]});
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    for (int first = bounds[i]; first < bounds[i + 1]; first += most_together)
      spans_.push_back({.first_column = first, .num_columns = std::min(most_together, bounds[i + 1] - first)});
  }
  for (Span& span : spans_) {
    span.first_part = static_cast<int>(parts_.size());
    for (const RowBlock& block : layout.blocks)
      for (int side = 0; side < num_sides; ++side) {
        const int offset = span.first_column - block.first_column[side];
        if (offset < 0 || offset >= block.num_columns[side]) continue;
        parts_.push_back({block.first_row, block.num_rows, block.first_value[side] + offset, block.num_columns[side]});
      }
    span.num_parts = static_cast<int>(parts_.size()) - span.first_part;
  }
}

/// Takes the numbers of these apart where products need that.
template <class Dots>
[[gnu::always_inline]] inline void KktSums::split([[maybe_unused]] const VectorX& unknowns) {
  if constexpr (std::is_same_v<typename Dots::Factor, SplitPair>)
    for (Eigen::Index i = 0; i < unknowns.size(); ++i) halves_[i] = SplitPair(in_both(unknowns[i]));
}

/// One of them in both lanes. Pre: split.
template <class Dots>
[[gnu::always_inline]] inline typename Dots::Factor KktSums::factor(const VectorX& unknowns, int i) const {
  if constexpr (std::is_same_v<typename Dots::Factor, SplitPair>)
    return halves_[i];
  else
    return in_both(unknowns.data()[i]);
}

template <class Dots>
[[gnu::always_inline]] inline Dots KktSums::load(int column) const {
  return {pair_at(&high_[column]), pair_at(&low_[column]), pair_at(&motion_.magnitude[column])};
}

inline void KktSums::store(int column, const DoubledDotPair& sums) {
  set_pair(&high_[column], sums.high());
  set_pair(&low_[column], sums.low());
  set_pair(&motion_.magnitude[column], sums.magnitude());
}

/// M x - motion without what inertias have off the diagonal.
template <class Dots>
[[gnu::always_inline]] inline Dots KktSums::masses(const Problem& problem, const VectorX& x, int c, int count) {
  using Factor = typename Dots::Factor;
  Dots sums;
  sums.add(-up_to_two(problem.motion.data() + c, count));
  sums.add(Factor(up_to_two(problem.mass->diagonal.data() + c, count)), Factor(up_to_two(x.data() + c, count)));
  return sums;
}

/// With the entries off the diagonal, of a row from the left, for `load`.
template <class Dots>
[[gnu::always_inline]] inline void KktSums::add_inertias(const Problem& problem, const VectorX& x) {
  using Factor = typename Dots::Factor;
  for (int c = 0; c < num_columns_; c += 2) store(c, masses<Dots>(problem, x, c, num_columns_ - c));
  for (const InertiaBlock& block : problem.mass->blocks) {
    const double* w = x.data() + block.first;
    Dots sums = load<Dots>(block.first);
    sums.add(Factor(in_both(block.xy)), Factor(DoublePair{w[1], w[0]}));
    sums.add(Factor(DoublePair{block.xz, block.yz}), Factor(in_both(w[2])));
    store(block.first, sums);
    sums = load<Dots>(block.first + 2);
    sums.add(Factor(DoublePair{block.xz, 0.0}), Factor(in_both(w[0])));
    sums.add(Factor(DoublePair{block.yz, 0.0}), Factor(in_both(w[1])));
    store(block.first + 2, sums);
  }
}

template <class Dots>
[[gnu::always_inline]] inline Dots KktSums::begin(const Problem& problem, const VectorX& x, int c, int count) const {
  return problem.mass->blocks.empty() ? masses<Dots>(problem, x, c, count) : load<Dots>(c);
}

/// All of some neighbouring columns, without a store in between.
template <class Dots, int count>
[[gnu::always_inline]] inline void KktSums::sum_span(const Problem& problem, const Solution& solution,
                                                     const Span& span) {
  using Factor = typename Dots::Factor;
  const auto end = [&](int c, const DoubledSumOf<DoublePair>& both) {
    set_pair(&motion_.value[c], both.value);
    set_pair(&motion_.magnitude[c], both.magnitude);
  };
  Dots one = begin<Dots>(problem, solution.x, span.first_column, count);
  Dots other;
  if constexpr (count > 2) other = begin<Dots>(problem, solution.x, span.first_column + 2, count - 2);
  const Part* part = parts_.data() + span.first_part;
  for (const Part* last = part + span.num_parts; part != last; ++part) {
    const double* at = problem.rows->values.data() + part->first_value;
    for (int r = 0; r < part->num_rows; ++r, at += part->stride) {
      const Factor multiplier = factor<Dots>(solution.multiplier, part->first_row + r);
      one.add(Factor(-up_to_two(at, count)), multiplier);
      if constexpr (count > 2) other.add(Factor(-up_to_two(at + 2, count - 2)), multiplier);
    }
  }
  end(span.first_column, one.sum());
  if constexpr (count > 2) end(span.first_column + 2, other.sum());
}

/// Three neighbouring columns. The last lane is of the column after them, or of the room after the last: its sum is
/// written over by the next span, its magnitude stays.
PERPEND_FUSED inline void KktSums::sum_three(const Problem& problem, const Solution& solution, const Span& span) {
  const int c = span.first_column;
  FusedDotQuad sums;
  if (problem.mass->blocks.empty()) {
    sums.add(-three_at(problem.motion.data() + c));
    sums.add(three_at(problem.mass->diagonal.data() + c), three_at(solution.x.data() + c));
  } else {
    sums.start(quad_at(&high_[c]), quad_at(&low_[c]), quad_at(&motion_.magnitude[c]));
  }
  const Part* part = parts_.data() + span.first_part;
  for (const Part* last = part + span.num_parts; part != last; ++part) {
    const double* at = problem.rows->values.data() + part->first_value;
    const double* multiplier = solution.multiplier.data() + part->first_row;
    for (int r = 0; r < part->num_rows; ++r, at += part->stride) sums.add(-three_at(at), in_all(multiplier[r]));
  }
  sums.store(&motion_.value[c], &motion_.magnitude[c]);
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::sum_motion(const Problem& problem, const Solution& solution) {
  split<Dots>(solution.multiplier);
  if (!problem.mass->blocks.empty()) add_inertias<Dots>(problem, solution.x);
  for (const Span& span : spans_) {
    switch (span.num_columns) {
      case 1:
        sum_span<Dots, 1>(problem, solution, span);
        break;
      case 2:
        sum_span<Dots, 2>(problem, solution, span);
        break;
      default:
        if constexpr (std::is_same_v<Dots, FusedDotPair>)
          sum_three(problem, solution, span);
        else
          sum_span<Dots, most_together>(problem, solution, span);
    }
  }
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::sum_block(const Problem& problem, const Solution& solution,
                                                      const RowBlock& block) {
  using Factor = typename Dots::Factor;
  for (int r = 0; r < block.num_rows; r += 2) {
    const int row = block.first_row + r;
    const int count = block.num_rows - r;
    Dots sums;
    sums.add(-up_to_two(problem.target.data() + row, count));
    sums.add(Factor(up_to_two(problem.compliance.data() + row, count)),
             Factor(up_to_two(solution.multiplier.data() + row, count)));
    for (int side = 0; side < num_sides; ++side) {
      const int width = block.num_columns[side];
      const double* first = problem.rows->values.data() + block.first_value[side] + r * width;
      const double* second = count > 1 ? first + width : first;
      for (int c = 0; c < width; ++c)
        sums.add(Factor(DoublePair{first[c], second[c]}), factor<Dots>(solution.x, block.first_column[side] + c));
    }
    const DoubledSumOf<DoublePair> both = sums.sum();
    set_pair(&constraints_.value[row], both.value);
    set_pair(&constraints_.magnitude[row], both.magnitude);
  }
}

/// Pre: `begins_two_`.
PERPEND_FUSED inline void KktSums::sum_two_blocks(const Problem& problem, const Solution& solution, const RowBlock& one,
                                                  const RowBlock& other) {
  const int row = one.first_row;
  FusedDotQuad sums;
  sums.add(-quad_at(problem.target.data() + row));
  sums.add(quad_at(problem.compliance.data() + row), quad_at(solution.multiplier.data() + row));
  for (int side = 0; side < num_sides; ++side) {
    const int width = one.num_columns[side];
    const double* a = problem.rows->values.data() + one.first_value[side];
    const double* b = problem.rows->values.data() + other.first_value[side];
    const double* x = solution.x.data() + one.first_column[side];
    const double* y = solution.x.data() + other.first_column[side];
    for (int c = 0; c < width; ++c)
      sums.add(DoubleQuad{a[c], a[width + c], b[c], b[width + c]}, DoubleQuad{x[c], x[c], y[c], y[c]});
  }
  sums.store(&constraints_.value[row], &constraints_.magnitude[row]);
}

template <class Dots>
[[gnu::always_inline]] inline void KktSums::sum_constraints(const Problem& problem, const Solution& solution) {
  split<Dots>(solution.x);
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if constexpr (std::is_same_v<Dots, FusedDotPair>) {
      if (begins_two_[b] != 0) {
        sum_two_blocks(problem, solution, blocks_[b], blocks_[b + 1]);
        ++b;
        continue;
      }
    }
    sum_block<Dots>(problem, solution, blocks_[b]);
  }
}

[[gnu::flatten]] PERPEND_FUSED void KktSums::sum_motion_fused(const Problem& problem, const Solution& solution) {
  sum_motion<FusedDotPair>(problem, solution);
}

[[gnu::flatten]] PERPEND_FUSED void KktSums::sum_constraints_fused(const Problem& problem, const Solution& solution) {
  sum_constraints<FusedDotPair>(problem, solution);
}

const DoubledSums& KktSums::motion(const Problem& problem, const Solution& solution) {
  halves_.empty() ? sum_motion_fused(problem, solution) : sum_motion<DoubledDotPair>(problem, solution);
  return motion_;
}

const DoubledSums& KktSums::constraints(const Problem& problem, const Solution& solution) {
  halves_.empty() ? sum_constraints_fused(problem, solution) : sum_constraints<DoubledDotPair>(problem, solution);
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
