// Contacts that a body rests on, more than it has motions against them.
#pragma once

#include "kernel/model/contacts/contact_problem.hpp"
#include "verification/arithmetic/bounded.hpp"
#include "verification/lcp/lcp_choices.hpp"

namespace perpend {

/// More rows of contacts than motions: what these leave open, and what they leave without an answer.
class SurplusContacts {
 public:
  /// `around`: the LCP of the problem, enclosed. Both must outlive this.
  SurplusContacts(const ContactProblem& problem, const EnclosedLcp& around);

  /// Proved: the solutions have one motion, in which no contact moves, and their impulses are one continuum. Without
  /// friction, with a convex law, and where normals alone can hold the bodies. False: nothing is known.
  [[nodiscard]] bool hold_at_rest() const;
  /// The same where friction has to hold them. Each solution is one of `choices`, in the order of contact_choices.
  [[nodiscard]] bool hold_at_rest(const std::vector<LcpChoice>& choices) const;
  /// Proved: this choice has no solution, since no motion leaves all of its contacts closed and sticking.
  [[nodiscard]] bool contradict(const LcpChoice& choice) const;

 private:
  /// Pairs of one contact.
  struct Foot {
    int normal;
    int num_tangents;  ///< independent directions, which follow the normal; 0 without friction
    int num_directions;
    double friction;
    [[nodiscard]] int slip() const { return normal + num_directions + 1; }
  };

  [[nodiscard]] bool may_carry() const;
  [[nodiscard]] bool carry_by_normals() const;
  [[nodiscard]] bool carry_within_cones() const;
  [[nodiscard]] unsigned rows_at_rest(unsigned active) const;
  void append_rate(std::vector<Bounded>& rows, int contact, int which) const;

  const ContactProblem& problem_;
  const EnclosedLcp& around_;
  bool is_plain_;
  bool has_friction_ = false;
  bool has_limits_ = false;  ///< of joints, whose pairs come first
  std::vector<char> used_;   ///< columns of the rows of contacts that are not 0
  std::size_t num_used_ = 0;
  std::vector<Foot> feet_;
  std::vector<int> rates_;  ///< pairs whose w is a rate at no slip: normals and tangents
};

}  // namespace perpend
