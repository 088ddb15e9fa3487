// Refinement of a sweep: on each line of its grid, along one key, an interval between two neighbouring points whose
// outcomes differ is halved until it is short enough. Which points that makes depends on outcomes alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "study/runs/run_plan.hpp"

namespace perpend {

/// What a refinement sees of a run: "completed", "proved"; empty: nothing to compare, as of a run that met a limit.
[[nodiscard]] std::string refined_outcome(const SweepRefinement& refinement, const MethodRun& run);

/// Up to which width an interval of a refined sweep needs no halving: `base + share max(|low|, |high|)`, in SI. There
/// is room for the rounding of a width that was given in decimal, and for that of the ends: what lies between
/// neighbouring doubles cannot be halved.
struct ShortWidth {
  double base, share;

  [[nodiscard]] bool holds(double low, double high) const;
};
[[nodiscard]] ShortWidth short_width(const SweepRefinement& refinement);

/// The lines of a sweep and the points between those of its grid. A point has an index of its own, whether it is made
/// or not: behind the grid, by line, interval and place in the tree of halvings.
class RefinedLines {
 public:
  /// Pre: the sweep has a refinement. It outlives this.
  explicit RefinedLines(const SweepSpec& sweep);

  [[nodiscard]] std::int64_t count() const { return num_lines_; }
  /// Points of the grid on each line.
  [[nodiscard]] std::int64_t length() const { return length_; }
  /// Index of the `place`-th point of the grid on a line.
  [[nodiscard]] std::int64_t grid_index(std::int64_t line, std::int64_t place) const;
  /// The line of a point of the grid.
  [[nodiscard]] std::int64_t line_of(std::int64_t index) const {
    return index / (stride_ * length_) * stride_ + index % stride_;
  }
  /// The first index of a line behind the grid, and how many it has there.
  [[nodiscard]] std::int64_t first_index(std::int64_t line) const { return grid_ + line * indices_per_line(); }
  [[nodiscard]] std::int64_t indices_per_line() const { return (length_ - 1) * tree_; }
  /// Behind the last index.
  [[nodiscard]] std::int64_t end_index() const { return first_index(num_lines_); }
  /// Distance of neighbours of a line in the grid.
  [[nodiscard]] std::int64_t stride() const { return stride_; }

  /// A point of the grid or of the refinement. Pre: index < end_index().
  [[nodiscard]] GridPoint point(std::int64_t index) const;

  /// The outcome at a point of the line, which is run for it where need be; empty: unknown, and no reason to halve.
  using Outcome = std::function<std::string(std::int64_t index)>;
  /// Halves the intervals of a line, by ascending place in the grid; returns what is left between different outcomes,
  /// without `method`.
  std::vector<SweepBoundary> refine(std::int64_t line, const Outcome& outcome) const;

 private:
  struct End {
    double value;
    std::string outcome;
  };
  struct Interval;
  void halve(const Interval& interval, const End& from, const End& to, const Outcome& outcome,
             std::vector<SweepBoundary>& found) const;

  const SweepSpec& sweep_;
  const SweepRefinement& refinement_;
  const std::vector<double>& values_;  // of the refined axis
  std::int64_t grid_, length_, stride_, num_lines_, tree_;
};

}  // namespace perpend
