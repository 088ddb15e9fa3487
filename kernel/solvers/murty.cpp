// The least-index method. [Murty74], [CottlePangStone92] 4.2
//     w = A z + b: in each basis {z_C, w elsewhere} the least i whose basic variable is below 0 changes sides, z_i for
//     w_i or w_i for z_i.
// With a P-matrix every such exchange is possible and no basis comes again. With a semidefinite A an exchange may need
// a pivot that is 0, where redundant supports make A_CC singular: then the method is not for this problem.
#include <algorithm>
#include <cmath>

#include "kernel/lcp/lcp_scaling.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/basis_walk.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace murty {
namespace {

class Murty final : public LcpSolver {
 public:
  Murty(double tolerance, long pivots) : tolerance_(tolerance), pivots_(pivots) {}

  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override {
    scaled_.set(lcp.matrix->sparse(), lcp.b);
    walk_.judge_by_rows(false);
    walk_.set_problem(scaled_.a, scaled_.b);
    solution.note.clear();
    solution.history.clear();
    solution.ray.resize(0);
    if (start != nullptr && start->size() == lcp.b.size()) {
      support_.clear();
      for (int i = 0; i < start->size(); ++i)
        if ((*start)[i] > 0.0) support_.push_back(i);
      walk_.collect(support_);
    }
    const long limit = pivots_ > 0 ? pivots_ : 100L * lcp.b.size() + 1000;
    conclude_sides(lcp, change_sides(limit), solution);
    // An end that some row finds wrong: each row is judged by its own size from there on.
    if (solution.failure == LcpFailure::limit || !has_wrong_row(lcp, solution)) return;
    const bool is_solved = solution.status == Status::converged;
    if (is_solved) rough_ = solution.z;
    walk_.judge_by_rows(true);
    walk_.start_watch();
    // Pivots are expensive there: as many as there are rows are enough where few rows are wrong.
    conclude_sides(lcp, change_sides(std::min(limit, walk_.num_pivots() + lcp.b.size() + 100)), solution);
    if (is_solved) keep_solved(lcp, tolerance_, rough_, solution);
  }

 private:
  void conclude_sides(const Lcp& lcp, LcpFailure failure, LcpSolution& solution) {
    solution.iterations = walk_.num_pivots();
    scaled_.restore(walk_.z(), solution.z);
    conclude(lcp, tolerance_, failure, solution);
  }

  LcpFailure change_sides(long limit) {
    while (true) {
      walk_.measure_size();
      const int wrong = least_wrong();
      if (wrong < 0) return LcpFailure::none;
      if (walk_.num_pivots() >= limit || must_stop()) return LcpFailure::limit;
      if (!walk_.pivot_principal(wrong)) return LcpFailure::singular_basis;
      if (!walk_.is_old())
        walk_.compute_values();
      else if (!walk_.refactor())
        return LcpFailure::singular_basis;
      if (walk_.repeats()) return LcpFailure::cycle;
    }
  }

  [[nodiscard]] int least_wrong() const {
    for (int i = 0; i < walk_.n(); ++i) {
      const bool is_z = walk_.core().has_row(i);
      if ((is_z ? walk_.z()[i] : walk_.w()[i]) < -walk_.tie(is_z ? walk_.n() + i : i)) return i;
    }
    return -1;
  }

  double tolerance_;
  long pivots_;  // 0: 100 n + 1000
  ScaledLcp scaled_;
  BasisWalk walk_;
  GrowingVector rough_;
  std::vector<int> support_;
};

constexpr FieldSpec options[] = {
    {.name = "pivots",
     .type = FieldType::integer,
     .doc = "most pivots",
     .default_text = "100 n + 1000",
     .minimum = 1.0},
    {.name = "tolerance",
     .type = FieldType::number,
     .doc = "natural residual of an answer",
     .default_text = "1e-10",
     .minimum = 0.0},
};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<Murty>(options.number_or("tolerance", 1e-10),
                                 static_cast<long>(options.number_or("pivots", 0.0)));
}

}  // namespace
}  // namespace murty

const LcpSolverType murty_solver{
    .spec = {.name = "murty",
             .summary = "principal pivoting, the smallest violated index first; for P-matrices: contacts without "
                        "friction that are not redundant",
             .arguments = murty::options,
             .properties = {},
             .citation = "Murty74"},
    .variants = "murty | murty(pivots, tolerance)",
    .make = murty::make};

}  // namespace perpend
