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

double allowed_depth(const Analysis& a) {
  return overlap_tolerance * characteristic_length(a.world.model);
}

/// The one of the two that is not a wall, where one is.
int inner_body(const Analysis& a, const StartOverlap& overlap) {
  return overlap.body[body_at(a, overlap.body[0])->kind == BodyKind::fixed ? 1 : 0];
}

Span contacts_span(const Analysis& a) {
  return a.contact_notes.block.value_or(a.contact_notes.names.empty() ? Span{} : a.contact_notes.names[0]);
}

void warn_about_overlaps(Analysis& a) {
  const Model& model = a.world.model;
  const double allowed = allowed_depth(a);
  constexpr int most_shown = 10;
  int count = 0;
  for (const StartOverlap& overlap : a.vocabulary.checks->start_overlaps(model, a.world.initial)) {
    if (!(overlap.depth > allowed) || ++count > most_shown) continue;
    const int inner = inner_body(a, overlap);
    const int outer = overlap.body[overlap.body[0] == inner ? 1 : 0];
    const double speed = overlap.depth / a.experiment.run->step;
    a.report.warning(
        a.body_notes[static_cast<std::size_t>(inner)].span, "S066",
        fmt::format("'{}' starts {} deep in '{}'", body_at(a, inner)->name,
                    format_short(overlap.depth, a.preferred_unit(dimension::length)), body_at(a, outer)->name),
        fmt::format(
            "the notes of a run say what each method does: stabilized_lcp separates them within a step, at {}, where a "
            "motion can; none keeps the depth",
            format_short(speed, a.preferred_unit(dimension::velocity))));
  }
  if (count > most_shown)
    a.report.warning(contacts_span(a), "S066",
                     fmt::format("{} more pairs of bodies start in each other", count - most_shown));
}

/// "'ball' in 'left' (5 cm) and 'ball' in 'right' (5 cm)".
std::string words_of(const Analysis& a, const StartJam& jam) {
  constexpr std::size_t most_named = 6;
  const std::size_t num_named = std::min(jam.overlaps.size(), most_named);
  std::string text;
  for (std::size_t i = 0; i < num_named; ++i) {
    const StartOverlap& overlap = jam.overlaps[i];
    const int inner = inner_body(a, overlap);
    const int outer = overlap.body[overlap.body[0] == inner ? 1 : 0];
    const char* separator = i == 0 ? "" : i + 1 == jam.overlaps.size() ? " and " : ", ";
    text += fmt::format("{}'{}' in '{}' ({})", separator, body_at(a, inner)->name, body_at(a, outer)->name,
                        format_short(overlap.depth, a.preferred_unit(dimension::length)));
  }
  if (jam.overlaps.size() > num_named) text += fmt::format(" and {} more pairs", jam.overlaps.size() - num_named);
  return text;
}

void warn_about_jams(Analysis& a) {
  const StartJams found = a.vocabulary.checks->start_jams(a.world.model, a.world.initial);
  const auto is_deep = [allowed = allowed_depth(a)](const StartOverlap& overlap) { return overlap.depth > allowed; };
  for (const StartJam& jam : found.jams)
    if (std::any_of(jam.overlaps.begin(), jam.overlaps.end(), is_deep))
      a.report.warning(a.body_notes[static_cast<std::size_t>(inner_body(a, jam.overlaps.front()))].span, "S066",
                       fmt::format("no motion opens these overlaps at the start: {}", words_of(a, jam)),
                       "no method can separate them, and what it tries may be energy from nowhere: move or shrink a "
                       "body, or let a pair pass through each other: contact name = between(a, b) { enabled = false }");
  if (found.num_left_out > 0)
    a.report.warning(
        contacts_span(a), "S066",
        fmt::format("whether a motion opens the overlaps at the start was tested only for the deepest ones, "
                    "and not of {} more pairs of bodies",
                    found.num_left_out));
}

}  // namespace

void check_contacts(Analysis& a) {
  if (!a.world.model.contacts.enabled) return;
  check_named(a);
  if (a.world.model.contacts.all_pairs) check_all(a);
  if (!a.experiment.run.has_value() || a.report.num_errors() > 0) return;
  if (a.vocabulary.checks->start_overlaps != nullptr) warn_about_overlaps(a);
  if (a.vocabulary.checks->start_jams != nullptr) warn_about_jams(a);
}

}  // namespace perpend::dsl
