// Which bodies, or contacts, an LCP couples: the blocks of its factors.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace perpend {

/// Multiplications of one factorization at which it would take some ten seconds: entries of A are the better way then.
inline constexpr double most_factor_work = 3e10;

/// Those that each of `count` is coupled with, increasing, without itself. A pair with a negative number is none.
[[nodiscard]] std::vector<std::vector<int>> neighbours_of(int count, std::span<const std::array<int, 2>> pairs);

}  // namespace perpend
