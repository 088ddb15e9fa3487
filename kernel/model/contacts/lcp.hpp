// The linear complementarity problem    w = A z + b,   0 <= z  perp  w >= 0    as plain data.
#pragma once

#include <string>
#include <vector>

#include "kernel/model/contacts/contact_problem.hpp"
#include "kernel/model/numbers/sparse_rows.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// What is known of A by construction.
enum class LcpClass {
  unknown,
  copositive,    ///< contacts with Coulomb's law
  semidefinite,  ///< z^T A z >= 0, A need not be symmetric
  symmetric,     ///< symmetric and positive semidefinite
};

/// The unknowns of one contact: block of `nsgs`, pairs of the structure. -1: absent.
struct LcpContact {
  int normal = -1;
  int first_tangent = -1;  ///< num_tangents in a row
  int num_tangents = 0;
  int slip = -1;
  double friction = 0.0;  ///< mu
};

}  // namespace perpend
