#include "reports/page/static_page.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "kernel/model/scene/record.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/files/digest.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

std::string big_endian(std::uint32_t value) {
  std::string bytes(4, '\0');
  for (int i = 0; i < 4; ++i) bytes[static_cast<std::size_t>(i)] = static_cast<char>(value >> (24 - 8 * i));
  return bytes;
}

std::string chunk(const char* type, const std::string& data) {
  const std::string body = type + data;
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(static_cast<std::uint32_t>(sum));
}

/// A picture of one byte a cell with a palette: four chunks around what zlib compresses (ISO/IEC 15948).
std::string png(const StaticMap& map) {
  std::string palette;
  for (const MapColor& color : map.palette) palette.append(color.begin(), color.end());
  std::string lines;
  for (std::size_t row = map.rows; row-- > 0;) {
    lines += '\0';  // no filter
    lines.append(map.cells.begin() + static_cast<std::ptrdiff_t>(row * map.columns),
                 map.cells.begin() + static_cast<std::ptrdiff_t>((row + 1) * map.columns));
  }
  uLongf size = compressBound(static_cast<uLong>(lines.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(lines.data()),
                static_cast<uLong>(lines.size()), 9) != Z_OK)
    throw std::runtime_error("no memory for a picture");
  packed.resize(size);
  const std::string header = big_endian(static_cast<std::uint32_t>(map.columns)) +
                             big_endian(static_cast<std::uint32_t>(map.rows)) + std::string("\x08\x03\0\0\0", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("PLTE", palette) + chunk("IDAT", packed) +
         chunk("IEND", "");
}

std::string hex(const MapColor& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}

std::string svg_text(double x, double y, const char* anchor, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" {}>{}</text>", x, y, anchor, more, escaped(text));
}

// Places in a map [pixels]: its picture begins at `left`, `top`.
constexpr double left = 78, top = 8, side = 340, bottom = 46;

/// The picture in a frame with the ends and the middle of both axes.
std::string map_markup(const StaticMap& map) {
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" font-size=\"12\" font-family=\"DejaVu Sans, sans-serif\" "
      "fill=\"#1c2430\"><title>{}</title>",
      left + side + 20, top + side + bottom, escaped(map.title));
  svg += fmt::format(
      "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
      "image-rendering=\"pixelated\" href=\"data:image/png;base64,{}\"/>",
      left, top, side, side, base64(png(map)));
  svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#1c2430\"/>", left, top,
                     side, side);
  // An interval shorter than a line is drawn as one.
  const auto wide = [](double from, double to) { return std::max(2.0, side * (to - from)); };
  for (const MapMark& mark : map.marks) {
    const double width = wide(mark.left, mark.right), height = wide(mark.low, mark.high);
    svg += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#000000\" stroke=\"#ffffff\" "
        "stroke-width=\"0.7\"><title>{}</title></rect>",
        left + side * 0.5 * (mark.left + mark.right) - 0.5 * width,
        top + side - side * 0.5 * (mark.low + mark.high) - 0.5 * height, width, height, escaped(mark.text));
  }
  for (const auto& [share, text] : map.x_ticks) svg += svg_text(left + share * side, top + side + 16, "middle", text);
  for (const auto& [share, text] : map.y_ticks) svg += svg_text(left - 6, top + side - share * side + 4, "end", text);
  svg += svg_text(left + side / 2, top + side + 36, "middle", map.x_label);
  svg += svg_text(0, 0, "middle", map.y_label,
                  fmt::format("transform=\"translate(14 {}) rotate(-90)\"", top + side / 2).c_str());
  return svg + "</svg>";
}

Json map_view(const StaticMap& map) {
  Json legend = Json::array();
  for (const auto& [color, text] : map.legend)
    legend.push_back({{"swatch", fmt::format("<svg width=\"12\" height=\"12\"><rect width=\"12\" height=\"12\" "
                                             "fill=\"{}\" stroke=\"#1c2430\"/></svg>",
                                             hex(map.palette[color]))},
                      {"text", text}});
  if (!map.marks.empty())
    legend.push_back({{"swatch",
                       "<svg width=\"12\" height=\"12\"><rect y=\"4\" width=\"12\" height=\"4\" fill=\"#000000\" "
                       "stroke=\"#ffffff\" stroke-width=\"0.7\"/></svg>"},
                      {"text", map.marks_text}});
  return {{"title", map.title}, {"picture", map_markup(map)}, {"legend", legend}};
}

Json table_view(const StaticTable& table) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    Json cells = Json::array();
    for (std::size_t i = 1; i < row.size(); ++i) cells.push_back(row[i].empty() ? " " : row[i]);
    const Json commands = r < table.commands.size() ? Json(table.commands[r]) : Json::array();
    rows.push_back({{"name", breakable(row.front())},
                    {"cells", cells},
                    {"has_commands", !commands.empty()},
                    {"commands", commands}});
  }
  Json columns = Json::array();
  for (std::size_t i = 1; i < table.columns.size(); ++i) columns.push_back(table.columns[i]);
  return {{"title", table.title},
          {"hint", table.hint},
          {"first", table.columns.empty() ? "" : table.columns.front()},
          {"columns", columns},
          {"rows", rows}};
}

/// Where the plot stands in its picture, and the ends of its axes.
struct PlotFrame {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0, width = 0.0, height = 0.0;  ///< from below [pixels]
  double x_low = 0.0, x_high = 0.0, y_low = 0.0, y_high = 0.0;
};

// gnuplot says it of the plot that it has just drawn, on its error output.
constexpr const char* frame_question =
    "print GPVAL_TERM_XMIN, GPVAL_TERM_XMAX, GPVAL_TERM_YMIN, GPVAL_TERM_YMAX, 1.0 * GPVAL_TERM_XSIZE / "
    "GPVAL_TERM_SCALE, 1.0 * GPVAL_TERM_YSIZE / GPVAL_TERM_SCALE, GPVAL_X_MIN, GPVAL_X_MAX, GPVAL_Y_MIN, GPVAL_Y_MAX\n";

std::optional<PlotFrame> read_frame(const std::string& said) {
  PlotFrame frame;
  // Behind what it may have warned of.
  const char* const line = said.c_str() + (said.rfind('\n') == std::string::npos ? 0 : said.rfind('\n') + 1);
  const int found =
      std::sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &frame.left, &frame.right, &frame.bottom, &frame.top,
                  &frame.width, &frame.height, &frame.x_low, &frame.x_high, &frame.y_low, &frame.y_high);
  if (found != 10 || !(frame.width > 0.0) || !(frame.height > 0.0)) return std::nullopt;
  return frame;
}

double share_between(double value, double low, double high, bool is_log) {
  return is_log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

/// The runs of a figure as they lie in its picture, in shares of its sides from the left and from above.
Json points_of(const StaticFigure& figure, const PlotFrame& frame) {
  const FigureData& data = figure.data;
  Json points = Json::array();
  const auto rounded = [](double share) { return std::round(share * 1e4) / 1e4; };
  for (std::size_t i = 0; i < figure.points.size(); ++i) {
    const Curve& curve = data.curves[i];
    if (figure.points[i].empty()) continue;
    for (const std::size_t row : drawn_rows(curve)) {
      const double x = share_between(curve.x[row], frame.x_low, frame.x_high, data.log_x);
      const double y = share_between(curve.y[row], frame.y_low, frame.y_high, data.log_y);
      if (!(x >= 0.0 && x <= 1.0 && y >= 0.0 && y <= 1.0)) continue;
      const StaticPoint& point = figure.points[i][row];
      points.push_back({rounded((frame.left + x * (frame.right - frame.left)) / frame.width),
                        rounded(1.0 - (frame.bottom + y * (frame.top - frame.bottom)) / frame.height), point.method,
                        point.number, point.texts, significant(curve.x[row]), significant(curve.y[row])});
    }
  }
  return {{"x", data.x_label}, {"y", data.y_label}, {"points", std::move(points)}};
}

bool has_points(const StaticFigure& figure) {
  return std::any_of(figure.points.begin(), figure.points.end(), [](const auto& points) { return !points.empty(); });
}

/// `data`: gets what its points are. Pre: it is drawn.
Json curve_view(const StaticFigure& figure, Json& data) {
  const GnuplotResult& drawn = *figure.drawn;
  data.push_back(nullptr);
  if (!drawn.failure.empty()) return {{"title", figure.data.name}, {"trouble", "not drawn: " + drawn.failure}};
  if (const auto frame = read_frame(drawn.said); has_points(figure) && frame) data.back() = points_of(figure, *frame);
  return {{"title", figure.data.name},
          {"has_points", !data.back().is_null()},
          {"notes", figure.data.notes},
          {"picture", "data:image/svg+xml;base64," + base64(drawn.picture)}};
}

Json map_data(const StaticMap& map, const PointCommands& commands) {
  const auto method = std::find(commands.methods.begin(), commands.methods.end(), map.method);
  // The picture in shares of the sides of the SVG around it.
  constexpr double width = left + side + 20, height = top + side + bottom;
  Json data{{"method", method - commands.methods.begin()},
            {"columns", map.columns},
            {"rows", map.rows},
            {"box", {left / width, top / height, side / width, side / height}},
            {"title", map.title}};
  if (map.scale) {
    data["scale"] = {
        {"low", map.scale->low}, {"high", map.scale->high}, {"is_log", map.scale->is_log}, {"unit", map.scale->unit}};
  } else {
    Json colors = Json::object();
    for (const auto& [color, text] : map.legend) colors[hex(map.palette[color])] = text;
    data["colors"] = std::move(colors);
  }
  if (map.bins)
    data["bins"] = {{"key", map.bins->key},
                    {"x", map.bins->x},
                    {"y", map.bins->y},
                    {"x_texts", map.bins->x_texts},
                    {"y_texts", map.bins->y_texts},
                    {"measure", map.bins->measure},
                    {"column", map.bins->column},
                    {"counts", map.bins->counts}};
  return data;
}

Json section_view(const StaticSection& section, Json& data) {
  Json maps = Json::array(), curves = Json::array(), tables = Json::array();
  Json own{{"maps", Json::array()}, {"curves", Json::array()}};
  if (section.commands) own["commands"] = commands_data(*section.commands);
  for (const StaticMap& map : section.maps) {
    maps.push_back(map_view(map));
    own["maps"].push_back(section.commands ? map_data(map, *section.commands) : Json());
  }
  for (const StaticFigure& figure : section.curves) curves.push_back(curve_view(figure, own["curves"]));
  for (const StaticTable& table : section.tables) tables.push_back(table_view(table));
  if (section.commands) data.push_back(std::move(own));
  return {{"name", section.name},
          {"line", section.line},
          {"has_points", section.commands.has_value()},
          {"pattern", section.commands ? run_pattern(*section.commands) : ""},
          {"maps", maps},
          {"curves", curves},
          {"tables", tables}};
}

}  // namespace

std::vector<MapColor> value_palette() {
  // Nine colours of viridis, by S. van der Walt and N. Smith; between them a straight line.
  constexpr MapColor stops[] = {{68, 1, 84},    {71, 44, 122}, {59, 81, 139},  {44, 113, 142}, {33, 144, 141},
                                {39, 173, 129}, {92, 200, 99}, {170, 220, 50}, {253, 231, 37}};
  constexpr int last = static_cast<int>(std::size(stops)) - 1;
  std::vector<MapColor> palette{{255, 255, 255}};
  for (int i = 0; i < 255; ++i) {
    const double at = i * last / 254.0;
    const int below = std::min(static_cast<int>(at), last - 1);
    MapColor color{};
    for (std::size_t k = 0; k < 3; ++k)
      color[k] = static_cast<std::uint8_t>(
          std::lround(stops[below][k] + (at - below) * (stops[below + 1][k] - stops[below][k])));
    palette.push_back(color);
  }
  return palette;
}

void draw_figures(StaticPage& outline) {
  std::vector<StaticFigure*> missing;
  std::vector<std::string> scripts;
  for (StaticSection& section : outline.sections)
    for (StaticFigure& figure : section.curves) {
      if (figure.drawn) continue;
      missing.push_back(&figure);
      scripts.push_back(figure_script(figure.data, ExperimentRecord{}, "svg") +
                        (has_points(figure) ? frame_question : ""));
    }
  std::vector<GnuplotResult> drawn = run_gnuplot(scripts);
  for (std::size_t i = 0; i < missing.size(); ++i) missing[i]->drawn = std::move(drawn[i]);
}

std::string static_page(StaticPage outline) {
  draw_figures(outline);
  Json sections = Json::array(), data = Json::array();
  for (const StaticSection& section : outline.sections) sections.push_back(section_view(section, data));
  const std::string style(assets::style());
  const bool has_points = !data.empty();
  const std::string script(has_points ? assets::points_script() : "");
  Json palette = Json::array();
  for (const MapColor& color : value_palette()) palette.push_back(hex(color));
  const Json view{{"policy", content_security_policy(style, script) + "; img-src data:"},
                  {"style", style},
                  {"has_points", has_points},
                  {"data", embedded_json({{"palette", std::move(palette)}, {"sections", std::move(data)}})},
                  {"script", script},
                  {"title", outline.title.empty() ? outline.experiment : outline.title},
                  {"source", outline.source.empty() ? "study of " + outline.experiment : outline.source},
                  {"tone", !outline.is_judged                              ? ""
                           : outline.is_as_expected && outline.is_complete ? " good"
                                                                           : " bad"},
                  {"headline", !outline.headline.empty() ? outline.headline
                               : !outline.is_complete    ? "Not finished"
                               : outline.is_as_expected  ? "All as expected"
                                                         : "Not all as expected"},
                  {"verdict", outline.verdict},
                  {"sections", std::move(sections)},
                  {"has_claims", !outline.claims.rows.empty()},
                  {"claims", table_view(outline.claims)},
                  {"has_failures", !outline.failures.rows.empty()},
                  {"failures", table_view(outline.failures)},
                  {"provenance", named_values(outline.provenance)}};
  return render_template(assets::static_template(), view);
}

}  // namespace perpend::reports
