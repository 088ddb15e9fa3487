// Which program made a run, as far as its numbers go.
#pragma once

#include <string>

namespace perpend::batch {

/// SHA-256 of what may change a bit of a run: the sources that make numbers and keep them, compiler and flags
/// (cmake/NumericalIdentity.cmake), and the versions that the C library, FLINT, Arb, GMP, MPFR and zlib have while the
/// program runs. Where methods or solvers were registered that are not of these sources, the files that the process
/// runs, the program and its libraries, count as well. Threads may ask at the same time.
[[nodiscard]] std::string numerical_identity();

}  // namespace perpend::batch
