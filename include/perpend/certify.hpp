// Proofs about matrices and answers, whoever computed them. Each goes from structure over doubles and balls to exact
// arithmetic until one of them decides: proved, refuted with a witness, or undecided with the reason. docs/certify.md
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "perpend/matrix.hpp"
#include "perpend/result.hpp"
#include "verification/statements/question.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

struct CertifyOptions {
  Effort effort{};         ///< how long one attempt may take by its estimate [s], and the most expensive arithmetic
  std::stop_token stop{};  ///< what is not decided by then is undecided
  std::optional<double> limit{};  ///< of wall time [s]; nothing: none
};

// Errors of every function: ErrorKind::argument for a NaN or an infinity, sizes that disagree, a matrix that has to be
// square and is not, or one without entries; ErrorKind::arithmetic where this thread cannot prove. A returned Statement
// is proved, refuted or undecided, never not_run.

/// A, n x n, is symmetric positive definite.
[[nodiscard]] Result<Statement> certify_spd(const InputMatrix& a, const CertifyOptions& options = {});

/// J, m x n, has this rank; nothing: full rank.
[[nodiscard]] Result<Statement> certify_rank(const InputMatrix& j, std::optional<int> expected = {},
                                             const CertifyOptions& options = {});

/// x, n, solves A x = b, A m x n and b m, with a backward error of at most 2^-26 in each row; with `within`, some
/// solution is no further away in any entry.
[[nodiscard]] Result<Statement> certify_linear(const InputMatrix& a, const InputVector& x, const InputVector& b,
                                               std::optional<double> within = {}, const CertifyOptions& options = {});

/// No eigenvalue of X, n x n, lies outside the circle of this radius > 0.
[[nodiscard]] Result<Statement> certify_rho(const InputMatrix& x, double radius = 1.0,
                                            const CertifyOptions& options = {});

/// The classes of A, n x n, that decide what holds for LCPs with any right side: P, copositive, semidefinite, ...
[[nodiscard]] Result<Statement> certify_class(const InputMatrix& a, const CertifyOptions& options = {});

/// z solves  0 <= z  perp  A z + b >= 0;  `within` as in certify_linear.
[[nodiscard]] Result<Statement> certify_lcp_answer(const InputMatrix& a, const InputVector& b, const InputVector& z,
                                                   std::optional<double> within = {},
                                                   const CertifyOptions& options = {});

/// The LCP has a solution; refuted: it has none.
[[nodiscard]] Result<Statement> certify_lcp_solvable(const InputMatrix& a, const InputVector& b,
                                                     const CertifyOptions& options = {});

/// What `perpend certify KIND FILE...` states of files or folders of problems; docs/certify.md has the kinds and their
/// files. Several where there are several problems, answers or laws; Statement::subject names them. `question`: the
/// options of the command. Errors: ErrorKind::argument as above, for an unknown kind, for files that cannot be read and
/// for what a question has wrong; a method in it may be one of register_method.
[[nodiscard]] Result<std::vector<Statement>> certify_files(const std::string& kind,
                                                           const std::vector<std::string>& files,
                                                           const certify::Question& question = {},
                                                           const CertifyOptions& options = {});

}  // namespace perpend
