#include "referee/statements/friction_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/friction_file.hpp"
#include "formats/matrix_file.hpp"
#include "kernel/model/contacts/contact_rows.hpp"
#include "kernel/solvers/factors/sparse_factor.hpp"
#include "referee/statements/subject.hpp"
#include "verification/statements/friction/friction_matrices.hpp"
#include "verification/statements/friction/friction_statements.hpp"

namespace perpend::certify {

namespace {

FrictionSystem system_of(const FrictionProblem& problem) {
  return problem.is_local()
             ? local_friction(problem.dimension, problem.mu, problem.W, problem.q, problem.V, problem.R, problem.b)
             : global_friction(problem.dimension, problem.mu, problem.M, problem.H, problem.q, problem.w, problem.G,
                               problem.b);
}

std::vector<std::pair<std::string, SparseRows*>> symmetric_parts(FrictionProblem& problem) {
  if (!problem.is_local()) return {{"M", &problem.M}};
  return {{"W", &problem.W}, {"R", &problem.R}};
}

/// Name of a matrix that holds only one triangle; LMGC90 writes M this way. Empty: there is none.
std::string name_of_half(FrictionProblem& problem) {
  for (const auto& [name, matrix] : symmetric_parts(problem))
    if (is_one_triangle(*matrix)) return name;
  return "";
}

void complete_halves(FrictionProblem& problem) {
  for (const auto& [name, matrix] : symmetric_parts(problem))
    if (is_one_triangle(*matrix)) *matrix = whole_of_triangle(*matrix);
}

/// The unknowns other than the reactions. What is given keeps its value; the rest has 0 until it is solved for.
struct OtherUnknowns {
  VectorX value;
  std::vector<bool> is_given;

  explicit OtherUnknowns(Eigen::Index size) : value(VectorX::Zero(size)), is_given(static_cast<std::size_t>(size)) {}
  void give(Eigen::Index first, const VectorX& part) {
    value.segment(first, part.size()) = part;
    std::fill_n(is_given.begin() + first, part.size(), true);
  }
};

/// What is not given, from the rows that it is in: rounded, and judged as part of the answer. What is given may take a
/// correction in these rows, which is then dropped: the matrix is the same whatever is given, and nothing is corrected
/// where what is given fits. False: the matrix is singular.
bool solve_others(const FrictionSystem& system, const VectorX& r, OtherUnknowns& others) {
  const int m = system.num_reactions(), n = system.a.num_rows - m;
  SparseRows matrix{n, n, {0}, {}, {}};
  VectorX right(n);
  for (int i = 0; i < n; ++i) {
    double sum = system.b[m + i];
    bool is_solved = false;
    for (int k = system.a.first[m + i]; k < system.a.first[m + i + 1]; ++k) {
      const int j = system.a.column[k];
      sum += system.a.value[k] * (j < m ? r[j] : others.value[j - m]);
      if (j < m) continue;
      matrix.column.push_back(j - m);
      matrix.value.push_back(system.a.value[k]);
      is_solved = is_solved || (!others.is_given[j - m] && system.a.value[k] != 0.0);
    }
    right[i] = is_solved ? -sum : 0.0;
    matrix.first.push_back(static_cast<int>(matrix.column.size()));
  }
  SparseFactor factor;
  GrowingVector y;
  if (!factor.factorize(matrix, SparseFactor::Kind::general) || !factor.solve(right, y)) return false;
  for (int i = 0; i < n; ++i)
    if (!others.is_given[i]) others.value[i] = y[i];
  return true;
}

/// Reactions first, then what the system has besides.
VectorX complete(const FrictionSystem& system, const VectorX& r, OtherUnknowns others, const std::string& name) {
  const auto is_true = [](bool given) { return given; };
  const bool is_whole = std::all_of(others.is_given.begin(), others.is_given.end(), is_true);
  if (!is_whole && !solve_others(system, r, others)) {
    const bool is_part = std::any_of(others.is_given.begin(), others.is_given.end(), is_true);
    throw Refusal(fmt::format("{}: the velocities or multipliers are not {}given, and their matrix is singular{}", name,
                              is_part ? "all " : "", is_part ? "; give v and l" : ""));
  }
  VectorX whole(system.a.num_rows);
  whole << r, others.value;
  return whole;
}

/// An answer as one vector: the reactions, or with them all other unknowns.
VectorX complete(const FrictionSystem& system, const VectorX& x, const std::string& name) {
  const Eigen::Index m = system.num_reactions(), size = system.a.num_rows;
  if (x.size() == size) return x;
  if (x.size() != m)
    throw Refusal(
        fmt::format("{}: {} numbers; the reactions are {}, with the other unknowns {}", name, x.size(), m, size));
  return complete(system, x, OtherUnknowns(size - m), name);
}

/// An answer of a file with the name it is told by.
struct NamedAnswer {
  std::string name;
  FrictionAnswer answer;
};

/// A part that is given has as many numbers as the problem has unknowns of its kind.
void refuse_other_size(const std::string& name, const char* part, Eigen::Index given, Eigen::Index wanted) {
  if (given != 0 && given != wanted)
    throw Refusal(fmt::format("{}: {} has {} numbers; in this problem it has {}", name, part, given, wanted));
}

NamedAnswer answer_of(const FrictionProblem& problem, const FrictionSystem& system, const FrictionPoint& point,
                      const std::string& name) {
  const auto& [v, r, u, l] = point;
  const Eigen::Index m = system.num_reactions(), size = system.a.num_rows - m;
  const Eigen::Index num_velocities = problem.M.num_rows, num_equations = problem.b.size();
  refuse_other_size(name, "r", r.size(), m);
  refuse_other_size(name, "v", v.size(), num_velocities);
  refuse_other_size(name, "l", l.size(), num_equations);
  OtherUnknowns others(size);
  others.give(0, v);
  others.give(size - l.size(), l);
  const bool is_part = v.size() + l.size() > 0 && v.size() + l.size() < size;
  const std::string told = is_part ? fmt::format("{}, {} solved for", name, v.size() > 0 ? "l" : "v") : name;
  return {told, {complete(system, r, std::move(others), name), u}};
}

bool is_fclib(const std::string& file) {
  const std::string extension = file.substr(std::min(file.size(), file.rfind('.')));
  return extension == ".hdf5" || extension == ".h5";
}

/// An answer in a file of its own: a vector, or the solution of an FCLIB file.
NamedAnswer read_answer(const FrictionProblem& problem, const FrictionSystem& system, const std::string& file) {
  if (!is_fclib(file)) return {file, {complete(system, wanted(read_vector(file)), file), {}}};
  const FrictionProblem other = wanted(read_friction(file));
  if (other.solution && other.solution->reaction.size() > 0) return answer_of(problem, system, *other.solution, file);
  throw Refusal(file + ": no solution with reactions in it");
}

std::vector<NamedAnswer> find_answers(const FrictionProblem& problem, const FrictionSystem& system,
                                      const std::vector<std::string>& files, bool with_guesses) {
  std::vector<NamedAnswer> answers;
  if (files.size() > 1)
    answers.push_back(read_answer(problem, system, files[1]));
  else if (problem.solution && problem.solution->reaction.size() > 0)
    answers.push_back(answer_of(problem, system, *problem.solution, "the solution in the file"));
  for (std::size_t k = 0; with_guesses && k < problem.guesses.size(); ++k)
    if (problem.guesses[k].reaction.size() > 0)
      answers.push_back(answer_of(problem, system, problem.guesses[k], fmt::format("guess {} in the file", k + 1)));
  return answers;
}

/// What is stated without an answer is about the cone; in the plane a pyramid is the same.
void refuse_other_laws(const FrictionProblem& problem, const std::string& law) {
  if (law == "cone" || problem.dimension == 2) return;
  throw Refusal(
      fmt::format("--law {}: without an answer only the cone can be shown to have one; give an answer, or "
                  "leave --law out",
                  law));
}

/// The problem as it was read.
StatementData data_of(const FrictionProblem& problem) {
  StatementData data;
  const bool is_local = problem.is_local(), has_equations = problem.has_equations();
  data.counts = {{"dimension", problem.dimension}};
  data.vectors = {{"mu", problem.mu}, {"q", problem.q}};
  if (is_local) {
    data.matrices = {{"W", problem.W}};
  } else {
    data.matrices = {{"M", problem.M}, {"H", problem.H}};
    data.vectors.emplace_back("w", problem.w);
  }
  if (!has_equations) return data;
  if (is_local) data.matrices.emplace_back("V", problem.V);
  data.matrices.emplace_back(is_local ? "R" : "G", is_local ? problem.R : problem.G);
  data.vectors.emplace_back("b", problem.b);
  return data;
}

VectorX corners_of(int num_directions) {
  VectorX corners(2 * num_directions);
  for (int i = 0; i < num_directions; ++i) {
    const auto [x, y] = direction_coefficients(i, num_directions);
    corners.segment<2>(2 * i) << x, y;
  }
  return corners;
}

StatementData with_answer(StatementData data, const FrictionAnswer& answer, int num_directions) {
  data.vectors.emplace_back("x", answer.x);
  if (answer.velocities.size() > 0) data.vectors.emplace_back("u", answer.velocities);
  if (num_directions > 0) data.vectors.emplace_back("corners", corners_of(num_directions));
  return data;
}

}  // namespace

std::vector<StatedProblem> state_friction_files(const std::vector<std::string>& files, const FrictionQuestion& question,
                                                const Effort& effort) {
  FrictionProblem problem = wanted(read_friction(files[0]));
  const std::string half = name_of_half(problem);
  if (question.is_half) complete_halves(problem);
  const FrictionSystem system = system_of(problem);
  const std::vector<NamedAnswer> answers = find_answers(problem, system, files, question.with_guesses);
  if (answers.empty()) refuse_other_laws(problem, question.law);
  std::vector<StatedProblem> statements;
  const StatementData data = data_of(problem);
  if (answers.empty()) statements.push_back({state_friction_existence(problem, effort), data});
  const bool is_undecided = answers.empty() && statements.back().statement.verdict == Verdict::undecided;
  if (is_undecided && !question.is_half && !half.empty())
    statements.back().statement.reason +=
        fmt::format("; {0} has only one triangle: if that is one half of a symmetric {0}, add --half", half);
  const int directions = problem.dimension == 2 ? 2 : question.num_directions;
  for (const NamedAnswer& found : answers)
    for (const int polygon : {0, directions}) {
      if (question.law == (polygon == 0 ? "pyramid" : "cone")) continue;
      statements.push_back({state_friction(system, found.answer, polygon, effort),
                            with_answer(data, found.answer, problem.dimension == 3 ? polygon : 0)});
      auto& facts = statements.back().statement.facts;
      facts.insert(facts.begin(), {FactKind::answer, found.name});
    }
  return statements;
}

}  // namespace perpend::certify
