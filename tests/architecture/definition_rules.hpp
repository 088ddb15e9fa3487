// One definition of a type in all that one program links.
#pragma once

#include "tests/architecture/source_tree.hpp"

namespace perpend::architecture {

/// Two definitions of a class, structure or enumeration under one qualified name: the linker keeps the members of
/// either and says nothing ([basic.def.odr]). Types in unnamed namespaces and within classes or functions are their
/// own. What is below tests/ is compared with the product and with the same folder of tests, which is one program.
[[nodiscard]] Violations definition_violations(const SourceTree& tree);

}  // namespace perpend::architecture
