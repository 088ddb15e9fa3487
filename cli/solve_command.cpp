#include "cli/solve_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/interrupt.hpp"
#include "cli/lcp_files.hpp"
#include "cli/messages.hpp"
#include "cli/solver_choices.hpp"
#include "kernel/lcp/matrix_market.hpp"
#include "kernel/lcp/sparse_lcp_matrix.hpp"
#include "verification/lcp.hpp"

namespace perpend::cli {

namespace {

using Json = nlohmann::ordered_json;

/// One solver on one problem.
struct Attempt {
  LcpSolution solution;
  double seconds = 0.0;
  std::optional<LcpCertificate> certificate;
  std::optional<Unsolvable> unsolvable;
};

struct Total {
  int solved = 0, unsuited = 0, proved = 0;
  double seconds = 0.0;
};

bool is_solved(const Attempt& attempt) {
  return attempt.solution.status == Status::converged;
}

Attempt attempt_one(const LcpProblem& problem, LcpSolver& solver, bool certify) {
  SparseLcpMatrix matrix(problem.a);
  const Lcp lcp{&matrix, problem.b, problem.b.cwiseAbs(), problem.contacts, problem.structure};
  Attempt attempt;
  const auto start = std::chrono::steady_clock::now();
  solver.solve(lcp, nullptr, attempt.solution);
  attempt.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (certify && is_solved(attempt)) attempt.certificate = certify_lcp(problem.a, problem.b, attempt.solution.z);
  if (certify && attempt.solution.failure == LcpFailure::ray)
    attempt.unsolvable = certify_infeasible(problem.a, problem.b, &attempt.solution.ray);
  return attempt;
}

void print_heading() {
  fmt::print("{:<24} {:>6} {:<24} {:<15} {:>10} {:>9} {:>9}\n", "problem", "size", "solver", "status", "ms", "steps",
             "residual");
}

std::string status_of(const LcpSolution& solution) {
  if (solution.status == Status::converged) return "solved";
  return solution.failure == LcpFailure::none ? to_string(solution.status) : to_string(solution.failure);
}

std::string describe(const LcpCertificate& certificate) {
  std::string text = fmt::format("    {}: z solves exactly a problem with b changed by {:.1e} of the size of its row",
                                 to_string(certificate.verdict), certificate.backward_error);
  if (*certificate.reason != '\0') text += fmt::format(" ({})", certificate.reason);
  text += fmt::format("; -z {:.1e}, -w {:.1e}, z w {:.1e}\n", certificate.negative_z, certificate.negative_w,
                      certificate.complementarity);
  for (const LcpEnclosure& found : certificate.enclosures)
    text += fmt::format("    proved: a solution within {:.1e}{} [{}]\n",
                        found.radius.size() == 0 ? 0.0 : found.radius.maxCoeff(),
                        found.is_unique ? ", the only one" : "", found.theorem);
  return text;
}

void print_attempt(const LcpProblem& problem, const std::string& solver, const Attempt& attempt) {
  const LcpSolution& solution = attempt.solution;
  fmt::print("{:<24} {:>6} {:<24} {:<15} {:>10.2f} {:>9} {:>9.1e}\n", problem.name, problem.b.size(), solver,
             status_of(solution), 1e3 * attempt.seconds, solution.iterations, solution.residual);
  if (!solution.note.empty()) fmt::print("    {}\n", solution.note);
  if (attempt.certificate) fmt::print("{}", describe(*attempt.certificate));
  if (attempt.unsolvable)
    fmt::print("    that there is no solution: {}{}\n", to_string(attempt.unsolvable->verdict),
               attempt.unsolvable->reason.empty() ? "" : fmt::format(" ({})", attempt.unsolvable->reason));
  std::fflush(stdout);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json(const LcpProblem& problem, const std::string& solver, const Attempt& attempt) {
  const LcpSolution& solution = attempt.solution;
  Json row{{"problem", problem.name},
           {"size", problem.b.size()},
           {"solver", solver},
           {"status", to_string(solution.status)},
           {"failure", to_string(solution.failure)},
           {"seconds", attempt.seconds},
           {"iterations", solution.iterations},
           {"residual", number(solution.residual)},
           {"note", solution.note}};
  if (attempt.certificate)
    row["certificate"] = {{"verdict", to_string(attempt.certificate->verdict)},
                          {"backward_error", number(attempt.certificate->backward_error)},
                          {"negative_z", number(attempt.certificate->negative_z)},
                          {"negative_w", number(attempt.certificate->negative_w)},
                          {"complementarity", number(attempt.certificate->complementarity)}};
  if (attempt.unsolvable) row["unsolvable"] = to_string(attempt.unsolvable->verdict);
  return row;
}

void print_totals(const std::vector<ChosenSolver>& solvers, const std::vector<Total>& totals, std::size_t problems,
                  bool certify) {
  fmt::print("\n{:<24} {:>9} {:>9} {:>10}{}\n", "solver", "solved", "unsuited", "s", certify ? "    proved" : "");
  for (std::size_t s = 0; s < solvers.size(); ++s)
    fmt::print("{:<24} {:>9} {:>9} {:>10.2f}{}\n", solvers[s].text, fmt::format("{}/{}", totals[s].solved, problems),
               totals[s].unsuited, totals[s].seconds, certify ? fmt::format(" {:>9}", totals[s].proved) : "");
}

[[nodiscard]] bool write_text(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool is_written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) is_written = std::fclose(file) == 0 && is_written;
  if (!is_written) say(fmt::format("error: cannot write {}\n", path));
  return is_written;
}

std::optional<std::vector<LcpFiles>> files_of(const SolveArguments& arguments) {
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(arguments.matrix, error);
  if (is_folder && arguments.right.empty()) {
    auto files = find_lcp_files(arguments.matrix);
    if (files.empty()) return std::nullopt;
    return files;
  }
  if (is_folder || arguments.right.empty()) {
    say("error: write 'solve lcp A.mtx b.mtx', or a folder alone\n");
    return std::nullopt;
  }
  const std::string name = std::filesystem::path(arguments.matrix).stem().string();
  return std::vector<LcpFiles>{{name, arguments.matrix, arguments.right, ""}};
}

/// Every problem under every solver, with what they amount to.
class Session {
 public:
  Session(const SolveArguments& arguments, std::vector<ChosenSolver> solvers)
      : arguments_(arguments), solvers_(std::move(solvers)), totals_(solvers_.size()) {}

  void solve(const LcpProblem& problem) {
    bool is_answered = false;
    for (std::size_t s = 0; s < solvers_.size() && !is_interrupted(); ++s) {
      Attempt attempt = attempt_one(problem, *solvers_[s].solver, arguments_.certify);
      print_attempt(problem, solvers_[s].text, attempt);
      rows_.push_back(to_json(problem, solvers_[s].text, attempt));
      is_answered = is_answered || is_solved(attempt);
      Total& total = totals_[s];
      total.solved += is_solved(attempt) ? 1 : 0;
      total.unsuited += attempt.solution.failure == LcpFailure::unsuited ? 1 : 0;
      total.seconds += attempt.seconds;
      if (attempt.certificate) {
        const bool is_proved = attempt.certificate->verdict == Verdict::proved;
        total.proved += is_proved ? 1 : 0;
        if (!is_proved) code_ = worst(code_, ExitCode::unexpected);
      }
      z_ = std::move(attempt.solution.z);
    }
    if (!is_answered) code_ = worst(code_, ExitCode::not_converged);
  }

  ExitCode finish(std::size_t problems) {
    if (problems > 1 || solvers_.size() > 1) print_totals(solvers_, totals_, problems, arguments_.certify);
    bool is_written = true;
    if (!arguments_.json.empty()) is_written = write_text(arguments_.json, rows_.dump(2) + "\n");
    if (!arguments_.output.empty()) is_written = write_text(arguments_.output, write_matrix_market(z_)) && is_written;
    if (is_interrupted()) return ExitCode::interrupted;
    return is_written ? code_ : ExitCode::internal_error;
  }

 private:
  const SolveArguments& arguments_;
  std::vector<ChosenSolver> solvers_;
  std::vector<Total> totals_;
  Json rows_ = Json::array();
  VectorX z_;
  ExitCode code_ = ExitCode::as_expected;
};

}  // namespace

ExitCode solve_lcp(const SolveArguments& arguments) {
  auto solvers = choose_solvers(arguments.solvers.empty() ? std::vector<std::string>{"lemke"} : arguments.solvers);
  const auto files = solvers ? files_of(arguments) : std::nullopt;
  if (!files) return ExitCode::scene_error;
  if (!arguments.output.empty() && (files->size() > 1 || solvers->size() > 1)) {
    say("error: --output takes z of one problem under one solver\n");
    return ExitCode::scene_error;
  }
  Session session(arguments, std::move(*solvers));
  ExitCode code = ExitCode::as_expected;
  std::size_t num_read = 0;
  print_heading();
  for (const LcpFiles& file : *files) {
    if (is_interrupted()) break;
    const auto problem = read_lcp(file);
    if (!problem) {
      code = ExitCode::scene_error;
      continue;
    }
    ++num_read;
    session.solve(*problem);
  }
  return worst(code, session.finish(num_read));
}

}  // namespace perpend::cli
