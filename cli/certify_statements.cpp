#include "cli/certify_statements.hpp"

#include <fmt/format.h>

#include "cli/messages.hpp"
#include "cli/refusal.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "referee/lcp_files.hpp"
#include "referee/lcp_guess.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

namespace {

/// BASE_box.mtx next to the matrix of an LCP.
std::string box_of(const std::string& kind, const Subject& files) {
  return kind == "lcp" && files.size() > 1 ? box_beside(files[0]) : "";
}

LcpFile read_problem(const Subject& files) {
  if (files.size() == 1) return wanted(read_lcp_file(files[0]));
  LcpFile lcp{wanted(read_matrix(files[0])), wanted(read_vector(files[1])), std::nullopt};
  if (files.size() > 2) lcp.z = wanted(read_vector(files[2]));
  const std::string box = box_of("lcp", files);
  if (box.empty()) return lcp;
  const int num_boxed = lcp.a.num_rows;
  lcp = wanted(with_box_split(std::move(lcp), box));
  if (lcp.z && lcp.z->size() == num_boxed && num_boxed != lcp.a.num_rows)
    throw Refusal(
        fmt::format("{}: {} numbers, as the boxed matrix has rows; with {} it is an LCP of {} rows (normals, both "
                    "directions of each tangent, slips): give z of these, or move the box away",
                    files[2], num_boxed, box, lcp.a.num_rows));
  return lcp;
}

void add_within(std::optional<double> within, StatementData& data) {
  if (within) data.vectors.emplace_back("within", VectorX::Constant(1, *within));
}

Statement state_problem(const Subject& files, const Effort& effort, std::optional<double> within, StatementData& data) {
  const LcpFile lcp = read_problem(files);
  if (within && !lcp.z) throw Refusal(fmt::format("{}: --within is about an answer, and there is no answer", files[0]));
  add_within(within, data);
  data.matrices = {{"A", lcp.a}};
  data.vectors.emplace_back("b", lcp.b);
  if (lcp.z) data.vectors.emplace_back("z", *lcp.z);
  if (lcp.z) return state_lcp(lcp.a, lcp.b, *lcp.z, effort, within);
  return state_solvable(lcp.a, lcp.b, effort);
}

Statement state_system(const Subject& files, const Effort& effort, std::optional<double> within, StatementData& data) {
  const SparseRows a = wanted(read_matrix(files[0]));
  const VectorX x = wanted(read_vector(files[1])), b = wanted(read_vector(files[2]));
  data.matrices = {{"A", a}};
  data.vectors = {{"x", x}, {"b", b}};
  add_within(within, data);
  return state_linear(a, x, b, effort, within);
}

Statement state_one(const CertifyArguments& arguments, const Subject& files, const Effort& effort,
                    StatementData& data) {
  if (arguments.kind == "lcp") return state_problem(files, effort, arguments.within, data);
  if (arguments.kind == "linear") return state_system(files, effort, arguments.within, data);
  const SparseRows a = wanted(read_matrix(files[0]));
  data.matrices = {{"A", a}};
  if (arguments.kind == "rank") data.rank = arguments.rank;
  if (arguments.kind == "spd") return state_spd(a, effort);
  if (arguments.kind == "rank") return state_rank(a, arguments.rank, effort);
  if (arguments.kind == "class") return state_class(a, effort);
  if (arguments.radius != 1.0) data.vectors = {{"radius", VectorX::Constant(1, arguments.radius)}};
  return state_rho(a, effort, arguments.radius);
}

std::vector<StatedProblem> state_files(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  if (arguments.kind == "friction") return state_friction_files(files, arguments.friction, effort);
  if (arguments.kind == "method") return {state_method_files(files, arguments.method, effort)};
  StatedProblem stated;
  stated.statement = state_one(arguments, files, effort, stated.data);
  return {std::move(stated)};
}

/// A statement of nothing.
StatedProblem refused(const CertifyArguments& arguments, const char* why) {
  say(fmt::format("error: {}\n", why));
  StatedProblem stated;
  stated.statement.kind = arguments.kind;
  stated.statement.reason = fmt::format("cannot be read: {}", why);
  return stated;
}

}  // namespace

std::vector<StatedProblem> state(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  std::vector<StatedProblem> stated;
  try {
    stated = state_files(arguments, files, effort);
    for (const StatedProblem& one : stated)
      if (one.statement.verdict == Verdict::not_run)
        say(fmt::format("error: {}: {}\n", subject_text(files), one.statement.reason));
  } catch (const Refusal& refusal) {
    stated = {refused(arguments, refusal.what())};
  }
  const std::string box = box_of(arguments.kind, files);
  for (StatedProblem& one : stated) one.statement.subject = subject_text(files) + (box.empty() ? "" : " with " + box);
  return stated;
}

}  // namespace perpend::cli
