#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands/commands.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "referee/statements/kinds.hpp"
#include "referee/statements/stated_problem.hpp"
#include "reports/referee/statements.hpp"

namespace perpend::cli {

namespace {

/// A statement of nothing.
certify::StatedProblem refused(StatementKind kind, const char* why) {
  say(fmt::format("error: {}\n", why));
  certify::StatedProblem stated;
  stated.statement.kind = kind;
  stated.statement.reason = fmt::format("cannot be read: {}", why);
  return stated;
}

/// When a file or the command line is wrong, one that was not run, with its reason, and a message.
std::vector<certify::StatedProblem> state(const certify::Kind& kind, const CertifyArguments& arguments,
                                          const certify::Subject& files, const Effort& effort) {
  std::vector<certify::StatedProblem> stated;
  try {
    stated = kind.state(arguments.question, files, effort);
    for (const certify::StatedProblem& one : stated)
      if (one.statement.verdict == Verdict::not_run)
        say(fmt::format("error: {}: {}\n", certify::subject_text(files), one.statement.reason));
  } catch (const certify::Refusal& refusal) {
    stated = {refused(kind.unread, refusal.what())};
  }
  for (certify::StatedProblem& one : stated)
    one.statement.subject = certify::subject_text(files) + one.statement.subject;
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
bool is_input(const std::string& certificate, const std::vector<certify::Subject>& subjects) {
  std::error_code missing;
  for (const certify::Subject& files : subjects)
    for (const std::string& file : files)
      if (!certificate.empty() && std::filesystem::equivalent(certificate, file, missing)) return true;
  return false;
}

std::string why_refused(const CertifyArguments& arguments, const std::vector<certify::Subject>& subjects) {
  if (!is_input(arguments.certificate, subjects)) return "";
  return "--certificate " + arguments.certificate + " is a file that the statement is about; name another one";
}

ExitCode commit(certify::StatementCertificates& certificates) {
  const auto error = certificates.commit();
  if (!error) return ExitCode::as_expected;
  say("error: " + error->message() + "\n");
  return ExitCode::internal_error;
}

}  // namespace

ExitCode certify(const CertifyArguments& arguments) {
  const certify::Kind* kind = certify::find_kind(arguments.kind);
  if (kind == nullptr) return ExitCode::scene_error;  // the parser lets no other pass
  std::vector<certify::Subject> subjects;
  std::string why;
  try {
    subjects = certify::subjects_of(arguments.files, kind->rule);
    why = why_refused(arguments, subjects);
  } catch (const certify::Refusal& refusal) {
    why = refusal.what();
  }
  if (!why.empty()) {
    say("error: " + why + "\n");
    return ExitCode::scene_error;
  }
  const Effort effort = effort_of(arguments);
  std::optional<certify::StatementCertificates> certificates;
  if (!arguments.certificate.empty()) certificates.emplace(arguments.certificate);
  std::vector<Statement> statements;
  ExitCode code = ExitCode::as_expected;
  bool any_stated = false;
  for (const certify::Subject& files : subjects) {
    if (is_interrupted()) break;
    for (auto& [statement, data] : state(*kind, arguments, files, effort)) {
      code = worst(code, code_of(statement, arguments.undecided_ok));
      const bool is_stated = statement.verdict != Verdict::not_run;
      if (is_stated && arguments.format == "text" && subjects.size() == 1)
        print_out("{}", reports::to_text(statement, arguments.all_contacts));
      if (is_stated && certificates) certificates->add(statement, data);
      any_stated = any_stated || is_stated;
      statements.push_back(std::move(statement));
    }
  }
  if (arguments.format == "json") print_out("{}", reports::to_json(statements));
  if (arguments.format == "junit") print_out("{}", reports::to_junit(statements, arguments.undecided_ok));
  if (arguments.format == "text" && subjects.size() > 1) print_out("{}", reports::summary_table(statements));
  if (is_interrupted()) return ExitCode::interrupted;
  return certificates && any_stated ? worst(code, commit(*certificates)) : code;
}

}  // namespace perpend::cli
