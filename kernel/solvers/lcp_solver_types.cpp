// The registry of LCP solvers: one row a file, and those that programs add.
#include <algorithm>
#include <memory>

#include "kernel/model/registry.hpp"
#include "kernel/solvers/iterative_solvers.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "kernel/solvers/pivoting_solvers.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace {

using Row = const LcpSolverType*;

Registry<Row>& registry() {
  static Registry<Row> rows({&lemke_solver, &dantzig_solver, &murty_solver, &enumerate_solver, &pgs_solver,
                             &psor_solver, &nsgs_solver, &min_map_solver, &fischer_burmeister_solver,
                             &interior_point_solver, &fixed_point_solver, &parametric_solver});
  return rows;
}

}  // namespace

std::span<const LcpSolverType* const> lcp_solver_types() {
  return registry().rows();
}

std::optional<std::string> add_lcp_solver_type(const LcpSolverType& type) {
  if (auto error = find_spec_error(type.spec)) return "solver " + *error;
  const std::string name = "solver '" + std::string(type.spec.name) + "'";
  if (type.make == nullptr) return name + " has no function that makes it";
  if (type.variants.empty()) return name + " does not say how it is written: variants";
  const auto is_same = [&](const TypeSpec& spec) { return spec.name == type.spec.name; };
  const auto linear = solver_types();
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
