// Enclosures of solutions with pairs z_i, w_i that are both nearly 0: Newton's method on min(z, A z + b), which is
// linear for each choice of the entry that is smaller, with every choice of the ambiguous pairs followed.
#pragma once

#include "verification/lcp/lcp.hpp"

namespace perpend {

/// A pair is ambiguous when the signs of its row are not proved; from none upwards, at most `most_ambiguous`. With the
/// rows D of these, a those with z > 0, c those with w > 0:
///     z_a = -A_aa^-1 (A_aD z_D + b_a),   w_D = M z_D + q,   M = A_DD - A_Da A_aa^-1 A_aD,   z_D perp w_D.
/// A solution is shown by a choice for D with all signs strict; or, degenerate pairs included, by M of class P, which
/// has a solution for each q [CottlePangStone92], where that solution, in whichever choice, leaves z_a > 0 and w_c > 0.
void append_by_branches(const SparseRows& a, const VectorX& b, int most_ambiguous, LcpCertificate& certificate);

}  // namespace perpend
