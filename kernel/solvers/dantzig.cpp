// Principal pivoting, row by row. [CottleDantzig68], [Baraff94]
//     w = A z + b: rows are taken in order, so of a contact the normal comes first and its friction after it. Where
//     w_d < 0 the row is driven: z_d grows, rows done before stay complementary, until w_d reaches 0.
// On the way a variable of a row that is done may reach 0 first. It leaves, and its complement is driven instead, which
// again moves w_d towards 0 where A is semidefinite: [CottlePangStone92] 4.3. Rows not yet taken are left alone.
// For a symmetric semidefinite A a row that cannot be driven means that there is no solution: its direction r has
// A r = 0 > b'r. For others, with Coulomb friction among them, nothing may end the way while there are solutions that
// a later row would open: the method then says so, as [Baraff94] 4.4 found.
// - Deviation from [Baraff94]: friction is that of the pyramid with its slip sigma, not a bound on one tangent.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/lcp/lcp_scaling.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/basis_walk.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace dantzig {
namespace {

class Dantzig final : public LcpSolver {
 public:
  Dantzig(double tolerance, long pivots) : tolerance_(tolerance), pivots_(pivots) {}

  void solve(const Lcp& lcp, const GrowingVector*, LcpSolution& solution) override {
    scaled_.set(lcp.matrix->sparse(), lcp.b);
    walk_.set_problem(scaled_.a, scaled_.b);
    solution.note.clear();
    solution.history.clear();
    solution.ray.resize(0);
    arrange(lcp);
    drive_all(lcp, false, solution);
    if (solution.failure == LcpFailure::limit || !has_wrong_row(lcp, solution)) return;
    const bool is_solved = solution.status == Status::converged;
    if (is_solved) rough_ = solution.z;
    drive_all(lcp, true, solution);
    if (is_solved) keep_solved(lcp, tolerance_, rough_, solution);
  }

 private:
  /// Contact by contact: normal, slip, then its directions, so that their sum is bounded while they grow.
  void arrange(const Lcp& lcp) {
    order_.clear();
    is_done_.assign(walk_.n(), 0);
    const auto take = [&](int i) {
      if (i < 0 || is_done_[i] != 0) return;
      order_.push_back(i);
      is_done_[i] = 1;
    };
    for (const LcpContact& contact : lcp.contacts) {
      take(contact.normal);
      take(contact.slip);
      for (int t = 0; t < contact.num_tangents; ++t) take(contact.first_tangent + t);
    }
    for (int i = 0; i < walk_.n(); ++i) take(i);
  }

  void drive_all(const Lcp& lcp, bool by_rows, LcpSolution& solution) {
    none_.setZero(walk_.n());
    walk_.judge_by_rows(by_rows);
    walk_.clear(none_);
    walk_.measure_size();
    is_done_.assign(walk_.n(), 0);
    // Each row by its own size: pivots are expensive, and the first round has shown about how many it takes.
    const long share = by_rows ? 2L : 20L;
    const long limit = pivots_ > 0 ? pivots_ : walk_.num_pivots() + share * walk_.n() + 100;
    LcpFailure failure = LcpFailure::none;
    // A row that was right when it was taken may be wrong after later ones only by rounding: it is taken again.
    for (int round = 0; round < 2 && failure == LcpFailure::none; ++round)
      for (std::size_t k = 0; k < order_.size() && failure == LcpFailure::none; ++k) {
        failure = drive(order_[k], limit);
        is_done_[order_[k]] = 1;
      }
    walk_.compute_values();
    solution.iterations = walk_.num_pivots();
    scaled_.restore(walk_.z(), solution.z);
    conclude(lcp, tolerance_, failure, solution);
  }

  LcpFailure drive(int d, long limit) {
    int entering = d + walk_.n();
    walk_.start_watch();
    // With z_d in the basis w_d has to leave it, be it 0 by rounding already: else another pair has lost both its
    // sides.
    while (walk_.is_basic(d) && (walk_.w()[d] < -walk_.tie(d) || walk_.is_basic(d + walk_.n()))) {
      if (walk_.num_pivots() >= limit || must_stop()) return LcpFailure::limit;
      double step = 0.0;
      const bool is_accurate = walk_.find_direction(entering);
      const int leaving = choose_leaving(d, step);
      if ((!is_accurate || leaving < 0 || walk_.is_old()) && !walk_.is_fresh()) {
        if (!walk_.refactor()) return LcpFailure::singular_basis;
        continue;
      }
      if (!is_accurate) return LcpFailure::singular_basis;
      if (leaving < 0) return LcpFailure::ray;
      walk_.pivot(entering, leaving, step);
      if (walk_.repeats()) return LcpFailure::cycle;
      // z_d back at 0 with w_d below: nothing is left to be driven.
      if (leaving == d + walk_.n()) return LcpFailure::ray;
      entering = walk_.complement(leaving);
    }
    return LcpFailure::none;
  }

  /// w_d when it reaches 0, or a variable of a row that is done, or z_d, whichever is first; w_d among ties, else the
  /// largest pivot. -1: none.
  [[nodiscard]] int choose_leaving(int d, double& step) const {
    const int n = walk_.n();
    double longest = std::numeric_limits<double>::infinity();
    const auto visit_ends = [&](auto&& visit) {
      walk_.for_each_basic([&](int variable, double value, double rate) {
        const int row = variable < n ? variable : variable - n;
        const double zero = walk_.zero_rate(variable);
        if (variable == d && rate > zero) visit(variable, std::max(-value, 0.0), rate);
        if (variable != d && (is_done_[row] != 0 || row == d) && rate < -zero)
          visit(variable, std::max(value, 0.0), -rate);
      });
    };
    visit_ends([&](int variable, double way, double rate) {
      longest = std::min(longest, (way + walk_.tie(variable)) / rate);
    });
    int leaving = -1;
    double largest = 0.0;
    visit_ends([&](int variable, double way, double rate) {
      if (way > longest * rate || leaving == d || (variable != d && rate <= largest)) return;
      leaving = variable;
      largest = rate;
      step = way / rate;
    });
    return leaving;
  }

  double tolerance_;
  long pivots_;  // 0: 20 n + 100
  ScaledLcp scaled_;
  BasisWalk walk_;
  GrowingVector none_;  // covering vector
  GrowingVector rough_;
  std::vector<int> order_;
  std::vector<char> is_done_;
};

constexpr FieldSpec options[] = {
    {.name = "pivots", .type = FieldType::integer, .doc = "most pivots", .default_text = "20 n + 100", .minimum = 1.0},
    {.name = "tolerance",
     .type = FieldType::number,
     .doc = "natural residual of an answer",
     .default_text = "1e-10",
     .minimum = 0.0},
};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<Dantzig>(options.number_or("tolerance", 1e-10),
                                   static_cast<long>(options.number_or("pivots", 0.0)));
}

}  // namespace
}  // namespace dantzig

const LcpSolverType dantzig_solver{
    .spec = {.name = "dantzig",
             .summary = "principal pivoting, one row after the other: contacts without friction, redundant ones too; "
                        "friction without a guarantee",
             .arguments = dantzig::options,
             .properties = {},
             .citation = "CottleDantzig68, Baraff94"},
    .variants = "dantzig | dantzig(pivots, tolerance)",
    .solves = LcpClass::symmetric,
    .make = dantzig::make};

}  // namespace perpend
