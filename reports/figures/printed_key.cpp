#include "reports/figures/printed_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

constexpr double off_scale = std::numeric_limits<double>::infinity();

/// A plot in shares of its sides, for where a key may stand.
class PlotArea {
 public:
  explicit PlotArea(const FigureData& figure) : figure_(figure) {
    each([&](double x, double y, const Curve& curve) {
      const std::size_t side = 1 + curve.axis;
      least_[0] = std::min(least_[0], x), largest_[0] = std::max(largest_[0], x);
      if (curve.is_complete) least_[side] = std::min(least_[side], y), largest_[side] = std::max(largest_[side], y);
    });
    for (std::size_t axis = 0; axis < num_sides(); ++axis) {
      double &least = least_[1 + axis], &largest = largest_[1 + axis];
      const double floor = !figure.log_y ? 0.0 : log_floor(num_sides() == 1 ? figure : of_axis(figure, axis));
      if (floor > 0) least = std::log(floor);
      if (!(least < largest)) least -= 0.5, largest += 0.5;
    }
    take(0, figure.x_range, figure.log_x);
    take(1, figure.y_range, figure.log_y);
    if (num_sides() > 1) take(2, figure.y2_range, figure.log_y);
  }

  /// Whether no curve passes through the box; shares from the left and from below.
  [[nodiscard]] bool is_empty(double left, double right, double low, double high) const {
    bool is_empty = true;
    double last[2] = {off_scale, off_scale};
    each([&](double x, double y, const Curve& curve) {
      const double at[2] = {share(0, x), share(1 + curve.axis, y)};
      constexpr int samples = 8;  // of the line between two points, which may be far from each other
      for (int k = 0; k <= samples && is_empty; ++k) {
        const double part = std::isfinite(last[0]) && at[0] >= last[0] ? k / static_cast<double>(samples) : 1.0;
        const double between[2] = {part < 1.0 ? last[0] + part * (at[0] - last[0]) : at[0],
                                   part < 1.0 ? last[1] + part * (at[1] - last[1]) : at[1]};
        is_empty = !(between[0] >= left && between[0] <= right && between[1] >= low && between[1] <= high);
      }
      last[0] = at[0], last[1] = at[1];
    });
    return is_empty;
  }

  /// Sets the ends of the y axes with this share of the height free on top, and a little below the curves.
  [[nodiscard]] std::string ranges(double free_on_top) const {
    std::string text;
    for (std::size_t axis = 0; axis < num_sides(); ++axis) {
      const double least = least_[1 + axis], height = (largest_[1 + axis] - least) / (1.0 - free_on_top);
      const double bottom = least - 0.03 * height, top = least + 1.03 * height;
      text += fmt::format("set {}range [{:.9g}:{:.9g}]\n", axis == 0 ? "y" : "y2",
                          figure_.log_y ? std::exp(bottom) : bottom, figure_.log_y ? std::exp(top) : top);
    }
    return text;
  }

 private:
  [[nodiscard]] std::size_t num_sides() const { return axis_layout(figure_) == AxisLayout::sides ? 2 : 1; }
  template <class Use>
  void each(const Use& use) const {
    for (const Curve& curve : figure_.curves)
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const double x = figure_.log_x ? std::log(curve.x[i]) : curve.x[i];
        for (const auto* values : {&curve.y, &curve.low, &curve.high}) {
          if (values->empty()) continue;
          const double y = figure_.log_y ? std::log((*values)[i]) : (*values)[i];
          if (std::isfinite(x) && std::isfinite(y)) use(x, y, curve);
        }
      }
  }
  /// Ends of an axis that the scene asks for.
  void take(std::size_t axis, const std::optional<std::array<double, 2>>& ends, bool is_log) {
    if (!ends || (is_log && (*ends)[0] <= 0)) return;
    least_[axis] = is_log ? std::log((*ends)[0]) : (*ends)[0];
    largest_[axis] = is_log ? std::log((*ends)[1]) : (*ends)[1];
  }
  [[nodiscard]] double share(std::size_t axis, double at) const {
    return (at - least_[axis]) / (largest_[axis] - least_[axis]);
  }

  const FigureData& figure_;
  /// Along x, and on the left and the right y axis.
  std::array<double, 3> least_{off_scale, off_scale, off_scale}, largest_{-off_scale, -off_scale, -off_scale};
};

/// The key as gnuplot sets it, in inches, and the axes that it stands in.
class KeySize {
 public:
  KeySize(const FigureData& figure, const FigureStyle& style)
      : letter_(style.points / 72.0),
        width_(style.width - (axis_layout(figure) == AxisLayout::sides ? 1.4 : 0.75)),
        height_(0.643 * style.width - 0.65) {
    std::size_t longest = 0;
    for (const Curve& curve : figure.curves) longest = std::max(longest, num_characters(key_label(figure, curve)));
    has_field_ = figure.field.has_value();
    has_sides_ = axis_layout(figure) == AxisLayout::sides;
    if (has_field_) longest = std::max(longest, longest_class);
    constexpr double sample = 0.4;
    label_ = 0.55 * letter_ * static_cast<double>(longest) + sample;
    lines_ = figure.curves.size() + (has_field_ ? num_field_classes : 0);
  }

  /// Shares of the axes, in one column.
  [[nodiscard]] double wide() const { return label_ / width_; }
  [[nodiscard]] double high() const { return high(1); }
  [[nodiscard]] double high(std::size_t columns) const { return inches(columns) / height_; }
  /// As many as fit, and no more than two.
  [[nodiscard]] std::size_t columns() const { return 2.0 * label_ < width_ ? 2 : 1; }
  [[nodiscard]] double inches(std::size_t columns) const {
    constexpr double line_height = 1.5;  // of letters
    return line_height * letter_ * static_cast<double>((lines_ + columns - 1) / columns) + 0.05;
  }
  /// No axes are left under a key of more than this share of them, none of a field is without colour, and labels with
  /// the side of their axis are too long to leave the curves alone.
  [[nodiscard]] bool is_below() const { return has_field_ || has_sides_ || high(columns()) > most; }

  static constexpr double most = 0.6;

 private:
  static constexpr std::size_t longest_class = 16;  // characters of "radius at most 1"

  double letter_, width_, height_;
  bool has_field_ = false, has_sides_ = false;
  double label_ = 0.0;
  std::size_t lines_ = 0;
};

}  // namespace

std::string printed_key(const FigureData& figure, const FigureStyle& style) {
  const KeySize key(figure, style);
  const PlotArea area(figure);
  const auto set = [](const std::string& place, std::size_t columns, const std::string& ranges) {
    return fmt::format("set key {} samplen 2.5 spacing 1.0 maxcols {}\nset autoscale xfix\n{}", place, columns, ranges);
  };
  if (key.is_below()) return set("outside bottom center horizontal", key.columns(), area.ranges(0.0));
  const double wide = key.wide(), high = key.high();
  const std::pair<const char*, std::array<double, 4>> corners[] = {{"top right", {1.0 - wide, 1.0, 1.0 - high, 1.1}},
                                                                   {"top left", {0.0, wide, 1.0 - high, 1.1}},
                                                                   {"bottom right", {1.0 - wide, 1.0, -0.1, high}},
                                                                   {"bottom left", {0.0, wide, -0.1, high}}};
  for (const auto& [corner, box] : corners)
    if (high < KeySize::most && area.is_empty(box[0], box[1], box[2], box[3]))
      return set(std::string("inside ") + corner, 1, area.ranges(0.0));
  // Ends that are asked for leave no room to make.
  if (figure.y_range || figure.y2_range) return "set key outside top center horizontal\nset autoscale xfix\n";
  return set("inside top center", key.columns(), area.ranges(key.high(key.columns())));
}

double height_of_key_below(const FigureData& figure, const FigureStyle& style) {
  const KeySize key(figure, style);
  constexpr double blank_line = 1.5;  // of letters, between the name of the x axis and the key
  return key.is_below() ? key.inches(key.columns()) + blank_line * style.points / 72.0 : 0.0;
}

}  // namespace perpend::reports
