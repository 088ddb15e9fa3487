// LCPs in files of any format that formats/ reads: of A and b, of both together, or a folder of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/lcp_file.hpp"
#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

struct LcpFiles {
  std::string name;
  std::string matrix;
  std::string right;  ///< empty: the first file holds both
  std::string box;    ///< BASE_box.mtx: column 1 the row of the normal, from 0, -1 for a normal itself; column 2 mu
};

struct LcpProblem {
  std::string name;
  SparseRows a;
  VectorX b;
  std::vector<LcpContact> contacts;
  LcpClass structure = LcpClass::unknown;
};

// Files may be packed: BASE.mtx.gz stands for BASE.mtx, and so may each file next to it.

/// BASE.ext with BASE_q.ext or BASE_b.ext next to it; .dat and .npz alone. Nothing: `path` is not the matrix of an LCP.
[[nodiscard]] std::optional<LcpFiles> lcp_files_of(const std::string& path);
/// The file of this base and format (".mtx"), packed or not; empty: there is none.
[[nodiscard]] std::string find_file(const std::string& base, const std::string& format);
/// BASE_box.mtx next to BASE.ext; empty: there is no such file.
[[nodiscard]] std::string box_next_to(const std::string& matrix);

/// The LCP of both directions of each tangent and of a slip that a problem with this box is. Throws nothing.
[[nodiscard]] Reading<LcpFile> with_box_split(LcpFile lcp, const std::string& box);
/// Those of a folder, by name; an error where there is none.
[[nodiscard]] Reading<std::vector<LcpFiles>> find_lcp_files(const std::string& folder);
/// With what its matrix tells of where it comes from. Pre: A is square, b as long.
[[nodiscard]] LcpProblem lcp_problem(std::string name, SparseRows a, VectorX b);
/// Boxed friction becomes a pyramid.
[[nodiscard]] Reading<LcpProblem> read_lcp(const LcpFiles& files);

}  // namespace perpend
