// No allocation in the loop after the first step, for every method in double precision. Counts every call of malloc and
// its kin, so that neither Eigen nor the standard library escapes.
#include <cstdio>
#include <cstdlib>

#include "tests/support/families.hpp"
#include "tests/support/methods.hpp"

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

/// Remembers the count after the first step and at the end.
class AllocationObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (instant.step == 1) after_first = allocations;
    last_step = instant.step;
    at_end = allocations;
    return true;
  }
  long after_first = 0;
  long at_end = 0;
  long last_step = 0;
};

constexpr long num_steps = 100;

bool allocates_nothing(const char* mechanism, const Model& model, const TestedMethod& tested) {
  AllocationObserver observer;
  const SimulationSettings settings{
      .step = 1e-3, .num_steps = num_steps, .ledger = true, .dependent_rows = DependentRows::leave_out};
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
                                    {"ladder", ladder(5)}})
    for (const TestedMethod& tested : tested_methods()) {
      if (tested.type == "reference") continue;  // dense and in extended precision: it allocates on purpose
      ++runs;
      if (!allocates_nothing(name, model, tested)) ++failures;
    }
  std::printf("%d of %d runs allocate nothing after the first step\n", runs - failures, runs);
  return failures == 0 && runs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

}  // namespace perpend::test

int main() {
  return perpend::test::run();
}
