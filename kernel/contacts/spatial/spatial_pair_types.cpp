#include "kernel/contacts/contact_points.hpp"

namespace perpend {

std::span<const SpatialPairType> spatial_pair_types() {
  return {};
}

}  // namespace perpend
