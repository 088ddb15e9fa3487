// Lemke's method. [Lemke65], [CottlePangStone92] 4.4
//     w = A z + d z0 + b,   d > 0: for large z0 every basis variable w_i = b_i + d_i z0 is >= 0. From the least such z0
// the path goes from basis to basis with z_i w_i = 0, always one z_i and its w_i both at 0; the complement of what left
// enters next. It ends when z0 leaves, at a solution, or at a ray along which nothing leaves.
// A ray z + t r proves of a copositive A: 0 <= r perp A r >= 0 and b'r < 0; with A semidefinite b'r < 0 >= A'r, no z at
// all. With contacts it means penetration in a wedge, or else lost digits.
//
// Ties are the rule: supports are redundant, friction that sticks has z and w both 0. Among what reaches 0 together
// (within 1e-11 of the problem's size) z0 leaves if it is there, else the largest pivot, or with `ties: lexicographic`
// the least row of the basis' inverse, whose pivots may be tiny. A basis that comes again ends the path. A path that
// fails starts over with another covering vector, up to five times, and the note says so. One along which z0 no longer
// falls, or takes more than 2 n expensive pivots, is given up: with many unknowns for good, since it would take minutes
// to its limit.
// Compared with a large row, a small one may be rounding, or all that there is to know: the bound of a joint's friction
// is 1e15 times the rates of a joint at rest; a light body carries a heavy one by two large forces whose difference
// moves it. From an end that some row finds wrong the path continues with each row judged by its own size; so do the
// last two turns. A first guess: its support is the first basis B and d = B r, r > 0, so the path is as long as the
// guess is wrong. d is then not positive and a ray says nothing: the path starts over without the guess, and the note
// says so.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/lcp/lcp_scaling.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/basis_walk.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace lemke {
namespace {

/// Which of the variables that reach 0 together leaves; z0 before all.
enum class TieRule {
  largest_pivot,
  /// The least row of [b, B^-1] by its rate: no basis comes again, in exact arithmetic [CottlePangStone92] 4.9.
  lexicographic,
};

/// z0 turns back on the way where A is only copositive. Paths that ended on loose piles of up to 4,200 unknowns
/// reached a new least value within n / 4 pivots, those on walls of up to 1,100 unknowns that fit closely within 3.6 n.
/// So a path may wander for longer than that where it costs little, at |R|^2 a pivot; else for half as many pivots as
/// there are unknowns, or for the work of some seconds.
constexpr double cheap_work = 4e9;
constexpr long longest_wandering(long n) {
  return 4 * n + 100;
}
constexpr bool may_wander(long n, long core_size) {
  return static_cast<double>(longest_wandering(n) * core_size) * static_cast<double>(core_size) <= cheap_work;
}
long most_pivots_without_fall(long n, long core_size) {
  if (may_wander(n, core_size)) return longest_wandering(n);
  const auto of_some_seconds = static_cast<long>(cheap_work / (static_cast<double>(core_size) * core_size));
  return std::max(n / 2 + 100, of_some_seconds);
}
/// Also where z0 falls all the time. Paths that ended took up to 1.8 n pivots on loose piles of up to 4,000 unknowns,
/// and 4.9 n between walls where pivots were cheaper. What z0 did before tells nothing: of four piles of 3,460 to 3,564
/// unknowns along whose paths it fell alike for 3,000 pivots, three ended within 6,100, one wandered after 11,000.
long most_pivots_of_path(long n, long core_size) {
  constexpr double affordable_work = 1.5e10;
  const auto affordable = static_cast<long>(affordable_work / (static_cast<double>(core_size) * core_size));
  return may_wander(n, core_size) ? std::numeric_limits<long>::max() : std::max(2 * n + 100, affordable);
}

/// One path, from a basis to a solution or to a ray; LcpFailure::none: its end is a solution.
class LemkePath {
 public:
  void set_tie_rule(TieRule rule) { rule_ = rule; }
  void set_problem(const SparseRows& a, const GrowingVector& b) {
    walk_.judge_by_rows(false);
    walk_.set_problem(a, b);
  }
  void judge_by_rows(bool by_rows) { walk_.judge_by_rows(by_rows); }
  /// From the basis of all w, with covering vector d > 0. `limit` counts all pivots since set_problem.
  [[nodiscard]] LcpFailure follow(const GrowingVector& covering, long limit);
  /// From the basis of z_i, i in `support`, and w_i elsewhere, with d such that z0 adds to each basic variable.
  [[nodiscard]] LcpFailure follow_from(std::span<const int> support, long limit);
  /// From the basis of a solution that some row finds wrong, each row judged by its own size from now on.
  [[nodiscard]] LcpFailure follow_by_rows(long limit);

  [[nodiscard]] const BasisWalk& walk() const { return walk_; }
  /// After LcpFailure::ray: the direction of z in which nothing ends.
  [[nodiscard]] const GrowingVector& ray() const { return ray_; }

 private:
  [[nodiscard]] LcpFailure follow_from_basis(long limit);
  [[nodiscard]] LcpFailure enter_z0(long limit);
  [[nodiscard]] LcpFailure pivot(int entering, long limit);
  [[nodiscard]] int choose_leaving(double& step);
  [[nodiscard]] bool leaves_before(int variable, double rate, bool is_first);
  [[nodiscard]] bool is_before(const GrowingVector& row) const;

  TieRule rule_ = TieRule::largest_pivot;
  BasisWalk walk_;
  GrowingVector covering_, shares_, ray_;
  double largest_ = 0.0;          // pivot of ties
  GrowingVector row_, best_row_;  // of ties
};

LcpFailure LemkePath::follow(const GrowingVector& covering, long limit) {
  walk_.clear(covering);
  return enter_z0(limit);
}

LcpFailure LemkePath::follow_from(std::span<const int> support, long limit) {
  walk_.collect(support);
  return follow_from_basis(limit);
}

LcpFailure LemkePath::follow_by_rows(long limit) {
  walk_.judge_by_rows(true);
  if (!walk_.refactor()) return LcpFailure::singular_basis;
  walk_.measure_size();
  return follow_from_basis(limit);
}

/// d = B r: z0 adds r to the basic variables; a tenth to those that need nothing keeps the path short and free of ties.
LcpFailure LemkePath::follow_from_basis(long limit) {
  const BasisCore& core = walk_.core();
  const auto share = [&](int variable, double value) {
    const double size = walk_.judges_by_rows() ? walk_.size(variable) : 1.0;
    return (value < 0.0 ? 1.0 : 0.1) * (size > 0.0 ? size : 1.0);
  };
  covering_.setZero(walk_.n());
  for (int i = 0; i < walk_.n(); ++i)
    if (!core.has_row(i)) covering_[i] = share(i, walk_.w()[i]);
  shares_.setZero(walk_.n());
  for (int c = 0; c < core.size(); ++c) {
    const int j = core.columns()[c];
    shares_[c] = -share(walk_.n() + j, walk_.z()[j]);
  }
  core.add_columns(shares_, covering_);
  walk_.set_covering(covering_);
  return enter_z0(limit);
}

/// z0 grows until no basic variable is below 0; the last one to get there leaves. Nothing to do: the basis is the
/// solution.
LcpFailure LemkePath::enter_z0(long limit) {
  walk_.measure_size();
  if (!walk_.find_direction(walk_.z0())) return LcpFailure::singular_basis;
  double most = 0.0;
  int leaving = -1;
  walk_.for_each_basic([&](int variable, double value, double rate) {
    if (value >= -walk_.tie(variable) || -value <= most * rate) return;
    most = -value / rate;
    leaving = variable;
  });
  if (leaving < 0) return LcpFailure::none;
  if (walk_.num_pivots() >= limit) return LcpFailure::limit;
  walk_.pivot(walk_.z0(), leaving, most);
  walk_.start_watch();
  return pivot(walk_.complement(leaving), limit);
}

LcpFailure LemkePath::pivot(int entering, long limit) {
  double least = std::numeric_limits<double>::infinity();
  const long start = walk_.num_pivots();
  long least_at = start;
  while (true) {
    if (walk_.num_pivots() >= limit || must_stop()) return LcpFailure::limit;
    if (walk_.z()[walk_.n()] < least) {
      least = walk_.z()[walk_.n()];
      least_at = walk_.num_pivots();
    }
    const long core_size = walk_.core().size();
    if (walk_.num_pivots() - least_at > most_pivots_without_fall(walk_.n(), core_size) ||
        walk_.num_pivots() - start > most_pivots_of_path(walk_.n(), core_size))
      return LcpFailure::stagnation;
    double step = 0.0;
    const bool is_accurate = walk_.find_direction(entering);
    const int leaving = choose_leaving(step);
    if ((!is_accurate || leaving < 0 || walk_.is_old()) && !walk_.is_fresh()) {
      if (!walk_.refactor()) return LcpFailure::singular_basis;
      continue;
    }
    if (!is_accurate) return LcpFailure::singular_basis;
    if (leaving < 0) {
      walk_.direction(entering, ray_);
      return LcpFailure::ray;
    }
    walk_.pivot(entering, leaving, step);
    if (leaving == walk_.z0()) break;
    if (walk_.repeats()) return LcpFailure::cycle;
    entering = walk_.complement(leaving);
  }
  walk_.compute_values();
  return LcpFailure::none;
}

/// The basic variable that reaches 0 first; among those that do within the tolerance of ties z0, else by the rule. -1:
/// none.
int LemkePath::choose_leaving(double& step) {
  double longest = std::numeric_limits<double>::infinity();
  walk_.for_each_basic([&](int variable, double value, double rate) {
    if (rate < -walk_.zero_rate(variable))
      longest = std::min(longest, (std::max(value, 0.0) + walk_.tie(variable)) / -rate);
  });
  int leaving = -1;
  largest_ = 0.0;
  walk_.for_each_basic([&](int variable, double value, double rate) {
    const double first = std::max(value, 0.0);
    if (!(rate < -walk_.zero_rate(variable)) || first > longest * -rate || leaving == walk_.z0()) return;
    if (variable != walk_.z0() && !leaves_before(variable, rate, leaving < 0)) return;
    leaving = variable;
    step = first / -rate;
  });
  return leaving;
}

/// Whether a row divided by its rate comes before the best so far. Differences of the size of rounding do not count.
bool LemkePath::is_before(const GrowingVector& row) const {
  for (Eigen::Index i = 0; i < row.size(); ++i) {
    const double difference = row[i] - best_row_[i];
    if (std::abs(difference) > BasisWalk::tie_tolerance * (1.0 + std::abs(row[i]))) return difference < 0.0;
  }
  return false;
}

/// Whether a variable that ties with the best so far leaves before it, and so takes its place.
bool LemkePath::leaves_before(int variable, double rate, bool is_first) {
  if (rule_ == TieRule::largest_pivot) {
    if (-rate <= largest_) return false;
    largest_ = -rate;
    return true;
  }
  walk_.row_of_inverse(variable, row_);
  row_ /= -rate;
  if (!is_first && !is_before(row_)) return false;
  best_row_.swap(row_);
  return true;
}

struct LemkeOptions {
  double tolerance = 1e-10;
  long pivots = 0;  ///< 0: 20 n + 100
  bool cover_rows = false;
  TieRule ties = TieRule::largest_pivot;
};

/// Times that a failed path starts over: on piles one other covering vector was enough. The last of them judge each row
/// by its own size.
constexpr int max_turns = 5;
constexpr int turns_by_rows = 2;
/// Times that the path continues from an end which some row finds wrong: each starts nearer to the solution.
constexpr int max_rounds = 3;

class Lemke final : public LcpSolver {
 public:
  explicit Lemke(const LemkeOptions& options) : options_(options) { path_.set_tie_rule(options.ties); }

  void solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) override {
    const SparseRows& a = lcp.matrix->sparse();
    scaled_.set(a, lcp.b);
    path_.set_problem(scaled_.a, scaled_.b);
    limit_ = options_.pivots > 0 ? options_.pivots : 20L * a.num_rows + 100;
    solution.note.clear();
    solution.history.clear();
    solution.ray.resize(0);
    const bool is_warm = start != nullptr && start->size() == lcp.b.size();
    if (is_warm && follow_from(lcp, *start, solution)) return;
    if (is_warm) solution.note = "the first guess led nowhere: started cold";
    ray_.resize(0);
    follow_cold(lcp, solution);
    const bool has_failed = solution.status != Status::converged && solution.status != Status::interrupted;
    if (has_failed && ray_.size() > 0) take_ray(solution);
  }

 private:
  [[nodiscard]] bool follow_from(const Lcp& lcp, const GrowingVector& start, LcpSolution& solution) {
    support_.clear();
    for (int i = 0; i < start.size(); ++i)
      if (start[i] > 0.0) support_.push_back(i);
    conclude_paths(lcp, path_.follow_from(support_, limit_), solution);
    return solution.status == Status::converged;
  }

  void follow_cold(const Lcp& lcp, LcpSolution& solution) {
    for (int turn = 0; turn <= max_turns; ++turn) {
      cover(turn);
      const bool by_rows = turn > max_turns - turns_by_rows;
      path_.judge_by_rows(by_rows);
      conclude_paths(lcp, path_.follow(covering_, by_rows ? limit_by_rows() : limit_), solution);
      if (turn > 0) solution.note = "its covering vector was changed after a path without a solution";
      if (solution.status == Status::converged || path_.walk().num_pivots() >= limit_ || must_stop()) return;
      const bool has_wandered = solution.failure == LcpFailure::stagnation;
      if (has_wandered && !may_wander(path_.walk().n(), path_.walk().core().size())) {
        solution.note =
            "z0 did not get to 0 in time: such a path ends after many times as many pivots, or never; for so many "
            "unknowns there is `auto`, in the plane `parametric`";
        return;
      }
    }
  }

  /// Pivots are expensive there: as many as there are rows are enough where few rows are wrong.
  [[nodiscard]] long limit_by_rows() const {
    return std::min(limit_, path_.walk().num_pivots() + path_.walk().n() + 100);
  }

  /// d in scaled rows: S for ones, 1 for rows; the later turns scatter its entries by a quarter.
  void cover(int turn) {
    if (options_.cover_rows)
      covering_.setOnes(scaled_.scale.size());
    else
      covering_ = scaled_.scale;
    for (int i = 0; turn > 0 && i < covering_.size(); ++i) covering_[i] *= 0.75 + 0.5 * scatter(turn, i);
  }

  /// Multiples of the golden ratio modulo 1, which spread evenly.
  [[nodiscard]] static double scatter(int turn, int i) {
    const double x = 0.6180339887498949 * (turn + 1) * (i + 1);
    return x - std::floor(x);
  }

  void conclude_paths(const Lcp& lcp, LcpFailure end, LcpSolution& solution) {
    conclude_path(lcp, end, solution);
    // The better of two answers within the tolerance is the one that leaves no row.
    const bool is_solved = solution.status == Status::converged;
    if (is_solved) rough_ = solution.z;
    for (int round = 0; round < max_rounds && end == LcpFailure::none && has_wrong_row(lcp, solution); ++round) {
      end = path_.follow_by_rows(limit_by_rows());
      conclude_path(lcp, end, solution);
    }
    if (is_solved) keep_solved(lcp, options_.tolerance, rough_, solution);
  }

  void conclude_path(const Lcp& lcp, LcpFailure end, LcpSolution& solution) {
    solution.iterations = path_.walk().num_pivots();
    scaled_.restore(path_.walk().z(), solution.z);
    conclude(lcp, options_.tolerance, end, solution);
    if (solution.failure == LcpFailure::ray && ray_.size() == 0) ray_ = path_.ray().cwiseProduct(scaled_.scale);
  }

  /// The ray of the first path that ended on one says more than how a later one broke off.
  void take_ray(LcpSolution& solution) {
    if (solution.status != Status::not_finite) solution.status = Status::unsolved;
    solution.failure = LcpFailure::ray;
    solution.ray = ray_;
  }

  LemkeOptions options_;
  ScaledLcp scaled_;
  LemkePath path_;
  GrowingVector covering_;
  GrowingVector rough_;
  GrowingVector ray_;
  std::vector<int> support_;
  long limit_ = 0;
};

constexpr FieldSpec options[] = {
    {.name = "covering",
     .type = FieldType::choice,
     .doc = "what z0 adds to each row: 1, or the size of the row",
     .default_text = "ones",
     .choices = "ones|rows"},
    {.name = "pivots", .type = FieldType::integer, .doc = "most pivots", .default_text = "20 n + 100", .minimum = 1.0},
    {.name = "tolerance",
     .type = FieldType::number,
     .doc = "natural residual of an answer",
     .default_text = "1e-10",
     .minimum = 0.0},
    {.name = "ties",
     .type = FieldType::choice,
     .doc = "which of the variables that reach 0 together leaves: the one with the largest pivot, or by the "
            "lexicographic rule, under which no basis is repeated",
     .default_text = "pivot",
     .choices = "pivot|lexicographic"},
};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  LemkeOptions chosen;
  chosen.tolerance = options.number_or("tolerance", chosen.tolerance);
  chosen.pivots = static_cast<long>(options.number_or("pivots", 0.0));
  chosen.cover_rows = options.get_or<std::string>("covering", "ones") == "rows";
  if (options.get_or<std::string>("ties", "pivot") == "lexicographic") chosen.ties = TieRule::lexicographic;
  return std::make_unique<Lemke>(chosen);
}

}  // namespace
}  // namespace lemke

const LcpSolverType lemke_solver{
    .spec = {.name = "lemke",
             .summary = "complementary pivoting from basis to basis; `auto` takes it where unknowns are few",
             .arguments = lemke::options,
             .properties = {},
             .citation = "Lemke65, CottlePangStone92"},
    .variants = "lemke | lemke(covering, pivots, tolerance, ties)",
    .solves = LcpClass::copositive,
    .make = lemke::make};

}  // namespace perpend
