#include <algorithm>
#include <numeric>
#include <optional>

#include "verification/arithmetic/interval_matrix.hpp"
#include "verification/certificates.hpp"
#include "verification/contacts/contact_elimination.hpp"
#include "verification/contacts/contact_pairs.hpp"
#include "verification/contacts/surplus_contacts.hpp"

namespace perpend {

namespace {

constexpr CertificateKind solutions_kind = CertificateKind::num_solutions;
/// Counts the values that functions take over all solutions.
struct Count {
  int isolated = 0;
  int continua = 0;
};

Count count_values(const ExactLcp& lcp, const std::vector<ExactPiece>& pieces, const LinearFunctions& functions) {
  std::vector<const ExactPiece*> continua;
  for (const ExactPiece& piece : pieces)
    if (varies(piece, functions)) continua.push_back(&piece);
  std::vector<std::vector<Rational>> points;
  for (const ExactPiece& piece : pieces) {
    if (std::find(continua.begin(), continua.end(), &piece) != continua.end()) continue;
    std::vector<Rational> values;
    for (const std::vector<Rational>& function : functions)
      values.push_back(std::inner_product(function.begin(), function.end(), piece.z.begin(), Rational(0)));
    const bool is_known = std::find(points.begin(), points.end(), values) != points.end() ||
                          std::any_of(continua.begin(), continua.end(),
                                      [&](const ExactPiece* other) { return attains(lcp, *other, functions, values); });
    if (!is_known) points.push_back(std::move(values));
  }
  return {static_cast<int>(points.size()), static_cast<int>(continua.size())};
}

/// By enclosures: nothing where two solutions may have the same values.
std::optional<int> count_distinct(const IntervalRows& pieces, const IntervalRows& functions) {
  const auto value = [](const std::vector<Interval>& function, const std::vector<Interval>& z) {
    Interval sum = 0.0;
    for (std::size_t i = 0; i < z.size(); ++i)
      if (!is_zero(z[i]) && !is_zero(function[i])) sum += function[i] * z[i];
    return sum;
  };
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const bool are_apart = std::any_of(functions.begin(), functions.end(), [&](const auto& function) {
        const Interval one = value(function, pieces[i]), other = value(function, pieces[j]);
        return one.hi < other.lo || other.hi < one.lo;
      });
      if (!are_apart) return std::nullopt;
    }
  return static_cast<int>(pieces.size());
}

bool has_friction(const ContactProblem& problem) {
  return std::any_of(problem.rows.contacts.begin(), problem.rows.contacts.end(),
                     [](const Contact& contact) { return contact.friction != 0.0; });
}

/// All that A is made of; b may change.
void describe_matrix(const ContactProblem& problem, std::vector<double>& numbers, std::vector<int>& places) {
  const Problem& joints = problem.joints;
  const MassMatrix& mass = *joints.mass;
  numbers.assign(mass.diagonal.begin(), mass.diagonal.end());
  places.assign({static_cast<int>(problem.law), problem.num_directions, problem.rows.rows_per_contact,
                 problem.rows.size(), joints.rows->num_rows});
  for (const InertiaBlock& block : mass.blocks) {
    places.push_back(block.first);
    numbers.insert(numbers.end(), {block.xy, block.xz, block.yz});
  }
  numbers.insert(numbers.end(), joints.rows->values.begin(), joints.rows->values.end());
  numbers.insert(numbers.end(), joints.compliance.begin(), joints.compliance.end());
  for (int i = 0; i < joints.rows->num_rows; ++i) places.push_back(static_cast<int>(kind_of(joints, i)));
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    const ContactBlock& block = problem.rows.blocks[contact];
    for (int side = 0; side < 2; ++side)
      places.insert(places.end(), {block.first_column[side], block.num_columns[side], block.first_value[side]});
    numbers.push_back(problem.rows.contacts[contact].friction);
    if (problem.law == FrictionLaw::sliding)
      numbers.insert(numbers.end(), {problem.slide[contact][0], problem.slide[contact][1]});
  }
  numbers.insert(numbers.end(), problem.rows.values.begin(), problem.rows.values.end());
  numbers.insert(numbers.end(), problem.compliance.begin(), problem.compliance.end());
}

}  // namespace

Certificate count_contact_solutions(const ContactProblem& problem, int largest) {
  return ContactSolutionCounter().count(problem, largest);
}

Certificate ContactSolutionCounter::count(const ContactProblem& problem, int largest) {
  if (const char* reason = why_unfit(problem)) return undecided(solutions_kind, reason);
  if (const char* reason = why_not_counted(problem, largest)) return undecided(solutions_kind, reason);
  const int pairs = num_pairs(problem);
  describe_matrix(problem, new_numbers_, new_places_);
  bool has_one = new_places_ == places_ && new_numbers_ == numbers_;
  EnclosedLcp around;
  JointElimination<Interval> enclosed(problem);
  bool is_formed = false;
  if (!has_one) {
    is_formed = enclosed.form(around);
    if (!is_formed) around = unknown_lcp(pairs);
    has_one = is_formed && is_positive_definite(around.a);
    if (has_one) numbers_.swap(new_numbers_);
    if (has_one) places_.swap(new_places_);
  }
  Count impulses{.isolated = 1}, motions{.isolated = 1};
  const bool may_surplus_decide = is_formed && !has_one;
  const bool with_friction = has_friction(problem);
  bool rests = may_surplus_decide && !with_friction && SurplusContacts(problem, around).hold_at_rest();
  bool is_counted = has_one || rests;
  JudgedChoices judged = is_counted ? JudgedChoices() : judge_choices(around, contact_choices(problem));
  if (!is_counted && may_surplus_decide && !judged.are_decided()) {
    const SurplusContacts surplus(problem, around);
    rests = with_friction && (surplus.hold_at_rest() || surplus.hold_at_rest(judged.possible));
    if (!rests) std::erase_if(judged.possible, [&](const LcpChoice& choice) { return surplus.contradict(choice); });
    is_counted = rests;
  }
  if (!is_counted && is_formed && judged.are_decided()) {
    const auto distinct_impulses = count_distinct(judged.points, enclosed.impulses());
    const auto distinct_motions = distinct_impulses ? count_distinct(judged.points, enclosed.motions()) : std::nullopt;
    is_counted = distinct_motions.has_value();
    if (is_counted) impulses.isolated = *distinct_impulses;
    if (is_counted) motions.isolated = *distinct_motions;
  }
  if (rests) impulses = {.isolated = 0, .continua = 1};
  if (!is_counted) {
    ExactLcp lcp;
    JointElimination<Rational> elimination(problem);
    if (!elimination.form(lcp)) return undecided(solutions_kind, "the joints are redundant");
    const std::vector<ExactPiece> pieces = list_pieces(lcp, judged.possible);
    impulses = count_values(lcp, pieces, elimination.impulses());
    motions = count_values(lcp, pieces, elimination.motions());
  }
  Certificate result{.kind = solutions_kind, .verdict = Verdict::proved};
  result[NumSolutionsBound::most_impulses] = result[NumSolutionsBound::fewest_impulses] = impulses.isolated;
  result[NumSolutionsBound::impulse_continua] = impulses.continua;
  result[NumSolutionsBound::motions] = motions.isolated;
  result[NumSolutionsBound::motion_continua] = motions.continua;
  result[NumSolutionsBound::num_pairs] = pairs;
  return result;
}

constinit const CertificateType certificate_types::num_solutions{
    .kind = CertificateKind::num_solutions,
    .id = "num_solutions",
    .statement =
        "the solutions of the complementarity problem of the contacts have exactly the stated numbers of distinct "
        "impulses and motions: isolated ones, and continua in which some impulses trade for others, each a maximal "
        "polyhedron, which may touch another; slips, and friction along opposite directions that cancels, count for "
        "nothing",
    .theorem =
        "a matrix whose symmetric part is positive definite leaves one solution; otherwise each choice of the entries "
        "that are 0 solved over the rationals [CottlePangStone92]",
    .bounds =
        in_order<NumSolutionsBound>({{NumSolutionsBound::most_impulses, "isolated impulses", Sense::at_most},
                                     {NumSolutionsBound::fewest_impulses, "isolated impulses", Sense::at_least},
                                     {NumSolutionsBound::impulse_continua, "continua of impulses", Sense::at_most},
                                     {NumSolutionsBound::motions, "isolated motions", Sense::at_most},
                                     {NumSolutionsBound::motion_continua, "continua of motions", Sense::at_most},
                                     {NumSolutionsBound::num_pairs, "pairs of the problem", Sense::at_most}})};

}  // namespace perpend
