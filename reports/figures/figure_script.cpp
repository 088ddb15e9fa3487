#include "reports/figures/figure_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "reports/figures/curves_script.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/figures/ledger_script.hpp"
#include "reports/figures/printed_key.hpp"
#include "reports/figures/snapshot_script.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

/// Characters that stand along `inches` of a picture: letters are about 0.6 of their size wide.
std::size_t characters(double inches, const FigureStyle& style) {
  return static_cast<std::size_t>(std::max(inches * 72 / (style.points * 0.6), 4.0));
}

/// The name of a y axis stands next to the axis, which title, key and x axis leave four fifths of the height.
std::string side_label(const std::string& text, const PanelLayout& layout, const FigureStyle& style) {
  return gnuplot_lines(text, characters(0.8 * layout.height, style));
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

/// The name of the x axis, and under it what the picture does not show.
std::string x_label(const FigureData& figure, const PanelLayout& layout, const FigureStyle& style) {
  const std::size_t across = characters(layout.width, style);
  std::string text = "set xlabel " + gnuplot_lines(figure.x_label, across);
  if (const std::string hidden = figure.log_y ? hidden_by_log(figure) : ""; !hidden.empty())
    text += gnuplot_line_break + gnuplot_lines(hidden, across);
  if (!figure.marks_text.empty()) text += gnuplot_line_break + gnuplot_lines(figure.marks_text, across);
  if (const std::string white = white_cells(figure); !white.empty())
    text += gnuplot_line_break + gnuplot_lines(white, across);
  const bool has_key_below =
      style.is_for_print &&
      (!figure.ledgers.empty() || (!figure.curves.empty() && height_of_key_below(figure, style) > 0.0));
  if (has_key_below) text += gnuplot_line_break + gnuplot_string(" ");
  return text + "\n";
}

/// Names and frame of the y axes of one panel.
std::string y_axes(const FigureData& figure, const PanelLayout& layout, const FigureStyle& style) {
  const bool has_sides = axis_layout(figure) == AxisLayout::sides;
  std::string text = "set ylabel " + side_label(has_sides ? figure.y_labels[0] : figure.y_label, layout, style) +
                     fmt::format("\nset tics nomirror out\nset border {} lc rgb '#444444'\n", has_sides ? 11 : 3);
  if (has_sides)
    text += "set y2label " + side_label(figure.y_labels[1], layout, style) + "\nset y2tics\nset format y2 '%g'\n";
  return text;
}

std::string start(const FigureData& figure, const std::string& terminal, const PanelLayout& layout,
                  const FigureStyle& style) {
  std::string text = terminal_line(terminal, static_cast<double>(layout.columns) * layout.width,
                                   static_cast<double>(layout.rows) * layout.height, style);
  text = "reset\n" + text + "set encoding utf8\nset datafile missing 'NaN'\n";
  if (!style.is_for_print) text += "set title " + gnuplot_lines(figure.title, characters(layout.width, style)) + "\n";
  return text + x_label(figure, layout, style) + y_axes(figure, layout, style);
}

/// Curves of one unit a panel, over the same x.
std::string unit_panels_script(const FigureData& figure, const PanelLayout& layout, const FigureStyle& style) {
  // Margins in widths of letters: numbers like -0.00015 and up to three lines of a name, so that the axes are aligned.
  std::string text = "unset title\nset lmargin 15\n";
  for (std::size_t axis = 0; axis < figure.y_labels.size(); ++axis) {
    const FigureData part = of_axis(figure, axis);
    const bool is_last = axis + 1 == figure.y_labels.size();
    text += "unset label\n" + (is_last ? x_label(figure, layout, style) : std::string("set xlabel ' '\n")) +
            y_axes(part, layout, style) + "unset xrange\nset autoscale\nunset logscale\n" + curves_script(part, style);
  }
  return text;
}

/// As wide as a figure of one unit, and less high on a page.
PanelLayout unit_layout(const FigureData& figure, const FigureStyle& style) {
  const PanelLayout one{};
  const double width = style.width > 0.0 ? style.width : one.width;
  double height = style.width > 0.0 ? width * one.height / one.width : 3.0;
  double below = 0.0;
  for (std::size_t axis = 0; style.is_for_print && axis < figure.y_labels.size(); ++axis)
    below = std::max(below, height_of_key_below(of_axis(figure, axis), style));
  return {1, figure.y_labels.size(), width, height + below};
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
          side_label(color_label(figure, panel), layout, style) + "\nunset key\n";
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

std::string figure_script(const FigureData& figure, const ExperimentRecord& record, const std::string& terminal,
                          const FigureStyle& style) {
  const bool has_snapshots = !figure.snapshots.empty(), has_ledgers = !figure.ledgers.empty();
  const bool has_panels = has_snapshots || has_ledgers || figure.curves.empty();
  const bool has_unit_panels = !has_panels && axis_layout(figure) == AxisLayout::panels;
  const std::size_t num_panels =
      has_unit_panels ? figure.y_labels.size() : figure.heat.size() + figure.snapshots.size() + figure.ledgers.size();
  PanelLayout layout = has_unit_panels ? unit_layout(figure, style)
                                       : printed(has_snapshots ? snapshot_layout(figure, record)
                                                 : has_ledgers ? ledger_layout(figure.ledgers.size())
                                                               : heat_layout(figure.heat.size()),
                                                 style);
  if (style.is_for_print && !has_panels && !has_unit_panels) layout.height += height_of_key_below(figure, style);
  std::string text = start(figure, terminal, layout, style);
  const bool has_title = (has_snapshots || has_ledgers || has_unit_panels) && !style.is_for_print;
  if (num_panels > 1)
    text += fmt::format("set multiplot layout {},{}{}\n", layout.rows, layout.columns,
                        has_title ? " title " + gnuplot_string(figure.title) : "");
  text += has_panels        ? panels_script(figure, record, layout, style)
          : has_unit_panels ? unit_panels_script(figure, layout, style)
                            : curves_script(figure, style);
  if (num_panels > 1) text += "unset multiplot\n";
  return text + "unset output\n";
}

}  // namespace perpend::reports
