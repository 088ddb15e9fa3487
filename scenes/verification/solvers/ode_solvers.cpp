// The solver of ODE's dWorldStep, Dantzig's with a friction index. Its header is not installed; libode exports it all
// the same. Declared here as ODE 0.16 has it (ode/src/lcp.h, ode/src/util.h); CMake asks for that version. ODE writes
// A x = b + w: its b is ours with the other sign.
#include <ode/ode.h>

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <string>

#include "boxed_form.hpp"
#include "solver_program.hpp"

struct dxWorldProcessMemoryManager;
struct dxWorldProcessMemoryReserveInfo;
class dxWorldProcessMemArena {
 public:
  void* next_free;
  void* begin;
};
dxWorldProcessMemArena* dxAllocateTemporaryWorldProcessMemArena(size_t size, const dxWorldProcessMemoryManager* manager,
                                                                const dxWorldProcessMemoryReserveInfo* reserve);
void dxFreeTemporaryWorldProcessMemArena(dxWorldProcessMemArena* arena);
size_t dxEstimateSolveLCPMemoryReq(unsigned n, bool has_w);
void dxSolveLCP(dxWorldProcessMemArena* arena, unsigned n, dReal* a, dReal* pairs_of_b_and_x, dReal* w,
                unsigned num_unbounded, dReal* pairs_of_bounds, int* bounded_by);

namespace referee {
namespace {

static_assert(sizeof(dReal) == sizeof(double), "the single precision of ODE is not what is refereed");

/// ODE tells of its failure in a message alone, and sets the rest of x to 0.
std::string complaint;

void hear(int, const char* format, va_list values) {
  char text[256];
  std::vsnprintf(text, sizeof text, format, values);
  complaint = text;
}

/// Rows are padded to four numbers.
unsigned padded(unsigned n) {
  return n > 1 ? ((n - 1) | 3U) + 1 : n;
}

Answer solve_dantzig(const BoxedLcp& boxed) {
  Answer answer;
  const unsigned n = static_cast<unsigned>(boxed.lcp.size), width = padded(n);
  // The solver reads whole blocks of four rows.
  std::vector<dReal> a(static_cast<std::size_t>(width) * width, 0.0), b_and_x(2 * width, 0.0), bounds(2 * width, 0.0),
      w(width, 0.0);
  std::vector<int> bounded_by = boxed.bounded_by;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < n; ++j) a[static_cast<std::size_t>(i) * width + j] = boxed.lcp.entry(i, j);
    b_and_x[2 * i] = -boxed.lcp.b[i];
    bounds[2 * i] = boxed.lower[i];
    bounds[2 * i + 1] = boxed.upper[i];
  }
  dxWorldProcessMemArena* arena =
      dxAllocateTemporaryWorldProcessMemArena(dxEstimateSolveLCPMemoryReq(n, true), nullptr, nullptr);
  if (arena == nullptr) return answer;
  arena->next_free = arena->begin;
  complaint.clear();
  time_solver(answer,
              [&] { dxSolveLCP(arena, n, a.data(), b_and_x.data(), w.data(), 0, bounds.data(), bounded_by.data()); });
  dxFreeTemporaryWorldProcessMemArena(arena);
  answer.note = complaint;
  answer.status = complaint.empty() ? "solved" : "failed";
  for (unsigned i = 0; i < n; ++i) answer.z.push_back(b_and_x[2 * i + 1]);
  return answer;
}

}  // namespace
}  // namespace referee

int main(int argc, char** argv) {
  using namespace referee;
  dInitODE();
  dSetMessageHandler(hear);
  return run_program(argc, argv,
                     {{"dantzig", [](const Lcp& lcp) { return solve_boxed(lcp, solve_dantzig, needs_symmetry); }}});
}
