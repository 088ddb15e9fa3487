// What the solver programs of this folder share: PROGRAM METHOD A.mtx b.mtx z.mtx, one method of one library a run. An
// answer is written only when that method says that it found one; the printed lines are those of
// docs/verifying-your-solver.md.
#pragma once

#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace referee {

/// w = A z + b, 0 <= z perp w >= 0.
struct Lcp {
  int size = 0;
  std::vector<double> a;  ///< row by row
  std::vector<double> b;

  [[nodiscard]] double entry(int row, int column) const { return a[static_cast<std::size_t>(row) * size + column]; }
};

struct Answer {
  std::string status = "failed";  ///< "solved", or the word for why not
  std::vector<double> z;
  long iterations = 0;
  std::string note;
  double seconds = 0.0;  ///< of the library's solver alone
};

/// CPU time of the process, all its threads [s].
[[nodiscard]] inline double cpu_seconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Adds the CPU time of `work` to the answer's.
template <class Work>
void time_solver(Answer& answer, Work work) {
  const double start = cpu_seconds();
  work();
  answer.seconds += cpu_seconds() - start;
}

struct Method {
  std::string name;
  /// Called several times on the same problem: it keeps nothing from call to call.
  std::function<Answer(const Lcp&)> solve;
};

/// max_i |min(z_i, w_i)| / (1 + max_i |b_i|): the same test of convergence for every iterative method here.
[[nodiscard]] double natural_residual(const Lcp& lcp, const std::vector<double>& z);
/// But for rounding: entry ij of J M^-1 J^T is summed in another order than ji, and differs by a few units in the last
/// place of the largest entry. What is certified is the answer, for the A that is given.
[[nodiscard]] bool is_symmetric(const Lcp& lcp);

/// What iterative methods stop at, and after how many sweeps or steps at the latest.
inline constexpr double tolerance = 1e-10;
inline constexpr int most_sweeps = 20000;
inline constexpr int most_newton_steps = 1000;

/// The whole of main(): without arguments it prints the names of the methods.
int run_program(int argc, char** argv, const std::vector<Method>& methods);

}  // namespace referee
