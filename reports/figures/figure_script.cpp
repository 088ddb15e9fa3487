#include "reports/figures/figure_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "reports/figures/gnuplot.hpp"
#include "reports/figures/ledger_script.hpp"
#include "reports/figures/printed_key.hpp"
#include "reports/figures/slope_script.hpp"
#include "reports/figures/snapshot_script.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

constexpr std::size_t points_in_a_file = 3000;  // three a pixel: the picture is the same as with all

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Characters that stand along `inches` of a picture: letters are about 0.6 of their size wide.
std::size_t characters(double inches, const FigureStyle& style) {
  return static_cast<std::size_t>(std::max(inches * 72 / (style.points * 0.6), 4.0));
}

/// The name of a y axis stands next to the axis, which title, key and x axis leave four fifths of the height.
std::string side_label(const std::string& text, const PanelLayout& layout, const FigureStyle& style) {
  return gnuplot_lines(text, characters(0.8 * layout.height, style));
}

/// Methods differ by colour and by dash: print and eyes may lack colour.
int dash_type(const Curve& curve) {
  return 1 + (curve.dash + curve.color) % 5;
}

PanelLayout ledger_layout(std::size_t num_panels) {
  const std::size_t columns = num_panels < 2 ? 1 : 2;
  return {columns, std::max<std::size_t>((num_panels + columns - 1) / columns, 1), num_panels < 2 ? 7.0 : 5.0, 3.6};
}

PanelLayout heat_layout(std::size_t num_panels) {
  if (num_panels < 2) return {1, 1, 7.0, 4.5};
  const std::size_t columns = std::min<std::size_t>(num_panels, 4);
  return {columns, (num_panels + columns - 1) / columns, 4.0, 4.0};
}

/// The same panels in the columns of a publisher: more than two take the width of the page.
PanelLayout printed(PanelLayout layout, const FigureStyle& style) {
  if (!(style.width > 0.0)) return layout;
  const double width = layout.rows * layout.columns > 2 ? style.full_width : style.width;
  const double scale = width / (static_cast<double>(layout.columns) * layout.width);
  layout.width *= scale;
  // Letters keep their size, so that labels take a larger share of the height.
  layout.height = std::max(layout.height * scale, 0.55 * layout.width + 0.3);
  return layout;
}

std::string terminal_line(const std::string& terminal, double width, double height, const FigureStyle& style) {
  if (terminal == "svg") {
    constexpr double pixels = 110.0;  // an inch
    const double letters = style.is_for_print ? style.points * pixels / 72.0 : 13.0;
    return fmt::format("set terminal svg size {:.0f},{:.0f} noenhanced background '#ffffff' font '{},{:.3g}'\n",
                       width * pixels, height * pixels, style.font, letters);
  }
  if (terminal == "pgf") return fmt::format("set terminal tikz size {}in,{}in font '\\footnotesize'\n", width, height);
  return fmt::format("set terminal pdfcairo size {}in,{}in noenhanced font '{},{:g}'\n", width, height, style.font,
                     style.points);
}

/// Why cells of the maps are white; empty: none is.
std::string white_cells(const FigureData& figure) {
  std::set<std::string> reasons;
  for (const HeatPanel& panel : figure.heat)
    for (const auto& row : panel.reasons)
      for (const std::string& reason : row)
        if (!reason.empty()) reasons.insert(reason);
  if (reasons.empty()) return "";
  return "white: " + (reasons.size() == 1 ? *reasons.begin() : "no value; the page and the data say why for each");
}

std::string start(const FigureData& figure, const std::string& terminal, const PanelLayout& layout,
                  const FigureStyle& style) {
  std::string text = terminal_line(terminal, static_cast<double>(layout.columns) * layout.width,
                                   static_cast<double>(layout.rows) * layout.height, style);
  text = "reset\n" + text + "set encoding utf8\nset datafile missing 'NaN'\n";
  const std::size_t across = characters(layout.width, style);
  if (!style.is_for_print) text += "set title " + gnuplot_lines(figure.title, across) + "\n";
  text += "set xlabel " + gnuplot_lines(figure.x_label, across);
  // What is missing stands under the picture.
  if (const std::string hidden = figure.log_y ? hidden_by_log(figure) : ""; !hidden.empty())
    text += gnuplot_line_break + gnuplot_lines(hidden, across);
  if (!figure.marks_text.empty()) text += gnuplot_line_break + gnuplot_lines(figure.marks_text, across);
  if (const std::string white = white_cells(figure); !white.empty())
    text += gnuplot_line_break + gnuplot_lines(white, across);
  const bool has_key_below =
      style.is_for_print &&
      (!figure.ledgers.empty() || (!figure.curves.empty() && height_of_key_below(figure, style) > 0.0));
  if (has_key_below) text += gnuplot_line_break + gnuplot_string(" ");
  text += "\nset ylabel " + side_label(figure.y_label, layout, style) +
          "\nset tics nomirror out\nset border 3 lc rgb '#444444'\n";
  return text;
}

std::string curve_block(const Curve& curve, std::size_t number, bool log_x, bool log_y) {
  std::string text = fmt::format("$curve{} << EOD\n", number);
  for (const std::size_t i : drawn_rows(curve)) {
    const bool is_hole = (log_x && !(curve.x[i] > 0)) || (log_y && !(curve.y[i] > 0));
    text += gnuplot_number(curve.x[i]) + " " + gnuplot_number(is_hole ? std::nan("") : curve.y[i]) + "\n";
  }
  return text + "EOD\n";
}

/// A run that stopped early, often by growing without limit, must not flatten the others.
std::string y_range(const FigureData& figure) {
  double least = unbounded;
  double largest = -unbounded;
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

/// Ends of axes as the scene asks, and what claims want as bands behind the curves.
std::string asked_ranges(const FigureData& figure) {
  const auto set = [](char axis, const std::array<double, 2>& ends) {
    return fmt::format("set {}range [{:.9g}:{:.9g}]\n", axis, ends[0], ends[1]);
  };
  std::string text;
  if (figure.x_range && (!figure.log_x || (*figure.x_range)[0] > 0)) text += set('x', *figure.x_range);
  if (figure.y_range && (!figure.log_y || (*figure.y_range)[0] > 0)) text += set('y', *figure.y_range);
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
  const std::size_t rows = std::min(curve.y.size(), points_in_a_file);
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

/// A logarithmic axis of few values, the same for all curves, has its marks at these: decades would leave it empty.
std::string marks_of_points(const FigureData& figure) {
  constexpr std::size_t most_marks = 8;
  std::set<double> values;
  for (const Curve& curve : figure.curves)
    for (const double x : curve.x) {
      if (x > 0.0) values.insert(x);
      if (values.size() > most_marks) return "";
    }
  if (!figure.has_marks || values.size() < 2 || figure.x_range) return "";
  constexpr double margin = 1.15;
  std::string marks;
  for (const double x : values)
    marks += (marks.empty() ? "" : ", ") + gnuplot_tic(significant(x)) + " " + gnuplot_number(x);
  return fmt::format("set xtics ({})\nset mxtics 1\nset xrange [{:.9g}:{:.9g}]\n", marks, *values.begin() / margin,
                     *values.rbegin() * margin);
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

std::string curves_script(const FigureData& figure, const FigureStyle& style) {
  std::string text = "set grid lc rgb '#dddddd'\nset format y '%g'\n";
  text += style.is_for_print ? printed_key(figure, style) : "set key outside top center horizontal\n";
  if (figure.log_x) text += "set logscale x\n" + marks_of_points(figure);
  if (figure.log_y) text += "set logscale y\nset format y '1e%T'\n";
  if (!style.is_for_print) text += y_range(figure);
  text += asked_ranges(figure);
  if (figure.log_y && log_floor(figure) > 0)
    text += "set label 'shown down to 1e-16 of the largest value' at graph 0.01,0.03 tc rgb '#5a6675'\n";
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
    plots +=
        fmt::format("{}$curve{} using 1:2 with {} title {}", plots.empty() ? "plot " : ", ", i,
                    style.is_for_print && !curve.is_outline ? printed_style(figure, curve) : style_of(figure, curve),
                    gnuplot_string(curve.label));
  }
  if (const std::string slopes = figure.log_x && figure.log_y ? slopes_block(figure) : ""; !slopes.empty()) {
    text += slopes;
    plots += ", $slopes using 1:2 with lines lc rgb '#38424f' dt 1 lw 1 notitle";
  }
  return text + plots + "\n";
}

std::string tics(const char* axis, const std::vector<std::string>& texts) {
  const std::size_t stride = 1 + texts.size() / 16;  // more labels than that run into each other
  std::string list;
  for (std::size_t i = 0; i < texts.size(); i += stride)
    list += (list.empty() ? "" : ", ") + gnuplot_tic(texts[i]) + " " + std::to_string(i);
  return fmt::format("set {}tics ({})\n", axis, list);
}

/// A black line with white edges, the middle of each interval: longer ones would be seen as such in the table only.
std::string marks_script(const HeatPanel& panel) {
  std::string text;
  for (const char* style : {"lw 4 lc rgb '#ffffff'", "lw 2 lc rgb '#000000'"})
    for (const HeatMark& mark : panel.marks) {
      const double x = 0.5 * (mark.left + mark.right), y = 0.5 * (mark.low + mark.high);
      // A cell's middle has whole numbers.
      const auto place = [](double at) { return gnuplot_number(at - 0.5); };
      text += mark.is_level ? fmt::format("set arrow from {},{} to {},{} nohead front {}\n", place(mark.left), place(y),
                                          place(mark.right), place(y), style)
                            : fmt::format("set arrow from {},{} to {},{} nohead front {}\n", place(x), place(mark.low),
                                          place(x), place(mark.high), style);
    }
  return text;
}

std::string heat_script(const FigureData& figure, const HeatPanel& panel, std::size_t number, const PanelLayout& layout,
                        const FigureStyle& style) {
  std::string text = fmt::format("$heat{} << EOD\n", number);
  for (const auto& row : panel.values) {
    for (const double value : row) text += gnuplot_number(figure.log_y && !(value > 0) ? std::nan("") : value) + " ";
    text += "\n";
  }
  text += "EOD\n" + tics("x", panel.columns) + tics("y", panel.rows);
  const std::string whole = style.is_for_print ? "" : figure.title;
  const std::string title = panel.title.empty() || whole.empty() ? whole + panel.title : whole + ": " + panel.title;
  if (!title.empty()) text += "set title " + gnuplot_lines(title, characters(layout.width, style)) + "\n";
  text += "set ylabel " + side_label(panel.row_label, layout, style) + "\nset cblabel " +
          side_label(figure.y_label, layout, style) + "\nunset key\n";
  text += "set palette defined (0 '#440154', 0.25 '#3b528b', 0.5 '#21918c', 0.75 '#5ec962', 1 '#fde725')\n";
  // With marks of decades gnuplot leaves room for the name of the axis, with others it does not.
  text += figure.log_y ? "set logscale cb\nset format cb '1e%T'\n" : "set format cb '%g'\n";
  text += fmt::format("set xrange [-0.5:{}]\nset yrange [-0.5:{}]\n", static_cast<double>(panel.columns.size()) - 0.5,
                      static_cast<double>(panel.rows.size()) - 0.5);
  text += marks_script(panel);
  text += fmt::format("plot $heat{} matrix using 1:2:3 with image pixels\n", number);
  return text + (panel.marks.empty() ? "" : "unset arrow\n");
}

std::string panels_script(const FigureData& figure, const ExperimentRecord& record, const PanelLayout& layout,
                          const FigureStyle& style) {
  constexpr double on_page = 9.0;  // pt, of numbers at the axes of small panels
  if (!figure.snapshots.empty())
    return snapshots_script(figure, record, style.is_for_print ? style.points - 1.0 : on_page);
  std::string text;
  for (std::size_t i = 0; i < figure.heat.size(); ++i) text += heat_script(figure, figure.heat[i], i, layout, style);
  const std::size_t across = characters(layout.width, style);
  for (std::size_t i = 0; i < figure.ledgers.size(); ++i)
    text += ledger_script(figure.ledgers[i], i, gnuplot_lines(figure.ledgers[i].title, across), style.is_for_print);
  return text;
}

}  // namespace

std::optional<FigureStyle> find_figure_style(std::string_view name) {
  if (name == "default") return FigureStyle{};
  // Column and page of IEEE's journals, 3.5 and 7.16 in, letters of 8 pt; of ACM's acmart, 3.33 and 7.0 in.
  if (name == "ieee") return FigureStyle{3.5, 7.16, "Times New Roman", 8.0, true};
  if (name == "acm") return FigureStyle{3.33, 7.0, "Linux Libertine O", 8.0, true};
  return std::nullopt;
}

std::vector<std::size_t> drawn_rows(const Curve& curve) {
  return thinned_rows(curve.y, points_in_a_file);
}

std::string figure_script(const FigureData& figure, const ExperimentRecord& record, const std::string& terminal,
                          const FigureStyle& style) {
  const bool has_snapshots = !figure.snapshots.empty(), has_ledgers = !figure.ledgers.empty();
  const bool has_panels = has_snapshots || has_ledgers || figure.curves.empty();
  const std::size_t num_panels = figure.heat.size() + figure.snapshots.size() + figure.ledgers.size();
  PanelLayout layout = printed(has_snapshots ? snapshot_layout(figure, record)
                               : has_ledgers ? ledger_layout(figure.ledgers.size())
                                             : heat_layout(figure.heat.size()),
                               style);
  if (style.is_for_print && !has_panels) layout.height += height_of_key_below(figure, style);
  std::string text = start(figure, terminal, layout, style);
  const bool has_title = (has_snapshots || has_ledgers) && !style.is_for_print;
  if (num_panels > 1)
    text += fmt::format("set multiplot layout {},{}{}\n", layout.rows, layout.columns,
                        has_title ? " title " + gnuplot_string(figure.title) : "");
  text += has_panels ? panels_script(figure, record, layout, style) : curves_script(figure, style);
  if (num_panels > 1) text += "unset multiplot\n";
  return text + "unset output\n";
}

}  // namespace perpend::reports
