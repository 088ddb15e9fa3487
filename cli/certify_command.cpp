#include "cli/certify_command.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/certify_options.hpp"
#include "cli/certify_statements.hpp"
#include "cli/messages.hpp"
#include "cli/standard_streams.hpp"
#include "cli/statement_output.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::cli {

namespace {

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
  const std::vector<Subject> subjects = kind == nullptr ? std::vector<Subject>{} : subjects_of(arguments, *kind);
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
