#include "reports/page/page_data.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/figures/figure_data.hpp"
#include "reports/page/motion_data.hpp"
#include "reports/page/thinning.hpp"
#include "reports/text/short_number.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

constexpr std::size_t points_a_curve = 1500;  // about one a pixel of the widest plot

Json curve_json(const Curve& curve) {
  Json x = Json::array();
  Json y = Json::array();
  for (const std::size_t i : thinned_rows(curve.y, points_a_curve)) {
    x.push_back(short_number(curve.x[i], 9));  // of a million steps each keeps its own x
    y.push_back(short_number(curve.y[i], 7));
  }
  Json object = {{"label", curve.label},
                 {"color", curve.color},
                 {"dash", curve.dash},
                 {"rows", curve.y.size()},
                 {"is_complete", curve.is_complete},
                 {"x", x},
                 {"y", y}};
  // Only curves of few points name them, and few points are not thinned.
  if (!curve.points.empty()) object["points"] = curve.points;
  return object;
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

Json snapshot_json(const SnapshotPanel& panel, const ExperimentRecord& record) {
  const MethodRun& run = record.runs[static_cast<std::size_t>(panel.run)];
  Json poses = Json::array();
  for (const std::size_t frame : panel.frames) poses.push_back(pose_data(run.frames, record.space, frame));
  return {{"method", single_line(run.method)}, {"color", panel.run}, {"labels", panel.labels}, {"poses", poses}};
}

}  // namespace

bool has_animation(const ExperimentRecord& record) {
  return !record.bodies.empty() && std::any_of(record.runs.begin(), record.runs.end(), [&](const MethodRun& run) {
    return num_frames(run.frames, record.space) > 1;
  });
}

Json figure_json(const FigureData& figure) {
  Json curves = Json::array();
  for (const Curve& curve : figure.curves) curves.push_back(curve_json(curve));
  Json heat = Json::array();
  for (const HeatPanel& panel : figure.heat) heat.push_back(panel_json(panel));
  return {{"title", figure.title},
          {"x_label", figure.x_label},
          {"y_label", figure.y_label},
          {"log_x", figure.log_x},
          {"log_y", figure.log_y},
          {"has_marks", figure.has_marks},
          {"is_function", figure.is_function},
          {"hidden_by_log", hidden_by_log(figure)},
          {"curves", curves},
          {"heat", heat},
          {"snapshots", Json::array()}};
}

Json page_data(const ExperimentRecord& record) {
  Json figures = Json::array();
  for (const FigureSpec& spec : all_figures(record)) {
    const FigureData figure = figure_data(spec, record);
    figures.push_back(figure_json(figure));
    for (const SnapshotPanel& panel : figure.snapshots)
      figures.back()["snapshots"].push_back(snapshot_json(panel, record));
  }
  return {{"figures", figures}, {"mechanism", motion_data(record)}};
}

}  // namespace perpend::reports
