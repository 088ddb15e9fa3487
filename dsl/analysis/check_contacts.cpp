// Whether bodies that are to touch can, and whether some are in each other at the start.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dsl/analysis/analysis.hpp"
#include "dsl/schema/shape_words.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

void check_convex(Analysis& a, int index) {
  const BodyNote& note = a.body_notes[static_cast<std::size_t>(index)];
  if (note.reflex_vertex == 0) return;
  a.report.error(note.span, "S069",
                 fmt::format("vertex {} of '{}' turns inwards, and a polygon that touches others is convex",
                             note.reflex_vertex, body_at(a, index)->name),
                 "weld convex parts together, or of a fixed outline make a chain");
}

bool can_touch(const Analysis& a, ShapeKind first, ShapeKind second) {
  return a.vocabulary.checks->can_touch(a.world.model.space, first, second);
}

void check_named(Analysis& a) {
  const Model& model = a.world.model;
  for (std::size_t i = 0; i < model.contact_pairs.size(); ++i) {
    const ContactPair& pair = model.contact_pairs[i];
    if (!pair.enabled) continue;
    const ShapeKind first = body_at(a, pair.body[0])->shape.kind;
    const ShapeKind second = body_at(a, pair.body[1])->shape.kind;
    for (const int body : pair.body) check_convex(a, body);
    if (!can_touch(a, first, second))
      a.report.error(a.contact_notes.names[i], "S067",
                     fmt::format("no contact is known between {} and {}", with_article(first), with_article(second)),
                     "give one of them another shape");
  }
}

/// How many bodies of one shape there are.
struct Count {
  int moving = 0;
  int fixed = 0;
  [[nodiscard]] int all() const { return moving + fixed; }
};

/// Kinds that go through each other where the scene has both.
void check_all(Analysis& a) {
  std::map<ShapeKind, Count> counts;
  for (std::size_t i = 0; i < a.world.model.bodies.size(); ++i) {
    const Body& body = a.world.model.bodies[i];
    check_convex(a, static_cast<int>(i));
    if (body.shape.kind == ShapeKind::none) continue;
    ++(body.kind == BodyKind::fixed ? counts[body.shape.kind].fixed : counts[body.shape.kind].moving);
  }
  for (const auto& [first, one] : counts)
    for (const auto& [second, two] : counts) {
      if (second < first || (first == ShapeKind::point && second == ShapeKind::point)) continue;
      const bool may_meet =
          first == second ? one.moving > 0 && one.all() > 1 : one.moving * two.all() + two.moving * one.all() > 0;
      if (may_meet && !can_touch(a, first, second))
        a.report.warning(*a.contact_notes.block, "S068",
                         fmt::format("{} and {} pass through each other: no contact is known between them",
                                     with_article(first), with_article(second)),
                         "give one of them another shape if they are to touch");
    }
}

/// Scenes print coordinates to ten digits or so.
constexpr double overlap_tolerance = 1e-9;

void warn_about_overlaps(Analysis& a) {
  const Model& model = a.world.model;
  const double allowed = overlap_tolerance * characteristic_length(model);
  constexpr int most_shown = 10;
  int count = 0;
  for (const StartOverlap& overlap : a.vocabulary.checks->start_overlaps(model, a.world.initial)) {
    if (!(overlap.depth > allowed) || ++count > most_shown) continue;
    const bool is_first_wall = body_at(a, overlap.body[0])->kind == BodyKind::fixed;
    const int inner = overlap.body[is_first_wall ? 1 : 0];
    const double speed = overlap.depth / a.experiment.run->step;
    a.report.warning(
        a.body_notes[static_cast<std::size_t>(inner)].span, "S066",
        fmt::format("'{}' starts {} deep in '{}'", body_at(a, inner)->name,
                    format_short(overlap.depth, a.preferred_unit(dimension::length)),
                    body_at(a, overlap.body[is_first_wall ? 0 : 1])->name),
        fmt::format(
            "the notes of a run say what each method does: stabilized_lcp separates them within a step, at {}, where a "
            "motion can; none keeps the depth",
            format_short(speed, a.preferred_unit(dimension::velocity))));
  }
  if (count > most_shown)
    a.report.warning(a.contact_notes.block.value_or(a.contact_notes.names.empty() ? Span{} : a.contact_notes.names[0]),
                     "S066", fmt::format("{} more pairs of bodies start in each other", count - most_shown));
}

}  // namespace

void check_contacts(Analysis& a) {
  if (!a.world.model.contacts.enabled) return;
  check_named(a);
  if (a.world.model.contacts.all_pairs) check_all(a);
  const bool may_warn = a.vocabulary.checks->start_overlaps != nullptr && a.experiment.run.has_value();
  if (may_warn && a.report.num_errors() == 0) warn_about_overlaps(a);
}

}  // namespace perpend::dsl
