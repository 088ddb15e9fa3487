#include "reports/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "reports/figure_data.hpp"
#include "reports/outline.hpp"
#include "reports/text.hpp"
#include "reports/thinning.hpp"
#include "reports/verdicts.hpp"

namespace perpend::reports {
namespace {

constexpr std::size_t points_a_curve = 1500;   // about one a pixel of the widest plot
constexpr std::size_t frames_a_run = 600;      // 20 s at 30 frames a second
constexpr std::size_t pose_numbers = 600'000;  // about 5 MB of page

/// Short digits: a picture shows no more, and the page stays small. null where there is nothing to draw.
Json short_number(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  return std::strtod(fmt::format("{:.{}g}", value, digits).c_str(), nullptr);
}

Json curve_json(const Curve& curve) {
  Json x = Json::array();
  Json y = Json::array();
  for (const std::size_t i : thinned_rows(curve.y, points_a_curve)) {
    x.push_back(short_number(curve.x[i], 9));  // of a million steps each keeps its own x
    y.push_back(short_number(curve.y[i], 7));
  }
  return {{"label", curve.label},
          {"color", curve.color},
          {"dash", curve.dash},
          {"rows", curve.y.size()},
          {"is_complete", curve.is_complete},
          {"x", x},
          {"y", y}};
}

Json panel_json(const HeatPanel& panel) {
  Json values = Json::array();
  for (const auto& row : panel.values) {
    Json cells = Json::array();
    for (const double value : row) cells.push_back(short_number(value, 4));
    values.push_back(cells);
  }
  return {{"title", panel.title},
          {"row_label", panel.row_label},
          {"rows", panel.rows},
          {"columns", panel.columns},
          {"values", values}};
}

Json pose_json(const std::vector<std::array<float, 3>>& poses) {
  Json numbers = Json::array();
  for (const auto& pose : poses)
    for (const float number : pose) numbers.push_back(short_number(static_cast<double>(number), 6));
  return numbers;
}

Json snapshot_json(const SnapshotPanel& panel, const ExperimentRecord& record) {
  const MethodRun& run = record.runs[static_cast<std::size_t>(panel.run)];
  Json poses = Json::array();
  for (const std::size_t frame : panel.frames) poses.push_back(pose_json(run.frames.poses[frame]));
  return {{"method", single_line(run.method)}, {"labels", panel.labels}, {"poses", poses}};
}

Json figure_json(const FigureData& figure, const ExperimentRecord& record) {
  Json curves = Json::array();
  for (const Curve& curve : figure.curves) curves.push_back(curve_json(curve));
  Json heat = Json::array();
  for (const HeatPanel& panel : figure.heat) heat.push_back(panel_json(panel));
  Json snapshots = Json::array();
  for (const SnapshotPanel& panel : figure.snapshots) snapshots.push_back(snapshot_json(panel, record));
  return {{"title", figure.title},
          {"x_label", figure.x_label},
          {"y_label", figure.y_label},
          {"log_x", figure.log_x},
          {"log_y", figure.log_y},
          {"has_marks", figure.has_marks},
          {"is_function", figure.is_function},
          {"curves", curves},
          {"heat", heat},
          {"snapshots", snapshots}};
}

const char* kind_name(const BodyDrawing& body) {
  if (body.kind == BodyKind::fixed) return "fixed";
  if (body.kind == BodyKind::particle || body.shape.kind == ShapeKind::point) return "particle";
  return "rigid";
}

Json body_json(const BodyDrawing& body) {
  Json line = Json::array();
  for (const auto& point : outline(body.shape)) line.push_back({short_number(point[0], 6), short_number(point[1], 6)});
  // A capsule's or an ellipse's inside is filled, a rod has none.
  return {{"name", single_line(body.name)},
          {"kind", kind_name(body)},
          {"color", single_line(body.color)},
          {"is_area", body.shape.kind != ShapeKind::rod && line.size() > 2},
          {"line", line}};
}

Json joint_json(const JointDrawing& joint) {
  Json anchors = Json::array();
  for (const auto& anchor : joint.anchor) anchors.push_back({short_number(anchor[0], 6), short_number(anchor[1], 6)});
  return {
      {"name", single_line(joint.name)}, {"type", single_line(joint.type)}, {"body", joint.body}, {"anchor", anchors}};
}

Json frames_json(const MethodRun& run, std::size_t color, std::size_t most_frames) {
  Json times = Json::array();
  Json poses = Json::array();
  const std::size_t size = std::min(run.frames.times.size(), run.frames.poses.size());
  const std::size_t count = std::min(size, most_frames);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t frame = count == 1 ? 0 : i * (size - 1) / (count - 1);
    times.push_back(short_number(run.frames.times[frame], 7));
    poses.push_back(pose_json(run.frames.poses[frame]));
  }
  return {{"method", single_line(run.method)},
          {"color", color},
          {"is_reference", run.stabilizer == "reference"},
          {"is_complete", run.status == Status::converged},
          {"status", describe_status(run)},
          {"times", times},
          {"poses", poses}};
}

Json animation_json(const ExperimentRecord& record) {
  Json bodies = Json::array();
  for (const BodyDrawing& body : record.bodies) bodies.push_back(body_json(body));
  Json joints = Json::array();
  for (const JointDrawing& joint : record.joints) joints.push_back(joint_json(joint));
  const std::size_t numbers_a_frame = 3 * std::max<std::size_t>(record.bodies.size() * record.runs.size(), 1);
  const std::size_t most_frames = std::clamp<std::size_t>(pose_numbers / numbers_a_frame, 2, frames_a_run);
  Json runs = Json::array();
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    if (record.runs[i].frames.times.size() > 1) runs.push_back(frames_json(record.runs[i], i, most_frames));
  return {{"bodies", bodies}, {"joints", joints}, {"runs", runs}};
}

}  // namespace

bool has_animation(const ExperimentRecord& record) {
  return !record.bodies.empty() && std::any_of(record.runs.begin(), record.runs.end(),
                                               [](const MethodRun& run) { return run.frames.times.size() > 1; });
}

Json page_data(const ExperimentRecord& record) {
  Json figures = Json::array();
  for (const FigureSpec& spec : all_figures(record)) figures.push_back(figure_json(figure_data(spec, record), record));
  return {{"figures", figures}, {"mechanism", animation_json(record)}};
}

}  // namespace perpend::reports
