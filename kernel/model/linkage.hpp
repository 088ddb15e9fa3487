// Linkages: moving bodies that joints connect, and how large they are.
#pragma once

#include <vector>

#include "kernel/model/model.hpp"

namespace perpend {

/// Smallest box, along the axes, of points with a margin.
struct Box {
  Vec3 low = Vec3::Zero();
  Vec3 high = Vec3::Zero();
  bool is_empty = true;

  void include(const Vec3& point, const Vec3& margin = Vec3::Zero());
  /// The body at the start, whichever way it may turn.
  void include(const Model& model, const Body& body);
  [[nodiscard]] double diagonal() const { return (high - low).norm(); }
};

/// Where a side of a joint is at the start [m].
[[nodiscard]] Vec3 anchor_point(const Model& model, const Joint& joint, int side);

/// For each joint the size of its linkage at the start [m]: the extent of the moving bodies that joints connect with
/// it, and of the anchors of these joints. characteristic_length where that is a point. Never 0.
[[nodiscard]] std::vector<double> linkage_sizes(const Model& model);

}  // namespace perpend
