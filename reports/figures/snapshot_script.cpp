#include "reports/figures/snapshot_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reports/figures/gnuplot.hpp"
#include "reports/page/outline.hpp"
#include "reports/page/page_data.hpp"

namespace perpend::reports {

namespace {

void add_planar(PaperLine outline, const std::array<float, 3>& pose, std::vector<PaperLine>& lines) {
  if (outline.empty()) outline = {{0.0, 0.0}, {0.0, 0.0}};
  lines.emplace_back();
  for (const auto& point : outline) {
    if (std::isnan(point[0]))
      lines.emplace_back();
    else
      lines.back().push_back(placed(point, pose));
  }
}

void add_spatial(const ExperimentRecord& record, std::size_t body, const std::array<float, 7>& pose,
                 std::vector<PaperLine>& lines) {
  const Shape& shape = record.bodies[body].shape;
  std::vector<Line3> wires = is_endless(shape) ? wall_net(record, body) : wireframe(shape);
  if (wires.empty()) wires = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
  for (const Line3& wire : wires) {
    PaperLine& line = lines.emplace_back();
    for (const Point3& point : wire) line.push_back(projected(placed(point, pose)));
  }
}

constexpr const char* fixed_color = "#7b8694";  // of bodies that no method moves; the page has the same

constexpr double beyond_all = std::numeric_limits<double>::infinity();

/// What all panels show, so that lengths compare [m].
struct Extent {
  std::array<double, 2> least{beyond_all, beyond_all};
  std::array<double, 2> largest{-beyond_all, -beyond_all};

  void hold(const std::array<double, 2>& point) {
    for (const std::size_t axis : {0U, 1U}) {
      if (!std::isfinite(point[axis])) continue;
      least[axis] = std::min(least[axis], point[axis]);
      largest[axis] = std::max(largest[axis], point[axis]);
    }
  }
  [[nodiscard]] bool is_empty() const { return !(least[0] <= largest[0] && least[1] <= largest[1]); }
  void widen() {
    const double margin =
        0.05 * std::max({largest[0] - least[0], largest[1] - least[1], 1e-6});  // [m]; a single point needs one
    for (const std::size_t axis : {0U, 1U}) {
      least[axis] -= margin;
      largest[axis] += margin;
    }
  }
};

Extent common_extent(const FigureData& figure, const ExperimentRecord& record) {
  Extent extent;
  for (const SnapshotPanel& panel : figure.snapshots) {
    const Frames& frames = record.runs[static_cast<std::size_t>(panel.run)].frames;
    for (const std::size_t frame : panel.frames) {
      const MechanismLines lines = mechanism_lines(record, frames, frame);
      for (const auto* part : {&lines.fixed, &lines.moving})
        for (const PaperLine& line : *part)
          for (const auto& point : line) extent.hold(point);
    }
  }
  if (!extent.is_empty()) extent.widen();
  return extent;
}

std::string mechanism_block(const std::vector<PaperLine>& lines, const std::string& name) {
  std::string text = name + " << EOD\n";
  for (const PaperLine& line : lines) {
    for (const auto& [x, y] : line) text += gnuplot_number(x) + " " + gnuplot_number(y) + "\n";
    text += "\n";
  }
  return text + "EOD\n";
}

std::string panel_title(const FigureData& figure, const MethodRun& run, const SnapshotPanel& panel) {
  std::string title = figure.snapshots.size() == 1 ? figure.title + ": " + run.method : run.method;
  return panel.labels.size() == 1 ? title + ", " + panel.labels[0] + " s" : title;
}

std::string snapshot_script(const FigureData& figure, const ExperimentRecord& record, std::size_t number,
                            double tic_points) {
  const SnapshotPanel& panel = figure.snapshots[number];
  const MethodRun& run = record.runs[static_cast<std::size_t>(panel.run)];
  const bool is_one_time = panel.frames.size() == 1;
  std::string text = "set title " + gnuplot_string(panel_title(figure, run, panel)) +
                     "\nset size ratio -1\nset grid lc rgb '#dddddd'\n";
  text += is_one_time ? "set key off\n" : "set key outside top center horizontal\n";
  text += fmt::format("set xtics font ',{0:g}'\nset ytics font ',{0:g}'\n", tic_points);
  const bool is_spatial = record.space == Space::spatial;  // rings and seams lie close together
  std::string plots;
  const auto plot = [&](const std::vector<PaperLine>& lines, const std::string& name, const char* pen,
                        const char* color, const std::string& title) {
    if (lines.empty()) return false;
    text += mechanism_block(lines, name);
    plots +=
        fmt::format("{}{} using 1:2 with {} lc rgb '{}' {}", plots.empty() ? "plot " : ", ", name, pen, color, title);
    return true;
  };
  // Points are there for bodies without an outline alone: in a heap of disks each would cost as much as its disk.
  const auto add = [&](std::vector<PaperLine> lines, const std::string& name, const char* color,
                       const std::string& title) {
    const auto dots = std::stable_partition(lines.begin(), lines.end(), [](const PaperLine& line) {
      return std::any_of(line.begin(), line.end(), [&](const auto& point) { return point != line.front(); });
    });
    const std::vector<PaperLine> points(dots, lines.end());
    lines.erase(dots, lines.end());
    const bool has_title = plot(lines, name, is_spatial ? "lines lw 0.8" : "lines lw 1.5", color, title);
    plot(points, name + "dots", is_spatial ? "points pt 7 ps 0.12" : "points pt 7 ps 0.3", color,
         has_title ? "notitle" : title);
  };
  for (std::size_t i = 0; i < panel.frames.size(); ++i) {
    const MechanismLines lines = mechanism_lines(record, run.frames, panel.frames[i]);
    const std::string name = fmt::format("$panel{}at{}", number, i);
    add(lines.fixed, name + "fixed", fixed_color, "notitle");
    add(lines.moving, name, figure_color(is_one_time ? panel.run : static_cast<int>(i)),
        "title " + gnuplot_string(panel.labels[i] + " s"));
  }
  return plots.empty() ? "" : text + plots + "\n";
}

}  // namespace

MechanismLines mechanism_lines(const ExperimentRecord& record, const Frames& frames, std::size_t frame) {
  MechanismLines result;
  if (frame >= num_frames(frames, record.space)) return result;
  for (std::size_t body = 0; body < record.bodies.size(); ++body) {
    std::vector<PaperLine>& lines = record.bodies[body].kind == BodyKind::fixed ? result.fixed : result.moving;
    if (record.space == Space::planar && body < frames.poses[frame].size())
      add_planar(body_outline(record, body), frames.poses[frame][body], lines);
    if (record.space == Space::spatial && body < frames.spatial_poses[frame].size())
      add_spatial(record, body, frames.spatial_poses[frame][body], lines);
  }
  return result;
}

const char* figure_color(int index) {
  return palette[static_cast<std::size_t>(index) % palette.size()];
}

PanelLayout snapshot_layout(const FigureData& figure, const ExperimentRecord& record) {
  constexpr double axes_wide = 1.0, axes_high = 1.3;  // [in] that labels and titles take
  const std::size_t count = figure.snapshots.size();
  const Extent extent = common_extent(figure, record);
  const double aspect =
      extent.is_empty() ? 1.0 : (extent.largest[1] - extent.least[1]) / (extent.largest[0] - extent.least[0]);
  PanelLayout layout;
  // What is twice as wide as high needs half of a page, else a quarter does.
  layout.columns = count < 2 ? 1 : aspect < 0.5 ? 2 : std::min<std::size_t>(count, 4);
  layout.rows = std::max<std::size_t>((count + layout.columns - 1) / layout.columns, 1);
  layout.width = layout.columns < 3 ? 7.0 : 4.0;
  layout.height = std::clamp((layout.width - axes_wide) * aspect + axes_high, 2.0, layout.columns == 1 ? 7.0 : 5.0);
  return layout;
}

std::string snapshots_script(const FigureData& figure, const ExperimentRecord& record, double tic_points) {
  const Extent extent = common_extent(figure, record);
  std::string text;
  if (!extent.is_empty())
    text = fmt::format("set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n", extent.least[0], extent.largest[0],
                       extent.least[1], extent.largest[1]);
  for (std::size_t i = 0; i < figure.snapshots.size(); ++i) text += snapshot_script(figure, record, i, tic_points);
  return text;
}

}  // namespace perpend::reports
