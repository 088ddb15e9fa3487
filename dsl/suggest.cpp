#include "dsl/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perpend::dsl {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1);
  std::vector<int> above(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string nearest_name(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t longest = 64;  // nobody mistypes a longer name by a few letters, and the table is quadratic
  if (name.size() > longest) return {};
  int best = std::max(1, (static_cast<int>(name.size()) + 2) / 3) + 1;  // a third of the letters may be wrong
  std::string_view found;
  constexpr std::size_t most = 2000;  // a scene of more names gets no hint rather than a wait
  for (const std::string_view candidate : known.first(std::min(known.size(), most))) {
    const auto longer = static_cast<int>(std::max(candidate.size(), name.size()));
    const auto shorter = static_cast<int>(std::min(candidate.size(), name.size()));
    if (candidate.size() > longest || longer - shorter >= best) continue;
    const int distance = edit_distance(name, candidate);
    if (distance >= best || distance >= longer) continue;  // a name of which no letter is right is another name
    best = distance;
    found = candidate;
  }
  return std::string(found);
}

std::string suggest(std::string_view name, std::span<const std::string_view> known) {
  if (known.empty()) return {};
  if (const std::string nearest = nearest_name(name, known); !nearest.empty())
    return fmt::format("did you mean '{}'?", nearest);
  return fmt::format("{}{}", known.size() > 1 ? "one of: " : "there is only ", enumerate(known));
}

std::string enumerate(std::span<const std::string_view> names) {
  constexpr std::size_t most = 20;  // a line that can still be read
  std::string text = fmt::format("{}", fmt::join(names.first(std::min(names.size(), most)), ", "));
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

std::vector<std::string_view> split_choices(std::string_view choices) {
  std::vector<std::string_view> parts;
  while (!choices.empty()) {
    const std::size_t bar = choices.find('|');
    parts.push_back(choices.substr(0, bar));
    choices = bar == std::string_view::npos ? std::string_view() : choices.substr(bar + 1);
  }
  return parts;
}

}  // namespace perpend::dsl
