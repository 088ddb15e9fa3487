#include "dsl/schema/shape_words.hpp"

#include <fmt/format.h>

#include <array>

#include "kernel/model/scene_checks.hpp"

namespace perpend::dsl {

namespace {

constexpr std::array<std::string_view, 15> words{"point",     "body without outline",
                                                 "rod",       "disk",
                                                 "box",       "ellipse",
                                                 "polygon",   "capsule",
                                                 "sphere",    "cylinder",
                                                 "ellipsoid", "halfplane",
                                                 "chain",     "halfspace",
                                                 "hull"};
constexpr std::size_t num_kinds = static_cast<std::size_t>(ShapeKind::hull) + 1;
static_assert(words.size() == num_kinds);

}  // namespace

std::string_view shape_word(ShapeKind kind) {
  return words[static_cast<std::size_t>(kind)];
}

std::string with_article(ShapeKind kind) {
  const std::string_view word = shape_word(kind);
  return fmt::format("{} {}", word.front() == 'e' ? "an" : "a", word);
}

std::vector<TouchRow> touch_table(const Vocabulary& vocabulary, Space space) {
  std::vector<TouchRow> rows;
  if (vocabulary.checks == nullptr) return rows;
  for (std::size_t i = 0; i < num_kinds; ++i) {
    TouchRow row{static_cast<ShapeKind>(i), {}};
    for (std::size_t j = 0; j < num_kinds; ++j)
      if (vocabulary.checks->can_touch(space, row.shape, static_cast<ShapeKind>(j))) row.others.push_back(words[j]);
    if (!row.others.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace perpend::dsl
