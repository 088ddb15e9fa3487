// An answer to contacts with friction: verification/friction/friction.hpp put in words.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernel/model/contacts/contact_rows.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/friction/friction_system.hpp"
#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/friction/friction_statements.hpp"

namespace perpend {

namespace {

using Plane = std::array<Rational, 2>;

Rational dot(const Plane& a, const Plane& b) {
  return a[0] * b[0] + a[1] * b[1];
}

Rational outer(const Plane& a, const Plane& b) {
  return a[0] * b[1] - a[1] * b[0];
}

Rational sum_of_row(const FrictionSystem& system, const VectorX& x, int i) {
  Rational sum = exact(system.b[i]);
  for (int k = system.a.first[i]; k < system.a.first[i + 1]; ++k) {
    const double factor = x[system.a.column[k]];
    if (factor != 0.0) sum += exact(system.a.value[k]) * exact(factor);
  }
  return sum;
}

/// |r_T| <= R, r_T parallel and opposite to u_T, and |r_T| = R where u_T is not 0.
bool obeys_disc(const Rational& radius, const Plane& r, const Plane& u) {
  const Rational rest = radius * radius - dot(r, r);
  if (rest < 0) return false;
  if (dot(u, u) == 0) return true;
  return rest == 0 && outer(r, u) == 0 && dot(r, u) <= 0;
}

/// Inside each edge, which its two corners decide; R max_i (-d_i . u) = -r . u.
bool obeys_polygon(const Rational& radius, const Plane& r, const Plane& u, int num_directions) {
  Rational support = 0;
  for (int i = 0; i < num_directions; ++i) {
    const auto corner = [&](int k) {
      const std::array<double, 2> d = direction_coefficients(k % num_directions, num_directions);
      return Plane{exact(d[0]), exact(d[1])};
    };
    const Plane a = corner(i), b = corner(i + 1);
    const Plane along{b[0] - a[0], b[1] - a[1]};
    if (outer(along, Plane{r[0] - radius * a[0], r[1] - radius * a[1]}) < 0) return false;
    support = std::max(support, Rational(-dot(a, u)));
  }
  return radius * support + dot(r, u) == 0;
}

bool obeys_law(const FrictionSystem& system, const VectorX& x, int contact, int num_directions) {
  const int first = contact * system.dimension;
  const auto reaction = [&](int i) { return i < system.dimension ? exact(x[first + i]) : Rational(0); };
  const auto velocity = [&](int i) { return i < system.dimension ? sum_of_row(system, x, first + i) : Rational(0); };
  const Rational normal = reaction(0), opening = velocity(0);
  if (normal < 0 || opening < 0 || (normal != 0 && opening != 0)) return false;
  const Rational radius = exact(system.mu[contact]) * normal;
  const Plane r{reaction(1), reaction(2)};
  // A disc or polygon of one point binds no velocity.
  if (radius == 0) return r[0] == 0 && r[1] == 0;
  const Plane u{velocity(1), velocity(2)};
  return num_directions == 0 ? obeys_disc(radius, r, u) : obeys_polygon(radius, r, u, num_directions);
}

/// Whether r and u = A x + b obey the law to the last bit, and the other rows are 0: the conditions are compared as
/// squares, over the rationals. Pre: the system and x are fit; `num_directions` is 0 in the plane.
bool solves_exactly(const FrictionSystem& system, const VectorX& x, int num_directions) {
  for (int c = 0; c < system.num_contacts(); ++c)
    if (!obeys_law(system, x, c, num_directions)) return false;
  for (int i = system.num_reactions(); i < system.a.num_rows; ++i)
    if (sum_of_row(system, x, i) != 0) return false;
  return true;
}

constexpr const char* of_disc =
    "reactions and velocities made to obey Coulomb's law exactly solve the problem that their residual belongs to "
    "[AcaryCadouxLemarechalMalick11]";
constexpr const char* of_polygon =
    "reactions and velocities made to obey the law of the pyramid exactly solve the problem that their residual "
    "belongs to [StewartTrinkle96]";
constexpr const char* nothing_near =
    "no reactions and velocities within the limits around these obey the law, shown with outward rounding";
constexpr const char* without_rounding = "the conditions hold exactly, compared as squares of rational numbers";

/// An entry of the matrix in rationals takes this long [s].
constexpr double seconds_per_entry = 3e-6;

StatementTable table_of(const FrictionCertificate& found) {
  StatementTable table{.part = "contact",
                       .label = "state",
                       .columns = {{"backward error", "backward_error"},
                                   {"|e|", "error"},
                                   {"|r' - r|", "moved"},
                                   {"-r_N", "negative_reaction"},
                                   {"-u_N", "negative_velocity"},
                                   {"|r_N u_N|", "normal_product"},
                                   {"|r_T| - mu r_N", "cone_excess"},
                                   {"dissipation gap", "dissipation_gap"},
                                   {"size of r", "reaction_size"},
                                   {"size of u", "velocity_size"}},
                       .labels = {}};
  for (const FrictionContact& contact : found.contacts) {
    table.labels.emplace_back(to_string(contact.state));
    table.rows.push_back({contact.share, contact.error, contact.moved, contact.negative_reaction,
                          contact.negative_velocity, contact.normal_product, contact.cone_excess,
                          contact.dissipation_gap, contact.reaction_size, contact.velocity_size});
  }
  return table;
}

/// For each contact its state (0 open, 1 sticking, 2 sliding) and what the pair that obeys the law is made from.
std::vector<std::string> makings(const FrictionCertificate& found) {
  std::vector<double> all;
  for (const FrictionContact& contact : found.contacts) {
    all.push_back(static_cast<double>(contact.state));
    all.insert(all.end(), contact.made.begin(), contact.made.end());
  }
  return hexadecimal(all);
}

double largest(const FrictionCertificate& found, double FrictionContact::*number) {
  double result = 0.0;
  for (const FrictionContact& contact : found.contacts) result = std::max(result, contact.*number);
  return result;
}

void say_contacts(const FrictionCertificate& found, bool has_equations, Statement& statement) {
  statement.bounds = {{BoundKind::backward_error, found.share},
                      {BoundKind::contact_error, largest(found, &FrictionContact::error)},
                      {BoundKind::reactions_moved, largest(found, &FrictionContact::moved)},
                      {BoundKind::negative_reaction, largest(found, &FrictionContact::negative_reaction)},
                      {BoundKind::negative_velocity, largest(found, &FrictionContact::negative_velocity)},
                      {BoundKind::normal_product, largest(found, &FrictionContact::normal_product)},
                      {BoundKind::cone_excess, largest(found, &FrictionContact::cone_excess)},
                      {BoundKind::dissipation_gap, largest(found, &FrictionContact::dissipation_gap)}};
  if (has_equations) statement.add(BoundKind::equation_error, found.equation_error);
  std::erase_if(statement.bounds, [](const StatementBound& bound) { return !std::isfinite(bound.value); });
  if (found.worst_contact >= 0) statement.add(BoundKind::worst_contact, found.worst_contact + 1.0);
  int count[3] = {0, 0, 0};
  for (const FrictionContact& contact : found.contacts) ++count[static_cast<int>(contact.state)];
  statement.add(FactKind::contacts, fmt::format("{}: {} open, {} sticking, {} sliding", found.contacts.size(), count[0],
                                                count[1], count[2]));
  statement.table = table_of(found);
  if (!found.contacts.empty()) statement.witness = {{"pairs", makings(found)}};
}

/// Velocities that came with the answer must be those of its reactions.
Verdict judge_velocities(const FrictionSystem& system, const FrictionAnswer& answer, Statement& statement) {
  double share = 0.0, least = 0.0, error = 0.0;
  int worst = 0;
  VectorX size(system.num_reactions());
  for (int i = 0; i < size.size(); ++i)
    size[i] = row_size(system.a, system.b, answer.x, i) + std::abs(answer.velocities[i]);
  if (!(size.array() < 0x1p1000).all()) {
    statement.reason = "what a row sums with its given velocity overflows in doubles";
    return Verdict::undecided;
  }
  const VectorX scale = size + granted_share(system) * largest_joined(system, size);
  for (int i = 0; i < size.size(); ++i) {
    const Interval off = abs(answer.velocities[i] - enclose_row(system.a, system.b, answer.x, i));
    const double rounding = 1.0 + gamma_bound(2.0 * (system.a.first[i + 1] - system.a.first[i]) + 16.0);
    if (off.hi == 0.0) continue;
    error = std::max(error, off.hi);
    least = std::max(least, off.lo / scale[i] / rounding);
    const double own = off.hi / scale[i] * rounding;
    if (own <= share) continue;
    share = std::isnan(own) ? infinity : own;
    worst = i / system.dimension;
  }
  statement.add(BoundKind::velocity_error, error);
  statement.add(BoundKind::velocity_share, share);
  if (share <= lcp_error_limit) return Verdict::proved;
  statement.reason =
      fmt::format("contact {}: the given velocity is off by {:.1e} of what its row sums", worst + 1, share);
  if (!(least > lcp_error_limit)) return Verdict::undecided;
  statement.theorem = "the residual of the given velocities, enclosed with outward rounding";
  return Verdict::refuted;
}

/// The numbers that contradict the law, for who wants to see it by hand.
void show_contact(const FrictionSystem& system, const VectorX& x, int contact, Statement& statement) {
  std::vector<double> r, least, most;
  for (int i = contact * system.dimension; i < (contact + 1) * system.dimension; ++i) {
    const Interval u = enclose_row(system.a, system.b, x, i);
    r.push_back(x[i]);
    least.push_back(u.lo);
    most.push_back(u.hi);
  }
  statement.witness.insert(statement.witness.begin(), {{fmt::format("r of contact {}", contact + 1), hexadecimal(r)},
                                                       {"u at least", hexadecimal(least)},
                                                       {"u at most", hexadecimal(most)}});
}

Verdict by_doubles(const FrictionSystem& system, const FrictionAnswer& answer, int num_directions,
                   Statement& statement) {
  const FrictionCertificate found = certify_friction(system, answer.x, num_directions);
  statement.reason = found.reason;
  if (static_cast<int>(found.contacts.size()) != system.num_contacts()) return Verdict::undecided;
  say_contacts(found, system.a.num_rows > system.num_reactions(), statement);
  if (found.verdict == Verdict::proved) statement.theorem = num_directions == 0 ? of_disc : of_polygon;
  if (found.verdict == Verdict::refuted) statement.theorem = nothing_near;
  if (found.verdict == Verdict::refuted && found.worst_contact >= 0)
    show_contact(system, answer.x, found.worst_contact, statement);
  if (found.verdict != Verdict::proved || answer.velocities.size() == 0) return found.verdict;
  return judge_velocities(system, answer, statement);
}

/// Where doubles do not decide, and in addition to what they prove: whether anything is left of the error at all.
void try_exact(const FrictionSystem& system, const FrictionAnswer& answer, int num_directions, const Effort& effort,
               Statement& statement) {
  constexpr double rounding_alone = 1e-12;  // an answer in doubles that misses by more is off before its last bits
  constexpr double most_seconds_of_a_fact = 1.0;
  const double seconds = seconds_per_entry * static_cast<double>(system.a.value.size());
  if (effort.highest < Level::exact || seconds > effort.seconds) return;
  const auto holds = [&] { return solves_exactly(system, answer.x, num_directions); };
  if (statement.verdict == Verdict::undecided && answer.velocities.size() == 0) {
    escalate(statement, Level::exact, 0, [&] {
      if (!holds()) return Verdict::undecided;
      statement.theorem = without_rounding;
      statement.reason = "";
      return Verdict::proved;
    });
  } else if (statement.verdict == Verdict::proved && seconds <= most_seconds_of_a_fact &&
             statement.bound(BoundKind::backward_error) <= rounding_alone) {
    statement.add(FactKind::without_error, holds());
  }
}

}  // namespace

Statement state_friction(const FrictionSystem& system, const FrictionAnswer& answer, int num_directions,
                         const Effort& effort) {
  const bool is_pyramid = num_directions > 0;
  Statement statement = claim_of(
      is_pyramid ? StatementKind::friction_pyramid : StatementKind::friction_cone,
      fmt::format("r and u obey Coulomb's law with {} within the printed bounds",
                  is_pyramid ? fmt::format("a pyramid of {} directions", num_directions) : std::string("its cone")));
  if (const char* reason = why_unfit(system, &answer.x)) return unfit(std::move(statement), reason);
  if (answer.velocities.size() != 0 && answer.velocities.size() != system.num_reactions())
    return unfit(std::move(statement), "the given velocities are not one of each reaction");
  if (!answer.velocities.allFinite()) return unfit(std::move(statement), "the given velocities are not finite");
  const int directions = system.dimension == 2 ? 0 : num_directions;
  escalate(statement, Level::binary64, 53, [&] { return by_doubles(system, answer, directions, statement); });
  if (!statement.bounds.empty()) try_exact(system, answer, directions, effort, statement);
  return statement;
}

}  // namespace perpend
