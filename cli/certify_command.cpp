#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>

#include "cli/certify_friction.hpp"
#include "cli/certify_method.hpp"
#include "cli/certify_subjects.hpp"
#include "cli/commands.hpp"
#include "cli/process.hpp"
#include "cli/statement_output.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "kernel/model/stop.hpp"
#include "referee/lcp_files.hpp"
#include "referee/lcp_guess.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

namespace {

struct OptionRow {
  const char* name;
  std::initializer_list<const char*> kinds;
  const char* purpose;
};

/// All others belong to every kind.
const OptionRow options[] = {{"--rank", {"rank"}, "rank, as the one claimed"},
                             {"--radius", {"rho"}, "rho, as that of the circle"},
                             {"--within", {"linear", "lcp"}, "the answers of linear and lcp"},
                             {"--bounds", {"spd", "lcp"}, "the eigenvalues of spd and the enclosures of lcp"},
                             {"--stabilizer", {"method"}, "method"},
                             {"--step", {"method"}, "method"},
                             {"--limit", {"method"}, "method"},
                             {"--law", {"friction"}, "friction"},
                             {"--directions", {"friction"}, "friction"},
                             {"--guesses", {"friction"}, "friction"},
                             {"--half", {"friction"}, "friction"},
                             {"--all-contacts", {"friction"}, "friction"}};

/// Why one of the options that were given says nothing of this kind; empty: all of them do.
std::string misplaced_option(const std::vector<std::string>& given, const std::string& kind) {
  for (const OptionRow& row : options) {
    const bool is_given = std::find(given.begin(), given.end(), row.name) != given.end();
    const bool belongs = std::any_of(row.kinds.begin(), row.kinds.end(), [&](const char* own) { return kind == own; });
    if (is_given && !belongs)
      return fmt::format("{} belongs to {}, and says nothing of {}", row.name, row.purpose, kind);
  }
  return "";
}

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
StatedProblem refused(StatementKind kind, const char* why) {
  say(fmt::format("error: {}\n", why));
  StatedProblem stated;
  stated.statement.kind = kind;
  stated.statement.reason = fmt::format("cannot be read: {}", why);
  return stated;
}

/// A friction problem may have several: one for each answer under each law. When a file or the command line is wrong,
/// one that was not run, with its reason, and a message.
std::vector<StatedProblem> state(const CertifyArguments& arguments, const Subject& files, const Effort& effort) {
  std::vector<StatedProblem> stated;
  try {
    stated = state_files(arguments, files, effort);
    for (const StatedProblem& one : stated)
      if (one.statement.verdict == Verdict::not_run)
        say(fmt::format("error: {}: {}\n", subject_text(files), one.statement.reason));
  } catch (const Refusal& refusal) {
    stated = {refused(find_statement_kind(arguments.kind).value(), refusal.what())};
  }
  const std::string box = box_of(arguments.kind, files);
  for (StatedProblem& one : stated) one.statement.subject = subject_text(files) + (box.empty() ? "" : " with " + box);
  return stated;
}

Effort effort_of(const CertifyArguments& arguments) {
  Effort effort{.seconds = arguments.seconds, .is_sharp = arguments.with_bounds, .with_plain = arguments.with_cost};
  for (const Level level : {Level::binary64, Level::ball})
    if (arguments.highest == to_string(level)) effort.highest = level;
  return effort;
}

ExitCode code_of(const Statement& statement, bool undecided_ok) {
  if (statement.verdict == Verdict::proved) return ExitCode::as_expected;
  if (statement.verdict == Verdict::refuted) return ExitCode::unexpected;
  if (statement.verdict == Verdict::not_run) return ExitCode::scene_error;
  return undecided_ok ? ExitCode::as_expected : ExitCode::undecided;
}

/// Whether the certificate would be written over a file that it is about, whatever either is called.
bool is_input(const std::string& certificate, const std::vector<Subject>& subjects) {
  std::error_code missing;
  for (const Subject& files : subjects)
    for (const std::string& file : files)
      if (!certificate.empty() && std::filesystem::equivalent(certificate, file, missing)) return true;
  return false;
}

std::string why_refused(const CertifyArguments& arguments, const std::vector<Subject>& subjects) {
  if (std::string why = misplaced_option(arguments.given, arguments.kind); !why.empty()) return why;
  if (!is_input(arguments.certificate, subjects)) return "";
  return "--certificate " + arguments.certificate + " is a file that the statement is about; name another one";
}

ExitCode commit(StatementCertificates& certificates) {
  const auto error = certificates.commit();
  if (!error) return ExitCode::as_expected;
  say("error: " + error->message() + "\n");
  return ExitCode::internal_error;
}

}  // namespace

ExitCode certify(const CertifyArguments& arguments) {
  const KindRow* kind = find_kind(arguments.kind);
  const std::vector<Subject> subjects = kind == nullptr ? std::vector<Subject>{} : subjects_of(arguments.files, *kind);
  if (subjects.empty()) return ExitCode::scene_error;
  if (const std::string why = why_refused(arguments, subjects); !why.empty()) {
    say("error: " + why + "\n");
    return ExitCode::scene_error;
  }
  const Effort effort = effort_of(arguments);
  std::optional<StatementCertificates> certificates;
  if (!arguments.certificate.empty()) certificates.emplace(arguments.certificate);
  std::vector<Statement> statements;
  ExitCode code = ExitCode::as_expected;
  bool any_stated = false;
  for (const Subject& files : subjects) {
    if (is_interrupted()) break;
    for (auto& [statement, data] : state(arguments, files, effort)) {
      code = worst(code, code_of(statement, arguments.undecided_ok));
      const bool is_stated = statement.verdict != Verdict::not_run;
      if (is_stated && arguments.format == "text" && subjects.size() == 1)
        print_out("{}", to_text(statement, arguments.all_contacts));
      if (is_stated && certificates) certificates->add(statement, data);
      any_stated = any_stated || is_stated;
      statements.push_back(std::move(statement));
    }
  }
  if (arguments.format == "json") print_out("{}", to_json(statements));
  if (arguments.format == "junit") print_out("{}", to_junit(statements, arguments.undecided_ok));
  if (arguments.format == "text" && subjects.size() > 1) print_out("{}", summary_table(statements));
  if (is_interrupted()) return ExitCode::interrupted;
  return certificates && any_stated ? worst(code, commit(*certificates)) : code;
}

}  // namespace perpend::cli
