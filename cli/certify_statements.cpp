#include "cli/certify_statements.hpp"

#include <fmt/format.h>

#include "cli/accepted_file.hpp"
#include "cli/lcp_guess.hpp"
#include "cli/messages.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

namespace {

std::optional<LcpFile> read_problem(const Subject& files) {
  if (files.size() == 1) return accept(read_lcp_file(files[0]));
  auto a = accept(read_matrix(files[0]));
  auto b = a ? accept(read_vector(files[1])) : std::nullopt;
  if (!b) return std::nullopt;
  LcpFile lcp{std::move(*a), std::move(*b), std::nullopt};
  if (files.size() == 2) return lcp;
  auto z = accept(read_vector(files[2]));
  if (!z) return std::nullopt;
  lcp.z = std::move(*z);
  return lcp;
}

void add_within(std::optional<double> within, StatementData& data) {
  if (within) data.vectors.emplace_back("within", VectorX::Constant(1, *within));
}

std::optional<Statement> state_problem(const Subject& files, const Effort& effort, std::optional<double> within,
                                       StatementData& data) {
  const auto lcp = read_problem(files);
  if (!lcp) return std::nullopt;
  if (within && !lcp->z) {
    say(fmt::format("error: {}: --within asks of an answer, and there is none\n", files[0]));
    return std::nullopt;
  }
  add_within(within, data);
  data.matrices = {{"A", lcp->a}};
  data.vectors.emplace_back("b", lcp->b);
  if (lcp->z) data.vectors.emplace_back("z", *lcp->z);
  if (lcp->z) return state_lcp(lcp->a, lcp->b, *lcp->z, effort, within);
  const bool fits = lcp->a.num_rows == lcp->a.num_columns && lcp->a.num_rows == lcp->b.size();
  SolvabilityGuess guess;
  if (fits) guess = guess_solvability(lcp->a, lcp->b, solve_plainly(lcp->a, lcp->b, "lemke"));
  return state_solvability(lcp->a, lcp->b, guess, effort);
}

std::optional<Statement> state_system(const Subject& files, const Effort& effort, std::optional<double> within,
                                      StatementData& data) {
  const auto a = accept(read_matrix(files[0]));
  const auto x = a ? accept(read_vector(files[1])) : std::nullopt;
  const auto b = x ? accept(read_vector(files[2])) : std::nullopt;
  if (!b) return std::nullopt;
  data.matrices = {{"A", *a}};
  data.vectors = {{"x", *x}, {"b", *b}};
  add_within(within, data);
  return state_linear(*a, *x, *b, effort, within);
}

/// Nothing, with a message, when a file or the command line is wrong.
std::optional<Statement> state_one(const CertifyArguments& arguments, const Subject& files, const Effort& effort,
                                   StatementData& data) {
  if (arguments.kind == "lcp") return state_problem(files, effort, arguments.within, data);
  if (arguments.kind == "linear") return state_system(files, effort, arguments.within, data);
  const auto a = accept(read_matrix(files[0]));
  if (!a) return std::nullopt;
  data.matrices = {{"A", *a}};
  if (arguments.kind == "rank") data.rank = arguments.rank;
  if (arguments.kind == "spd") return state_spd(*a, effort);
  if (arguments.kind == "rank") return state_rank(*a, arguments.rank, effort);
  if (arguments.kind == "class") return state_class(*a, effort);
  if (arguments.radius != 1.0) data.vectors = {{"radius", VectorX::Constant(1, arguments.radius)}};
  return state_rho(*a, effort, arguments.radius);
}

}  // namespace

std::vector<StatedProblem> state(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  if (arguments.kind == "friction")
    return state_friction_files(files, arguments.friction, effort).value_or(std::vector<StatedProblem>{});
  if (arguments.kind == "method") {
    auto stated = state_method_files(files, arguments.method, effort);
    return stated ? std::vector<StatedProblem>{std::move(*stated)} : std::vector<StatedProblem>{};
  }
  StatementData data;
  auto statement = state_one(arguments, files, effort, data);
  if (!statement) return {};
  return {{std::move(*statement), std::move(data)}};
}

}  // namespace perpend::cli
