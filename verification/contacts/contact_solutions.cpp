#include <algorithm>
#include <numeric>

#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/certificates.hpp"
#include "verification/contacts/contact_pairs.hpp"
#include "verification/lcp/lcp_solutions.hpp"
#include "verification/solves/inertia_rows.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

namespace {

constexpr CertificateKind solutions_kind = CertificateKind::num_solutions;
/// 2^n choices, each a small exact system.
constexpr int most_pairs = 15;
/// Rows of the exact elimination of motions and joints: its numbers grow with each.
constexpr int most_rows = 60;

/// One pair: an impulse z >= 0 along `column`, or a slip; its slack is row . x + offset, apart from the structure.
struct ImpulsePair {
  std::vector<std::pair<int, Rational>> column;  ///< over the unknowns of K
  std::vector<std::pair<int, Rational>> row;
  Rational offset = 0;
};

/// K (x, c_nu) = right + sum over pairs of column z.
class JointElimination {
 public:
  explicit JointElimination(const ContactProblem& problem)
      : problem_(problem), pattern_(*problem.joints.rows), inertia_(*problem.joints.mass) {}

  /// Null, or why not.
  [[nodiscard]] const char* form(ExactLcp& lcp);
  /// After `form`: normal and tangential impulses of contacts and those of limits, from z.
  [[nodiscard]] LinearFunctions impulses() const;
  /// After `form`: x from z, up to what it is without impulses.
  [[nodiscard]] LinearFunctions motions() const;

 private:
  void number_joints();
  void set_kernel();
  void add_limit(int i, int sign);
  void add_contact(int contact);
  int add_pair() {
    pairs_.emplace_back();
    return static_cast<int>(pairs_.size()) - 1;
  }
  void add_impulse(int pair, int contact, int which, const Rational& factor);
  void add_rate(int pair, int contact, int which, const Rational& factor);
  void couple(int row, int column, const Rational& value) { structure_.push_back({row, column, value}); }

  struct Coupling {
    int row;
    int column;
    Rational value;
  };
  const ContactProblem& problem_;
  RowPattern pattern_;
  InertiaRows inertia_;
  std::vector<int> place_;  // of each joint row in K, -1: not there
  int size_ = 0;            // of K
  int num_limits_ = 0;      // pairs before those of contacts
  RationalRows kernel_;     // K
  RationalRows right_;      // `right`, then the column of each pair; in the end K^-1 of these
  std::vector<ImpulsePair> pairs_;
  std::vector<Coupling> structure_;
};

void JointElimination::number_joints() {
  size_ = pattern_.num_columns();
  place_.assign(static_cast<std::size_t>(pattern_.num_rows()), -1);
  for (int i = 0; i < pattern_.num_rows(); ++i)
    if (kind_of(problem_.joints, i) == JointRow::equation) place_[i] = size_++;
}

/// [M -J^T; J E] and [motion; target].
void JointElimination::set_kernel() {
  const Problem& joints = problem_.joints;
  const auto size = static_cast<std::size_t>(size_);
  kernel_.assign(size, std::vector<Rational>(size));
  right_.assign(size, std::vector<Rational>(1 + pairs_.size()));
  for (int i = 0; i < pattern_.num_columns(); ++i) {
    kernel_[i][i] = exact(joints.mass->diagonal[i]);
    for (const auto& [column, value] : inertia_.off_diagonal(i))
      if (value != 0.0) kernel_[i][column] += exact(value);
    right_[i][0] = exact(joints.motion[i]);
  }
  for (int i = 0; i < pattern_.num_rows(); ++i) {
    const int place = place_[i];
    if (place < 0) continue;
    for (const auto [value, column] : pattern_.row(i)) {
      kernel_[place][column] += exact(joints.rows->values[value]);
      kernel_[column][place] -= exact(joints.rows->values[value]);
    }
    kernel_[place][place] = exact(joints.compliance[i]);
    right_[place][0] = exact(joints.target[i]);
  }
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    for (const auto& [row, value] : pairs_[j].column) right_[row][1 + j] += value;
}

/// sign = 1: multiplier = lower + z and J x + E multiplier - target >= 0; sign = -1: upper - z, and at most 0.
void JointElimination::add_limit(int i, int sign) {
  const Problem& joints = problem_.joints;
  const int pair = add_pair();
  const Rational bound = exact(sign > 0 ? joints.lower[i] : joints.upper[i]);
  for (const auto [value, column] : pattern_.row(i)) {
    const Rational number = sign * exact(joints.rows->values[value]);
    pairs_[pair].column.emplace_back(column, number);
    pairs_[pair].row.emplace_back(column, number);
  }
  const Rational compliance = exact(joints.compliance[i]);
  pairs_[pair].offset = sign * (compliance * bound - exact(joints.target[i]));
  couple(pair, pair, compliance);
}

void JointElimination::add_impulse(int pair, int contact, int which, const Rational& factor) {
  if (factor == 0 || which >= problem_.rows.rows_per_contact) return;
  for_each_entry(problem_.rows, contact, which,
                 [&](int column, double value) { pairs_[pair].column.emplace_back(column, factor * exact(value)); });
}

void JointElimination::add_rate(int pair, int contact, int which, const Rational& factor) {
  if (factor == 0 || which >= problem_.rows.rows_per_contact) return;
  for_each_entry(problem_.rows, contact, which,
                 [&](int column, double value) { pairs_[pair].row.emplace_back(column, factor * exact(value)); });
  pairs_[pair].offset += factor * exact(problem_.rows.rate_t[contact * problem_.rows.rows_per_contact + which]);
}

/// kernel/model/contacts/contact_problem.hpp
void JointElimination::add_contact(int contact) {
  const Rational friction = exact(problem_.rows.contacts[contact].friction);
  const int normal = add_pair();
  add_impulse(normal, contact, 0, 1);
  add_rate(normal, contact, 0, 1);
  pairs_[normal].offset += exact(problem_.bias[contact]);
  couple(normal, normal, exact(problem_.compliance[contact]));
  if (problem_.law == FrictionLaw::sliding)
    for (int t = 0; t < 2; ++t) add_impulse(normal, contact, 1 + t, -friction * exact(problem_.slide[contact][t]));
  if (!has_cone(problem_, contact)) return;
  const int first = static_cast<int>(pairs_.size());
  for (int i = 0; i < problem_.num_directions; ++i) {
    const auto direction = direction_coefficients(i, problem_.num_directions);
    const int beta = add_pair();
    for (int t = 0; t < 2; ++t) {
      add_impulse(beta, contact, 1 + t, exact(direction[t]));
      add_rate(beta, contact, 1 + t, exact(direction[t]));
    }
  }
  const int slip = add_pair();
  pairs_[slip].offset = friction * exact(given_normal(problem_, contact));
  couple(slip, normal, friction);
  for (int beta = first; beta < slip; ++beta) {
    couple(beta, slip, 1);
    couple(slip, beta, -1);
  }
  if (problem_.law == FrictionLaw::convex) couple(normal, slip, -friction);
}

const char* JointElimination::form(ExactLcp& lcp) {
  number_joints();
  for (int i = 0; i < pattern_.num_rows(); ++i) {
    const JointRow row = kind_of(problem_.joints, i);
    if (row == JointRow::at_least || row == JointRow::at_most) add_limit(i, row == JointRow::at_least ? 1 : -1);
  }
  num_limits_ = static_cast<int>(pairs_.size());
  for (int contact = 0; contact < problem_.rows.size(); ++contact) add_contact(contact);
  set_kernel();
  auto solved = solve_exactly(kernel_, right_);
  if (!solved) return "the joints are redundant";
  right_ = std::move(*solved);
  const std::size_t n = pairs_.size();
  lcp.a.assign(n, std::vector<Rational>(n));
  lcp.b.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    lcp.b[i] = pairs_[i].offset;
    for (const auto& [column, value] : pairs_[i].row) {
      lcp.b[i] += value * right_[column][0];
      for (std::size_t j = 0; j < n; ++j) lcp.a[i][j] += value * right_[column][1 + j];
    }
  }
  for (const Coupling& coupling : structure_) lcp.a[coupling.row][coupling.column] += coupling.value;
  return nullptr;
}

LinearFunctions JointElimination::impulses() const {
  LinearFunctions functions;
  const auto add = [&] { return &functions.emplace_back(pairs_.size()); };
  std::size_t next = 0;
  for (; next < static_cast<std::size_t>(num_limits_); ++next) (*add())[next] = 1;
  for (int contact = 0; contact < problem_.rows.size(); ++contact) {
    (*add())[next++] = 1;
    if (!has_cone(problem_, contact)) continue;
    for (int t = 0; t + 1 < problem_.rows.rows_per_contact; ++t) {
      std::vector<Rational>& function = *add();
      for (int i = 0; i < problem_.num_directions; ++i)
        function[next + static_cast<std::size_t>(i)] = exact(direction_coefficients(i, problem_.num_directions)[t]);
    }
    next += static_cast<std::size_t>(problem_.num_directions) + 1;
  }
  return functions;
}

LinearFunctions JointElimination::motions() const {
  LinearFunctions functions;
  for (int i = 0; i < pattern_.num_columns(); ++i) functions.emplace_back(right_[i].begin() + 1, right_[i].end());
  return functions;
}

/// Counts the values that functions take over all solutions.
struct Count {
  int isolated = 0;
  int continua = 0;
};

Count count(const ExactLcp& lcp, const std::vector<ExactPiece>& pieces, const LinearFunctions& functions) {
  std::vector<const ExactPiece*> continua;
  for (const ExactPiece& piece : pieces)
    if (varies(lcp, piece, functions)) continua.push_back(&piece);
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

}  // namespace

int num_pairs(const ContactProblem& problem) {
  int pairs = 0;
  for (int i = 0; i < problem.joints.rows->num_rows; ++i) {
    const JointRow row = kind_of(problem.joints, i);
    pairs += row == JointRow::at_least || row == JointRow::at_most ? 1 : 0;
  }
  for (int contact = 0; contact < problem.rows.size(); ++contact)
    pairs += has_cone(problem, contact) ? problem.num_directions + 2 : 1;
  return pairs;
}

Certificate count_contact_solutions(const ContactProblem& problem, int largest) {
  const Problem& joints = problem.joints;
  if (const char* reason = why_unfit(problem)) return undecided(solutions_kind, reason);
  for (int i = 0; i < joints.rows->num_rows; ++i)
    if (kind_of(joints, i) == JointRow::friction) return undecided(solutions_kind, "a joint has dry friction");
  const int pairs = num_pairs(problem);
  if (pairs > std::min(largest, most_pairs)) return undecided(solutions_kind, "too many pairs: 2^n choices");
  if (joints.rows->num_columns + joints.rows->num_rows > most_rows)
    return undecided(solutions_kind, "too many bodies and joints for exact elimination");
  ExactLcp lcp;
  JointElimination elimination(problem);
  if (const char* reason = elimination.form(lcp)) return undecided(solutions_kind, reason);
  const std::vector<ExactPiece> pieces = list_pieces(lcp);
  const Count impulses = count(lcp, pieces, elimination.impulses());
  const Count motions = count(lcp, pieces, elimination.motions());
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
    .theorem = "each choice of the entries that are 0 solved over the rationals [CottlePangStone92]",
    .bounds =
        in_order<NumSolutionsBound>({{NumSolutionsBound::most_impulses, "isolated impulses", Sense::at_most},
                                     {NumSolutionsBound::fewest_impulses, "isolated impulses", Sense::at_least},
                                     {NumSolutionsBound::impulse_continua, "continua of impulses", Sense::at_most},
                                     {NumSolutionsBound::motions, "isolated motions", Sense::at_most},
                                     {NumSolutionsBound::motion_continua, "continua of motions", Sense::at_most},
                                     {NumSolutionsBound::num_pairs, "pairs of the problem", Sense::at_most}})};

}  // namespace perpend
