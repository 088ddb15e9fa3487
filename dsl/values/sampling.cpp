#include "dsl/values/sampling.hpp"

#include <boost/random/sobol.hpp>
#include <random>

namespace perpend::dsl {

namespace {

/// Standard engines give the same bits everywhere; standard distributions do not.
std::mt19937_64 engine_of(std::uint64_t seed, std::size_t stream) {
  std::seed_seq mixed{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                      static_cast<std::uint32_t>(stream)};
  return std::mt19937_64(mixed);
}

double in_unit_interval(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

}  // namespace

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed, std::size_t stream) {
  std::mt19937_64 engine = engine_of(seed, stream);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = in_unit_interval(engine());
  return numbers;
}

std::vector<std::vector<double>> sobol_points(std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  boost::random::sobol engine(dimensions);
  std::vector<std::vector<double>> points(dimensions, std::vector<double>(count));
  std::vector<std::uint64_t> shift(dimensions);
  for (std::size_t d = 0; d < dimensions; ++d) shift[d] = engine_of(seed, d)();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t d = 0; d < dimensions; ++d)  // the engine leaves out the origin, the first of the sequence
      points[d][i] = in_unit_interval((i == 0 ? 0 : engine()) ^ shift[d]);
  return points;
}

}  // namespace perpend::dsl
