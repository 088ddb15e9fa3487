// Sparse matrices as CSparse prints them into the files of Siconos. [AcaryPerignon07]
#pragma once

#include "formats/sparse_rows.hpp"
#include "formats/words.hpp"

namespace perpend::formats {

/// From the word after the sizes on: where the matrix comes from, a line of the version, then the entries.
[[nodiscard]] SparseRows read_siconos_sparse(Words& words, long num_rows, long num_columns);

}  // namespace perpend::formats
