// One direction: which folder may include and link which.
#pragma once

#include "tests/architecture/source_tree.hpp"

namespace perpend::architecture {

/// Every #include "..." names a file from the root, and follows the arrows of the folders.
[[nodiscard]] Violations include_violations(const SourceTree& tree);

/// Headers that only some files may use: Spirit X3, Eigen's factorizations.
[[nodiscard]] Violations library_violations(const SourceTree& tree);

/// The targets of CMake carry the same arrows.
[[nodiscard]] Violations link_violations(const SourceTree& tree);

}  // namespace perpend::architecture
