#include "dsl/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace perpend::dsl {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return parts;
}

}  // namespace

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

namespace {

/// Letters of the longest part that both have.
int common_part(std::string_view a, std::string_view b) {
  int longest = 0;
  std::vector<int> ending(b.size() + 1, 0);  // common part that ends at a[i - 1] and b[j - 1]
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = b.size(); j >= 1; --j) {
      ending[j] = a[i - 1] == b[j - 1] ? ending[j - 1] + 1 : 0;
      longest = std::max(longest, ending[j]);
    }
  return longest;
}

/// Letters of the words that both have.
int common_words(std::string_view a, std::string_view b) {
  int letters = 0;
  for (const std::string_view word : split(a, '_')) {
    const auto words = split(b, '_');
    if (std::find(words.begin(), words.end(), word) != words.end()) letters += static_cast<int>(word.size());
  }
  return letters;
}

}  // namespace

std::string most_alike(std::string_view name, std::span<const std::string_view> known) {
  if (const std::string nearest = nearest_name(name, known); !nearest.empty()) return nearest;
  const std::string_view start = name.substr(0, 64);  // the tables are quadratic, and no known name is longer
  constexpr int least = 4;                            // shorter parts are endings and syllables
  std::tuple<int, int, int> best{0, 0, 0};
  std::string_view found;
  for (const std::string_view candidate : known) {
    const int common = common_part(start, candidate);
    const std::tuple<int, int, int> likeness{common_words(start, candidate), common, -edit_distance(start, candidate)};
    if (common < least || (!found.empty() && likeness <= best)) continue;
    best = likeness;
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
  return split(choices, '|');
}

}  // namespace perpend::dsl
