#include "kernel/contacts/bounds.hpp"

#include <limits>

namespace perpend {

Bounds bounds(const Body& body, const SpatialMotion<double>& motion) {
  const bool bounded = body.shape.kind != ShapeKind::halfspace;
  const double r = bounded ? bounding_radius(body) : std::numeric_limits<double>::infinity();
  return {motion.position - Vec3::Constant(r), motion.position + Vec3::Constant(r)};
}

}  // namespace perpend
