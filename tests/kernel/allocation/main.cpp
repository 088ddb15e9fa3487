// No allocation in the loop after the first step, for every method in double precision. Counts every call of malloc and
// its kin, so that neither Eigen nor the standard library escapes.
#include <cstdio>
#include <cstdlib>

#include "kernel/solvers/solver_types.hpp"
#include "stabilizers/objections.hpp"
#include "tests/support/contact_steps.hpp"
#include "tests/support/families.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/shape_forms.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/turning_chain.hpp"

namespace {
long allocations = 0;
}

// The functions of the C library that every other allocator here is built on.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  ++allocations;
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? 12 : 0;
}
}

namespace perpend::test {

namespace {

/// Remembers the count after the first steps, which may allocate, and at the end.
class AllocationObserver final : public SimulationObserver {
 public:
  explicit AllocationObserver(long first) : first_steps(first) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (instant.step == first_steps) after_first = allocations;
    if (instant.step > first_steps && instant.report.num_contacts != num_contacts) ++changes;
    num_contacts = instant.report.num_contacts;
    last_step = instant.step;
    at_end = allocations;
    return true;
  }
  const long first_steps;
  long after_first = 0;
  long at_end = 0;
  long last_step = 0;
  int num_contacts = 0;
  long changes = 0;  ///< of the number of contacts after the first steps
};

constexpr long num_steps = 100;

struct Case {
  std::string mechanism;
  const Model& model;
  LinearAlgebra linear_algebra{};
  std::vector<LcpSolverChoice> solvers{};
  long first_steps = 1;
  long least_changes = 0;  ///< of the number of contacts, for the run to count
};

bool allocates_nothing(const Case& run, const TestedMethod& tested) {
  // The loop swaps two states; where a method keeps an integral or contacts their impulses, the second step writes
  // those of the second one first.
  const bool keeps_more = has_nonholonomic_rows(run.model) || run.model.contacts.enabled;
  AllocationObserver observer(std::max(run.first_steps, keeps_more ? 2L : 1L));
  const SimulationSettings settings{.step = 1e-3,
                                    .num_steps = num_steps + run.first_steps,
                                    .ledger = true,
                                    .dependent_rows = DependentRows::leave_out,
                                    .linear_algebra = run.linear_algebra,
                                    .lcp_solvers = run.solvers};
  const long before = allocations;
  const SimulationResult result =
      simulate(run.model, initial_state(run.model), step_of(tested.stabilizer()), settings, observer);
  const long counted = observer.at_end - observer.after_first;
  const bool counter_works = observer.after_first > before;
  const bool passed = result.status == Status::converged && observer.last_step == settings.num_steps && counter_works &&
                      counted == 0 && observer.changes >= run.least_changes;
  if (!passed)
    std::printf("FAILED %s %s: %s, %ld steps, %ld allocations after the first %ld, %ld changes of contacts%s\n",
                run.mechanism.c_str(), tested.label.c_str(), to_string(result.status), observer.last_step, counted,
                observer.first_steps, observer.changes, counter_works ? "" : ", the counter does not count");
  return passed;
}

/// Matrices with friction are not symmetric, and Eigen's L U allocates in each factorization: these solvers get others.
bool factors_general_matrices(const LcpSolverType& type) {
  for (const char* name :
       {"min_map", "fischer_burmeister", "interior_point", "fixed_point", "proximal_newton", "block_pivoting"})
    if (type.spec.name == name) return true;
  return false;
}

/// Boxes on each other and a disk next to them: the same contacts in every step.
Model standing_boxes(double friction) {
  Model model = contact_world(friction);
  add_ground(model);
  for (int i = 0; i < 3; ++i) add_body(model, box_shape(0.6, 0.5), 1.0, Vec2(0.0, 0.25 + 0.5 * i));
  add_body(model, disk_shape(0.3), 1.0, Vec2(2.0, 0.3));
  number_unknowns(model);
  return model;
}

Model standing_solids(double friction) {
  Model model = spatial_world_with_ground(friction);
  for (int i = 0; i < 2; ++i) model.bodies.push_back(box(Vec3::Constant(0.5), 1.0, Vec3(0.0, 0.0, 0.25 + 0.5 * i)));
  model.bodies.push_back(ball(0.3, 1.0, Vec3(2.0, 0.0, 0.3)));
  number_unknowns(model);
  return model;
}

/// They start on the ground, upwards, and come back after 6 to 12 steps without a loss.
Model bouncing_disks() {
  Model model = contact_world(0.3);
  model.contacts.restitution = 1.0;
  add_ground(model);
  for (int i = 0; i < 4; ++i) add_body(model, disk_shape(0.3), 1.0, Vec2(i, 0.3), Vec2(0.0, 0.03 + 0.01 * i));
  number_unknowns(model);
  return model;
}

/// The same with disks that spin and rods on one end, so that both phases of an impact rub and some are limited.
Model bouncing_rods(RestitutionLaw law) {
  Model model = bouncing_disks();
  model.contacts.friction = 1.0;
  model.contacts.law = law;
  for (int i = 1; i <= 2; ++i) model.bodies[i].spin = 5.0;
  for (int i = 3; i <= 4; ++i) {
    model.bodies[i].shape = with_planar_form({.kind = ShapeKind::rod, .size = Vec2(0.6, 0.0), .vertices = {}});
    model.bodies[i].inertia = 0.03;
    model.bodies[i].angle = 0.75;
    model.bodies[i].position.y() = 0.3 * std::sin(0.75);
    model.bodies[i].velocity.x() = i == 3 ? 0.1 : -0.1;
  }
  return model;
}

Properties options_of(const LcpSolverType& type) {
  Properties options;
  for (const FieldSpec& field : type.spec.arguments)
    if (field.required) options.set(field.name, 1.2);
  return options;
}

Model one_disk(double friction) {
  Model model = contact_world(friction);
  add_ground(model);
  add_body(model, disk_shape(0.3), 1.0, Vec2(0.0, 0.3));
  number_unknowns(model);
  return model;
}

Model one_ball(double friction) {
  Model model = spatial_world_with_ground(friction);
  model.bodies.push_back(ball(0.3, 1.0, Vec3(0.0, 0.0, 0.3)));
  number_unknowns(model);
  return model;
}

/// Every solver on problems that it is made for: murty needs supports that are not redundant, `enumerate` few unknowns.
/// Without friction dantzig is sure, and Newton's methods meet the symmetric matrices that they factor in place.
void run_contacts_of(const TestedMethod& tested, int& runs, int& failures) {
  for (const LcpSolverType* type : lcp_solver_types()) {
    // It replaces now few and now more rows of its systems, and Eigen's L U of that many allocates.
    if (type->spec.name == "parametric") continue;
    const std::vector<LcpSolverChoice> solver{{type, options_of(*type), std::string(type->spec.name)}};
    const std::string_view name = type->spec.name;
    const double friction = name == "dantzig" || factors_general_matrices(*type) ? 0.0 : 0.5;
    const bool alone = name == "murty" || name == "enumerate";
    for (const auto& [space, model] : {std::pair{"plane", alone ? one_disk(friction) : standing_boxes(friction)},
                                       {"space", alone ? one_ball(friction) : standing_solids(friction)}}) {
      if (tested.stabilizer()->objection(model)) continue;
      // Redundant generators send the path astray in one step: the ray and the note of its second start are new.
      if (tested.label == "stabilized_lcp_convex" && model.space == Space::spatial && type == &lemke_solver) continue;
      // Islands by themselves meet new active sets after the first steps, and each new pattern is analyzed.
      if (tested.label == "stabilized_lcp_convex" && model.space == Space::spatial && type == &auto_solver) continue;
      // Without a first guess the Newton step of Fischer and Burmeister is needed, whose matrix is never symmetric.
      if (tested.label == "acceleration_lcp" && factors_general_matrices(*type) && type != &interior_point_solver)
        continue;
      ++runs;
      if (!allocates_nothing({std::string(space) + " " + std::string(name), model, {}, solver}, tested)) ++failures;
    }
  }
}

int run() {
  int failures = 0;
  int runs = 0;
  for (const auto& [name, model] : {std::pair{"chain", chain(6)},
                                    {"four_bar_redundant", four_bar(true)},
                                    {"mixed", mixed_mechanism()},
                                    {"ladder", ladder(5)},
                                    {"led", led_rods()},
                                    {"limited", limited_pendulum(-0.01, 0.5)},
                                    {"chain_in_space", turning_chain(4)},
                                    {"four_bar_in_space", spatial_four_bar()},
                                    {"led_in_space", led_chain_in_space()}})
    for (const TestedMethod& tested : tested_methods()) {
      if (tested.stabilizer()->objection(model)) continue;
      if (tested.type == "reference") continue;  // dense and in extended precision: it allocates on purpose
      ++runs;
      if (!allocates_nothing({name, model}, tested)) ++failures;
    }
  // Limits and dry friction on the chain: their active set changes during the run.
  Model stopped = chain(6);
  for (Joint& joint : stopped.joints) {
    joint.element[0].lower = -0.01;
    joint.element[0].upper = 0.01;
    joint.element[0].friction = 0.02;
  }
  number_unknowns(stopped);
  for (const Route route : {Route::kkt, Route::baraff, Route::smith})
    for (const auto& [name, model] :
         {std::pair{"chain", chain(6)}, {"four_bar_redundant", four_bar(true)}, {"stopped_chain", stopped}}) {
      ++runs;
      if (!allocates_nothing({name, model, {.route = route}}, tested_methods().front())) ++failures;
    }
  for (const TestedMethod& tested : tested_methods()) run_contacts_of(tested, runs, failures);
  // In the first steps both states that the loop swaps have met all contacts.
  const Model bouncing = bouncing_disks();
  for (const TestedMethod& tested : methods_for(bouncing))
    for (const char* name : {"lemke", "pgs"}) {
      ++runs;
      const Case contacts_come_and_go{"bouncing " + std::string(name), bouncing, {}, by(name), 100, 10};
      if (!allocates_nothing(contacts_come_and_go, tested)) ++failures;
    }
  for (const RestitutionLaw law : {RestitutionLaw::newton, RestitutionLaw::poisson}) {
    const Model rods = bouncing_rods(law);
    for (const TestedMethod& tested : methods_for(rods)) {
      ++runs;
      if (!allocates_nothing({"bouncing rods", rods, {}, by("lemke"), 100}, tested)) ++failures;
    }
  }
  std::printf("%d of %d runs allocate nothing after the first steps\n", runs - failures, runs);
  return failures == 0 && runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

}  // namespace perpend::test

int main() {
  return perpend::test::run();
}
