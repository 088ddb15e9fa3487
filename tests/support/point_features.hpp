// The point of a pair that lies at the same parts of both shapes, at another time.
#pragma once

#include <optional>

#include "kernel/contacts/contact_points.hpp"

namespace perpend::test {

inline std::optional<ContactPoint> with_feature(const ContactPoints& points, int feature) {
  for (const ContactPoint& point : points)
    if (point.feature == feature) return point;
  return std::nullopt;
}

}  // namespace perpend::test
