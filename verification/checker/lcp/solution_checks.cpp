// Claims about what solves a contact problem at all.
#include <fmt/format.h>

#include <algorithm>

#include "verification/checker/kinds.hpp"
#include "verification/checker/lcp/pairs.hpp"

namespace perpend::checker {

namespace {

/// Pairs up to which every choice is tried, rows up to which linear programs are solved, both exactly.
constexpr int most_pairs = 15;
constexpr int most_program_rows = 64;

/// sign 1: value >= 0 in every solution, -1: <= 0, 0: = 0.
struct WeighedRow {
  SparseRow motion;
  Rational offset;
  int sign = 1;
  Rational guess;
};

/// Exact elimination of more takes too long.
constexpr std::size_t most_ray_rows = 600;

WeighedRow normal_of(const ContactData& contact, const Rational& guess) {
  return {contact.rows[0], contact.rate_t[0] + contact.bias, 1, guess};
}

/// N + mu D_i, which takes the slip out of the convex law.
WeighedRow edge_of(const ContactsData& all, int index, int direction, const Rational& guess) {
  const ContactData& contact = all.contacts[index];
  WeighedRow row = normal_of(contact, guess);
  for (int tangent = 0; tangent < all.num_tangents; ++tangent) {
    const Rational factor = contact.friction * all.directions[direction][tangent];
    row.offset.add_product(factor, contact.rate_t[tangent + 1]);
    for (const Entry& entry : contact.rows[tangent + 1]) row.motion.push_back({entry.column, factor * entry.value});
  }
  return row;
}

void add_contacts(const Data& data, std::vector<WeighedRow>& rows) {
  const ContactsData& all = *data.contacts;
  for (int c = 0; c < all.size(); ++c) {
    const ContactData& contact = all.contacts[c];
    if (contact.compliance.sign() != 0 || contact.friction.sign() < 0) continue;
    Rational rest = all.ray->normal[c];
    for (int i = 0; all.law == Law::convex && all.has_cone(c) && i < all.num_directions; ++i) {
      const Rational weight = all.ray->tangential[c * all.num_directions + i] / contact.friction;
      rest -= weight;
      rows.push_back(edge_of(all, c, i, weight));
    }
    rows.push_back(normal_of(contact, rest));
  }
}

void add_joints(const Data& data, std::vector<WeighedRow>& rows) {
  for (int i = 0; i < data.num_rows; ++i) {
    const bool has_lower = !data.lower.empty() && data.lower[i].is_finite();
    const bool has_upper = !data.upper.empty() && data.upper[i].is_finite();
    if ((has_lower && has_upper) || data.compliance[i].sign() != 0) continue;
    const int sign = has_lower ? 1 : has_upper ? -1 : 0;
    rows.push_back({data.rows[i], -data.target[i], sign, sign == 0 ? Rational(0) : data.contacts->ray->joints[i]});
  }
}

/// Equations first, then the largest guesses: those are solved for.
void order_rows(std::vector<WeighedRow>& rows, const Rational& share) {
  Rational largest;
  for (const WeighedRow& row : rows) largest = std::max(largest, row.guess.abs());
  const Rational least = share * largest;
  std::erase_if(rows, [&](const WeighedRow& row) { return row.sign != 0 && row.guess.abs() <= least; });
  std::stable_sort(rows.begin(), rows.end(), [](const WeighedRow& a, const WeighedRow& b) {
    if ((a.sign == 0) != (b.sign == 0)) return a.sign == 0;
    return a.guess.abs() > b.guess.abs();
  });
}

/// Weights under which no motion is left.
std::vector<Rational> weights_of(const Data& data, const std::vector<WeighedRow>& rows) {
  const long n = static_cast<long>(rows.size());
  Matrix motion(data.num_columns, n);
  for (long j = 0; j < n; ++j)
    for (const Entry& entry : rows[static_cast<std::size_t>(j)].motion) motion.add(entry.column, j, entry.value);
  const long rank = reduce_rows(motion);
  std::vector<Rational> weights;
  for (const WeighedRow& row : rows) weights.push_back(row.guess);
  for (long i = 0, pivot = 0; i < rank; ++i, ++pivot) {
    while (motion.is_zero_at(i, pivot)) ++pivot;
    Rational value;
    for (long j = pivot + 1; j < n; ++j)
      if (!motion.is_zero_at(i, j)) value.subtract_product(motion.at(i, j), weights[static_cast<std::size_t>(j)]);
    weights[static_cast<std::size_t>(pivot)] = value;
  }
  return weights;
}

bool is_contradiction(const std::vector<WeighedRow>& rows, const std::vector<Rational>& weights) {
  Rational sum;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].sign * weights[i].sign() < 0) return false;
    sum.add_product(weights[i], rows[i].offset);
  }
  return sum.sign() < 0;
}

/// A contradiction of rows from the ray that comes with a contact problem: whether weights near those of the ray leave
/// nothing of any motion and make less than 0 of what is >= 0 in every solution: normals, edges of convex cones,
/// limits; equations with any weight. The ray is a guess; weights are solved for exactly.
bool ray_contradicts(const Data& data) {
  if (!data.contacts || !data.contacts->ray) return false;
  std::vector<WeighedRow> all;
  add_contacts(data, all);
  add_joints(data, all);
  for (const long bits : {40L, 20L}) {
    std::vector<WeighedRow> rows = all;
    order_rows(rows, power_of_two(-bits));
    if (rows.size() <= most_ray_rows && is_contradiction(rows, weights_of(data, rows))) return true;
  }
  return false;
}

/// A motion that the joints allow and that opens each contact at least as fast as mu times its slip: N x + mu d_i x
/// for every direction. Rows with compliance give way, and so do those with dry friction.
Program opening_motion(const Data& data) {
  Program program;
  for (int i = 0; i < data.num_columns; ++i) program.add_variable(true);
  for (int i = 0; i < data.num_rows; ++i) {
    const bool has_lower = !data.lower.empty() && data.lower[i].is_finite();
    const bool has_upper = !data.upper.empty() && data.upper[i].is_finite();
    if ((has_lower && has_upper) || data.compliance[i].sign() > 0) continue;
    ProgramRow& row = program.add_row(data.target[i]);
    for (const Entry& entry : data.rows[i]) row.coefficients[entry.column] += entry.value;
    if (has_lower || has_upper) program.add_slack(program.rows.size() - 1, has_lower ? -1 : 1);
  }
  const ContactsData& all = *data.contacts;
  for (int contact = 0; contact < all.size(); ++contact) {
    const ContactData& one = all.contacts[contact];
    if (one.compliance.sign() > 0) continue;
    for (int i = 0; i < (all.has_cone(contact) ? all.num_directions : 1); ++i) {
      ProgramRow& row = program.add_row(-one.bias);
      for (std::size_t r = 0; r < one.rows.size(); ++r) {
        if (r > 0 && !all.has_cone(contact)) break;
        const Rational factor = r == 0 ? Rational(1) : one.friction * all.directions[i][r - 1];
        row.right.subtract_product(factor, one.rate_t[r]);
        for (const Entry& entry : one.rows[r]) row.coefficients[entry.column].add_product(factor, entry.value);
      }
      program.add_slack(program.rows.size() - 1);
    }
  }
  return program;
}

/// x = 0 is such a motion: each slack then is what it may be.
bool rests_open(const Program& opening, int num_motions) {
  for (const ProgramRow& row : opening.rows) {
    Rational slack_sign;
    for (std::size_t j = num_motions; j < row.coefficients.size(); ++j) slack_sign += row.coefficients[j];
    if (slack_sign.is_zero() ? !row.right.is_zero() : (row.right * slack_sign).sign() < 0) return false;
  }
  return true;
}

/// Why every choice cannot be tried, or null. Rows with lower = upper are no friction: they carry what they must.
const char* why_not_listed(const Pairs& pairs) {
  for (const Box& box : pairs.boxes())
    if (!box.range.is_zero()) return "a joint has dry friction";
  return pairs.size() > most_pairs ? "too many pairs" : nullptr;
}

Finding decide_by_listing(Judgement& judgement, const Pairs& pairs, bool is_claimed) {
  if (const char* why = why_not_listed(pairs)) return {Result::open, why};
  const auto motion = motion_of(pairs);
  if (!motion) return {Result::open, "the rows of joints depend on each other"};
  const bool is_empty = Solutions(lcp_of(pairs, *motion)).is_empty();
  judgement.require(is_empty != is_claimed,
                    is_claimed ? "claims a solution, there is none" : "claims none, there is one");
  return judgement.finding(is_empty ? "no choice of active rows solves it" : "a choice of active rows solves it");
}

constexpr BoundRule solvability_bounds[] = {{"contacts", Shape::whole, Most::nothing}};
constexpr BoundRule num_solutions_bounds[] = {{"isolated impulses at most", Shape::whole, Most::nothing},
                                              {"isolated impulses at least", Shape::whole, Most::nothing},
                                              {"continua of impulses at most", Shape::whole, Most::nothing},
                                              {"isolated motions at most", Shape::whole, Most::nothing},
                                              {"continua of motions at most", Shape::whole, Most::nothing},
                                              {"pairs of the problem at most", Shape::whole, Most::nothing}};

Finding check_solvability(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.contacts.has_value() && data.is_solve(), "the data is that of no contact problem");
  if (judgement.is_wrong()) return judgement.finding("");
  judgement.equals("contacts", Rational(data.contacts->size()), "the number of contacts");
  const bool is_claimed = claim.verdict == Verdict::proved;
  if (ray_contradicts(data)) {
    judgement.require(!is_claimed, "claims a solution, the rows contradict each other");
    return judgement.finding("the rows contradict each other, by the ray");
  }
  const Program opening = opening_motion(data);
  const bool is_copositive = why_not_copositive(data) == nullptr;
  if (is_copositive) {
    const bool opens = rests_open(opening, data.num_columns) ||
                       (static_cast<int>(opening.rows.size()) <= most_program_rows && decide(opening).is_feasible);
    judgement.require(!opens || is_claimed, "claims that there is no solution, some motion opens every contact");
    if (opens) return judgement.finding("some motion opens every contact");
  }
  const Pairs pairs(data);
  const Program relaxed = pairs.relaxed();
  if (static_cast<int>(relaxed.rows.size()) > most_program_rows) return {Result::open, "too many rows"};
  if (!decide(relaxed).is_feasible) {
    judgement.require(!is_claimed, "claims a solution, the rows contradict each other");
    return judgement.finding("the rows contradict each other");
  }
  if (is_copositive && data.contacts->law == Law::convex) {
    judgement.require(is_claimed,
                      "claims that there is no solution, the rows are feasible and the matrix semidefinite");
    return judgement.finding("feasible, and the matrix is positive semidefinite");
  }
  return decide_by_listing(judgement, pairs, is_claimed);
}

Finding check_num_solutions(const Claim& claim) {
  Judgement judgement(claim);
  const Data& data = claim.data->mechanism();
  judgement.require(data.contacts.has_value() && data.is_solve(), "the data is that of no contact problem");
  judgement.require(claim.verdict == Verdict::proved, "a count is proved or undecided");
  if (judgement.is_wrong()) return judgement.finding("");
  const Pairs pairs(data);
  judgement.equals("pairs of the problem at most", Rational(pairs.size()), "the number of pairs");
  if (judgement.is_wrong()) return judgement.finding("");
  if (const char* why = why_not_listed(pairs)) return {Result::open, why};
  const auto motion = motion_of(pairs);
  if (!motion) return {Result::open, "the rows of joints depend on each other"};
  const Solutions solutions(lcp_of(pairs, *motion));
  const Count impulses = solutions.count(impulses_of(pairs));
  const Count motions = solutions.count(motions_of(data, pairs, *motion));
  judgement.equals("isolated impulses at most", Rational(impulses.isolated), "the most isolated impulses");
  judgement.equals("isolated impulses at least", Rational(impulses.isolated), "the fewest isolated impulses");
  judgement.equals("continua of impulses at most", Rational(impulses.continua), "the continua of impulses");
  judgement.equals("isolated motions at most", Rational(motions.isolated), "the isolated motions");
  judgement.equals("continua of motions at most", Rational(motions.continua), "the continua of motions");
  return judgement.finding(fmt::format("{} isolated impulses and {} continua, {} pairs", impulses.isolated,
                                       impulses.continua, pairs.size()));
}

}  // namespace

constinit const Kind run_kinds::solvability{
    .name = "solvability", .check = check_solvability, .bounds = solvability_bounds};
constinit const Kind run_kinds::num_solutions{
    .name = "num_solutions", .check = check_num_solutions, .bounds = num_solutions_bounds};

}  // namespace perpend::checker
