// All solutions of an LCP of at most 20 rows: each of the 2^n choices of z_i = 0 or w_i = 0 leaves a linear system, and
// the signs of its solution decide. [CottlePangStone92] 1.4
// A choice whose system is singular has a line of solutions or none; where it has a plane or more, one point is tried
// and the note counts what stays open. Floating point: lists, does not prove.
#include <cmath>

#include "kernel/solvers/complementary_faces.hpp"
#include "kernel/solvers/pivoting_solvers.hpp"
#include "kernel/solvers/scaled_lcp.hpp"

namespace perpend {

namespace {

std::string support(const VectorX& z) {
  std::string text;
  for (Eigen::Index i = 0; i < z.size(); ++i)
    if (z[i] > 0.0) text += (text.empty() ? "" : ", ") + std::to_string(i + 1);
  return "{" + text + "}";
}

std::string describe(const ComplementaryFaces& faces) {
  const std::size_t count = faces.solutions().size();
  const bool is_full = count == ComplementaryFaces::max_solutions;
  std::string note = count == 0   ? "no solution in " + std::to_string(faces.num_faces()) + " choices"
                     : count == 1 ? "1 solution"
                                  : std::to_string(count) + (is_full ? " solutions or more" : " solutions");
  if (faces.num_continua() > 0)
    note += ", ends of " + std::to_string(faces.num_continua()) + (faces.num_continua() == 1 ? " line" : " lines") +
            " of solutions among them";
  if (count > 0) note += "; positive entries";
  for (std::size_t s = 0; s < count && s < 8; ++s) note += (s == 0 ? " " : ", ") + support(faces.solutions()[s]);
  if (count > 8) note += ", ...";
  if (faces.num_open() > 0) note += "; " + std::to_string(faces.num_open()) + " singular choices stay open";
  return note;
}

class Enumerate final : public LcpSolver {
 public:
  explicit Enumerate(double tolerance) : tolerance_(tolerance) {}

  void solve(const Lcp& lcp, const VectorX*, LcpSolution& solution) override {
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
    if (dense_.allFinite() && scaled_.b.allFinite()) faces_.list(dense_, scaled_.b);
    solution.note = describe(faces_);
    solution.iterations = faces_.num_faces();
    if (!faces_.solutions().empty()) scaled_.restore(faces_.solutions().front(), solution.z);
    // Nothing is left to try.
    conclude(lcp, tolerance_, faces_.num_open() > 0 ? LcpFailure::singular_basis : LcpFailure::stagnation, solution);
  }

 private:
  double tolerance_;
  ScaledLcp scaled_;
  MatrixX dense_;
  ComplementaryFaces faces_;
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

const LcpSolverType enumerate_solver{
    .spec = {.name = "enumerate",
             .summary = "all solutions, by trying each complementary choice; at most 20 rows",
             .arguments = options,
             .properties = {},
             .citation = "CottlePangStone92"},
    .variants = "enumerate | enumerate(tolerance)",
    .make = make};

}  // namespace perpend
