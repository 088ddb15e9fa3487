// No allocation in the loop after the first step, for every method in double precision. Counts every call of malloc and
// its kin, so that neither Eigen nor the standard library escapes.
#include <cstdio>
#include <cstdlib>

#include "stabilizers/objections.hpp"
#include "tests/support/families.hpp"
#include "tests/support/led_mechanisms.hpp"
#include "tests/support/methods.hpp"
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

bool allocates_nothing(const char* mechanism, const Model& model, const TestedMethod& tested,
                       const LinearAlgebra& linear_algebra = {}) {
  // The loop swaps two states; where a method keeps an integral, the second step writes that of the second one first.
  AllocationObserver observer(has_nonholonomic_rows(model) ? 2 : 1);
  const SimulationSettings settings{.step = 1e-3,
                                    .num_steps = num_steps,
                                    .ledger = true,
                                    .dependent_rows = DependentRows::leave_out,
                                    .linear_algebra = linear_algebra};
  const long before = allocations;
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(tested.stabilizer()), settings, observer);
  const long counted = observer.at_end - observer.after_first;
  const bool counter_works = observer.after_first > before;
  const bool passed =
      result.status == Status::converged && observer.last_step == num_steps && counter_works && counted == 0;
  if (!passed)
    std::printf("FAILED %s %s: %s, %ld steps, %ld allocations after the first step%s\n", mechanism,
                tested.label.c_str(), to_string(result.status), observer.last_step, counted,
                counter_works ? "" : ", the counter does not count");
  return passed;
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
  std::printf("%d of %d runs allocate nothing after the first step\n", runs - failures, runs);
  return failures == 0 && runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

}  // namespace perpend::test

int main() {
  return perpend::test::run();
}
