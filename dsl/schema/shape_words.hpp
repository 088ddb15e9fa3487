// Names of shapes, from their rows, for messages and tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::dsl {

[[nodiscard]] std::string_view shape_word(const Vocabulary& vocabulary, ShapeKind kind);
/// "a disk", "an ellipse".
[[nodiscard]] std::string with_article(const Vocabulary& vocabulary, ShapeKind kind);

/// What bodies of one shape can touch in one space.
struct TouchRow {
  std::string_view shape;
  std::vector<std::string_view> others;
};
[[nodiscard]] std::vector<TouchRow> touch_table(const Vocabulary& vocabulary, Space space);

}  // namespace perpend::dsl
