#include "verification/statements/statement.hpp"

#include "verification/statements/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace perpend {

namespace {

struct BoundRow {
  BoundKind kind;
  BoundType type;
};

constexpr BoundRow bound_rows[] = {
    {BoundKind::backward_error, {"backward error", Sense::at_most}},
    {BoundKind::worst_row, {"row of it"}},
    {BoundKind::x_least_distance, {"distance of x to any solution", Sense::at_least}},
    {BoundKind::x_only_distance, {"distance of an entry of x to the only solution", Sense::at_most}},
    {BoundKind::x_distance, {"distance of an entry of x to a solution", Sense::at_most}},
    {BoundKind::z_least_distance, {"distance of z to any solution", Sense::at_least}},
    {BoundKind::z_distance, {"distance of an entry of z to a solution", Sense::at_most}},
    {BoundKind::num_granted, {"rows granted as rounding of rows they join"}},
    {BoundKind::granted_error, {"their error relative to the largest row joined", Sense::at_most}},
    {BoundKind::negative_z, {"largest -z"}},
    {BoundKind::negative_w, {"largest -w", Sense::at_most}},
    {BoundKind::complementarity, {"largest |z w|", Sense::at_most}},
    {BoundKind::smallest_scaled, {"smallest eigenvalue (diagonal scaled to 1)", Sense::at_least}},
    {BoundKind::largest_scaled, {"largest eigenvalue (diagonal scaled to 1)", Sense::at_most}},
    {BoundKind::condition_scaled, {"condition number (diagonal scaled to 1)", Sense::at_most}},
    {BoundKind::smallest, {"smallest eigenvalue", Sense::at_least}},
    {BoundKind::smallest_symmetric_part, {"smallest eigenvalue of the symmetric part", Sense::at_least}},
    {BoundKind::power_norm, {"row sum norm of that power", Sense::at_most}},
    {BoundKind::power_trace, {"trace of that power", Sense::at_least}},
    {BoundKind::inverse_error, {"||I - J R||", Sense::at_most}},
    {BoundKind::rank_distance, {"distance to rank", Sense::at_most}},
    {BoundKind::lower_radius, {"spectral radius", Sense::at_least}},
    {BoundKind::upper_radius, {"spectral radius", Sense::at_most}},
    {BoundKind::lower_limit, {"limit", Sense::at_least}},
    {BoundKind::upper_limit, {"limit", Sense::at_most}},
    {BoundKind::contact_error, {"largest |e| of a contact", Sense::at_most}},
    {BoundKind::reactions_moved, {"reactions moved by", Sense::at_most}},
    {BoundKind::negative_reaction, {"largest -r_N"}},
    {BoundKind::negative_velocity, {"largest -u_N", Sense::at_most}},
    {BoundKind::normal_product, {"largest |r_N u_N|", Sense::at_most}},
    {BoundKind::cone_excess, {"largest |r_T| - mu r_N", Sense::at_most}},
    {BoundKind::dissipation_gap, {"largest gap of dissipation", Sense::at_most}},
    {BoundKind::equation_error, {"largest |e| of the other rows", Sense::at_most}},
    {BoundKind::worst_contact, {"contact of the worst"}},
    {BoundKind::velocity_error, {"given velocities off by", Sense::at_most}},
    {BoundKind::velocity_share, {"share of their sizes", Sense::at_most}},
};

struct FactRow {
  FactKind kind;
  const char* name;
  const char* if_true = "";
  const char* if_false = "";
};

constexpr FactRow fact_rows[] = {
    {FactKind::answer, "answer"},
    {FactKind::class_name, "class"},
    {FactKind::consequence, "consequence"},
    {FactKind::all_classes, "all"},
    {FactKind::structure, "structure"},
    {FactKind::positive_definite, "positive definite"},
    {FactKind::h_plus, "H+"},
    {FactKind::p_matrix, "P"},
    {FactKind::semidefinite, "positive semidefinite"},
    {FactKind::copositive, "copositive"},
    {FactKind::solutions, "solutions"},
    {FactKind::continua, "continua"},
    {FactKind::pairs_both_0, "pairs that are both 0", "some", "none"},
    {FactKind::solution, "solution"},
    {FactKind::distance, "distance to the solution"},
    {FactKind::without_error, "solves the problem without any error", "yes, exactly", "no"},
    {FactKind::contacts, "contacts"},
    {FactKind::rank, "rank"},
    {FactKind::rank_of_b, "rank of B"},
    {FactKind::dependent_rows, "dependent rows"},
    {FactKind::no_sharp_bounds, "bounds of the eigenvalues", "none: integers alone decide"},
    {FactKind::power, "power"},
    {FactKind::strict, "strict", "every eigenvalue lies inside the circle"},
    {FactKind::on_circle, "distinct eigenvalues on the circle"},
    {FactKind::powers_grow, "powers", "grow without bound: an eigenvalue on the circle is defective", "stay bounded"},
    {FactKind::constrained, "constrained part"},
    {FactKind::free, "free part"},
    // Springs, dampers and the forces of joints under load have no part in it.
    {FactKind::no_forces, "system", "M q'' = B^T lambda with B q = 0, and no other forces"},
    {FactKind::no_limit, "limit", "none"},
    {FactKind::only_limit, "other limits", "none"},
};

template <class Kind, class Row, std::size_t count>
constexpr bool has_all_in_order(const Row (&rows)[count], Kind last) {
  for (std::size_t i = 0; i < count; ++i)
    if (rows[i].kind != static_cast<Kind>(i)) return false;
  return count == static_cast<std::size_t>(last) + 1;
}
static_assert(has_all_in_order(bound_rows, BoundKind::velocity_share));
static_assert(has_all_in_order(fact_rows, FactKind::only_limit));

}  // namespace

const char* to_string(Level level) {
  switch (level) {
    case Level::none:
      return "none";
    case Level::structure:
      return "structure";
    case Level::binary64:
      return "binary64";
    case Level::ball:
      return "ball";
    case Level::exact:
      return "exact";
  }
  return "unknown";
}

std::string describe(const LevelTrial& trial) {
  if (trial.level == Level::ball) return fmt::format("ball ({} bits)", trial.bits);
  return to_string(trial.level);
}

double Statement::seconds() const {
  double sum = 0.0;
  for (const LevelTrial& trial : trials) sum += trial.seconds;
  return sum;
}

const char* to_string(StatementKind kind) {
  return statement_names[static_cast<std::size_t>(kind)];
}

std::string describe(const StatementBound& bound) {
  const BoundType& type = bound_rows[static_cast<std::size_t>(bound.kind)].type;
  if (bound.kind == BoundKind::rank_distance) {
    const std::string name = fmt::format("{} {}", type.name, bound.of);
    return describe(BoundType{name.c_str(), type.sense});
  }
  return describe(type) + (bound.of.empty() ? "" : fmt::format(" ({})", bound.of));
}

const char* name_of(FactKind kind) {
  return fact_rows[static_cast<std::size_t>(kind)].name;
}

std::string describe(const Fact& fact) {
  const FactRow& row = fact_rows[static_cast<std::size_t>(fact.kind)];
  struct Words {
    const FactRow& row;
    std::string operator()(bool holds) const { return holds ? row.if_true : row.if_false; }
    std::string operator()(long count) const { return std::to_string(count); }
    std::string operator()(SolutionCount count) const {
      return count.number ? std::to_string(*count.number) : "infinite";
    }
    std::string operator()(Verdict verdict) const { return to_string(verdict); }
    std::string operator()(const std::string& words) const { return words; }
  };
  return std::visit(Words{row}, fact.value);
}

double Statement::bound(BoundKind kind) const {
  for (const StatementBound& own : bounds)
    if (own.kind == kind) return own.value;
  return std::numeric_limits<double>::quiet_NaN();
}

const Fact* Statement::find(FactKind kind) const {
  for (const Fact& own : facts)
    if (own.kind == kind) return &own;
  return nullptr;
}

std::optional<long> Statement::count(FactKind kind) const {
  const Fact* found = find(kind);
  const long* value = found == nullptr ? nullptr : std::get_if<long>(&found->value);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<SolutionCount> Statement::num_solutions() const {
  const Fact* found = find(FactKind::solutions);
  const auto* value = found == nullptr ? nullptr : std::get_if<SolutionCount>(&found->value);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

Verdict Statement::property(FactKind kind) const {
  const Fact* found = find(kind);
  const Verdict* value = found == nullptr ? nullptr : std::get_if<Verdict>(&found->value);
  return value == nullptr ? Verdict::not_run : *value;
}

double Statement::largest_distance() const {
  double distance = std::numeric_limits<double>::quiet_NaN();
  for (const StatementBound& own : bounds) {
    const bool is_distance = own.kind == BoundKind::x_only_distance || own.kind == BoundKind::x_distance ||
                             own.kind == BoundKind::z_distance;
    if (is_distance && !(own.value >= distance)) distance = own.value;
  }
  return distance;
}

double Statement::least_distance() const {
  double least = 0.0;
  for (const StatementBound& own : bounds)
    if (own.kind == BoundKind::x_least_distance || own.kind == BoundKind::z_least_distance)
      least = std::max(least, own.value);
  return least;
}

Statement claim_of(StatementKind kind, std::string claim) {
  Statement statement;
  statement.kind = kind;
  statement.claim = std::move(claim);
  statement.verdict = Verdict::undecided;
  return statement;
}

Statement unfit(Statement statement, std::string reason) {
  statement.verdict = Verdict::not_run;
  statement.reason = std::move(reason);
  return statement;
}

std::string about_seconds(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.1g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string why_stopped(const Effort& effort) {
  return fmt::format("{} arithmetic does not decide, and none more expensive was asked for (--highest {})",
                     to_string(effort.highest), to_string(effort.highest));
}

std::vector<std::string> hexadecimal(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(fmt::format("{:a}", value));
  return texts;
}

}  // namespace perpend
