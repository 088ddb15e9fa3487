// Points that a sweep lists more than once: they are run once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "kernel/model/scene/experiment.hpp"

namespace perpend {

/// Which points of the grid of a sweep have the values of an earlier one, to the last bit. Takes memory for repeated
/// ones alone, and for the values of keys of which one is repeated.
class RepeatedPoints {
 public:
  RepeatedPoints() = default;  ///< of no sweep
  explicit RepeatedPoints(const SweepSpec& sweep);

  [[nodiscard]] bool are_there() const { return !first_places_.empty() || !zipped_.empty(); }
  /// The first point with the values of this one, most often itself. Pre: index < grid_size.
  [[nodiscard]] std::int64_t first(std::int64_t index) const;

 private:
  /// For each axis of a grid and each of its places: the first place with the value there. Empty: none is repeated.
  std::vector<std::vector<std::int64_t>> first_places_;
  /// For keys that are taken together: a repeated point and the first one, ascending.
  std::vector<std::pair<std::int64_t, std::int64_t>> zipped_;
};

}  // namespace perpend
