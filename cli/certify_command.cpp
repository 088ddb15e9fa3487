#include "cli/certify_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "cli/accepted_file.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/statement_certificates.hpp"
#include "cli/statement_output.hpp"
#include "formats/lcp_file.hpp"
#include "formats/matrix_file.hpp"
#include "kernel/lcp/sparse_lcp_matrix.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

/// What one statement is about: the files of one problem.
using Subject = std::vector<std::string>;

/// How many files a subject of the kind has.
struct KindRow {
  const char* name;
  std::size_t fewest;
  std::size_t most;
  const char* usage;
};

constexpr KindRow kinds[] = {{"spd", 1, 1, "spd A..."},
                             {"rank", 1, 1, "rank J..."},
                             {"class", 1, 1, "class A..."},
                             {"rho", 1, 1, "rho X..."},
                             {"linear", 3, 3, "linear A x b"},
                             {"lcp", 1, 3, "lcp A b [z], or lcp FILE with A, b and perhaps z in it"},
                             {"friction", 1, 2, "friction FILE [ANSWER]"},
                             {"method", 2, 2, method_usage}};

const KindRow* find_kind(const std::string& name) {
  const auto found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const KindRow& row) { return name == row.name; });
  return found == std::end(kinds) ? nullptr : found;
}

bool is_readable(const fs::path& path, const std::string& kind) {
  if (kind == "friction") return path.extension() == ".hdf5" || path.extension() == ".h5" || path.extension() == ".dat";
  constexpr std::array extensions{".mtx", ".npy", ".npz", ".txt", ".csv", ".dat"};
  return std::find(extensions.begin(), extensions.end(), path.extension()) != extensions.end();
}

/// BASE.ext with BASE_q or BASE_b, and BASE_z where it is there; archives alone.
std::optional<Subject> lcp_subject(const fs::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".npz" || extension == ".dat") return Subject{path.string()};
  const std::string base = (path.parent_path() / path.stem()).string();
  for (const char* right : {"_q", "_b"}) {
    if (!fs::exists(base + right + extension)) continue;
    Subject subject{path.string(), base + right + extension};
    if (fs::exists(base + "_z" + extension)) subject.push_back(base + "_z" + extension);
    return subject;
  }
  return std::nullopt;
}

std::vector<Subject> subjects_in(const std::string& folder, const std::string& kind) {
  std::vector<Subject> subjects;
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_readable(entry->path(), kind)) paths.push_back(entry->path());
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    if (kind != "lcp")
      subjects.push_back({path.string()});
    else if (auto subject = lcp_subject(path))
      subjects.push_back(std::move(*subject));
  }
  if (error)
    say(fmt::format("{}: error: {}\n", folder, error.message()));
  else if (subjects.empty())
    say(fmt::format("{}: error: no file of a problem; see docs/problem-files.md\n", folder));
  return subjects;
}

/// Empty, with a message, when the command line is wrong.
std::vector<Subject> subjects_of(const CertifyArguments& arguments, const KindRow& kind) {
  std::error_code error;
  const bool is_suite = std::all_of(arguments.files.begin(), arguments.files.end(),
                                    [&](const std::string& file) { return fs::is_directory(file, error); });
  std::vector<Subject> subjects;
  if (is_suite && (kind.fewest == 1)) {
    for (const std::string& folder : arguments.files) {
      const std::vector<Subject> found = subjects_in(folder, kind.name);
      if (found.empty()) return {};
      subjects.insert(subjects.end(), found.begin(), found.end());
    }
    return subjects;
  }
  if (kind.most == 1) {
    for (const std::string& file : arguments.files) subjects.push_back({file});
    return subjects;
  }
  if (arguments.files.size() < kind.fewest || arguments.files.size() > kind.most) {
    say(fmt::format("error: write perpend certify {}\n", kind.usage));
    return {};
  }
  return {arguments.files};
}

/// An answer of Lemke's method, whose worth the enclosure around it shows; empty when it finds none.
VectorX candidate_for(const LcpFile& lcp) {
  auto made = find_lcp_solver("lemke")->make({});
  auto& solver = std::get<std::unique_ptr<LcpSolver>>(made);
  SparseLcpMatrix matrix(lcp.a);
  LcpSolution solution;
  solver->solve({&matrix, lcp.b, lcp.b.cwiseAbs(), {}, LcpClass::unknown}, nullptr, solution);
  return solution.status == Status::converged ? solution.z : VectorX();
}

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

std::optional<Statement> state_problem(const Subject& files, const Effort& effort, StatementData& data) {
  const auto lcp = read_problem(files);
  if (!lcp) return std::nullopt;
  data.matrices = {{"A", lcp->a}};
  data.vectors = {{"b", lcp->b}};
  if (lcp->z) data.vectors.emplace_back("z", *lcp->z);
  if (lcp->z) return state_lcp(lcp->a, lcp->b, *lcp->z, effort);
  const bool fits = lcp->a.num_rows == lcp->a.num_columns && lcp->a.num_rows == lcp->b.size();
  return state_solvability(lcp->a, lcp->b, fits ? candidate_for(*lcp) : VectorX(), effort);
}

std::optional<Statement> state_system(const Subject& files, const Effort& effort, StatementData& data) {
  const auto a = accept(read_matrix(files[0]));
  const auto x = a ? accept(read_vector(files[1])) : std::nullopt;
  const auto b = x ? accept(read_vector(files[2])) : std::nullopt;
  if (!b) return std::nullopt;
  data.matrices = {{"A", *a}};
  data.vectors = {{"x", *x}, {"b", *b}};
  return state_linear(*a, *x, *b, effort);
}

/// Nothing, with a message, when a file or the command line is wrong.
std::optional<Statement> state_one(const CertifyArguments& arguments, const Subject& files, const Effort& effort,
                                   StatementData& data) {
  if (arguments.kind == "lcp") return state_problem(files, effort, data);
  if (arguments.kind == "linear") return state_system(files, effort, data);
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

/// Of a friction problem there may be several: of each answer under each law.
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

std::string subject_text(const Subject& files) {
  std::string text;
  for (const std::string& file : files) text += (text.empty() ? "" : " ") + file;
  return text;
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
  return undecided_ok ? ExitCode::as_expected : ExitCode::undecided;
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
  const std::vector<Subject> subjects = kind == nullptr ? std::vector<Subject>{} : subjects_of(arguments, *kind);
  if (subjects.empty()) return ExitCode::scene_error;
  const Effort effort = effort_of(arguments);
  std::optional<StatementCertificates> certificates;
  if (!arguments.certificate.empty()) certificates.emplace(arguments.certificate);
  std::vector<Statement> statements;
  ExitCode code = ExitCode::as_expected;
  for (const Subject& files : subjects) {
    if (is_interrupted()) break;
    std::vector<StatedProblem> found = state(arguments, files, effort);
    if (found.empty()) code = worst(code, ExitCode::scene_error);
    for (auto& [statement, data] : found) {
      statement.subject = subject_text(files);
      if (statement.verdict == Verdict::not_run) {
        say(fmt::format("error: {}: {}\n", statement.subject, statement.reason));
        code = worst(code, ExitCode::scene_error);
        continue;
      }
      code = worst(code, code_of(statement, arguments.undecided_ok));
      if (arguments.format == "text" && subjects.size() == 1)
        fmt::print("{}", to_text(statement, arguments.all_contacts));
      if (certificates) certificates->add(statement, data);
      statements.push_back(std::move(statement));
    }
  }
  if (arguments.format == "json") fmt::print("{}", to_json(statements));
  if (arguments.format == "junit") fmt::print("{}", to_junit(statements, arguments.undecided_ok));
  if (arguments.format == "text" && subjects.size() > 1) fmt::print("{}", summary_table(statements));
  if (is_interrupted()) return ExitCode::interrupted;
  return certificates && !statements.empty() ? worst(code, commit(*certificates)) : code;
}

}  // namespace perpend::cli
