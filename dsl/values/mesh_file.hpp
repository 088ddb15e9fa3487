// Solids that other programs have drawn: files of triangles that the scene names, found and read with the scene itself.
#pragma once

#include <optional>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/ast.hpp"
#include "kernel/model/types.hpp"

namespace perpend::dsl {

/// The corners of the solid in the file that `path`, a string of a call of mesh, names, in the file's own unit, each
/// once. The triangles are to be the surface of one convex solid, seen from outside. Nothing after an error.
[[nodiscard]] std::optional<std::vector<Vec3>> read_mesh(const Document& document, const Expression& path,
                                                         Report& report);

}  // namespace perpend::dsl
