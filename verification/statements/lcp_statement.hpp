// What statements about LCPs share.
#pragma once

#include "verification/lcp/lcp.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

/// "0x1.8p+1" of each.
[[nodiscard]] std::vector<std::string> texts(const VectorX& x);

/// Dense proofs of n rows take about 5e-9 n^3 s.
[[nodiscard]] int largest_dense(const Effort& effort);

/// With what shows them: y, its slack, and v > 0 with <A> v > 0 where A is an H-matrix.
void say_enclosures(const VectorX& z, const LcpCertificate& certificate, Statement& statement);

}  // namespace perpend
