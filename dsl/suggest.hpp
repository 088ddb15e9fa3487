// "Did you mean": the nearest of the known names.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::dsl {

/// Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
[[nodiscard]] int edit_distance(std::string_view a, std::string_view b);

/// The nearest known name when it is near enough to be a slip; empty otherwise.
[[nodiscard]] std::string nearest_name(std::string_view name, std::span<const std::string_view> known);

/// The known name for who remembers a word of it: the nearest one, or the one that shares the most words with `name`
/// (parts between '_'), then the longest part. Empty when none has four letters in a row of it.
[[nodiscard]] std::string most_alike(std::string_view name, std::span<const std::string_view> known);

/// "did you mean 'length'?", or "one of: a, b, c" when nothing is near.
[[nodiscard]] std::string suggest(std::string_view name, std::span<const std::string_view> known);

/// "a, b, c"; at most 20, then how many more.
[[nodiscard]] std::string enumerate(std::span<const std::string_view> names);

/// Parts of "a|b|c".
[[nodiscard]] std::vector<std::string_view> split_choices(std::string_view choices);

}  // namespace perpend::dsl
