#include "stabilizers/stabilizer_types.hpp"

#include <array>

namespace perpend {

std::span<const StabilizerType> stabilizer_types() {
  static const std::array<StabilizerType, 10> rows{none_stabilizer,
                                                   baumgarte_stabilizer,
                                                   erp_stabilizer,
                                                   implicit_stabilizer,
                                                   post_stabilization_stabilizer,
                                                   projection_stabilizer,
                                                   ggl_stabilizer,
                                                   rattle_stabilizer,
                                                   shake_stabilizer,
                                                   reference_stabilizer};
  return rows;
}

}  // namespace perpend
