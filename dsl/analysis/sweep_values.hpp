// Values of a key of a sweep: given one by one, between two ends, or drawn there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

enum class Draw { none, random, quasi_random, saltelli };

/// How the values of a key lie between two ends.
struct Spacing {
  std::string_view name;
  bool is_log;
  Draw draw;
};

/// Values of a key as written: given, or drawn once all keys are known.
struct WrittenValues {
  const Statement* statement = nullptr;
  std::vector<Quantity> values;
  const Spacing* drawn = nullptr;  ///< where something is drawn: `values` are the two ends
  std::size_t count = 0;           ///< as written; of saltelli the base sample
  std::uint64_t seed = 1;
  std::vector<std::string> words{};  ///< of a param that holds a choice; `values` are then 1, 2, ...
};

/// Nothing after an error.
[[nodiscard]] std::optional<WrittenValues> read_values(Analysis& a, const Expression& e);

/// Draws what is drawn. The keys of Sobol's points are its dimensions, in their order. Those of saltelli are 2 d
/// dimensions for d keys: samples A and B, and for each of their points d + 2 points of the sweep, A, B, and A with the
/// first, second, ... key of B [Saltelli10]. Pre: all keys are of saltelli, with one count, or none is.
void draw(std::vector<WrittenValues>& all);

}  // namespace perpend::dsl
