#include "kernel/solvers/solver_types.hpp"

#include <array>

namespace perpend {

std::span<const TypeSpec> solver_types() {
  static constexpr std::array<TypeSpec, 1> rows{{
      {.name = "sparse_ldlt",
       .summary = "sparse L D L^T of the whole saddle-point system, children before parents along the tree of joints",
       .arguments = {},
       .properties = {},
       .citation = "Baraff96, Davis06"},
  }};
  return rows;
}

}  // namespace perpend
