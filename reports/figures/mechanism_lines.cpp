#include "reports/figures/mechanism_lines.hpp"

#include "reports/page/body_outline.hpp"
#include "reports/page/motion_data.hpp"
#include "reports/page/outline.hpp"
#include "reports/page/wall_net.hpp"
#include "reports/page/wireframe.hpp"

namespace perpend::reports {
namespace {

void add_planar(PaperLine line, const std::array<float, 3>& pose, std::vector<PaperLine>& lines) {
  if (line.empty()) line = {{0.0, 0.0}, {0.0, 0.0}};
  for (auto& point : line) point = placed(point, pose);
  lines.push_back(std::move(line));
}

void add_spatial(const ExperimentRecord& record, std::size_t body, const std::array<float, 7>& pose,
                 std::vector<PaperLine>& lines) {
  const Shape& shape = record.bodies[body].shape;
  std::vector<Line3> wires = shape.kind == ShapeKind::halfspace ? wall_net(record, body) : wireframe(shape);
  if (wires.empty()) wires = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
  for (const Line3& wire : wires) {
    PaperLine& line = lines.emplace_back();
    for (const Point3& point : wire) line.push_back(projected(placed(point, pose)));
  }
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

}  // namespace perpend::reports
