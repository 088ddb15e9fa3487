// Contacts with Coulomb's friction and an answer to them. Exact object: the doubles of the data and of the answer.
//     u = (A x + b) of the contact rows,   0 = (A x + b) of the others,   x = (r, y)
// with r, u of each contact in its law: normal first, then one tangent in the plane or two in space,
//     0 <= r_N  perp  u_N >= 0,   |r_T| <= mu r_N,   r_T . u_T = -mu r_N |u_T|
// or, with a pyramid, the polygon mu r_N conv {d_i} in place of the disc. [AcaryCadouxLemarechalMalick11]
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/certificate.hpp"

namespace perpend {

struct FrictionSystem {
  int dimension = 3;  ///< 2 in the plane, 3 in space
  VectorX mu;         ///< one of each contact
  SparseRows a;       ///< square; the first dimension * contacts rows and columns are of contacts
  VectorX b;
  /// First rows of what is measured in one unit: contacts, then balance of momentum or equations.
  std::vector<int> groups{0};

  [[nodiscard]] int num_contacts() const { return static_cast<int>(mu.size()); }
  [[nodiscard]] int num_reactions() const { return dimension * num_contacts(); }
};

/// u = W r + V l + q,   0 = V^T r + R l + s.  V, R, s may be empty.
[[nodiscard]] FrictionSystem local_friction(int dimension, const VectorX& mu, const SparseRows& w, const VectorX& q,
                                            const SparseRows& v = {}, const SparseRows& r = {}, const VectorX& s = {});

/// x = (r, v, l):   u = H^T v + w,   0 = H r + G l + f - M v,   0 = G^T v + b.  G, b may be empty.
[[nodiscard]] FrictionSystem global_friction(int dimension, const VectorX& mu, const SparseRows& m, const SparseRows& h,
                                             const VectorX& f, const VectorX& w, const SparseRows& g = {},
                                             const VectorX& b = {});

/// Why nothing can be proved of it, or null. `x`: null when there is no answer.
[[nodiscard]] const char* why_unfit(const FrictionSystem& system, const VectorX* x);

enum class ContactState { open, sticking, sliding };
[[nodiscard]] const char* to_string(ContactState state);

/// Doubles that a pair r', u' in the law is made from exactly, so that it can be made again:
///     open      u'_N, u'_T
///     sticking  r'_N, s with r'_T = s r_T
///     sliding   r'_N, v, t with r'_T = mu r'_N v/|v|, u'_T = -t v; of mu = 0 r'_T = 0
///     on a polygon   r'_N, i, s, f, g with r'_T = mu r'_N (s d_i + (1 - s) d_i+1), u'_T = -(f n_i + g n_i+1),
///                    n_i . d_i = n_i . d_i+1 = 1
using PairMaking = std::array<double, 5>;

/// What is known of one contact. Sizes are proved upper bounds.
struct FrictionContact {
  ContactState state = ContactState::open;  ///< of the pair that obeys the law
  PairMaking made{};
  double share = 0.0;  ///< of limits: the largest of |e_i| / size_i and |r' - r|_j / size_j
  double error = 0.0;  ///< largest |e_i| of its rows, in the unit of u
  double moved = 0.0;  ///< largest |r' - r|, in the unit of r
  // Errors of the answer itself, never blended.
  double negative_reaction = 0.0;  ///< -r_N
  double negative_velocity = 0.0;  ///< -u_N
  double normal_product = 0.0;     ///< |r_N u_N|
  double cone_excess = 0.0;        ///< |r_T| - mu r_N
  double dissipation_gap = 0.0;    ///< |mu r_N |u_T| + r_T . u_T|
  double reaction_size = 0.0;      ///< scale of r: rounded
  double velocity_size = 0.0;      ///< scale of u: rounded
};

/// Claim: some r' and u' obey the law at every contact exactly,
///     u' = (A x' + b + e) of contacts,  0 = (A x' + b + e) of the others,  x' = (r', y),
///     |e_i| <= lcp_error_limit size_i,   |r'_j - r_j| <= lcp_error_limit size'_j,
///     size_i  = (|A| |x| + |b|)_i + 1000 n u / lcp_error_limit  max of the like over the rows of its group joined to
///     i, size'_j = |r of the contact| + min_k size_k / |a_kj|: what moves no row by more than its own size.
/// Proved by such r' and u'; refuted where every r'_c and u'_c that near contradict the law, with
///     |u'_i - u_i| <= lcp_error_limit (size_i + sum_j |a_ij| size'_j).
struct FrictionCertificate {
  Verdict verdict = Verdict::not_run;
  std::string reason;
  std::vector<FrictionContact> contacts;
  double equation_share = 0.0;  ///< largest |e_i| / size_i of the other rows
  double equation_error = 0.0;  ///< largest |e_i| of them
  double share = 0.0;           ///< largest of all
  int worst_contact = -1;       ///< -1: an equation, or nothing is off
};

/// `num_directions`: 0 the disc; 4, 8, 16 a polygon in space. In the plane the two are one.
[[nodiscard]] FrictionCertificate certify_friction(const FrictionSystem& system, const VectorX& x,
                                                   int num_directions = 0);

}  // namespace perpend
