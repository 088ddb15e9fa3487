#include "perpend/certify.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "api/errors.hpp"
#include "kernel/model/stop.hpp"
#include "referee/lcp_guess.hpp"
#include "referee/statements/kinds.hpp"

namespace perpend {

namespace {

std::optional<Error> find_option_error(const CertifyOptions& options) {
  if (auto error = find_limit_error(options.limit)) return error;
  if (options.effort.seconds >= 0.0) return std::nullopt;
  return Error{ErrorKind::argument, "the effort must be a time of at least 0 s"};
}

template <class Make>
Result<Statement> state(const CertifyOptions& options, const Make& make) {
  if (const auto error = find_option_error(options)) return *error;
  return guarded(ErrorKind::internal, [&]() -> Result<Statement> {
    const StopScope scope(options.limit, options.stop);
    Statement statement = make();
    if (statement.verdict == Verdict::not_run) return Error{ErrorKind::argument, statement.reason};
    return statement;
  });
}

std::optional<Error> find_square_error(const char* name, const InputMatrix& a) {
  if (auto error = find_input_error(name, a)) return error;
  if (a.rows().num_rows == a.rows().num_columns) return std::nullopt;
  return Error{ErrorKind::argument, std::string(name) + " has " + std::to_string(a.rows().num_rows) + " rows and " +
                                        std::to_string(a.rows().num_columns) + " columns: it has to be square"};
}

/// Negated, so that a NaN is an error too.
std::optional<Error> find_within_error(std::optional<double> within) {
  if (!within || (*within >= 0.0 && std::isfinite(*within))) return std::nullopt;
  return Error{ErrorKind::argument, "'within' must be a finite distance of at least 0"};
}

}  // namespace

Result<Statement> certify_spd(const InputMatrix& a, const CertifyOptions& options) {
  if (const auto error = find_square_error("A", a)) return *error;
  return state(options, [&] { return state_spd(a.rows(), options.effort); });
}

Result<Statement> certify_rank(const InputMatrix& j, std::optional<int> expected, const CertifyOptions& options) {
  if (const auto error = find_input_error("J", j)) return *error;
  if (expected && *expected < 0) return Error{ErrorKind::argument, "a rank is not below 0"};
  return state(options, [&] { return state_rank(j.rows(), expected.value_or(-1), options.effort); });
}

Result<Statement> certify_linear(const InputMatrix& a, const InputVector& x, const InputVector& b,
                                 std::optional<double> within, const CertifyOptions& options) {
  if (const auto error = find_input_error("A", a)) return *error;
  if (const auto error = find_input_error("x", x)) return *error;
  if (const auto error = find_input_error("b", b)) return *error;
  if (const auto error = find_within_error(within)) return *error;
  return state(options, [&] { return state_linear(a.rows(), x.values(), b.values(), options.effort, within); });
}

Result<Statement> certify_rho(const InputMatrix& x, double radius, const CertifyOptions& options) {
  if (const auto error = find_square_error("X", x)) return *error;
  if (!(radius > 0.0 && std::isfinite(radius)))
    return Error{ErrorKind::argument, "the radius must be a finite number above 0"};
  return state(options, [&] { return state_rho(x.rows(), options.effort, radius); });
}

Result<Statement> certify_class(const InputMatrix& a, const CertifyOptions& options) {
  if (const auto error = find_square_error("A", a)) return *error;
  return state(options, [&] { return state_class(a.rows(), options.effort); });
}

Result<Statement> certify_lcp_answer(const InputMatrix& a, const InputVector& b, const InputVector& z,
                                     std::optional<double> within, const CertifyOptions& options) {
  if (const auto error = find_lcp_error(a, b)) return *error;
  if (const auto error = find_input_error("z", z)) return *error;
  if (const auto error = find_within_error(within)) return *error;
  if (z.values().size() != b.values().size())
    return Error{ErrorKind::argument,
                 "z has " + std::to_string(z.values().size()) + " entries, b has " + std::to_string(b.values().size())};
  return state(options, [&] { return state_lcp(a.rows(), b.values(), z.values(), options.effort, within); });
}

Result<Statement> certify_lcp_solvable(const InputMatrix& a, const InputVector& b, const CertifyOptions& options) {
  if (const auto error = find_lcp_error(a, b)) return *error;
  return state(options, [&] { return state_solvable(a.rows(), b.values(), options.effort); });
}

Result<std::vector<Statement>> certify_files(const std::string& kind, const std::vector<std::string>& files,
                                             const certify::Question& question, const CertifyOptions& options) {
  if (const auto error = find_option_error(options)) return *error;
  if (auto error = find_within_error(question.within)) return *error;
  if (!(question.radius > 0.0 && std::isfinite(question.radius)))
    return Error{ErrorKind::argument, "the radius must be a finite number above 0"};
  const certify::Kind* row = certify::find_kind(kind);
  if (row == nullptr) return Error{ErrorKind::argument, "'" + kind + "' is no kind of statement"};
  return guarded(ErrorKind::internal, [&]() -> Result<std::vector<Statement>> {
    const StopScope scope(options.limit, options.stop);
    std::vector<Statement> statements;
    try {
      for (const certify::Subject& subject : certify::subjects_of(files, row->rule))
        for (certify::StatedProblem& stated : row->state(question, subject, options.effort)) {
          Statement& statement = statements.emplace_back(std::move(stated.statement));
          statement.subject = certify::subject_text(subject) + statement.subject;
          if (statement.verdict == Verdict::not_run)
            return Error{ErrorKind::argument, statement.subject + ": " + statement.reason};
        }
    } catch (const certify::Refusal& refusal) {
      return Error{ErrorKind::argument, refusal.what()};
    }
    return statements;
  });
}

}  // namespace perpend
