#include "reports/figure_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reports/gnuplot.hpp"
#include "reports/mechanism_lines.hpp"
#include "reports/text.hpp"
#include "reports/thinning.hpp"

namespace perpend::reports {
namespace {

/// Okabe and Ito's palette, told apart by colour-blind eyes, and three more; the page has the same.
constexpr std::array<const char*, 10> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                              "#56B4E9", "#000000", "#882255", "#8C8C00", "#6B7684"};
constexpr std::size_t points_a_curve = 3000;  // three a pixel: the picture is the same as with all

constexpr double infinity = std::numeric_limits<double>::infinity();

const char* color(int index) {
  return palette[static_cast<std::size_t>(index) % palette.size()];
}

/// Methods differ by colour and by dash: print and eyes may lack colour.
int dash_type(const Curve& curve) {
  return 1 + (curve.dash + curve.color) % 5;
}

std::string start(const FigureData& figure, const std::string& terminal, const std::string& output, std::size_t columns,
                  double height) {
  const double width = columns > 1 ? std::min(4.0 * static_cast<double>(columns), 16.0) : 7.0;
  std::string text = "reset\n";
  text +=
      terminal == "svg"
          ? fmt::format("set terminal svg size {:.0f},{:.0f} noenhanced background '#ffffff' font 'DejaVu Sans,13'\n",
                        width * 110, height * 110)
          : fmt::format("set terminal pdfcairo size {}in,{}in noenhanced font 'DejaVu Sans,11'\n", width, height);
  text += "set encoding utf8\nset datafile missing 'NaN'\nset output " + gnuplot_string(output) + "\n";
  text += "set title " + gnuplot_string(figure.title) + "\nset xlabel " + gnuplot_string(figure.x_label) + "\n";
  text += "set ylabel " + gnuplot_string(figure.y_label) + "\nset tics nomirror out\nset border 3 lc rgb '#444444'\n";
  return text;
}

std::string curve_block(const Curve& curve, std::size_t number, bool log_x, bool log_y) {
  std::string text = fmt::format("$curve{} << EOD\n", number);
  for (const std::size_t i : thinned_rows(curve.y, points_a_curve)) {
    const bool is_hole = (log_x && !(curve.x[i] > 0)) || (log_y && !(curve.y[i] > 0));
    text += gnuplot_number(curve.x[i]) + " " + gnuplot_number(is_hole ? std::nan("") : curve.y[i]) + "\n";
  }
  return text + "EOD\n";
}

/// A run that stopped early, often by growing without limit, must not flatten the others.
std::string y_range(const FigureData& figure) {
  double least = infinity;
  double largest = -infinity;
  bool has_incomplete = false;
  for (const Curve& curve : figure.curves) {
    has_incomplete = has_incomplete || !curve.is_complete;
    for (const double y : curve.y) {
      if (!curve.is_complete || !std::isfinite(y) || (figure.log_y && !(y > 0))) continue;
      least = std::min(least, y);
      largest = std::max(largest, y);
    }
  }
  const double floor = figure.log_y ? log_floor(figure) : 0;
  if (!has_incomplete && floor > 0) return fmt::format("set yrange [{:.9g}:*]\n", floor);
  if (!has_incomplete || !(least < largest)) return "";
  if (figure.log_y) least = std::max(least, 2 * floor);
  const double margin = 0.04 * (largest - least);
  return figure.log_y ? fmt::format("set yrange [{:.9g}:{:.9g}]\n", least / 2, largest * 2)
                      : fmt::format("set yrange [{:.9g}:{:.9g}]\n", least - margin, largest + margin);
}

std::string curves_script(const FigureData& figure) {
  std::string text = "set grid lc rgb '#dddddd'\nset key outside top center horizontal\nset format y '%g'\n";
  if (figure.log_x) text += "set logscale x\n";
  if (figure.log_y) text += "set logscale y\nset format y '1e%T'\n";
  text += y_range(figure);
  if (figure.log_y && log_floor(figure) > 0)
    text += "set label 'shown down to 1e-16 of the largest value' at graph 0.01,0.03 tc rgb '#5a6675'\n";
  std::string plots;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const Curve& curve = figure.curves[i];
    text += curve_block(curve, i, figure.log_x, figure.log_y);
    plots += fmt::format("{}$curve{} using 1:2 with {} lc rgb '{}' dt {} lw 1.5{} title {}", i == 0 ? "plot " : ", ", i,
                         figure.has_marks ? "linespoints" : "lines", color(curve.color), dash_type(curve),
                         figure.has_marks ? fmt::format(" pt {} ps 0.7", 4 + curve.color % 10) : "",
                         gnuplot_string(curve.label));
  }
  return text + plots + "\n";
}

std::string tics(const char* axis, const std::vector<std::string>& texts) {
  const std::size_t stride = 1 + texts.size() / 16;  // more labels than that run into each other
  std::string list;
  for (std::size_t i = 0; i < texts.size(); i += stride)
    list += (list.empty() ? "" : ", ") + gnuplot_string(texts[i]) + " " + std::to_string(i);
  return fmt::format("set {}tics ({})\n", axis, list);
}

std::string heat_script(const FigureData& figure, const HeatPanel& panel, std::size_t number) {
  std::string text = fmt::format("$heat{} << EOD\n", number);
  for (const auto& row : panel.values) {
    for (const double value : row) text += gnuplot_number(figure.log_y && !(value > 0) ? std::nan("") : value) + " ";
    text += "\n";
  }
  text += "EOD\n" + tics("x", panel.columns) + tics("y", panel.rows);
  text += "set title " + gnuplot_string(panel.title.empty() ? figure.title : figure.title + ": " + panel.title) + "\n";
  text += "set ylabel " + gnuplot_string(panel.row_label) + "\nset cblabel " + gnuplot_string(figure.y_label) +
          "\nunset key\n";
  text += "set palette defined (0 '#440154', 0.25 '#3b528b', 0.5 '#21918c', 0.75 '#5ec962', 1 '#fde725')\n";
  if (figure.log_y) text += "set logscale cb\n";
  text += fmt::format("set xrange [-0.5:{}]\nset yrange [-0.5:{}]\n", static_cast<double>(panel.columns.size()) - 0.5,
                      static_cast<double>(panel.rows.size()) - 0.5);
  return text + fmt::format("plot $heat{} matrix using 1:2:3 with image pixels\n", number);
}

std::string mechanism_block(const std::vector<PaperLine>& lines, const std::string& name) {
  std::string text = name + " << EOD\n";
  for (const PaperLine& line : lines) {
    for (const auto& [x, y] : line) text += gnuplot_number(x) + " " + gnuplot_number(y) + "\n";
    text += "\n";
  }
  return text + "EOD\n";
}

std::string snapshot_script(const FigureData& figure, const ExperimentRecord& record, const SnapshotPanel& panel) {
  const MethodRun& run = record.runs[static_cast<std::size_t>(panel.run)];
  std::string text = "set title " + gnuplot_string(figure.title + ": " + run.method) +
                     "\nset size ratio -1\nset grid lc rgb '#dddddd'\n";
  text += "set key outside top center horizontal\nset xtics font ',9'\nset ytics font ',9'\n";
  // Rings and seams of space lie close together; the points are there for bodies without an outline.
  const char* pen = record.space == Space::spatial ? "ps 0.12 lw 0.8" : "ps 0.3 lw 1.5";
  std::string plots;
  for (std::size_t i = 0; i < panel.frames.size(); ++i) {
    const std::string name = fmt::format("$panel{}at{}", panel.run, i);
    text += mechanism_block(mechanism_lines(record, run.frames, panel.frames[i]), name);
    plots += fmt::format("{}{} using 1:2 with linespoints pt 7 {} lc rgb '{}' title {}", i == 0 ? "plot " : ", ", name,
                         pen, color(static_cast<int>(i)), gnuplot_string(panel.labels[i] + " s"));
  }
  return panel.frames.empty() ? "" : text + plots + "\n";
}

/// One range for all panels, so that lengths compare.
std::string common_range(const FigureData& figure, const ExperimentRecord& record) {
  std::array<double, 2> least{infinity, infinity};
  std::array<double, 2> largest{-infinity, -infinity};
  for (const SnapshotPanel& panel : figure.snapshots) {
    const Frames& frames = record.runs[static_cast<std::size_t>(panel.run)].frames;
    for (const std::size_t frame : panel.frames) {
      for (const PaperLine& line : mechanism_lines(record, frames, frame)) {
        for (const auto& point : line) {
          for (std::size_t axis : {0U, 1U}) {
            if (!std::isfinite(point[axis])) continue;
            least[axis] = std::min(least[axis], point[axis]);
            largest[axis] = std::max(largest[axis], point[axis]);
          }
        }
      }
    }
  }
  if (!(least[0] <= largest[0] && least[1] <= largest[1])) return "";
  const double margin =
      0.05 * std::max({largest[0] - least[0], largest[1] - least[1], 1e-6});  // [m]; a single point needs one
  return fmt::format("set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n", least[0] - margin, largest[0] + margin,
                     least[1] - margin, largest[1] + margin);
}

std::string panels_script(const FigureData& figure, const ExperimentRecord& record) {
  std::string text = common_range(figure, record);
  for (std::size_t i = 0; i < figure.heat.size(); ++i) text += heat_script(figure, figure.heat[i], i);
  for (const SnapshotPanel& panel : figure.snapshots) text += snapshot_script(figure, record, panel);
  return text;
}

}  // namespace

std::string figure_script(const FigureData& figure, const ExperimentRecord& record, const std::string& terminal,
                          const std::string& output) {
  const std::size_t num_panels = figure.heat.size() + figure.snapshots.size();
  const std::size_t columns = std::min<std::size_t>(std::max<std::size_t>(num_panels, 1), 4);
  const std::size_t rows = (num_panels + columns - 1) / columns;
  std::string text = start(figure, terminal, output, columns, num_panels > 1 ? 4.0 * static_cast<double>(rows) : 4.5);
  if (num_panels > 1) text += fmt::format("set multiplot layout {},{}\n", rows, columns);
  text += figure.curves.empty() ? panels_script(figure, record) : curves_script(figure);
  if (num_panels > 1) text += "unset multiplot\n";
  return text + "set output\n";
}

}  // namespace perpend::reports
