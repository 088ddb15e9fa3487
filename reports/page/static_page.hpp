// A page of maps, curves and tables that loads nothing: what came of a study, or of benchmarks. A script of its own
// shows the commands of the point that a reader chooses; without it the page has all but that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/page/point_commands.hpp"

namespace perpend::reports {

using MapColor = std::array<std::uint8_t, 3>;

/// A stretch of a boundary on a map: shares of its sides.
struct MapMark {
  double left = 0.0, right = 0.0, low = 0.0, high = 0.0;
  std::string text;  ///< "0.5: between 1.41 and 1.42"
};

/// What colours of a map say, from the smallest to the largest.
struct ColorScale {
  double low = 0.0, high = 0.0;
  bool is_log = false;
  std::string unit;
};

/// Runs counted by cells: key, and a measure that is no key. One edge more than cells.
struct MapBins {
  std::size_t key = 0;       ///< along x, as in PointCommands::keys
  std::vector<double> x, y;  ///< edges [SI]
  std::vector<std::string> x_texts, y_texts;
  std::string measure;               ///< along y
  std::string column = "max";        ///< SQL: the value of a run that is counted
  std::vector<std::int64_t> counts;  ///< in the order of the cells
};

/// A cell for each pair of values of the two keys of the section, or bins.
struct StaticMap {
  std::string method;
  std::string title;
  std::string x_label, y_label;
  std::vector<std::pair<double, std::string>> x_ticks, y_ticks;  ///< share of the side, and the value there
  std::size_t columns = 0, rows = 0;
  std::vector<std::uint8_t> cells;                           ///< index of the colour; rows from the bottom up
  std::vector<MapColor> palette;                             ///< at most 256
  std::vector<std::pair<std::uint8_t, std::string>> legend;  ///< colour and what it means
  std::vector<MapMark> marks{};
  std::string marks_text{};           ///< what they are
  std::optional<ColorScale> scale{};  ///< nothing: colours are those of the legend
  std::optional<MapBins> bins{};
};

struct StaticFigure {
  StaticFigure(FigureData figure) : data(std::move(figure)) {}  // NOLINT: a figure whose points are no runs

  FigureData data;
  std::optional<GnuplotResult> drawn{};            ///< nothing: not yet
  std::vector<std::vector<StaticPoint>> points{};  ///< of each curve, for each of its x; none: they are no runs
};

struct StaticTable {
  std::string title;
  std::string hint;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;        ///< the first cell of each names it
  std::vector<std::vector<std::string>> commands{};  ///< of each row, which show or make what it is about; may be empty
};

/// One sweep, or one suite of problems.
struct StaticSection {
  std::string name;
  std::string line;  ///< "40000 points of a (200) x b (200)"
  std::vector<StaticMap> maps;
  std::vector<StaticFigure> curves;
  std::vector<StaticTable> tables;
  std::optional<PointCommands> commands{};  ///< of its points; nothing: it has none that could be run
};

struct StaticPage {
  std::string title;
  std::string experiment;
  bool is_as_expected = false;
  bool is_complete = false;
  std::string verdict;     ///< "40000 of 40000 runs, 0 not as expected"
  std::string source{};    ///< the line below the title; empty: "study of EXPERIMENT"
  std::string headline{};  ///< of a page that expects nothing; empty: by the two above
  bool is_judged = true;   ///< its headline is good or bad
  std::vector<StaticSection> sections;
  StaticTable claims;    ///< no rows: there are none
  StaticTable failures;  ///< no rows: there are none
  std::vector<std::pair<std::string, std::string>> provenance;
};

/// Draws the figures, which the page does itself where nobody did before.
void draw_figures(StaticPage& outline);

[[nodiscard]] std::string static_page(StaticPage outline);

/// Colour 0 for what has no value; 1 to 255 from small to large, dark to light, for colour-blind eyes too.
[[nodiscard]] std::vector<MapColor> value_palette();

}  // namespace perpend::reports
