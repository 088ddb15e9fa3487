// Which rows of an LCP are contacts with a friction pyramid, read off its entries.
#pragma once

#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

/// One a row sigma that reads  mu c_n - beta_1 - .. - beta_k  with sigma in the rows of the beta and nowhere else, beta
/// in a row. Other rows belong to no contact. Empty: there is none. [HartAnitescu03] (2.12)
[[nodiscard]] std::vector<LcpContact> find_friction_contacts(const SparseRows& a);

/// An LCP whose entries come from boxed friction: |t_i| <= mu c_n for the tangents i of one normal.
struct BoxedFriction {
  std::vector<int> normal;       ///< one a row: row of the normal that bounds it, -1: it is a normal
  std::vector<double> friction;  ///< one a row: mu
};

/// The same contacts with the box as a pyramid: each tangent row t becomes beta_+, beta_- >= 0 and a sigma of its own,
///     w_+- = +-w_t + sigma,   w_sigma = mu c_n - beta_+ - beta_-.
/// Normals first, then beta_+ and beta_- of one tangent after the other, then their sigma. t = beta_+ - beta_-.
void split_boxed_friction(const SparseRows& a, const VectorX& b, const BoxedFriction& box, SparseRows& rows,
                          VectorX& right);

}  // namespace perpend
