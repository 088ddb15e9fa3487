// What a figure shows, as numbers in the units shown: the page and the figure files draw the same thing.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// The colours of methods and solvers; the style sheet of the page has the same, and others for a dark screen. Okabe
/// and Ito's palette, which colour-blind people can distinguish, and five more.
inline constexpr std::array<const char*, 12> palette{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
                                                     "#000000", "#882255", "#8C8C00", "#6B7684", "#332288", "#8FD14F"};
inline constexpr std::size_t num_colors = palette.size();

struct Curve {
  std::string label;
  int color = 0;            ///< index of the method, so that a method keeps its colour in every figure
  int dash = 0;             ///< index of the measure
  bool is_complete = true;  ///< false: the run stopped early, and its values need not set the range of the axis
  std::vector<double> x;
  std::vector<double> y;
  std::vector<std::string> points;    ///< what each point is, where that is more than its place; else empty
  bool is_outline = false;            ///< a plain line behind the others, no results of its own
  std::size_t axis = 0;               ///< index into FigureData::y_labels
  std::vector<double> low{}, high{};  ///< of a band about it, as long as y; empty: none
  std::optional<double> order{};      ///< fitted exponent of y over x; stands in the label too
};

/// Causes of one change in one run, which add up to it. Values in the unit shown.
struct LedgerPanel {
  std::string title;
  std::vector<double> x;
  std::vector<std::string> causes;
  std::vector<std::vector<double>> values;  ///< [cause][row]
};

/// A quantity over the plane of x and y, behind the curves.
struct RadiusField {
  std::vector<double> x, y;                 ///< ascending
  std::vector<std::vector<double>> values;  ///< [y][x]
};
/// How pictures divide it: at most 1, up to the root of 2, up to 2, above.
inline constexpr std::size_t num_field_classes = 4;

/// What a claim that names the figure wants of its y axis; an open end is infinite.
struct WantedBand {
  double low = 0.0, high = 0.0;
  std::string claim;
};

/// A stretch of the boundary between outcomes of a refined sweep, in cells from the left and from below: the value of a
/// column or row stands in the middle of its cells.
struct HeatMark {
  double left = 0.0, right = 0.0, low = 0.0, high = 0.0;
  bool is_level = true;  ///< an interval of the values of rows, across a column; else of columns
  std::string text;      ///< "a = 0.5: b from 1.4141 to 1.4144"
};

/// Rows from the bottom up.
struct HeatPanel {
  std::string title;
  std::string row_label;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> values;  ///< [row][column], NaN where nothing was found
  std::vector<HeatMark> marks{};
  std::vector<std::vector<std::string>> reasons{};  ///< [row][column]: why there is no value; empty where there is one
  std::size_t axis = 0;                             ///< index into FigureData::y_labels
};

/// Frames of one run at the wanted times: one over the other, or a panel for each (see has_panel_a_time).
struct SnapshotPanel {
  int run = 0;
  std::vector<std::size_t> frames;
  std::vector<std::string> labels;  ///< their times, with enough digits to differ
};

/// Bodies in a heap, or that come down on a wall, hide each other when several times share a picture.
[[nodiscard]] bool has_panel_a_time(const ExperimentRecord& record);

struct FigureData {
  std::string name;
  std::string title;
  FigureKind kind = FigureKind::line;
  std::string x_label;
  std::string y_label;
  std::vector<std::string> y_labels;  ///< one a unit: curves of different units have axes of their own, see axis_layout
  bool log_x = false;
  bool log_y = false;
  bool has_marks = false;   ///< few points, each a run of its own
  bool has_lines = true;    ///< false: marks alone, of curves without an order
  bool is_function = true;  ///< x ascends along each curve
  double time_per_x = 0.0;  ///< x times this is the time [s] of every curve; 0: x is something else
  std::vector<Curve> curves;
  std::vector<HeatPanel> heat;
  std::vector<SnapshotPanel> snapshots;
  std::vector<LedgerPanel> ledgers;
  std::optional<RadiusField> field;
  /// Ends of the axes as the scene asks; else what fits. y is of the first unit, y2 of the second.
  std::optional<std::array<double, 2>> x_range, y_range, y2_range;
  std::vector<WantedBand> wanted;
  std::vector<std::array<double, 2>> regions;  ///< stretches of the x axis in a confidence region
  /// Curves less the first one, where some cannot be distinguished from it.
  std::vector<Curve> differences;
  std::string difference_label;    ///< of their y axis
  std::string marks_text;          ///< what the marks of its maps are; empty: there are none
  std::vector<std::string> notes;  ///< what could not be drawn and why
};

/// Curves of one unit share an axis. Two units have the left and the right axis of one plot while their curves are few;
/// more have a panel each, one below the other.
enum class AxisLayout { one, sides, panels };
[[nodiscard]] AxisLayout axis_layout(const FigureData& figure);
/// The curves of one unit, as a figure. Pre: axis < y_labels.size().
[[nodiscard]] FigureData of_axis(const FigureData& figure, std::size_t axis);
/// The name of the colours of a map.
[[nodiscard]] std::string color_label(const FigureData& figure, const HeatPanel& panel);
/// What the key of a figure calls a curve: where it has two axes, with the side.
[[nodiscard]] std::string key_label(const FigureData& figure, const Curve& curve);

/// Where a logarithmic axis begins when something lies below: a value this small compared with the largest is less than
/// the rounding of it, and would only press the rest of the picture together. 0 when nothing does.
[[nodiscard]] double log_floor(const FigureData& figure);

/// Which curves a logarithmic y axis cannot show at all, and why; empty when there are none.
[[nodiscard]] std::string hidden_by_log(const FigureData& figure);

/// Which curves axes with ends from the scene show as a line along one end, or not to their largest
/// and smallest values, with these values; empty when there are none.
[[nodiscard]] std::string lost_in_range(const FigureData& figure);

[[nodiscard]] FigureData figure_data(const FigureSpec& spec, const ExperimentRecord& record);

/// The misfit over the keys of a fit: curves for one, a map for two.
[[nodiscard]] FigureData fit_figure(const FitRecord& fit);
/// "fit_gravity".
[[nodiscard]] std::string fit_figure_name(const std::string& fit);

/// The figures of the scene and one of each fit; when it has none over time, one for each measure, and one for each
/// sweep that no figure shows.
[[nodiscard]] std::vector<FigureSpec> all_figures(const ExperimentRecord& record);

/// Indices of the points of a curve that a file of a figure has.
[[nodiscard]] std::vector<std::size_t> drawn_rows(const Curve& curve);

}  // namespace perpend::reports
