// The flat form of a scene: what is left once loops, conditions, includes and parts are carried out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dsl/load.hpp"

namespace perpend::dsl {

/// A scene without for, if, let, include, part and instance that says the same: params stay, and expressions keep them
/// by name; all else is worked out, to numbers that read back as the same bits. Loops and conditions follow the params
/// as they are, with `overrides`. `left.shin` becomes left_shin. Pre: the document elaborates without errors.
[[nodiscard]] std::string expanded_text(const Document& document, std::span<const Override> overrides);

/// Loops and conditions, "for i in 1..n", that are not the same at all points of a sweep: the flat scene has them as
/// they are now, and its sweeps are others.
[[nodiscard]] std::vector<std::string> swept_structure(const Document& document);

}  // namespace perpend::dsl
