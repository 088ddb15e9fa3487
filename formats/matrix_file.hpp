// Matrices and vectors from files, by extension:
//   .mtx          Matrix Market
//   .npy          NumPy
//   .npz          NumPy and SciPy; FILE.npz:NAME for one array of several
//   .txt, .csv    plain text
//   .dat          Siconos
// Each number is the double of the file, or of a text the nearest double; all are finite.
#pragma once

#include <string>

#include "formats/reading.hpp"
#include "kernel/model/contacts/lcp.hpp"

namespace perpend {

[[nodiscard]] Reading<SparseRows> read_matrix(const std::string& path);
/// A matrix of one column; of NumPy and of plain text also one row.
[[nodiscard]] Reading<VectorX> read_vector(const std::string& path);

/// Hexadecimal, a row a line: reading gives the same bits.
[[nodiscard]] std::string write_text(const MatrixX& matrix);

}  // namespace perpend
