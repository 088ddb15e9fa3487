// Solids that other programs have drawn: files of triangles that the scene names, found and read with the scene itself.
#pragma once

#include <optional>

#include "dsl/values/evaluator.hpp"

namespace perpend::dsl {

/// mesh("solid.obj", 1 mm): a list of the corners of a solid, each once, by the length that 1 stands for in the file.
/// The triangles of the file are to be the surface of one convex solid, seen from outside. Nothing after an error.
[[nodiscard]] std::optional<Value> call_mesh(const Evaluator& evaluator, const Expression& call);

}  // namespace perpend::dsl
