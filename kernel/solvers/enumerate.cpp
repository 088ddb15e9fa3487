// The solver that lists all solutions of a small LCP.
#include <span>
#include <string>

#include "kernel/lcp/lcp_scaling.hpp"
#include "kernel/model/stop.hpp"
#include "kernel/solvers/complementary_faces.hpp"
#include "kernel/solvers/solver_types.hpp"

namespace perpend {

namespace enumerate {
namespace {

/// "{1, 4}": entries that are positive.
void append_support(const GrowingVector& z, std::string& note) {
  const char* separator = "{";
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    if (!(z[i] > 0.0)) continue;
    note.append(separator).append(std::to_string(i + 1));
    separator = ", ";
  }
  note.append(separator[0] == '{' ? "{}" : "}");
}

/// What is not accepted in floating point may be a solution all the same.
void append_none(const ComplementaryFaces& faces, bool is_solved, std::string& note) {
  note.append("none of the ").append(std::to_string(faces.num_faces())).append(" choices was accepted within ");
  note.append(faces.zero_in_words());
  if (is_solved) note.append("; z is within the tolerance of the solver");
}

void append_count(const ComplementaryFaces& faces, bool is_solved, std::string& note) {
  const std::size_t count = faces.solutions().size();
  if (count == 0)
    append_none(faces, is_solved, note);
  else if (count == 1)
    note.append("1 solution");
  else
    note.append(std::to_string(count)).append(" solutions");
  if (count == ComplementaryFaces::max_solutions) note.append(" or more");
}

/// Into the room of the note before.
void describe(const ComplementaryFaces& faces, bool is_solved, std::string& note) {
  const std::size_t count = faces.solutions().size();
  note.clear();
  append_count(faces, is_solved, note);
  if (faces.num_continua() > 0)
    note.append(", ends of ")
        .append(std::to_string(faces.num_continua()))
        .append(faces.num_continua() == 1 ? " line" : " lines")
        .append(" of solutions among them");
  if (count > 0) note.append("; positive entries");
  for (std::size_t s = 0; s < count && s < 8; ++s) {
    note.append(s == 0 ? " " : ", ");
    append_support(faces.solutions()[s], note);
  }
  if (count > 8) note.append(", ...");
  if (faces.num_open() > 0)
    note.append("; ").append(std::to_string(faces.num_open())).append(" singular choices stay open");
}

class Enumerate final : public LcpSolver {
 public:
  explicit Enumerate(double tolerance) : tolerance_(tolerance) {}

  void solve(const Lcp& lcp, const GrowingVector*, LcpSolution& solution) override {
    solution.history.clear();
    solution.ray.resize(0);
    solution.iterations = 0;
    solution.z.setZero(lcp.b.size());
    if (lcp.b.size() > ComplementaryFaces::max_size) {
      conclude(lcp, tolerance_, LcpFailure::unsuited, solution);
      solution.note = "at most " + std::to_string(ComplementaryFaces::max_size) + " rows";
      return;
    }
    scaled_.set(lcp.matrix->sparse(), lcp.b);
    to_dense(scaled_.a, dense_);
    list(lcp, ComplementaryFaces::Zero::of_problem, solution);
    // Where some row finds one of them wrong, or none is left, each row is judged by its own size.
    if (!has_false_one(lcp, solution)) return;
    const bool is_solved = solution.status == Status::converged;
    list(lcp, ComplementaryFaces::Zero::of_rows, solution);
    if (is_solved && solution.status != Status::converged) list(lcp, ComplementaryFaces::Zero::of_problem, solution);
  }

 private:
  void list(const Lcp& lcp, ComplementaryFaces::Zero zero, LcpSolution& solution) {
    if (dense_.allFinite() && scaled_.b.allFinite()) faces_.list(dense_, scaled_.b, zero);
    solution.iterations += faces_.num_faces();
    // The first of them, unless a later one alone is within the tolerance.
    std::size_t s = 0;
    do {
      if (s < faces_.solutions().size()) scaled_.restore(faces_.solutions()[s], solution.z);
      conclude(lcp, tolerance_, failure(), solution);
    } while (solution.status == Status::unsolved && ++s < faces_.solutions().size());
    describe(faces_, solution.status == Status::converged, solution.note);
    if (must_stop()) solution.note.append("; stopped before all choices were tried");
  }

  [[nodiscard]] LcpFailure failure() const {
    if (!faces_.solutions().empty()) return LcpFailure::inaccurate;
    return faces_.num_open() > 0 ? LcpFailure::singular_basis : LcpFailure::exhausted;
  }

  [[nodiscard]] bool has_false_one(const Lcp& lcp, const LcpSolution& solution) {
    if (solution.status == Status::not_finite) return false;
    for (const GrowingVector& found : faces_.solutions()) {
      scaled_.restore(found, listed_.z);
      conclude(lcp, tolerance_, LcpFailure::inaccurate, listed_);
      if (has_wrong_row(lcp, listed_)) return true;
    }
    return faces_.solutions().empty();
  }

  double tolerance_;
  ScaledLcp scaled_;
  GrowingMatrix dense_;
  ComplementaryFaces faces_;
  LcpSolution listed_;
};

constexpr FieldSpec options[] = {
    {.name = "tolerance",
     .type = FieldType::number,
     .doc = "natural residual of an answer",
     .default_text = "1e-9",
     .minimum = 0.0},
};

Made<std::unique_ptr<LcpSolver>> make(const Properties& options) {
  return std::make_unique<Enumerate>(options.number_or("tolerance", 1e-9));
}

}  // namespace
}  // namespace enumerate

const LcpSolverType enumerate_solver{
    .spec = {.name = "enumerate",
             .summary = "all solutions, by trying each complementary choice; at most 20 rows",
             .arguments = enumerate::options,
             .properties = {},
             .citation = "CottlePangStone92"},
    .variants = "enumerate | enumerate(tolerance)",
    .make = enumerate::make};

}  // namespace perpend
