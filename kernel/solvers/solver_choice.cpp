#include "kernel/solvers/solver_choice.hpp"

#include <algorithm>
#include <array>

#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace {

// A path of pivots costs the square of its problem a pivot, and takes a pivot or two an unknown: nothing else is as
// fast where there are few. From these sizes on others are, by the times in docs/solving-lcp.md.
constexpr int few_without_friction = 100;
constexpr int few_with_friction = 200;
// Up to here a path of pivots is the next best where Newton's steps do not arrive.
constexpr int most_for_pivots = 800;

// Where Newton's steps on friction arrive they do within 31, mostly 20. In the plane with everything at rest they need
// more, or do not arrive.
constexpr double most_steps = 40.0;

constexpr SolverStep for_few[] = {{&lemke_solver}, {&interior_point_solver, most_steps}, {&nsgs_solver}};
constexpr SolverStep for_few_planar[] = {{&lemke_solver}, {&parametric_solver}, {&interior_point_solver, most_steps}};
constexpr SolverStep for_planar_contacts[] = {
    {&parametric_solver}, {&interior_point_solver, most_steps}, {&lemke_solver}};
constexpr SolverStep for_some_contacts[] = {
    {&interior_point_solver, most_steps}, {&lemke_solver}, {&proximal_newton_solver}, {&min_map_solver}};
constexpr SolverStep for_contacts[] = {
    {&interior_point_solver, most_steps}, {&proximal_newton_solver}, {&min_map_solver}, {&lemke_solver}};
constexpr SolverStep for_semidefinite[] = {{&interior_point_solver}, {&lemke_solver}};
// Full definite matrices take 2 or 3; where redundant supports make it far more, the next solver is cheaper.
constexpr double most_exchanges = 60.0;
constexpr SolverStep for_smooth[] = {
    {&interior_point_solver}, {&block_pivoting_solver, most_exchanges}, {&lemke_solver}};
constexpr SolverStep for_full[] = {{&block_pivoting_solver, most_exchanges}, {&lemke_solver}, {&min_map_solver}};
constexpr SolverStep for_others[] = {{&lemke_solver}, {&min_map_solver}};

/// L D L^T of such a matrix is far from dense.
bool is_sparse(const LcpFacts& facts) {
  return 4 * facts.num_entries <= static_cast<long>(facts.num_unknowns) * facts.num_unknowns;
}

}  // namespace

LcpFacts facts_of(const Lcp& lcp) {
  LcpFacts facts;
  facts.num_unknowns = static_cast<int>(lcp.b.size());
  facts.num_entries = static_cast<long>(lcp.matrix->sparse().value.size());
  facts.structure = lcp.structure;
  facts.is_planar = true;
  int last_normal = -1;  // contacts are in the order of their normals
  for (const LcpContact& contact : lcp.contacts) {
    facts.is_convex = facts.is_convex || (contact.num_tangents > 0 && contact.slip < 0);
    if (contact.slip < 0) continue;
    ++facts.num_frictional;
    facts.is_planar =
        facts.is_planar && contact.num_tangents == 2 && contact.normal > last_normal && lcp.b[contact.slip] == 0.0;
    last_normal = contact.normal;
  }
  facts.is_planar = facts.is_planar && facts.num_frictional > 0;
  return facts;
}

SolverChoice choose_solver(const LcpFacts& facts) {
  const int size = facts.num_unknowns;
  if (facts.structure == LcpClass::semidefinite) return {SolverReason::semidefinite, for_semidefinite};
  if (facts.structure == LcpClass::symmetric) {
    if (facts.is_convex) return {SolverReason::convex_law, for_semidefinite};
    if (size <= few_without_friction) return {SolverReason::few_unknowns, for_few};
    return is_sparse(facts) ? SolverChoice{SolverReason::no_friction, for_smooth}
                            : SolverChoice{SolverReason::full, for_full};
  }
  if (facts.num_frictional == 0) return {SolverReason::bare, for_others};
  if (size <= few_with_friction)
    return {SolverReason::few_unknowns, facts.is_planar ? std::span<const SolverStep>(for_few_planar) : for_few};
  if (facts.is_planar) return {SolverReason::planar_contacts, for_planar_contacts};
  if (size <= most_for_pivots) return {SolverReason::contacts, for_some_contacts};
  return {SolverReason::contacts, for_contacts};
}

}  // namespace perpend
