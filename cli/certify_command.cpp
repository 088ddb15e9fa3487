#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/certify_kinds.hpp"
#include "cli/process.hpp"
#include "cli/statement_output.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::cli {

namespace {

/// Why one of the options that were given says nothing of this kind; empty: all of them do.
std::string misplaced_option(const std::vector<std::string>& given, const CertifyKind& kind) {
  for (const std::string& option : given) {
    std::string owners;
    bool belongs = false;
    for (const CertifyKind& one : certify_kinds()) {
      const bool is_own = std::find(one.options.begin(), one.options.end(), option) != one.options.end();
      if (is_own) owners += (owners.empty() ? "" : ", ") + std::string(one.name);
      belongs = belongs || (is_own && &one == &kind);
    }
    if (!belongs && !owners.empty())
      return fmt::format("{} belongs to {}, and says nothing of {}", option, owners, kind.name);
  }
  return "";
}

/// A statement of nothing.
StatedProblem refused(StatementKind kind, const char* why) {
  say(fmt::format("error: {}\n", why));
  StatedProblem stated;
  stated.statement.kind = kind;
  stated.statement.reason = fmt::format("cannot be read: {}", why);
  return stated;
}

/// When a file or the command line is wrong, one that was not run, with its reason, and a message.
std::vector<StatedProblem> state(const CertifyKind& kind, const CertifyArguments& arguments, const Subject& files,
                                 const Effort& effort) {
  std::vector<StatedProblem> stated;
  try {
    stated = kind.state(arguments, files, effort);
    for (const StatedProblem& one : stated)
      if (one.statement.verdict == Verdict::not_run)
        say(fmt::format("error: {}: {}\n", subject_text(files), one.statement.reason));
  } catch (const Refusal& refusal) {
    stated = {refused(kind.unread, refusal.what())};
  }
  for (StatedProblem& one : stated) one.statement.subject = subject_text(files) + one.statement.subject;
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

std::string why_refused(const CertifyKind& kind, const CertifyArguments& arguments,
                        const std::vector<Subject>& subjects) {
  if (std::string why = misplaced_option(arguments.given, kind); !why.empty()) return why;
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

std::vector<std::string> certify_kind_names() {
  std::vector<std::string> names;
  for (const CertifyKind& kind : certify_kinds()) names.emplace_back(kind.name);
  return names;
}

std::string certify_usage() {
  std::string usage;
  for (const CertifyKind& kind : certify_kinds())
    usage += fmt::format("{}{} {}", usage.empty() ? "" : ", ", kind.name, kind.files);
  return usage;
}

ExitCode certify(const CertifyArguments& arguments) {
  const CertifyKind* kind = find_certify_kind(arguments.kind);
  const std::vector<Subject> subjects =
      kind == nullptr ? std::vector<Subject>{} : subjects_of(arguments.files, kind->rule);
  if (subjects.empty()) return ExitCode::scene_error;
  if (const std::string why = why_refused(*kind, arguments, subjects); !why.empty()) {
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
    for (auto& [statement, data] : state(*kind, arguments, files, effort)) {
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
