#include "verification/claims/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "verification/claims/claim_points.hpp"
#include "verification/claims/claim_value.hpp"

namespace perpend {

namespace {

/// In double precision throughout: the same bits from every compiler.
using ChiSquared =
    boost::math::chi_squared_distribution<double,
                                          boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

/// Points of a grid by their index, the last key fastest.
class Grid {
 public:
  explicit Grid(const std::vector<SweepAxis>& axes) : axes_(axes), strides_(axes.size(), 1) {
    for (std::size_t k = axes.size(); k-- > 0;) {
      strides_[k] = size_;
      size_ *= axes[k].values.size();
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double coordinate(std::size_t point, std::size_t key) const {
    return axes_[key].values[index(point, key)];
  }
  /// The next point with a smaller or a larger value of the key.
  [[nodiscard]] std::optional<std::size_t> neighbour(std::size_t point, std::size_t key, bool is_larger) const {
    const std::vector<double>& values = axes_[key].values;
    const bool is_ascending = values.front() < values.back();
    const std::size_t at = index(point, key);
    if (is_larger == is_ascending) return at + 1 < values.size() ? std::optional(point + strides_[key]) : std::nullopt;
    return at > 0 ? std::optional(point - strides_[key]) : std::nullopt;
  }

 private:
  [[nodiscard]] std::size_t index(std::size_t point, std::size_t key) const {
    return point / strides_[key] % axes_[key].values.size();
  }

  const std::vector<SweepAxis>& axes_;
  std::vector<std::size_t> strides_;
  std::size_t size_ = 1;
};

/// The points of the region in connected parts, and how far these go.
class Region {
 public:
  /// `limit`: largest misfit inside.
  Region(const FitRecord& fit, double limit)
      : fit_(fit), grid_(fit.axes), limit_(limit), is_taken_(fit.misfits.size(), false) {}

  std::vector<RegionPart> parts() {
    std::vector<RegionPart> parts{part(fit_.best_point)};
    for (std::size_t point = 0; point < fit_.misfits.size(); ++point)
      if (is_inside(point) && !is_taken_[point]) parts.push_back(part(point));
    return parts;
  }

 private:
  [[nodiscard]] bool is_inside(std::size_t point) const { return fit_.misfits[point] <= limit_; }

  RegionPart part(std::size_t start) {
    RegionPart part{.points = {start}, .extents = {}};
    is_taken_[start] = true;
    for (std::size_t next = 0; next < part.points.size(); ++next)
      for (std::size_t key = 0; key < fit_.axes.size(); ++key)
        for (const bool is_larger : {false, true}) {
          const auto other = grid_.neighbour(part.points[next], key, is_larger);
          if (!other || !is_inside(*other) || is_taken_[*other]) continue;
          is_taken_[*other] = true;
          part.points.push_back(*other);
        }
    std::sort(part.points.begin(), part.points.end());
    for (std::size_t key = 0; key < fit_.axes.size(); ++key) {
      const auto [low, low_end] = end(part, key, false);
      const auto [high, high_end] = end(part, key, true);
      part.extents.push_back({low, high, low_end, high_end});
    }
    return part;
  }

  /// The outermost of the places where the part ends along the key. Where a run without a misfit lies further out the
  /// end is not known.
  [[nodiscard]] std::pair<double, RegionEnd> end(const RegionPart& part, std::size_t key, bool is_larger) const {
    std::optional<double> outermost, failed;
    RegionEnd kind = RegionEnd::crossing;
    const auto is_beyond = [&](double a, double b) { return is_larger ? a > b : a < b; };
    for (const std::size_t point : part.points) {
      const auto other = grid_.neighbour(point, key, is_larger);
      const double here = grid_.coordinate(point, key);
      double place = here;
      if (other && is_inside(*other)) continue;
      if (other && std::isnan(fit_.misfits[*other])) {
        const double there = grid_.coordinate(*other, key);
        if (!failed || is_beyond(there, *failed)) failed = there;
      } else if (other) {
        const double share = (limit_ - fit_.misfits[point]) / (fit_.misfits[*other] - fit_.misfits[point]);
        place = here + share * (grid_.coordinate(*other, key) - here);
      }
      if (outermost && !is_beyond(place, *outermost)) continue;
      outermost = place;
      kind = other ? RegionEnd::crossing : RegionEnd::grid;
    }
    if (kind == RegionEnd::crossing && failed && is_beyond(*failed, *outermost)) kind = RegionEnd::failed;
    return {*outermost, kind};
  }

  const FitRecord& fit_;
  Grid grid_;
  double limit_;
  std::vector<bool> is_taken_;
};

/// What the runs of a point have in the place of a datum, or why they have nothing.
std::pair<double, std::string> value_of(const FitDatum& datum, const SweepPoint& point) {
  const EvaluatedClaim answer =
      evaluate(datum.value,
               {.runs = point.runs, .sweeps = {}, .fits = {}, .rho = {}, .rho_floating = {}, .stability_limit = {}});
  if (!answer.value.is_known()) return {not_a_number, answer.reason};
  if (!std::isfinite(middle(answer.value)))
    return {not_a_number, answer.proof.empty() ? datum.text + " is infinite" : answer.proof};
  return {middle(answer.value), ""};
}

FitRecord described(const FitSpec& spec) {
  FitRecord fit{.name = spec.name,
                .words = spec.words,
                .sweep = spec.sweep,
                .note = spec.note,
                .confidence = spec.confidence,
                .axes = {},
                .data = {},
                .misfits = {},
                .reason = {},
                .best = {},
                .region = {},
                .failure = {},
                .place = spec.place};
  for (const FitDatum& datum : spec.data)
    fit.data.push_back({.name = datum.name,
                        .words = datum.words,
                        .source = datum.source,
                        .text = datum.text,
                        .printed = datum.printed,
                        .deviation = datum.deviation,
                        .unit = datum.unit,
                        .note = datum.note,
                        .values = {}});
  return fit;
}

void add_point(const FitSpec& spec, const SweepPoint& point, FitRecord& fit) {
  double misfit = 0.0;
  std::string failure;
  for (std::size_t i = 0; i < spec.data.size(); ++i) {
    const auto [value, reason] = value_of(spec.data[i], point);
    DatumRecord& datum = fit.data[i];
    datum.values.push_back(value);
    const double pull = (value - datum.printed) / datum.deviation;
    misfit += pull * pull;
    if (failure.empty() && !reason.empty()) failure = fmt::format("{}: {}", datum.name, reason);
  }
  fit.misfits.push_back(misfit);
  if (failure.empty()) return;
  if (++fit.num_failed == 1) fit.failure = failure;
}

}  // namespace

FitRecord fit_sweep(const FitSpec& spec, const std::optional<SweepView>& sweep) {
  FitRecord fit = described(spec);
  if (!sweep) {
    fit.reason = fmt::format("sweep {} did not run", spec.sweep);
    return fit;
  }
  fit.axes = sweep->spec().axes;
  fit.degrees = static_cast<int>(spec.data.size()) - static_cast<int>(fit.axes.size());
  sweep->visit([&](const SweepPoint& point) {
    if (is_of_grid(sweep->spec(), point)) add_point(spec, point, fit);
    return true;
  });
  const Grid grid(fit.axes);
  if (fit.misfits.size() != grid.size()) {
    fit.reason = fmt::format("only {} of {} points of sweep {} ran", fit.misfits.size(), grid.size(), spec.sweep);
    return fit;
  }
  for (std::size_t point = 0; point < grid.size(); ++point)
    if (fit.misfits[point] < fit.least || (std::isnan(fit.least) && !std::isnan(fit.misfits[point]))) {
      fit.best_point = point;
      fit.least = fit.misfits[point];
    }
  if (std::isnan(fit.least)) {
    fit.reason =
        fmt::format("no point of sweep {} has a value of every datum; at the first, {}", spec.sweep, fit.failure);
    return fit;
  }
  for (std::size_t key = 0; key < fit.axes.size(); ++key) fit.best.push_back(grid.coordinate(fit.best_point, key));
  for (DatumRecord& datum : fit.data) datum.best = datum.values[fit.best_point];
  fit.limit = quantile(ChiSquared(static_cast<double>(fit.axes.size())), fit.confidence);
  if (fit.degrees > 0) fit.goodness = cdf(complement(ChiSquared(static_cast<double>(fit.degrees)), fit.least));
  fit.region = Region(fit, fit.least + fit.limit).parts();
  return fit;
}

QueryAnswer answer_fit(const ClaimQuery& query, const FitRecord& fit) {
  if (!fit.reason.empty()) return Unknown{fit.reason};
  if (query.function == "misfit")
    return Known{fit.least, fmt::format("chi^2 of {} data and {} keys", fit.data.size(), fit.axes.size())};
  if (query.function == "goodness") {
    if (fit.degrees == 0) return Unknown{fmt::format("fit {} has as many keys as data", query.fit)};
    return Known{fit.goodness, fmt::format("chi^2 = {:.4g} with {} degrees of freedom", fit.least, fit.degrees)};
  }
  const auto axis =
      std::find_if(fit.axes.begin(), fit.axes.end(), [&](const SweepAxis& one) { return one.key == query.axis; });
  if (axis == fit.axes.end()) return Unknown{fmt::format("fit {} has no key {}", query.fit, query.axis)};
  const auto key = static_cast<std::size_t>(axis - fit.axes.begin());
  if (query.function == "best") return Known{fit.best[key], "a point of the grid"};
  const bool is_low = query.function == "lowest";
  double end = is_low ? infinity : -infinity;
  bool is_open = false;
  for (const RegionPart& part : fit.region) {
    const RegionExtent& extent = part.extents[key];
    end = is_low ? std::min(end, extent.low) : std::max(end, extent.high);
    is_open = is_open || (is_low ? extent.low_end : extent.high_end) != RegionEnd::crossing;
  }
  if (!is_open) return Known{end, fmt::format("of the region with confidence {:g}", fit.confidence)};
  return Known{is_low ? Interval(-infinity, end) : Interval(end, infinity),
               "the region reaches the end of the grid, or a run without a misfit"};
}

}  // namespace perpend
