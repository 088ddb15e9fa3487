// A scene without what changes no run: two texts with the same canonical one give the same bits under a method.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dsl/load.hpp"

namespace perpend::dsl {

/// The statements that a run under `method` rests on, includes in place, as tokens with one blank between them. Left
/// out: comments, names of files and of the experiment, titles, labels, sources and notes, claims, figures, sweeps,
/// other methods, and the values of the params in `overridden`. Statements of the experiment are ordered by their kind,
/// those of one kind as they stand. Two scenes that differ may mean the same; two that agree do.
[[nodiscard]] std::string canonical_text(const Document& document, std::string_view method,
                                         std::span<const std::string> overridden);

}  // namespace perpend::dsl
