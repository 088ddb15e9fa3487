// LCPs   w = A z + b,   0 <= z perp w >= 0   from one file:
//   .dat  Siconos: M and q
//   .npz  arrays A or M, b or q, and z if a solution is known
#pragma once

#include <optional>
#include <string>

#include "formats/reading.hpp"
#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

struct LcpFile {
  SparseRows a;
  VectorX b;
  std::optional<VectorX> z;
};

[[nodiscard]] Reading<LcpFile> read_lcp_file(const std::string& path);

}  // namespace perpend
