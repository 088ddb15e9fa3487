#include "kernel/solvers/solver_types.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "kernel/model/scene/registry.hpp"

namespace perpend {

namespace {

using Row = const LcpSolverType*;

/// Never destroyed: what points into it may run until the program is gone.
Registry<Row>& registry() {
  static auto& rows = *new Registry<Row>({&auto_solver, &lemke_solver, &dantzig_solver, &murty_solver,
                                          &enumerate_solver, &pgs_solver, &psor_solver, &nsgs_solver, &min_map_solver,
                                          &fischer_burmeister_solver, &interior_point_solver, &fixed_point_solver,
                                          &parametric_solver, &proximal_newton_solver, &block_pivoting_solver});
  return rows;
}

}  // namespace

std::span<const TypeSpec> linear_solver_types() {
  static constexpr std::array<TypeSpec, 2> rows{{
      {.name = "sparse_ldlt",
       .summary = "the whole saddle-point system, by blocks of joints or by sparse L D L^T, children before parents",
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

std::span<const LcpSolverType* const> lcp_solver_types() {
  return registry().rows();
}

const LcpSolverType* find_lcp_solver(std::string_view name) {
  for (const LcpSolverType* type : lcp_solver_types())
    if (type->spec.name == name) return type;
  return nullptr;
}

std::optional<std::string> add_lcp_solver_type(const LcpSolverType& type) {
  if (auto error = find_spec_error(type.spec)) return "solver " + *error;
  const std::string name = "solver '" + std::string(type.spec.name) + "'";
  if (type.make == nullptr) return name + " has no function that makes it";
  if (type.variants.empty()) return name + " does not say how it is written: variants";
  const auto is_same = [&](const TypeSpec& spec) { return spec.name == type.spec.name; };
  const auto linear = linear_solver_types();
  if (std::any_of(linear.begin(), linear.end(), is_same)) return name + " is the name of a linear solver";
  auto copy = std::make_unique<const LcpSolverType>(type);
  auto error = registry().add(copy.get(), [&](std::span<const Row> rows) -> std::optional<std::string> {
    if (std::any_of(rows.begin(), rows.end(), [&](Row row) { return is_same(row->spec); }))
      return name + " is there already";
    return std::nullopt;
  });
  if (!error) (void)copy.release();  // the registry points at it to the end of the program
  return error;
}

}  // namespace perpend
