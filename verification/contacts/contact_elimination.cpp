#include "verification/contacts/contact_elimination.hpp"

#include <algorithm>

#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/arithmetic/interval_matrix.hpp"
#include "verification/certificates.hpp"
#include "verification/contacts/contact_pairs.hpp"

namespace perpend {

namespace {

bool is_zero(const Rational& x) {
  return x == 0;
}

template <class Number>
Number number_of(double x) {
  if constexpr (std::is_same_v<Number, Interval>)
    return x;
  else
    return exact(x);
}

std::optional<RationalRows> solve_kernel(const RationalRows& kernel, const RationalRows& right) {
  return solve_exactly(kernel, right);
}

std::optional<IntervalRows> solve_kernel(const IntervalRows& kernel, const IntervalRows& right) {
  IntervalRows solved = solve_enclosed(kernel, right);
  if (solved.size() != kernel.size()) return std::nullopt;
  return solved;
}

}  // namespace

template <class Number>
void JointElimination<Number>::number_joints() {
  size_ = pattern_.num_columns();
  place_.assign(static_cast<std::size_t>(pattern_.num_rows()), -1);
  for (int i = 0; i < pattern_.num_rows(); ++i)
    if (kind_of(problem_.joints, i) == JointRow::equation) place_[i] = size_++;
}

/// [M -J^T; J E] and [motion; target].
template <class Number>
void JointElimination<Number>::set_kernel() {
  const Problem& joints = problem_.joints;
  const auto size = static_cast<std::size_t>(size_);
  kernel_.assign(size, std::vector<Number>(size, Number(0)));
  right_.assign(size, std::vector<Number>(1 + pairs_.size(), Number(0)));
  for (int i = 0; i < pattern_.num_columns(); ++i) {
    kernel_[i][i] = number_of<Number>(joints.mass->diagonal[i]);
    for (const auto& [column, value] : inertia_.off_diagonal(i))
      if (value != 0.0) kernel_[i][column] += number_of<Number>(value);
    right_[i][0] = number_of<Number>(joints.motion[i]);
  }
  for (int i = 0; i < pattern_.num_rows(); ++i) {
    const int place = place_[i];
    if (place < 0) continue;
    for (const auto [value, column] : pattern_.row(i)) {
      kernel_[place][column] += number_of<Number>(joints.rows->values[value]);
      kernel_[column][place] += -number_of<Number>(joints.rows->values[value]);
    }
    kernel_[place][place] = number_of<Number>(joints.compliance[i]);
    right_[place][0] = number_of<Number>(joints.target[i]);
  }
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    for (const auto& [row, value] : pairs_[j].column) right_[row][1 + j] += value;
}

/// sign = 1: multiplier = lower + z and J x + E multiplier - target >= 0; sign = -1: upper - z, and at most 0.
template <class Number>
void JointElimination<Number>::add_limit(int i, int sign) {
  const Problem& joints = problem_.joints;
  const int pair = add_pair();
  const Number bound = number_of<Number>(sign > 0 ? joints.lower[i] : joints.upper[i]);
  for (const auto [value, column] : pattern_.row(i)) {
    const Number number = sign * number_of<Number>(joints.rows->values[value]);
    pairs_[pair].column.emplace_back(column, number);
    pairs_[pair].row.emplace_back(column, number);
  }
  const Number compliance = number_of<Number>(joints.compliance[i]);
  pairs_[pair].offset = sign * (compliance * bound - number_of<Number>(joints.target[i]));
  couple(pair, pair, compliance);
}

template <class Number>
void JointElimination<Number>::add_impulse(int pair, int contact, int which, const Number& factor) {
  if (is_zero(factor) || which >= problem_.rows.rows_per_contact) return;
  for_each_entry(problem_.rows, contact, which, [&](int column, double value) {
    if (value != 0.0) pairs_[pair].column.emplace_back(column, factor * number_of<Number>(value));
  });
}

template <class Number>
void JointElimination<Number>::add_rate(int pair, int contact, int which, const Number& factor) {
  if (is_zero(factor) || which >= problem_.rows.rows_per_contact) return;
  for_each_entry(problem_.rows, contact, which, [&](int column, double value) {
    if (value != 0.0) pairs_[pair].row.emplace_back(column, factor * number_of<Number>(value));
  });
  const double rate = problem_.rows.rate_t[contact * problem_.rows.rows_per_contact + which];
  if (rate != 0.0) pairs_[pair].offset += factor * number_of<Number>(rate);
}

/// kernel/model/contacts/contact_problem.hpp
template <class Number>
void JointElimination<Number>::add_contact(int contact) {
  const Number friction = number_of<Number>(problem_.rows.contacts[contact].friction);
  const int normal = add_pair();
  add_impulse(normal, contact, 0, 1);
  add_rate(normal, contact, 0, 1);
  pairs_[normal].offset += number_of<Number>(problem_.bias[contact]);
  couple(normal, normal, number_of<Number>(problem_.compliance[contact]));
  if (problem_.law == FrictionLaw::sliding)
    for (int t = 0; t < 2; ++t)
      add_impulse(normal, contact, 1 + t, -friction * number_of<Number>(problem_.slide[contact][t]));
  if (!has_cone(problem_, contact)) return;
  const int first = static_cast<int>(pairs_.size());
  for (int i = 0; i < problem_.num_directions; ++i) {
    const auto direction = direction_coefficients(i, problem_.num_directions);
    const int beta = add_pair();
    for (int t = 0; t < 2; ++t) {
      add_impulse(beta, contact, 1 + t, number_of<Number>(direction[t]));
      add_rate(beta, contact, 1 + t, number_of<Number>(direction[t]));
    }
  }
  const int slip = add_pair();
  pairs_[slip].offset = friction * number_of<Number>(given_normal(problem_, contact));
  couple(slip, normal, friction);
  for (int beta = first; beta < slip; ++beta) {
    couple(beta, slip, 1);
    couple(slip, beta, -1);
  }
  if (problem_.law == FrictionLaw::convex) couple(normal, slip, -friction);
}

template <class Number>
bool JointElimination<Number>::form(LcpOf<Number>& lcp) {
  number_joints();
  for (int i = 0; i < pattern_.num_rows(); ++i) {
    const JointRow row = kind_of(problem_.joints, i);
    if (row == JointRow::at_least || row == JointRow::at_most) add_limit(i, row == JointRow::at_least ? 1 : -1);
  }
  num_limits_ = static_cast<int>(pairs_.size());
  for (int contact = 0; contact < problem_.rows.size(); ++contact) add_contact(contact);
  set_kernel();
  auto solved = solve_kernel(kernel_, right_);
  if (!solved) return false;
  right_ = std::move(*solved);
  const std::size_t n = pairs_.size();
  lcp.a.assign(n, std::vector<Number>(n, Number(0)));
  lcp.b.assign(n, Number(0));
  for (std::size_t i = 0; i < n; ++i) {
    lcp.b[i] = pairs_[i].offset;
    for (const auto& [column, value] : pairs_[i].row) {
      lcp.b[i] += value * right_[column][0];
      for (std::size_t j = 0; j < n; ++j)
        if (!is_zero(right_[column][1 + j])) lcp.a[i][j] += value * right_[column][1 + j];
    }
  }
  for (const Coupling& coupling : structure_) lcp.a[coupling.row][coupling.column] += coupling.value;
  return true;
}

template <class Number>
RowsOf<Number> JointElimination<Number>::impulses() const {
  RowsOf<Number> functions;
  const auto add = [&] { return &functions.emplace_back(pairs_.size()); };
  std::size_t next = 0;
  for (; next < static_cast<std::size_t>(num_limits_); ++next) (*add())[next] = 1;
  for (int contact = 0; contact < problem_.rows.size(); ++contact) {
    (*add())[next++] = 1;
    if (!has_cone(problem_, contact)) continue;
    for (int t = 0; t + 1 < problem_.rows.rows_per_contact; ++t) {
      std::vector<Number>& function = *add();
      for (int i = 0; i < problem_.num_directions; ++i)
        function[next + static_cast<std::size_t>(i)] =
            number_of<Number>(direction_coefficients(i, problem_.num_directions)[t]);
    }
    next += static_cast<std::size_t>(problem_.num_directions) + 1;
  }
  return functions;
}

template <class Number>
RowsOf<Number> JointElimination<Number>::motions() const {
  RowsOf<Number> functions;
  for (int i = 0; i < pattern_.num_columns(); ++i) functions.emplace_back(right_[i].begin() + 1, right_[i].end());
  return functions;
}

template class JointElimination<Rational>;
template class JointElimination<Interval>;

bool are_opposite_in_pairs(int num_directions) {
  for (int i = 0; 2 * i < num_directions; ++i) {
    const auto one = direction_coefficients(i, num_directions);
    const auto other = direction_coefficients(i + num_directions / 2, num_directions);
    if (one[0] != -other[0] || one[1] != -other[1]) return false;
  }
  return num_directions % 2 == 0;
}

namespace {

/// Patterns of the pairs of one contact with a cone: bit 0 its normal, then directions, last its slip.
std::vector<LcpChoice> cone_patterns(const ContactProblem& problem) {
  const int k = problem.num_directions;
  const unsigned slip = 1U << (k + 1), directions = slip - 2U;
  // With c_n = 0 there is no friction, and any slip that is large enough; it makes w of the directions. Where it moves
  // the normal row too, that row without it shows only that there is no solution.
  std::vector<LcpChoice> patterns{
      {.active = slip, .dependent = slip, .unjudged = directions, .is_decisive = problem.law != FrictionLaw::convex}};
  // All directions: no rate, and friction is any within the cone. One, or two neighbours in space, stand for the rest
  // with either sign; their sum of moduli is then at most sum(beta), and the least of these sums, where the cone has no
  // more than four edges.
  const unsigned axes = k == 2 ? 2U : 6U;
  patterns.push_back({.active = 1U | directions,
                      .dependent = directions & ~axes,
                      .of_either_sign = axes,
                      .unjudged = k > 4 ? slip : 0U,
                      .by_modulus = slip,
                      .is_decisive = k <= 4});
  // Opposite directions with w = 0 leave no slip, which is the pattern before.
  for (unsigned sliding = 1; sliding < 1U << k; ++sliding)
    if ((sliding & (sliding >> (k / 2))) == 0) patterns.push_back({.active = 1U | sliding << 1 | slip});
  return patterns;
}

/// `choices` before, each with each of the patterns of `size` further pairs.
std::vector<LcpChoice> product(const std::vector<LcpChoice>& choices, const std::vector<LcpChoice>& patterns,
                               int first) {
  std::vector<LcpChoice> result;
  for (const LcpChoice& pattern : patterns)
    for (const LcpChoice& choice : choices)
      result.push_back({.active = choice.active | pattern.active << first,
                        .dependent = choice.dependent | pattern.dependent << first,
                        .of_either_sign = choice.of_either_sign | pattern.of_either_sign << first,
                        .unjudged = choice.unjudged | pattern.unjudged << first,
                        .by_modulus = choice.by_modulus | pattern.by_modulus << first,
                        .is_decisive = choice.is_decisive && pattern.is_decisive});
  return result;
}

int num_limits(const ContactProblem& problem) {
  int limits = 0;
  for (int i = 0; i < problem.joints.rows->num_rows; ++i) {
    const JointRow row = kind_of(problem.joints, i);
    limits += row == JointRow::at_least || row == JointRow::at_most ? 1 : 0;
  }
  return limits;
}

}  // namespace

std::vector<LcpChoice> contact_choices(const ContactProblem& problem) {
  int size = num_limits(problem);
  std::vector<LcpChoice> choices = all_choices(size);
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    const bool with_cone = has_cone(problem, contact);
    const int pairs = with_cone ? problem.num_directions + 2 : 1;
    const bool is_plain = with_cone && given_normal(problem, contact) == 0.0 &&
                          problem.rows.contacts[contact].friction > 0.0 &&
                          are_opposite_in_pairs(problem.num_directions);
    choices = product(choices, is_plain ? cone_patterns(problem) : all_choices(pairs), size);
    size += pairs;
  }
  return choices;
}

const char* why_not_counted(const ContactProblem& problem, int most_pairs) {
  constexpr int most_rows = 60;
  const Problem& joints = problem.joints;
  for (int i = 0; i < joints.rows->num_rows; ++i)
    if (kind_of(joints, i) == JointRow::friction) return "a joint has dry friction";
  if (num_pairs(problem) > std::min(most_pairs, most_counted_pairs)) return "too many pairs: 2^n choices";
  return joints.rows->num_columns + joints.rows->num_rows > most_rows
             ? "too many bodies and joints for exact elimination"
             : nullptr;
}

int num_pairs(const ContactProblem& problem) {
  int pairs = num_limits(problem);
  for (int contact = 0; contact < problem.rows.size(); ++contact)
    pairs += has_cone(problem, contact) ? problem.num_directions + 2 : 1;
  return pairs;
}

}  // namespace perpend
