#include "stabilizers/stabilizer_types.hpp"

#include <array>

namespace perpend {

std::span<const StabilizerType> stabilizer_types() {
  static const std::array<StabilizerType, 12> rows{none_stabilizer,
                                                   baumgarte_stabilizer,
                                                   erp_stabilizer,
                                                   implicit_stabilizer,
                                                   post_stabilization_stabilizer,
                                                   stabilized_lcp_stabilizer,
                                                   acceleration_lcp_stabilizer,
                                                   projection_stabilizer,
                                                   ggl_stabilizer,
                                                   rattle_stabilizer,
                                                   shake_stabilizer,
                                                   reference_stabilizer};
  return rows;
}

}  // namespace perpend
