// What a fit found: the misfit of each point of its grid, the best point, and the confidence region around it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernel/model/scene/dimension.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"

namespace perpend {

/// Why a confidence region ends where it does along a key.
enum class RegionEnd {
  crossing,  ///< between two points of the grid the misfit passes the limit: there, along a straight line
  grid,      ///< the grid ends here: the region may go on
  failed,    ///< the next point has no misfit: the region may go on
};

[[nodiscard]] constexpr const char* to_string(RegionEnd end) {
  return end == RegionEnd::crossing ? "crossing" : end == RegionEnd::grid ? "grid" : "failed";
}

/// What a part of a region spans along a key [SI].
struct RegionExtent {
  double low = not_a_number, high = not_a_number;
  RegionEnd low_end = RegionEnd::crossing, high_end = RegionEnd::crossing;
};

/// Neighbouring points of the grid whose misfit is within the limit.
struct RegionPart {
  std::vector<std::size_t> points;    ///< ascending
  std::vector<RegionExtent> extents;  ///< one a key
};

/// A datum of a fit and what the runs have in its place. SI.
struct DatumRecord {
  std::string name;
  std::string words;
  std::string source;
  std::string text;
  double printed = not_a_number;
  double deviation = not_a_number;
  Unit unit;
  std::string note;
  std::vector<double> values;  ///< by point; NaN: the run has none
  double best = not_a_number;  ///< the value at the best point
  /// How far that is from what is printed, in standard deviations.
  [[nodiscard]] double pull() const { return (best - printed) / deviation; }
};

/// Parameters of a sweep estimated from numbers of a source by least squares over its grid. Points are those of the
/// grid, the last key fastest.
struct FitRecord {
  std::string name;
  std::string words;
  std::string sweep;
  std::string note;
  double confidence = not_a_number;
  std::vector<SweepAxis> axes;
  std::vector<DatumRecord> data;
  std::vector<double> misfits;     ///< chi^2 of each point; NaN: some datum has no value there
  std::string reason;              ///< why there is no best point; empty: there is one
  std::size_t best_point = 0;      ///< of the least misfit, the first of several
  std::vector<double> best;        ///< its coordinates, one a key [SI]
  double least = not_a_number;     ///< the misfit there
  double limit = not_a_number;     ///< quantile of chi^2 by which a misfit in the region is above the least
  std::vector<RegionPart> region;  ///< its connected parts, that of the best point first
  int degrees = 0;                 ///< of freedom: data less keys
  double goodness = not_a_number;  ///< chance of a least misfit this large if model and deviations are right
  long num_failed = 0;             ///< points without a misfit
  std::string failure;             ///< why the first of them has none
  SourcePlace place{};
};

}  // namespace perpend
