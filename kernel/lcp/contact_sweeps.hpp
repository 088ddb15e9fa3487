// Sequential impulses: contacts are visited one by one, and each gets the impulse that its own law asks for while those
// of the others stay. [Catto05] With W_ii = row M^-1 row^T and c the compliance of the contact, for the impulses of one
// substep of length h and the distance d = gap + N dq + t rate_t that is left by now:
//     normal    p_n <- max(0, p_n - s (N v + rate_t + bias + y c p_n) / (W_nn + c) - t p_n)
//     friction  p_t <- p_t - W_tt^-1 (T v + rate_t) where |p_t| <= mu p_n then, else the nearest point to
//               p_t - (T v + rate_t) / w with |p_t| <= mu p_n, where w bounds the eigenvalues of W_tt
// c is the compliance of an impulse of the substep, and y = 1 in sweeps that push, else 0.
// Where d > 0, bias = d/h, s = 1 and t = 0: the gap may close, and no more. Where d <= 0, a sweep that pushes gives way
// like a spring with a damper, implicit in time, of angular frequency w and damping ratio z [Catto11]:
//     bias = w/(2 z + h w) d,   s = h w (2 z + h w)/(1 + h w (2 z + h w)),   t = 1 - s
// and one that does not has bias = 0, s = 1 and t = 0: it takes away the velocity that pushing left. [MacklinEtAl19]
// Coulomb's cone is round: friction of a contact in space is along its slip, since w is one for both tangents, and not
// along directions of a pyramid.
// Contacts are visited in their order; in the plane those that wake on the way (kernel/lcp/sleeping_contacts.hpp) last.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "kernel/model/contacts/contact_rows.hpp"
#include "kernel/model/mass_matrix.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

/// How a sweep answers distances.
struct SweepRule {
  double inverse_step = 0.0;  ///< 1/h of the substep [1/s]
  double push_rate = 0.0;     ///< bias/d of an overlap [1/s]
  double mass_share = 1.0;    ///< s
  double relief = 0.0;        ///< t
  double yield = 0.0;         ///< y

  [[nodiscard]] static SweepRule pushing(double h, double frequency, double damping_ratio);
  [[nodiscard]] static SweepRule relaxing(double h);
};

/// What a substep has of the whole step.
struct SubstepShares {
  double impulse = 1.0;
  double compliance = 1.0;  ///< above 1: the impulses are smaller
};

class ContactSweeps {
 public:
  ContactSweeps();
  ContactSweeps(ContactSweeps&& other) noexcept;
  ContactSweeps& operator=(ContactSweeps&& other) noexcept;
  ~ContactSweeps();

  /// Takes up contacts, whose impulses start with their share of those in `old`, which is in the order of contacts.
  /// Pre: `rows` stays until the step is made.
  void take(const ContactRows& rows, const MassMatrix& mass, const std::vector<ContactImpulse>& old,
            const SubstepShares& shares);

  /// v [num_velocities + padding] with zeros at its end: what all sweeps work on.
  static constexpr int padding = 6;

  /// Wakes contacts that may close in a substep of length h that begins with v, at the displacement dq [num_velocities
  /// + padding] a time t [s] after the contacts were found.
  void wake(const VectorX& v, double h, const VectorX& displacement, double time);
  /// v += M^-1 of all impulses as they are.
  void apply(VectorX& v) const;
  /// Each contact once, in their order.
  void sweep(const SweepRule& rule, VectorX& v);
  /// Distances at the displacement dq a time t [s] after the contacts were found, to which v led in the time h, when
  /// walls that are moved have gone on: gap + N dq + t rate_t.
  void move(const VectorX& v, double h, const VectorX& displacement, double time);
  /// Adds the impulses as they are to those of the step.
  void sum_up();

  /// How far a sweep by the rule would still change impulses, divided by the largest of them; 0 without any.
  [[nodiscard]] double residual(const SweepRule& rule, const VectorX& v) const;
  /// Sum over contacts of the impulses of the step times their rates at `v`: normal, friction [J].
  [[nodiscard]] std::pair<double, double> work(const VectorX& v) const;
  /// Impulses of the step, in the order of the contacts, and slips at `v`.
  void keep(const ContactRows& rows, const VectorX& v, std::vector<ContactImpulse>& kept) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace perpend
