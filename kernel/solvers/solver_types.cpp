#include "kernel/solvers/solver_types.hpp"

#include <array>

namespace perpend {

std::span<const TypeSpec> solver_types() {
  static constexpr std::array<TypeSpec, 2> rows{{
      {.name = "sparse_ldlt",
       .summary = "sparse L D L^T of the whole saddle-point system, children before parents along the tree of joints",
       .arguments = {},
       .properties = {},
       .citation = "Baraff96, Davis06"},
      {.name = "boxed_pivoting",
       .summary =
           "dense system of the auxiliary rows with the bounds of their multipliers, by block principal pivoting; "
           "where it is singular, a proximal iteration and a descent within the bounds",
       .arguments = {},
       .properties = {},
       .citation = "JudicePires94, Murty74, Rockafellar76, NocedalWright06"},
  }};
  return rows;
}

}  // namespace perpend
