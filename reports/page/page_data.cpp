#include "reports/page/page_data.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/thinning.hpp"
#include "reports/page/outline.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

/// For a script: short digits. A picture shows no more, and the page stays small. null where there is nothing to draw.
Json short_number(double value, int digits) {
  if (!std::isfinite(value)) return nullptr;
  std::array<char, 32> text;
  const auto written = std::to_chars(text.begin(), text.end(), value, std::chars_format::general, digits);
  double rounded = 0.0;
  std::from_chars(text.begin(), written.ptr, rounded);
  return rounded;
}

constexpr std::size_t frames_a_run = 600;        // 20 s at 30 frames a second
constexpr std::size_t motion_numbers = 900'000;  // of poses, gaps and contacts: about 6 MB of page

template <class Numbers>
Json numbers_json(const Numbers& numbers) {
  Json list = Json::array();
  for (const auto number : numbers) list.push_back(short_number(static_cast<double>(number), 6));
  return list;
}

template <class Poses>
Json poses_json(const Poses& poses) {
  Json list = Json::array();
  for (const auto& pose : poses)
    for (const float number : pose) list.push_back(short_number(static_cast<double>(number), 6));
  return list;
}

const char* kind_name(const BodyDrawing& body) {
  if (body.kind == BodyKind::fixed) return "fixed";
  if (body.kind == BodyKind::particle || body.shape.kind == ShapeKind::point) return "particle";
  return "rigid";
}

Json named_body(const BodyDrawing& body) {
  return {{"name", single_line(body.name)}, {"kind", kind_name(body)}, {"color", single_line(body.color)}};
}

Json planar_body(const ExperimentRecord& record, std::size_t i) {
  const BodyDrawing& body = record.bodies[i];
  Json line = Json::array();
  for (const auto& point : body_outline(record, i)) line.push_back(numbers_json(point));
  Json object = named_body(body);
  object["is_area"] = line.size() > 2;  // a rod has two points and no inside
  object["line"] = line;
  return object;
}

Json shape_json(const Shape& shape) {
  Json lines = Json::array();
  for (const Line3& line : wireframe(shape)) {
    Json points = Json::array();
    for (const auto& point : line) points.push_back(numbers_json(point));
    lines.push_back(points);
  }
  Json json = {{"kind", solid_name(shape)}, {"extent", numbers_json(shape.extent)}, {"lines", lines}};
  for (const Shape& part : shape.parts) {
    Json& placed = json["parts"].emplace_back(shape_json(part));
    placed["place"] = numbers_json(part.place);
    placed["turn"] = numbers_json(part.turn.transpose().reshaped());  // row by row
  }
  return json;
}

/// A thousand links of a chain have one shape.
void add_spatial_bodies(const ExperimentRecord& record, Json& bodies, Json& shapes) {
  for (const BodyDrawing& body : record.bodies) {
    const Json shape = shape_json(body.shape);
    const auto same = std::find(shapes.begin(), shapes.end(), shape);
    Json object = named_body(body);
    object["shape"] = same - shapes.begin();
    if (same == shapes.end()) shapes.push_back(shape);
    bodies.push_back(object);
  }
}

Json joint_json(const JointDrawing& joint, Space space) {
  Json object = {{"name", single_line(joint.name)}, {"type", single_line(joint.type)}, {"body", joint.body}};
  Json anchors = Json::array();
  Json axes = Json::array();
  for (std::size_t side = 0; side < 2; ++side) {
    anchors.push_back(space == Space::planar ? numbers_json(joint.anchor[side])
                                             : numbers_json(joint.spatial_anchor[side]));
    axes.push_back(numbers_json(joint.axis[side]));
  }
  object["anchor"] = anchors;
  if (space == Space::spatial) object["axis"] = axes;
  return object;
}

void add_vector(const std::array<float, 3>& vector, Space space, int digits, Json& numbers) {
  for (std::size_t i = 0; i < (space == Space::planar ? 2U : 3U); ++i)
    numbers.push_back(short_number(static_cast<double>(vector[i]), digits));
}

/// Two or three numbers a joint.
Json gaps_json(const std::vector<std::array<float, 3>>& gaps, Space space) {
  Json numbers = Json::array();
  for (const auto& gap : gaps) add_vector(gap, space, 3, numbers);
  return numbers;
}

/// A contact: point, normal and impulse, two or three numbers each; the second body, then the first. An impulse that is
/// nothing next to the largest of the frame becomes 0.
Json contacts_json(const std::vector<FrameContact>& contacts, Space space) {
  const auto size_of = [](const FrameContact& contact) {
    return std::hypot(contact.impulse[0], contact.impulse[1], contact.impulse[2]);
  };
  float largest = 0.0F;
  for (const FrameContact& contact : contacts) largest = std::max(largest, size_of(contact));
  Json numbers = Json::array();
  for (const FrameContact& contact : contacts) {
    add_vector(contact.point, space, 5, numbers);
    add_vector(contact.normal, space, 3, numbers);
    add_vector(size_of(contact) < 1e-6F * largest ? std::array<float, 3>{} : contact.impulse, space, 3, numbers);
    numbers.push_back(contact.body[1]);
    numbers.push_back(contact.body[0]);
  }
  return numbers;
}

Json frames_json(const MethodRun& run, Space space, std::size_t color, std::size_t most_frames) {
  Json times = Json::array();
  Json poses = Json::array();
  Json gaps = Json::array();
  Json contacts = Json::array();
  const std::size_t size = num_frames(run.frames, space);
  const std::size_t count = std::min(size, most_frames);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t frame = count == 1 ? 0 : i * (size - 1) / (count - 1);
    times.push_back(short_number(run.frames.times[frame], 7));
    poses.push_back(pose_data(run.frames, space, frame));
    if (frame < run.frames.gaps.size()) gaps.push_back(gaps_json(run.frames.gaps[frame], space));
    if (frame < run.frames.contacts.size()) contacts.push_back(contacts_json(run.frames.contacts[frame], space));
  }
  Json object = {{"method", shown_name(run)},
                 {"color", color},
                 {"is_reference", run.stabilizer == "reference"},
                 {"is_complete", run.status == RunStatus::completed},
                 {"status", describe_status(run)},
                 {"times", std::move(times)},
                 {"poses", std::move(poses)}};
  if (!gaps.empty()) object["gaps"] = std::move(gaps);
  if (!contacts.empty()) object["contacts"] = std::move(contacts);
  return object;
}

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
                 {"x", std::move(x)},
                 {"y", std::move(y)}};
  if (curve.is_outline) object["is_outline"] = true;
  if (curve.axis > 0) object["axis"] = curve.axis;
  // A band has few points, which are not thinned.
  for (const double value : curve.low) object["low"].push_back(short_number(value, 7));
  for (const double value : curve.high) object["high"].push_back(short_number(value, 7));
  if (curve.order) object["order"] = short_number(*curve.order, 6);
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
  Json marks = Json::array();
  for (const HeatMark& mark : panel.marks)
    marks.push_back({{"left", short_number(mark.left, 7)},
                     {"right", short_number(mark.right, 7)},
                     {"low", short_number(mark.low, 7)},
                     {"high", short_number(mark.high, 7)},
                     {"is_level", mark.is_level},
                     {"text", mark.text}});
  return {{"title", panel.title},     {"marks", marks},   {"row_label", panel.row_label}, {"rows", panel.rows},
          {"columns", panel.columns}, {"values", values}, {"reasons", panel.reasons},     {"axis", panel.axis}};
}

Json snapshot_json(const SnapshotPanel& panel, const ExperimentRecord& record) {
  const MethodRun& run = record.runs[static_cast<std::size_t>(panel.run)];
  Json poses = Json::array();
  for (const std::size_t frame : panel.frames) poses.push_back(pose_data(run.frames, record.space, frame));
  return {{"method", shown_name(run)}, {"color", panel.run}, {"labels", panel.labels}, {"poses", poses}};
}

/// Numbers of a frame of all runs together, on average.
std::size_t numbers_a_frame(const ExperimentRecord& record) {
  const std::size_t width = record.space == Space::planar ? 2 : 3;
  std::size_t count = 0;
  for (const MethodRun& run : record.runs) {
    const std::size_t frames = num_frames(run.frames, record.space);
    if (frames == 0) continue;
    std::size_t contacts = 0, gaps = 0;
    for (const auto& frame : run.frames.contacts) contacts += frame.size();
    for (const auto& frame : run.frames.gaps) gaps += frame.size();
    count += record.bodies.size() * (record.space == Space::planar ? 3 : 7) +
             (contacts * (3 * width + 2) + gaps * width) / frames;
  }
  return count;
}

}  // namespace

std::size_t num_frames(const Frames& frames, Space space) {
  return std::min(frames.times.size(), space == Space::planar ? frames.poses.size() : frames.spatial_poses.size());
}

Json pose_data(const Frames& frames, Space space, std::size_t frame) {
  return space == Space::planar ? poses_json(frames.poses[frame]) : poses_json(frames.spatial_poses[frame]);
}

Json motion_data(const ExperimentRecord& record) {
  const bool is_spatial = record.space == Space::spatial;
  Json bodies = Json::array();
  Json shapes = Json::array();
  if (is_spatial) add_spatial_bodies(record, bodies, shapes);
  if (!is_spatial)
    for (std::size_t i = 0; i < record.bodies.size(); ++i) bodies.push_back(planar_body(record, i));
  Json joints = Json::array();
  for (const JointDrawing& joint : record.joints) joints.push_back(joint_json(joint, record.space));
  const std::size_t most_frames =
      std::clamp<std::size_t>(motion_numbers / std::max<std::size_t>(numbers_a_frame(record), 1), 2, frames_a_run);
  Json runs = Json::array();
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    if (num_frames(record.runs[i].frames, record.space) > 1)
      runs.push_back(frames_json(record.runs[i], record.space, i, most_frames));
  Json motion = {{"bodies", std::move(bodies)}, {"joints", std::move(joints)}, {"runs", std::move(runs)}};
  if (is_spatial) motion["shapes"] = std::move(shapes);
  return motion;
}

bool has_animation(const ExperimentRecord& record) {
  return !record.bodies.empty() && std::any_of(record.runs.begin(), record.runs.end(), [&](const MethodRun& run) {
    return num_frames(run.frames, record.space) > 1;
  });
}

namespace {

Json ledger_json(const LedgerPanel& panel) {
  Json values = Json::array();
  for (const std::vector<double>& cause : panel.values) {
    Json numbers = Json::array();
    for (const double value : cause) numbers.push_back(short_number(value, 5));
    values.push_back(numbers);
  }
  Json x = Json::array();
  for (const double value : panel.x) x.push_back(short_number(value, 7));
  return {{"title", panel.title}, {"x", x}, {"causes", panel.causes}, {"values", values}};
}

Json field_json(const RadiusField& field) {
  Json values = Json::array();
  for (const auto& row : field.values) {
    Json numbers = Json::array();
    for (const double value : row) numbers.push_back(short_number(value, 4));
    values.push_back(numbers);
  }
  return {{"x", field.x}, {"y", field.y}, {"values", values}};
}

/// What only some figures have.
void add_more(const FigureData& figure, Json& object) {
  if (figure.y_labels.size() > 1) object["y_labels"] = figure.y_labels;
  if (axis_layout(figure) == AxisLayout::sides) object["has_sides"] = true;
  if (figure.x_range) object["x_range"] = *figure.x_range;
  if (figure.y_range) object["y_range"] = *figure.y_range;
  if (figure.y2_range) object["y2_range"] = *figure.y2_range;
  if (figure.field) object["field"] = field_json(*figure.field);
  for (const LedgerPanel& panel : figure.ledgers) object["ledgers"].push_back(ledger_json(panel));
  for (const WantedBand& band : figure.wanted)
    object["wanted"].push_back(
        {{"low", short_number(band.low, 9)}, {"high", short_number(band.high, 9)}, {"claim", band.claim}});
  for (const auto& [low, high] : figure.regions)
    object["regions"].push_back({short_number(low, 9), short_number(high, 9)});
  if (figure.differences.empty()) return;
  object["difference_label"] = figure.difference_label;
  for (const Curve& curve : figure.differences) object["differences"].push_back(curve_json(curve));
}

}  // namespace

Json figure_json(const FigureData& figure) {
  Json curves = Json::array();
  for (const Curve& curve : figure.curves) curves.push_back(curve_json(curve));
  Json heat = Json::array();
  for (const HeatPanel& panel : figure.heat) heat.push_back(panel_json(panel));
  Json object = {{"title", figure.title},
                 {"x_label", figure.x_label},
                 {"y_label", figure.y_label},
                 {"log_x", figure.log_x},
                 {"log_y", figure.log_y},
                 {"has_marks", figure.has_marks},
                 {"is_function", figure.is_function},
                 {"time_per_x", figure.time_per_x},
                 {"hidden_by_log", hidden_by_log(figure)},
                 {"marks_text", figure.marks_text},
                 {"curves", curves},
                 {"heat", heat},
                 {"snapshots", Json::array()}};
  add_more(figure, object);
  return object;
}

Json page_data(const ExperimentRecord& record) {
  Json figures = Json::array();
  for (const FigureSpec& spec : all_figures(record)) {
    const FigureData figure = figure_data(spec, record);
    figures.push_back(figure_json(figure));
    for (const SnapshotPanel& panel : figure.snapshots)
      figures.back()["snapshots"].push_back(snapshot_json(panel, record));
  }
  return {{"figures", std::move(figures)}, {"mechanism", motion_data(record)}};
}

}  // namespace perpend::reports
