// Contacts with Coulomb's friction, as FCLIB and Siconos state them:
//   local:   u = W r + q
//   global:  M v = H r + q,   u = H^T v + w
// with r of each contact in the cone |r_T| <= mu r_N, and u + mu |u_T| N perp r in its dual. For each contact the
// normal comes first, then one tangent in the plane or two in space. [AcaryBremondKoziaraPerignon14] [AcaryPerignon07]
#pragma once

#include <optional>
#include <vector>

#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

/// A solution or a guess. Empty: not given.
struct FrictionPoint {
  VectorX velocity;           ///< v of the global form, n
  VectorX reaction;           ///< r, m
  VectorX relative_velocity;  ///< u, m
  VectorX multiplier;         ///< l of the equations, p
};

/// m = dimension * number of contacts, n velocities, p equations, often none.
struct FrictionProblem {
  enum class Form { local, global };
  Form form = Form::local;
  int dimension = 3;    ///< 2 in the plane, 3 in space
  SparseRows W{};       ///< local: m x m
  SparseRows M{}, H{};  ///< global: n x n, n x m. W = H^T M^-1 H is not formed here
  VectorX q{};          ///< local: m. Global: n, f of FCLIB
  VectorX w{};          ///< global: m, b of Siconos
  VectorX mu{};         ///< one of each contact, not negative

  // Equations. Local: V^T r + R l + b = 0 and u = W r + V l + q, b is s of FCLIB. Global: G^T v + b = 0 and
  // M v = H r + G l + q.
  SparseRows V{}, R{}, G{};  ///< m x p, p x p, n x p
  VectorX b{};               ///< p

  std::vector<FrictionPoint> guesses{};
  std::optional<FrictionPoint> solution{};

  [[nodiscard]] bool is_local() const { return form == Form::local; }
  [[nodiscard]] bool has_equations() const { return b.size() > 0; }
  // What both forms have.
  [[nodiscard]] const SparseRows& energy() const { return is_local() ? W : M; }
  [[nodiscard]] const SparseRows& coupling() const { return is_local() ? V : G; }
  [[nodiscard]] const VectorX& offset() const { return is_local() ? q : w; }  ///< u at rest
};

}  // namespace perpend
