// Matrices in the text files of Siconos: a storage, the sizes, then
//   0 dense:  the sizes again, values column by column, whatever the lines look like
//   1 blocks: compressed rows of dense blocks, each column by column
//   2 sparse: what CSparse prints, by triplets or columns
// What follows the last number of a problem is a remark, as it is for Siconos.
// [AcaryPerignon07]
#pragma once

#include "formats/sparse_rows.hpp"
#include "formats/words.hpp"

namespace perpend::formats {

[[nodiscard]] SparseRows read_siconos_matrix(Words& words);

[[nodiscard]] VectorX read_siconos_vector(Words& words, long size, const char* what);

}  // namespace perpend::formats
