// Points in the unit cube, drawn at random or evenly spread: the same from every compiler and on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace perpend::dsl {

/// `count` independent numbers in [0, 1), from 53 bits of the Mersenne twister. `stream`: of the same seed.
[[nodiscard]] std::vector<double> random_numbers(std::size_t count, std::uint64_t seed, std::size_t stream);

/// [dimension][point]: the first points of Sobol's sequence in so many dimensions, each dimension under a random
/// digital shift, which keeps how evenly they lie [LEcuyerLemieux02]. Pre: 1 <= dimensions <= 50.
[[nodiscard]] std::vector<std::vector<double>> sobol_points(std::size_t dimensions, std::size_t count,
                                                            std::uint64_t seed);

}  // namespace perpend::dsl
