#include "cli/certify_kinds.hpp"

#include <fmt/format.h>

#include "cli/certify_friction.hpp"
#include "cli/certify_method.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "referee/lcp_files.hpp"
#include "referee/lcp_guess.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

namespace {

using Problems = std::vector<StatedProblem>;

Problems one_problem(Statement statement, StatementData data) {
  Problems problems;
  problems.push_back({std::move(statement), std::move(data)});
  return problems;
}

StatementData data_of(SparseRows a) {
  StatementData data;
  data.matrices = {{"A", std::move(a)}};
  return data;
}

/// A statement about one matrix, with no option of its own in its data.
template <Statement (*state)(const SparseRows& a, const Effort& effort)>
Problems of_matrix(const CertifyArguments&, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  return one_problem(state(a, effort), data_of(a));
}

Problems rank(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  StatementData data = data_of(a);
  data.rank = arguments.rank;
  return one_problem(state_rank(a, arguments.rank, effort), std::move(data));
}

Problems rho(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  StatementData data = data_of(a);
  if (arguments.radius != 1.0) data.vectors = {{"radius", VectorX::Constant(1, arguments.radius)}};
  return one_problem(state_rho(a, effort, arguments.radius), std::move(data));
}

void add_within(std::optional<double> within, StatementData& data) {
  if (within) data.vectors.emplace_back("within", VectorX::Constant(1, *within));
}

Problems linear(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  const SparseRows a = wanted(read_matrix(files[0]));
  const VectorX x = wanted(read_vector(files[1])), b = wanted(read_vector(files[2]));
  StatementData data = data_of(a);
  data.vectors = {{"x", x}, {"b", b}};
  add_within(arguments.within, data);
  return one_problem(state_linear(a, x, b, effort, arguments.within), std::move(data));
}

/// BASE_box.mtx next to the matrix of an LCP; empty: there is none.
std::string box_of(const Subject& files) {
  return files.size() > 1 ? box_next_to(files[0]) : "";
}

LcpFile read_problem(const Subject& files) {
  if (files.size() == 1) return wanted(read_lcp_file(files[0]));
  LcpFile lcp{wanted(read_matrix(files[0])), wanted(read_vector(files[1])), std::nullopt};
  if (files.size() > 2) lcp.z = wanted(read_vector(files[2]));
  const std::string box = box_of(files);
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

Problems lcp(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  const LcpFile problem = read_problem(files);
  const auto& [a, b, z] = problem;
  const std::optional<double> within = arguments.within;
  if (within && !z) throw Refusal(fmt::format("{}: --within is about an answer, and there is no answer", files[0]));
  StatementData data = data_of(a);
  add_within(within, data);
  data.vectors.emplace_back("b", b);
  if (z) data.vectors.emplace_back("z", *z);
  Statement statement = z ? state_lcp(a, b, *z, effort, within) : state_solvable(a, b, effort);
  if (const std::string box = box_of(files); !box.empty()) statement.subject = " with " + box;
  return one_problem(std::move(statement), std::move(data));
}

Problems friction(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  return state_friction_files(files, arguments.friction, effort);
}

Problems method(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  Problems problems;
  problems.push_back(state_method_files(files, arguments.method, effort));
  return problems;
}

}  // namespace

std::span<const CertifyKind> certify_kinds() {
  static const CertifyKind kinds[] = {
      {"spd", "A", StatementKind::spd, {}, {"--bounds"}, of_matrix<state_spd>},
      {"rank", "J", StatementKind::rank, {}, {"--rank"}, rank},
      {"linear", "A x b", StatementKind::linear, {3, 3, "linear A x b", linear_system_at}, {"--within"}, linear},
      {"lcp",
       "A b [z]",
       StatementKind::lcp,
       {1, 3, "lcp A b [z], or lcp FILE with A, b and perhaps z in it", lcp_at},
       {"--within", "--bounds"},
       lcp},
      {"friction",
       "FILE [r]",
       StatementKind::friction,
       {1, 2, "friction FILE [ANSWER]", friction_problem_at},
       {"--law", "--directions", "--guesses", "--half", "--all-contacts"},
       friction},
      {"class", "A", StatementKind::matrix_class, {}, {}, of_matrix<state_class>},
      {"rho", "X", StatementKind::rho, {}, {"--radius"}, rho},
      {"method",
       "M B",
       StatementKind::method,
       {2, 2, method_usage, mechanism_at},
       {"--stabilizer", "--step", "--limit"},
       method}};
  return kinds;
}

const CertifyKind* find_certify_kind(std::string_view name) {
  for (const CertifyKind& kind : certify_kinds())
    if (name == kind.name) return &kind;
  return nullptr;
}

}  // namespace perpend::cli
