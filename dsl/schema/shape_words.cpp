#include "dsl/schema/shape_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

namespace {

std::vector<const ShapeForm*> forms_of(const Vocabulary& vocabulary) {
  std::vector<const ShapeForm*> forms;
  for (const ShapeType& type : vocabulary.shapes) forms.push_back(type.form);
  for (const SpatialShapeType& type : vocabulary.spatial_shapes) forms.push_back(type.form);
  std::erase(forms, nullptr);
  return forms;
}

/// Points, and all that have a row, in the order of the enumeration.
std::vector<ShapeKind> kinds_of(const Vocabulary& vocabulary) {
  std::vector<ShapeKind> kinds{ShapeKind::point};
  for (const ShapeForm* form : forms_of(vocabulary)) kinds.push_back(form->kind);
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

}  // namespace

std::string_view shape_word(const Vocabulary& vocabulary, ShapeKind kind) {
  for (const ShapeForm* form : forms_of(vocabulary))
    if (form->kind == kind) return form->name;
  if (kind == ShapeKind::compound) return "compound";
  return kind == ShapeKind::point ? "point" : "body without outline";
}

std::string with_article(const Vocabulary& vocabulary, ShapeKind kind) {
  const std::string_view word = shape_word(vocabulary, kind);
  return fmt::format("{} {}", word.front() == 'e' ? "an" : "a", word);
}

std::vector<TouchRow> touch_table(const Vocabulary& vocabulary, Space space) {
  std::vector<TouchRow> rows;
  if (vocabulary.checks == nullptr) return rows;
  const std::vector<ShapeKind> kinds = kinds_of(vocabulary);
  for (const ShapeKind shape : kinds) {
    TouchRow row{shape_word(vocabulary, shape), {}};
    for (const ShapeKind other : kinds)
      if (vocabulary.checks->can_touch(space, shape, other)) row.others.push_back(shape_word(vocabulary, other));
    if (!row.others.empty()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace perpend::dsl
