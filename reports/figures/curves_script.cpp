#include "reports/figures/curves_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "reports/figures/gnuplot.hpp"
#include "reports/figures/printed_key.hpp"
#include "reports/figures/slope_script.hpp"
#include "reports/figures/snapshot_script.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Methods differ by colour and by dash: print and eyes may lack colour.
int dash_type(const Curve& curve) {
  return 1 + (curve.dash + curve.color) % 5;
}

std::string curve_block(const Curve& curve, std::size_t number, bool log_x, bool log_y) {
  std::string text = fmt::format("$curve{} << EOD\n", number);
  for (const std::size_t i : drawn_rows(curve)) {
    const bool is_hole = (log_x && !(curve.x[i] > 0)) || (log_y && !(curve.y[i] > 0));
    text += gnuplot_number(curve.x[i]) + " " + gnuplot_number(is_hole ? std::nan("") : curve.y[i]);
    if (!curve.low.empty() && !is_hole)
      text += " " + gnuplot_number(log_y && !(curve.low[i] > 0) ? curve.y[i] : curve.low[i]) + " " +
              gnuplot_number(curve.high[i]);
    text += "\n";
  }
  return text + "EOD\n";
}

/// A run that stopped early, often by growing without limit, must not flatten the others. `axis`: "y" or "y2".
std::string y_range(const FigureData& figure, const char* axis) {
  double least = unbounded;
  double largest = -unbounded;
  bool has_incomplete = false;
  for (const Curve& curve : figure.curves) {
    has_incomplete = has_incomplete || !curve.is_complete;
    for (const auto* values : {&curve.y, &curve.low, &curve.high})
      for (const double y : *values) {
        if (!curve.is_complete || !std::isfinite(y) || (figure.log_y && !(y > 0))) continue;
        least = std::min(least, y);
        largest = std::max(largest, y);
      }
  }
  const double floor = figure.log_y ? log_floor(figure) : 0;
  if (!has_incomplete && floor > 0) return fmt::format("set {}range [{:.9g}:*]\n", axis, floor);
  if (!has_incomplete || !(least < largest)) return "";
  if (figure.log_y) least = std::max(least, 2 * floor);
  const double margin = 0.04 * (largest - least);
  return figure.log_y ? fmt::format("set {}range [{:.9g}:{:.9g}]\n", axis, least / 2, largest * 2)
                      : fmt::format("set {}range [{:.9g}:{:.9g}]\n", axis, least - margin, largest + margin);
}

/// Ends of axes as the scene asks, and what claims want as bands behind the curves.
std::string asked_ranges(const FigureData& figure) {
  const auto set = [](const char* axis, const std::array<double, 2>& ends) {
    return fmt::format("set {}range [{:.9g}:{:.9g}]\n", axis, ends[0], ends[1]);
  };
  std::string text;
  if (figure.x_range && (!figure.log_x || (*figure.x_range)[0] > 0)) text += set("x", *figure.x_range);
  if (figure.y_range && (!figure.log_y || (*figure.y_range)[0] > 0)) text += set("y", *figure.y_range);
  const bool has_second = figure.y2_range && axis_layout(figure) == AxisLayout::sides;
  if (has_second && (!figure.log_y || (*figure.y2_range)[0] > 0)) text += set("y2", *figure.y2_range);
  const auto edge = [&](double value, const char* otherwise) {
    const bool has_place = std::isfinite(value) && (!figure.log_y || value > 0);
    return has_place ? fmt::format("first {:.9g}", value) : std::string(otherwise);
  };
  for (const WantedBand& band : figure.wanted)
    text +=
        fmt::format("set object rectangle from graph 0, {} to graph 1, {} behind fc rgb '#d9f0e8' fs solid noborder\n",
                    edge(band.low, "graph 0"), edge(band.high, "graph 1"));
  for (const auto& [low, high] : figure.regions)
    text += fmt::format(
        "set object rectangle from first {:.9g}, graph 0 to first {:.9g}, graph 1 behind fc rgb '#d9f0e8' fs solid "
        "noborder\n",
        low, high);
  return text;
}

/// In print a curve has marks too, about eight of them.
std::string printed_style(const FigureData& figure, const Curve& curve) {
  constexpr std::size_t marks_of_a_curve = 8;
  const std::size_t rows = drawn_rows(curve).size();
  const std::size_t interval = figure.has_marks ? 1 : std::max<std::size_t>(rows / marks_of_a_curve, 1);
  return fmt::format("{} lc rgb '{}' dt {} lw 1.2 pt {} ps 0.5 pi {}", figure.has_lines ? "linespoints" : "points",
                     figure_color(curve.color), dash_type(curve), 4 + curve.color % 10, interval);
}

std::string style_of(const FigureData& figure, const Curve& curve) {
  if (curve.is_outline) return "lines lc rgb '#bbbbbb' dt 1 lw 5";
  const std::string marks = fmt::format(" pt {} ps 0.7", 4 + curve.color % 10);
  const std::string color = figure_color(curve.color);
  if (!figure.has_lines) return fmt::format("points lc rgb '{}'{}", color, marks);
  return fmt::format("{} lc rgb '{}' dt {} lw 1.5{}", figure.has_marks ? "linespoints" : "lines", color,
                     dash_type(curve), figure.has_marks ? marks : "");
}

/// Whether the labels of two of these values would touch on a logarithmic axis of them all.
bool are_crowded(const std::set<double>& values) {
  constexpr double least_share = 0.08;  // of the axis: what a label of four digits takes
  const double whole = std::log(*values.rbegin() / *values.begin());
  return std::adjacent_find(values.begin(), values.end(),
                            [&](double a, double b) { return std::log(b / a) < least_share * whole; }) != values.end();
}

/// A logarithmic axis of few values, the same for all curves, has its marks at these: decades would leave it empty.
std::string marks_of_points(const FigureData& figure) {
  constexpr std::size_t most_marks = 8;
  std::set<double> values;
  for (const Curve& curve : figure.curves)
    for (const double x : curve.x) {
      if (x > 0.0) values.insert(x);
      if (values.size() > most_marks) return "";
    }
  if (!figure.has_marks || values.size() < 2 || figure.x_range || are_crowded(values)) return "";
  constexpr double margin = 1.15;
  std::string marks;
  for (const double x : values)
    marks += (marks.empty() ? "" : ", ") + gnuplot_tic(significant(x)) + " " + gnuplot_number(x);
  return fmt::format("set xtics ({})\nset mxtics 1\nset xrange [{:.9g}:{:.9g}]\n", marks, *values.begin() / margin,
                     *values.rbegin() * margin);
}

/// Labels of many decades touch unless they are written as powers.
std::string decades_of_x(const FigureData& figure) {
  constexpr double most_decades = 5.0;
  double low = unbounded, high = 0.0;
  for (const Curve& curve : figure.curves)
    for (const double x : curve.x) {
      if (!(x > 0.0) || !std::isfinite(x)) continue;
      low = std::min(low, x);
      high = std::max(high, x);
    }
  if (figure.x_range && (*figure.x_range)[0] > 0.0)
    std::tie(low, high) = std::pair((*figure.x_range)[0], (*figure.x_range)[1]);
  return std::log10(high) - std::log10(low) > most_decades ? "set format x '1e%T'\n" : "";
}

/// The colours of the page.
constexpr std::array<std::pair<const char*, const char*>, num_field_classes> field_classes{
    {{"#dcefe6", "at most 1"}, {"#fbe3d6", "to 1.4"}, {"#f4c3a8", "to 2"}, {"#e59a72", "above 2"}}};

/// Where the radius is at most 1, and beyond by how much.
std::string field_block(const RadiusField& field) {
  std::string text = "set palette defined (";
  for (std::size_t i = 0; i < field_classes.size(); ++i)
    text += fmt::format("{}{} '{}'", i == 0 ? "" : ", ", i, field_classes[i].first);
  text += fmt::format(")\nset cbrange [0:{}]\nunset colorbox\n$field << EOD\n", num_field_classes - 1);
  for (std::size_t row = 0; row < field.y.size(); ++row)
    for (std::size_t column = 0; column < field.x.size(); ++column) {
      const double radius = field.values[row][column];
      // Classes end at 1, sqrt(2) and 2. Each is a stop of the palette: TikZ knows nothing between them.
      const double level = !(radius > 1.0) ? 0.0 : std::min(3.0, std::floor(2.0 * std::log2(radius)) + 1.0);
      text += fmt::format("{} {} {}\n", gnuplot_number(field.x[column]), gnuplot_number(field.y[row]),
                          gnuplot_number(std::isnan(radius) ? radius : level));
    }
  return text + "EOD\n";
}

}  // namespace

std::string curves_script(const FigureData& figure, const FigureStyle& style) {
  std::string text = "set grid lc rgb '#dddddd'\nset format y '%g'\n";
  text += style.is_for_print ? printed_key(figure, style) : "set key outside top center horizontal\n";
  if (figure.log_x) text += "set logscale x\n" + decades_of_x(figure) + marks_of_points(figure);
  if (figure.log_y) text += "set logscale y\nset format y '1e%T'\n";
  const bool has_sides = axis_layout(figure) == AxisLayout::sides;
  if (has_sides && figure.log_y) text += "set logscale y2\nset format y2 '1e%T'\n";
  bool has_floor = false;
  for (std::size_t axis = 0; axis < (has_sides ? 2U : 1U); ++axis) {
    const FigureData side = has_sides ? of_axis(figure, axis) : figure;
    if (!style.is_for_print) text += y_range(side, axis == 0 ? "y" : "y2");
    has_floor = has_floor || (figure.log_y && log_floor(side) > 0);
  }
  text += asked_ranges(figure);
  if (has_floor) text += "set label 'shown down to 1e-16 of the largest value' at graph 0.01,0.03 tc rgb '#5a6675'\n";
  std::string plots;
  if (figure.field) {
    text += field_block(*figure.field);
    plots = "plot $field using 1:2:3 with image pixels notitle";
    for (const auto& [color, radius] : field_classes)
      plots +=
          fmt::format(", NaN with boxes lc rgb '{}' fs solid border lc rgb '#aeb8c4' title 'radius {}'", color, radius);
  }
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const Curve& curve = figure.curves[i];
    text += curve_block(curve, i, figure.log_x, figure.log_y);
    const char* const axes = has_sides && curve.axis == 1 ? "axes x1y2 " : "";
    if (!curve.low.empty())
      plots += fmt::format(
          "{}$curve{} using 1:3:4 {}with filledcurves fs transparent solid 0.15 noborder lc rgb '{}' notitle",
          plots.empty() ? "plot " : ", ", i, axes, figure_color(curve.color));
    plots +=
        fmt::format("{}$curve{} using 1:2 {}with {} title {}", plots.empty() ? "plot " : ", ", i, axes,
                    style.is_for_print && !curve.is_outline ? printed_style(figure, curve) : style_of(figure, curve),
                    gnuplot_string(key_label(figure, curve)));
  }
  if (const std::string slopes = figure.log_x && figure.log_y ? slopes_block(figure) : ""; !slopes.empty()) {
    text += slopes;
    plots += ", $slopes using 1:2 with lines lc rgb '#38424f' dt 1 lw 1 notitle";
  }
  return text + plots + "\n";
}

}  // namespace perpend::reports
