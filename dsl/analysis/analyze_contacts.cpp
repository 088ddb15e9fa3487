// Contacts: which bodies are to touch, whether they can, and whether some are in each other at the start.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dsl/analysis/analysis.hpp"
#include "dsl/schema/shape_words.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// Edges of the pyramid.
int read_directions(Analysis& a, const FieldSet& fields) {
  const int count = static_cast<int>(fields.properties().number_or("directions", a.is_spatial() ? 4.0 : 2.0));
  if (const Expression* written = fields.written("directions")) check_directions(a, count, written->span);
  return count;
}

std::uint64_t key_of(const std::array<int, 2>& bodies) {
  const auto [low, high] = std::minmax(bodies[0], bodies[1]);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high);
}

std::optional<std::array<int, 2>> read_pair(Analysis& a, const TypeCall& call) {
  const auto fail = [&](Span span, const char* code, std::string message, std::string hint) {
    a.report.error(span, code, std::move(message), std::move(hint));
    return std::nullopt;
  };
  if (call.name != "between")
    return fail(call.name_span, "S016", fmt::format("unknown contact '{}'", call.name),
                "write contact name = between(first, second)");
  if (call.arguments.size() != 2 || count_positional(call) != 2)
    return fail(call.name_span, "S013", fmt::format("between names 2 bodies, found {}", count_positional(call)),
                "as in between(ball, ground)");
  const auto first = resolve(a, a.bodies, *call.arguments[0], "body", true);
  const auto second = resolve(a, a.bodies, *call.arguments[1], "body", true);
  if (!first || !second) return std::nullopt;
  if (*first == world_body || *second == world_body)
    return fail(call.arguments[*first == world_body ? 0 : 1]->span, "S067", "the world has no surface to touch",
                a.is_spatial() ? "write fixed ground = halfspace(point: (0, 0, 0) m, normal: (0, 0, 1))"
                               : "write fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))");
  return std::array{*first, *second};
}

/// Whether the two could ever touch.
bool check_pair(Analysis& a, const std::array<int, 2>& bodies, Span span) {
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(span, "S067", std::move(message), std::move(hint));
    return false;
  };
  const Body& first = a.world.model.bodies[static_cast<std::size_t>(bodies[0])];
  const Body& second = a.world.model.bodies[static_cast<std::size_t>(bodies[1])];
  if (bodies[0] == bodies[1]) return fail(fmt::format("a contact of '{}' with itself", first.name), "name two bodies");
  if (first.kind == BodyKind::fixed && second.kind == BodyKind::fixed)
    return fail(fmt::format("'{}' and '{}' are both fixed", first.name, second.name),
                "one of them must be able to move");
  for (const Body* body : {&first, &second})
    if (body->shape.kind == ShapeKind::none)
      return fail(fmt::format("'{}' has no outline to touch", body->name), "give it another shape");
  if (first.shape.kind == ShapeKind::point && second.shape.kind == ShapeKind::point)
    return fail(fmt::format("'{}' and '{}' are points, which never touch", first.name, second.name),
                "give one of them a shape");
  return true;
}

/// Each pair of bodies is named once.
bool claim_pair(Analysis& a, const std::array<int, 2>& bodies, Span span) {
  const auto [earlier, is_new] = a.contact_notes.pairs.emplace(key_of(bodies), span);
  if (!is_new)
    a.report.error(span, "S015", "a second contact between the same bodies",
                   fmt::format("first at {}", a.report.place(earlier->second)));
  return is_new;
}

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
                     fmt::format("no contact is known between {} and {}", with_article(a.vocabulary, first),
                                 with_article(a.vocabulary, second)),
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
                                     with_article(a.vocabulary, first), with_article(a.vocabulary, second)),
                         "give one of them another shape if they are to touch");
    }
}

/// Scenes print coordinates to ten digits or so.
constexpr double overlap_tolerance = 1e-9;

double allowed_depth(const Analysis& a) {
  return overlap_tolerance * characteristic_length(a.world.model);
}

/// Two bodies that start in each other: the inner one is no wall, where one of them is.
struct OverlapNames {
  const Body& inner;
  const Body& outer;
  Span span;  ///< of the name of the inner one
};

OverlapNames names_of(const Analysis& a, const StartOverlap& overlap) {
  const std::size_t inner = body_at(a, overlap.body[0])->kind == BodyKind::fixed ? 1 : 0;
  return {*body_at(a, overlap.body[inner]), *body_at(a, overlap.body[1 - inner]),
          a.body_notes[static_cast<std::size_t>(overlap.body[inner])].span};
}

std::string more_pairs(int count) {
  return fmt::format("{} more pair{}", count, count == 1 ? "" : "s");
}

/// For overlaps that are not named one by one.
void warn_about_more(Analysis& a, std::string message) {
  const ContactNotes& notes = a.contact_notes;
  a.report.warning(notes.block.value_or(notes.names.empty() ? Span{} : notes.names[0]), "S066", std::move(message));
}

void warn_about_overlaps(Analysis& a) {
  const Model& model = a.world.model;
  const double allowed = allowed_depth(a);
  constexpr int most_shown = 10;
  int count = 0;
  for (const StartOverlap& overlap : a.vocabulary.checks->start_overlaps(model, a.world.initial)) {
    if (!(overlap.depth > allowed) || ++count > most_shown) continue;
    const auto [inner, outer, span] = names_of(a, overlap);
    const double speed = overlap.depth / a.experiment.run->step;
    a.report.warning(
        span, "S066",
        fmt::format("'{}' starts {} deep in '{}'", inner.name,
                    format_short(overlap.depth, a.preferred_unit(dimension::length)), outer.name),
        fmt::format(
            "the notes of a run say what each method does: stabilized_lcp separates them within a step, at {}, where a "
            "motion can; none keeps the depth",
            format_short(speed, a.preferred_unit(dimension::velocity))));
  }
  const int rest = count - most_shown;
  if (rest > 0)
    warn_about_more(a, fmt::format("{} of bodies start{} in each other", more_pairs(rest), rest == 1 ? "s" : ""));
}

/// "'ball' in 'left' (5 cm) and 'ball' in 'right' (5 cm)".
std::string words_of(const Analysis& a, const StartJam& jam) {
  constexpr std::size_t most_named = 6;
  const std::size_t num_named = std::min(jam.overlaps.size(), most_named);
  std::string text;
  for (std::size_t i = 0; i < num_named; ++i) {
    const StartOverlap& overlap = jam.overlaps[i];
    const auto [inner, outer, span] = names_of(a, overlap);
    const char* separator = i == 0 ? "" : i + 1 == jam.overlaps.size() ? " and " : ", ";
    text += fmt::format("{}'{}' in '{}' ({})", separator, inner.name, outer.name,
                        format_short(overlap.depth, a.preferred_unit(dimension::length)));
  }
  if (jam.overlaps.size() > num_named) text += " and " + more_pairs(static_cast<int>(jam.overlaps.size() - num_named));
  return text;
}

void warn_about_jams(Analysis& a) {
  const StartJams found = a.vocabulary.checks->start_jams(a.world.model, a.world.initial);
  const auto is_deep = [allowed = allowed_depth(a)](const StartOverlap& overlap) { return overlap.depth > allowed; };
  for (const StartJam& jam : found.jams)
    if (std::any_of(jam.overlaps.begin(), jam.overlaps.end(), is_deep))
      a.report.warning(names_of(a, jam.overlaps.front()).span, "S066",
                       fmt::format("no motion opens these overlaps at the start: {}", words_of(a, jam)),
                       "no method can separate them, and what it tries may be energy from nowhere: move or shrink a "
                       "body, or let a pair pass through each other: contact name = between(a, b) { enabled = false }");
  if (found.num_left_out > 0)
    warn_about_more(a, fmt::format("whether a motion opens the overlaps at the start was tested only for the deepest "
                                   "ones, and not of {} of bodies",
                                   more_pairs(found.num_left_out)));
}

}  // namespace

void analyze_contacts(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, contacts_block, false, false, false)) return;
  if (a.contact_notes.block)
    return a.report.error(s.keyword_span, "S015", "a second contacts block", "a world has one");
  a.contact_notes.block = s.keyword_span;
  const FieldSet fields = read_block(a, s, contacts_block, "contacts");
  const Properties& p = fields.properties();
  ContactSettings& contacts = a.world.model.contacts;
  contacts.enabled = true;
  contacts.all_pairs = p.get_or<std::string>("pairs", "all") == "all";
  contacts.friction = p.number_or("friction", contacts.friction);
  contacts.restitution = p.number_or("restitution", contacts.restitution);
  contacts.law = restitution_law_of(p.get_or<std::string>("restitution_law", "newton"));
  contacts.active_gap = p.number_or("active_gap", contacts.active_gap);
  contacts.active_set = p.get_or<std::string>("active_set", "reach") == "gap" ? ActiveSet::gap : ActiveSet::reach;
  contacts.directions = read_directions(a, fields);
  contacts.compliance = p.number_or("cfm", contacts.compliance);
}

void analyze_contact(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, contact_block, true, false, true)) return;
  const auto declared = declare(a, a.contacts, s, "contact");
  const auto call = read_type_call(a, *s.value, "contact");
  if (!call) return;
  const auto bodies = read_pair(a, *call);
  const FieldSet fields =
      read_block(a, s, contact_block, fmt::format("contact '{}'", declared.value_or(std::string(a.text(s.name)))));
  if (!declared || !bodies || !fields.is_good()) return;
  if (!check_pair(a, *bodies, s.value->span) || !claim_pair(a, *bodies, s.value->span)) return;
  ContactPair pair;
  pair.name = *declared;
  pair.body = *bodies;
  pair.friction = fields.properties().number_or("friction", pair.friction);
  pair.restitution = fields.properties().number_or("restitution", pair.restitution);
  pair.compliance = fields.properties().number_or("cfm", pair.compliance);
  pair.enabled = fields.properties().get_or("enabled", true);
  if (pair.enabled)
    for (const int body : *bodies) a.is_attached[static_cast<std::size_t>(body)] = true;
  a.contacts.add(*declared, {static_cast<int>(a.world.model.contact_pairs.size()), s.name_span});
  a.world.model.contact_pairs.push_back(std::move(pair));
  a.contact_notes.names.push_back(s.name_span);
}

RestitutionLaw restitution_law_of(std::string_view word) {
  return word == "poisson" ? RestitutionLaw::poisson : RestitutionLaw::newton;
}

void check_directions(Analysis& a, int count, Span span) {
  if (!a.is_spatial() && count != 2)
    a.report.error(span, "S042", fmt::format("friction in the plane has 2 directions, not {}", count),
                   "forth and back along the surface; leave directions out");
  if (a.is_spatial() && count != 4 && count != 8 && count != 16)
    a.report.error(span, "S042", fmt::format("friction in space has no {} directions", count),
                   "write directions = 4, 8 or 16");
}

void settle_contacts(Analysis& a) {
  Model& model = a.world.model;
  const bool has_enabled = std::any_of(model.contact_pairs.begin(), model.contact_pairs.end(),
                                       [](const ContactPair& pair) { return pair.enabled; });
  if (a.contact_notes.block) {
    if (!model.contacts.all_pairs && !has_enabled)
      a.report.warning(*a.contact_notes.block, "S068", "no contact is named, and only named pairs touch",
                       "write contact name = between(first, second), or pairs = all");
    return;
  }
  if (!has_enabled) return;
  model.contacts.enabled = true;
  model.contacts.all_pairs = false;
  model.contacts.directions = a.is_spatial() ? 4 : 2;
}

void check_contacts(Analysis& a) {
  if (!a.world.model.contacts.enabled) return;
  check_named(a);
  if (a.world.model.contacts.all_pairs) check_all(a);
  if (!a.experiment.run.has_value() || a.report.num_errors() > 0) return;
  if (a.vocabulary.checks->start_overlaps != nullptr) warn_about_overlaps(a);
  if (a.vocabulary.checks->start_jams != nullptr) warn_about_jams(a);
}

}  // namespace perpend::dsl
