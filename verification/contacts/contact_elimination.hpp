// Contact problems without their motions and multipliers: the LCP of impulses and slips, by exact numbers or enclosed.
#pragma once

#include "kernel/model/contacts/contact_problem.hpp"
#include "verification/lcp/lcp_solutions.hpp"
#include "verification/solves/inertia_rows.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

template <class Number>
using RowsOf = std::vector<std::vector<Number>>;

/// One pair: an impulse z >= 0 along `column`, or a slip; its slack is row . x + offset, apart from the structure.
template <class Number>
struct ImpulsePair {
  std::vector<std::pair<int, Number>> column;  ///< over the unknowns of K
  std::vector<std::pair<int, Number>> row;
  Number offset = 0;
};

/// K (x, c_nu) = right + sum over pairs of column z. Pairs: those of limits first, then of each contact its normal, and
/// with friction its directions and its slip. By exact numbers or by enclosures.
template <class Number>
class JointElimination {
 public:
  explicit JointElimination(const ContactProblem& problem)
      : problem_(problem), pattern_(*problem.joints.rows), inertia_(*problem.joints.mass) {}

  /// False where K is not shown to be regular; then it is singular if the numbers are exact.
  [[nodiscard]] bool form(LcpOf<Number>& lcp);
  /// After `form`: normal and tangential impulses of contacts and those of limits, from z.
  [[nodiscard]] RowsOf<Number> impulses() const;
  /// After `form`: x from z, up to what it is without impulses.
  [[nodiscard]] RowsOf<Number> motions() const;

 private:
  void number_joints();
  void set_kernel();
  void add_limit(int i, int sign);
  void add_contact(int contact);
  int add_pair() {
    pairs_.emplace_back();
    return static_cast<int>(pairs_.size()) - 1;
  }
  void add_impulse(int pair, int contact, int which, const Number& factor);
  void add_rate(int pair, int contact, int which, const Number& factor);
  void couple(int row, int column, const Number& value) { structure_.push_back({row, column, value}); }

  struct Coupling {
    int row;
    int column;
    Number value;
  };
  const ContactProblem& problem_;
  RowPattern pattern_;
  InertiaRows inertia_;
  std::vector<int> place_;  // of each joint row in K, -1: not there
  int size_ = 0;            // of K
  int num_limits_ = 0;      // pairs before those of contacts
  RowsOf<Number> kernel_;   // K
  RowsOf<Number> right_;    // `right`, then the column of each pair; in the end K^-1 of these
  std::vector<ImpulsePair<Number>> pairs_;
  std::vector<Coupling> structure_;
};

/// Pairs with 2^n choices, each a small exact system.
inline constexpr int most_counted_pairs = 15;
/// Why the solutions are not counted, or null: a joint has dry friction, there are more pairs than `most_pairs` or
/// most_counted_pairs, or more rows of motions and joints than exact elimination takes, whose numbers grow with each.
[[nodiscard]] const char* why_not_counted(const ContactProblem& problem, int most_pairs = most_counted_pairs);

/// Direction i + k / 2 is that of i turned round, to the last bit.
[[nodiscard]] bool are_opposite_in_pairs(int num_directions);

/// The choices of active pairs of which each solution is one. Where one contact alone has it that the polyhedron of a
/// choice lies in that of another, the first is left out: with D beta opposite in pairs and no impulse given, an open
/// contact has no friction and any slip, one that sticks any friction, and one that slides none along opposite
/// directions.
[[nodiscard]] std::vector<LcpChoice> contact_choices(const ContactProblem& problem);

}  // namespace perpend
