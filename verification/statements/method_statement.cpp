// Stability of one step of a method on M q'' = B^T lambda, B q = 0, by the structure of its update.
#include <fmt/format.h>

#include "verification/motion/spectral_radius.hpp"
#include "verification/motion/stability_limit.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

/// What the theorem asks of M and B; the rank of B, -1 when one of them is not shown. `misfit`: M cannot be a mass.
int constrained_dimension(const SparseRows& m, const SparseRows& b, const Effort& effort, Statement& statement,
                          std::string& misfit) {
  const Statement mass = state_spd(m, effort);
  if (mass.verdict == Verdict::not_run) misfit = "M: " + mass.reason;
  if (mass.verdict != Verdict::proved) {
    statement.reason = "M is not shown to be positive definite: " + mass.reason;
    return -1;
  }
  const Statement rows = state_rank(b, -1, effort);
  if (rows.verdict == Verdict::not_run) misfit = "B: " + rows.reason;
  if (rows.verdict != Verdict::proved && rows.verdict != Verdict::refuted) {
    statement.reason = "the rank of B is not known: " + rows.reason;
    return -1;
  }
  return static_cast<int>(rows.count(FactKind::rank).value());
}

/// Decides what a method does to M and B of a known rank; `prove(statement, rank)`.
template <class Prove>
Statement of_mechanism(Statement statement, const SparseRows& m, const SparseRows& b, const Effort& effort,
                       const Prove& prove) {
  if (m.num_rows != b.num_columns)
    return unfit(std::move(statement), fmt::format("M has {} rows and B {} columns", m.num_rows, b.num_columns));
  std::string misfit;
  escalate(statement, Level::structure, 0, [&] {
    const int rank = constrained_dimension(m, b, effort, statement, misfit);
    return rank < 0 ? Verdict::undecided : prove(statement, rank);
  });
  return misfit.empty() ? statement : unfit(std::move(statement), std::move(misfit));
}

}  // namespace

Statement state_method(const SparseRows& m, const SparseRows& b, const LinearUpdate& update, double step,
                       const Effort& effort) {
  const auto prove = [&](Statement& statement, int rank) {
    const StabilityReport report = certify_update(update, step, m.num_rows - rank, rank);
    statement.theorem =
        "the update is a polynomial of one projector [Hong06]; exact trace and determinant of its blocks [Jury64]";
    statement.reason = report.reason;
    statement.bounds = {{BoundKind::lower_radius, report.rho.lo}, {BoundKind::upper_radius, report.rho.hi}};
    statement.facts = {{FactKind::rank_of_b, rank},
                       {FactKind::constrained, report.constrained_class},
                       {FactKind::free, report.free_class},
                       {FactKind::no_forces}};
    if (report.stable == Verdict::refuted && statement.reason.empty())
      statement.reason = fmt::format("the spectral radius is at least {:.6g}", report.rho.lo);
    return report.stable;
  };
  return of_mechanism(
      claim_of(StatementKind::method, "no eigenvalue of a step of the method lies outside the unit circle"), m, b,
      effort, prove);
}

Statement state_limit(const SparseRows& m, const SparseRows& b,
                      const std::function<std::optional<LinearUpdate>(double)>& update,
                      const std::function<double(double)>& step_of, const Effort& effort) {
  const auto prove = [&](Statement& statement, int rank) {
    const LimitReport report = stability_limit(update, step_of, m.num_rows - rank, rank);
    statement.facts = {{FactKind::rank_of_b, rank}, {FactKind::no_forces}};
    if (report.verdict != Verdict::proved) {
      statement.reason = report.reason;
      return Verdict::undecided;
    }
    statement.theorem = "the update is a polynomial of one projector [Hong06]; " + report.reason + " [Jury64]";
    if (report.lo == infinity)
      statement.add(FactKind::no_limit);
    else
      statement.bounds = {{BoundKind::lower_limit, report.lo}, {BoundKind::upper_limit, report.hi}};
    const bool has_limit = report.lo > 0.0 && report.hi < infinity;
    if (has_limit && report.scope == LimitScope::only) statement.add(FactKind::only_limit);
    return Verdict::proved;
  };
  return of_mechanism(
      claim_of(StatementKind::limit,
               "a value of the parameter at which a step of the method loses its stability is enclosed"),
      m, b, effort, prove);
}

}  // namespace perpend
