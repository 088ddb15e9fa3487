// The flat form of a scene: what is left once loops, conditions, includes and parts are carried out.
#pragma once

#include <span>
#include <string>

#include "dsl/load.hpp"

namespace perpend::dsl {

/// A scene without for, if, let, include, part and instance that says the same: params stay, and expressions keep them
/// by name; all else is worked out, to numbers that read back as the same bits. Loops and conditions follow the params
/// as they are, with `overrides`. `left.shin` becomes left_shin. Pre: the document elaborates without errors.
[[nodiscard]] std::string expanded_text(const Document& document, std::span<const Override> overrides);

}  // namespace perpend::dsl
