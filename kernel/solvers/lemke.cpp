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
// fails starts over with another covering vector, up to five times, and the note says so.
// Compared with a large row, a small one may be rounding, or all that there is to know: the bound of a joint's friction
// is 1e15 times the rates of a joint at rest; a light body carries a heavy one by two large forces whose difference
// moves it. From an end that some row finds wrong the path continues with each row judged by its own size; so do the
// last two turns. A first guess: its support is the first basis B and d = B r, r > 0, so the path is as long as the
// guess is wrong. d is then not positive and a ray says nothing: the path starts over without the guess, and the note
// says so.
#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"
#include "kernel/solvers/lemke_path.hpp"
#include "kernel/solvers/pivoting_solvers.hpp"
#include "kernel/solvers/scaled_lcp.hpp"

namespace perpend {

namespace {

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

  void conclude_paths(const Lcp& lcp, PathEnd end, LcpSolution& solution) {
    conclude_path(lcp, end, solution);
    // The better of two answers within the tolerance is the one that leaves no row.
    const bool is_solved = solution.status == Status::converged;
    if (is_solved) rough_ = solution.z;
    for (int round = 0; round < max_rounds && end == PathEnd::solution && has_wrong_row(lcp, solution); ++round) {
      end = path_.follow_by_rows(limit_by_rows());
      conclude_path(lcp, end, solution);
    }
    if (is_solved) keep_solved(lcp, options_.tolerance, rough_, solution);
  }

  void conclude_path(const Lcp& lcp, PathEnd end, LcpSolution& solution) {
    solution.iterations = path_.walk().num_pivots();
    scaled_.restore(path_.walk().z(), solution.z);
    const LcpFailure failure = end == PathEnd::ray        ? LcpFailure::ray
                               : end == PathEnd::cycle    ? LcpFailure::cycle
                               : end == PathEnd::limit    ? LcpFailure::limit
                               : end == PathEnd::solution ? LcpFailure::inaccurate
                                                          : LcpFailure::singular_basis;
    conclude(lcp, options_.tolerance, failure, solution);
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

const LcpSolverType lemke_solver{
    .spec = {.name = "lemke",
             .summary = "complementary pivoting from basis to basis; the default for contacts with friction",
             .arguments = options,
             .properties = {},
             .citation = "Lemke65, CottlePangStone92"},
    .variants = "lemke | lemke(covering, pivots, tolerance, ties)",
    .solves = LcpClass::copositive,
    .make = make};

}  // namespace perpend
