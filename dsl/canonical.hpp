// A scene without what changes no run: two texts with the same canonical one give the same bits under a method.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dsl/load.hpp"

namespace perpend::dsl {

/// The statements that a run under `method` rests on, includes in place, as tokens with one blank between them. Left
/// out: comments, names of files and of the experiment, titles, labels, sources and notes, claims, fits and figures
/// apart from the expressions that they measure, sweeps, other methods, units that results are shown in, params, lets
/// and functions that nothing of the rest names, and the values of the params in `overridden`. Numbers are in SI.
/// Statements whose order means nothing are sorted: params, lets and functions by name, fields of a block, named
/// arguments, measures, and the parts of the experiment; bodies stand before what joins them. The order of bodies, and
/// that of joints, forces and contacts, is that of rows and sums, and stays. Two scenes that differ may mean the same;
/// two that agree do.
[[nodiscard]] std::string canonical_text(const Document& document, std::string_view method,
                                         std::span<const std::string> overridden);

/// The value of an override in the same way: "10 ms" and "0.01 s" have one text.
[[nodiscard]] std::string canonical_value(const std::string& value_text);

}  // namespace perpend::dsl
