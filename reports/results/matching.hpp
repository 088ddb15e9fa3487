// What belongs together in two results, and whether numbers of both are the same.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reports/results/difference.hpp"

namespace perpend::reports {

/// All NaN are the same.
[[nodiscard]] bool has_same_bits(double a, double b);

/// That of "drift" for "drift max".
[[nodiscard]] Tolerance tolerance_of(const Tolerances& tolerances, const std::string& quantity);

/// `scale`: of the quantity, in the unit of the numbers, as the result is.
[[nodiscard]] double allowed_distance(const Tolerance& tolerance, double a, double b, double scale);

[[nodiscard]] std::string number_text(double value, const std::string& unit);

/// The elements of both by a key, those of one key in their order; nullptr where one has no other.
template <class T, class Key>
std::vector<std::pair<const T*, const T*>> paired(const std::vector<T>& before, const std::vector<T>& after,
                                                  const Key& key) {
  std::vector<std::pair<const T*, const T*>> pairs;
  std::multimap<std::string, const T*> waiting;
  for (const T& one : after) waiting.emplace(key(one), &one);
  std::set<const T*> taken;
  for (const T& one : before) {
    const auto found = waiting.find(key(one));
    pairs.emplace_back(&one, found == waiting.end() ? nullptr : found->second);
    if (found == waiting.end()) continue;
    taken.insert(found->second);
    waiting.erase(found);
  }
  for (const T& one : after)
    if (!taken.contains(&one)) pairs.emplace_back(nullptr, &one);
  return pairs;
}

}  // namespace perpend::reports
