#include "study/sweeps/refinement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "dsl/values/units.hpp"

namespace perpend {

namespace {

double middle(double a, double b) {
  return 0.5 * a + 0.5 * b;
}

}  // namespace

std::string refined_outcome(const SweepRefinement& refinement, const MethodRun& run) {
  const bool has_outcome = run.stopped_by == StopReason::none && run.status != RunStatus::not_run;
  if (!has_outcome) return "";
  if (refinement.outcome == RefinedOutcome::status) return to_string(run.status);
  if (refinement.outcome == RefinedOutcome::completion)
    return run.status == RunStatus::completed ? "completed" : "not completed";
  for (const CertificateGroup& group : run.certificates)
    if (group.kind == refinement.certificate)
      return group.refuted > 0 ? "refuted" : group.undecided > 0 ? "undecided" : "proved";
  return "";
}

bool ShortWidth::holds(double low, double high) const {
  return std::abs(high - low) <= base + share * std::max(std::abs(low), std::abs(high));
}

/// A halving leaves half of the width to half a unit in the last place of the ends: after all of them, to one unit.
ShortWidth short_width(const SweepRefinement& refinement) {
  return {.base = refinement.tolerance * (1.0 + 1e-9), .share = 2.0 * std::numeric_limits<double>::epsilon()};
}

RefinedLines::RefinedLines(const SweepSpec& sweep)
    : sweep_(sweep),
      refinement_(*sweep.refinement),
      values_(sweep.axes[refinement_.axis].values),
      grid_(static_cast<std::int64_t>(grid_size(sweep))),
      length_(static_cast<std::int64_t>(values_.size())),
      stride_(1),
      num_lines_(grid_ / length_),
      tree_((std::int64_t{1} << refinement_.most_halvings) - 1) {
  for (std::size_t i = refinement_.axis + 1; i < sweep.axes.size(); ++i)
    stride_ *= static_cast<std::int64_t>(sweep.axes[i].values.size());
}

std::int64_t RefinedLines::grid_index(std::int64_t line, std::int64_t place) const {
  return line / stride_ * stride_ * length_ + place * stride_ + line % stride_;
}

/// The nodes of an interval's tree are numbered by level: 0 is its middle, 1 and 2 those of its halves.
GridPoint RefinedLines::point(std::int64_t index) const {
  if (index < grid_) return grid_point(sweep_, static_cast<std::size_t>(index));
  const std::int64_t behind = index - grid_;
  const std::int64_t line = behind / indices_per_line();
  const std::int64_t place = behind % indices_per_line() / tree_;
  const auto node = static_cast<std::uint64_t>(behind % tree_ + 1);
  double from = values_[static_cast<std::size_t>(place)];
  double to = values_[static_cast<std::size_t>(place) + 1];
  for (int bit = std::bit_width(node) - 2; bit >= 0; --bit) ((node >> bit & 1) != 0 ? from : to) = middle(from, to);
  GridPoint point = grid_point(sweep_, static_cast<std::size_t>(grid_index(line, place)));
  point.coordinates[refinement_.axis] = middle(from, to);
  point.overrides[refinement_.axis].value_text =
      dsl::format_quantity(point.coordinates[refinement_.axis], sweep_.axes[refinement_.axis].unit);
  return point;
}

struct RefinedLines::Interval {
  std::int64_t line, place;
  std::int64_t node;  ///< from 0
  int level;
};

void RefinedLines::halve(const Interval& interval, const End& from, const End& to, const Outcome& outcome,
                         std::vector<SweepBoundary>& found) const {
  if (from.outcome.empty() || to.outcome.empty() || from.outcome == to.outcome) return;
  const bool is_short = short_width(refinement_).holds(from.value, to.value);
  if (!is_short && interval.level < refinement_.most_halvings) {
    const End between{middle(from.value, to.value),
                      outcome(first_index(interval.line) + interval.place * tree_ + interval.node)};
    halve({interval.line, interval.place, 2 * interval.node + 1, interval.level + 1}, from, between, outcome, found);
    halve({interval.line, interval.place, 2 * interval.node + 2, interval.level + 1}, between, to, outcome, found);
    return;
  }
  const bool ascends = from.value < to.value;
  const End &low = ascends ? from : to, &high = ascends ? to : from;
  SweepBoundary& boundary = found.emplace_back();
  boundary.coordinates =
      grid_point(sweep_, static_cast<std::size_t>(grid_index(interval.line, interval.place))).coordinates;
  boundary.coordinates[refinement_.axis] = low.value;
  boundary.low = low.value;
  boundary.high = high.value;
  boundary.below = low.outcome;
  boundary.above = high.outcome;
}

std::vector<SweepBoundary> RefinedLines::refine(std::int64_t line, const Outcome& outcome) const {
  std::vector<SweepBoundary> found;
  End from{values_.front(), outcome(grid_index(line, 0))};
  for (std::int64_t place = 1; place < length_; ++place) {
    End to{values_[static_cast<std::size_t>(place)], outcome(grid_index(line, place))};
    halve({line, place - 1, 0, 0}, from, to, outcome, found);
    from = std::move(to);
  }
  return found;
}

}  // namespace perpend
