// No allocation in the loop after the first step, for every method in double precision. Counts every call of malloc and
// its kin, so that neither Eigen nor the standard library escapes.
#include <cstdio>
#include <cstdlib>

#include "kernel/solvers/pivoting_solvers.hpp"
#include "stabilizers/objections.hpp"
#include "tests/support/contact_steps.hpp"
#include "tests/support/families.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/methods.hpp"
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

/// Remembers the count after the first step that should be free of them and at the end.
class AllocationObserver final : public SimulationObserver {
 public:
  explicit AllocationObserver(long first) : first_step(first) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (instant.step == first_step) after_first = allocations;
    last_step = instant.step;
    at_end = allocations;
    return true;
  }
  const long first_step;
  long after_first = 0;
  long at_end = 0;
  long last_step = 0;
};

constexpr long num_steps = 100;

bool allocates_nothing(const std::string& mechanism, const Model& model, const TestedMethod& tested,
                       const LinearAlgebra& linear_algebra = {}, const std::vector<LcpSolverChoice>& solvers = {}) {
  // The loop swaps two states; where a method keeps an integral or contacts their impulses, the second step writes
  // those of the second one first.
  AllocationObserver observer(has_nonholonomic_rows(model) || model.contacts.enabled ? 2 : 1);
  const SimulationSettings settings{.step = 1e-3,
                                    .num_steps = num_steps,
                                    .ledger = true,
                                    .dependent_rows = DependentRows::leave_out,
                                    .linear_algebra = linear_algebra,
                                    .lcp_solvers = solvers};
  const long before = allocations;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(tested.stabilizer()), settings, observer);
  const long counted = observer.at_end - observer.after_first;
  const bool counter_works = observer.after_first > before;
  const bool passed =
      result.status == Status::converged && observer.last_step == num_steps && counter_works && counted == 0;
  if (!passed)
    std::printf("FAILED %s %s: %s, %ld steps, %ld allocations after the first step%s\n", mechanism.c_str(),
                tested.label.c_str(), to_string(result.status), observer.last_step, counted,
                counter_works ? "" : ", the counter does not count");
  return passed;
}

/// Boxes on each other and a disk beside them: the same contacts in every step.
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

Properties options_of(const LcpSolverType& type) {
  Properties options;
  for (const FieldSpec& field : type.spec.arguments)
    if (field.required) options.set(field.name, 1.2);
  return options;
}

/// Not those by Newton's method, which factor matrices of other patterns from step to step with Eigen's sparse
/// decompositions, nor `enumerate`, which is there to list the solutions of small problems.
bool factors_anew(const LcpSolverType& type) {
  for (const char* name : {"min_map", "fischer_burmeister", "interior_point", "fixed_point", "enumerate"})
    if (type.spec.name == name) return true;
  return false;
}

/// Every solver on problems that it is made for: murty needs supports that are not redundant.
void run_contacts_of(const TestedMethod& tested, int& runs, int& failures) {
  Model ball_alone = spatial_world_with_ground(0.0), disk_alone = contact_world(0.0);
  ball_alone.bodies.push_back(ball(0.3, 1.0, Vec3(0.0, 0.0, 0.3)));
  number_unknowns(ball_alone);
  add_ground(disk_alone);
  add_body(disk_alone, disk_shape(0.3), 1.0, Vec2(0.0, 0.3));
  number_unknowns(disk_alone);
  for (const LcpSolverType* type : lcp_solver_types()) {
    if (factors_anew(*type)) continue;
    const std::vector<LcpSolverChoice> solver{{type, options_of(*type), std::string(type->spec.name)}};
    const double friction = type->spec.name == "dantzig" ? 0.0 : 0.5;
    const bool alone = type->spec.name == "murty";
    for (const auto& [name, model] : {std::pair{"plane", alone ? disk_alone : standing_boxes(friction)},
                                      {"space", alone ? ball_alone : standing_solids(friction)}}) {
      if (tested.stabilizer()->objection(model)) continue;
      // Redundant generators send the path astray in one step: the ray and the note of its second start are new.
      if (tested.label == "stabilized_lcp_convex" && model.space == Space::spatial && type == &lemke_solver) continue;
      ++runs;
      if (!allocates_nothing(std::string(name) + " " + std::string(type->spec.name), model, tested, {}, solver))
        ++failures;
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
      if (!allocates_nothing(name, model, tested)) ++failures;
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
      if (!allocates_nothing(name, model, tested_methods().front(), {.route = route})) ++failures;
    }
  // Not post_stabilization: its correction is a problem of other contacts, so vectors change their sizes twice a step.
  for (const TestedMethod& tested : tested_methods())
    if (tested.type != "post_stabilization") run_contacts_of(tested, runs, failures);
  std::printf("%d of %d runs allocate nothing after the first step\n", runs - failures, runs);
  return failures == 0 && runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

}  // namespace perpend::test

int main() {
  return perpend::test::run();
}
