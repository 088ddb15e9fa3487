// Contacts: the defaults of the world, and pairs of bodies with values and names of their own.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

namespace {

/// Edges of the pyramid. 0 after an error.
int read_directions(Analysis& a, const FieldSet& fields) {
  const Expression* written = fields.written("directions");
  if (a.is_spatial()) {
    const int count = static_cast<int>(fields.properties().number_or("directions", 4.0));
    if (count == 4 || count == 8 || count == 16) return count;
    a.report.error(written->span, "S042", fmt::format("friction in space has no {} directions", count),
                   "write directions = 4, 8 or 16");
    return 0;
  }
  const int count = static_cast<int>(fields.properties().number_or("directions", 2.0));
  if (count == 2) return count;
  a.report.error(written->span, "S042", fmt::format("friction in the plane has 2 directions, not {}", count),
                 "forth and back along the surface; leave directions out");
  return 0;
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
  contacts.law = p.get_or<std::string>("restitution_law", "newton") == "poisson" ? RestitutionLaw::poisson
                                                                                 : RestitutionLaw::newton;
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
      read_block(a, s, contact_block, fmt::format("contact '{}'", declared ? declared->full : a.text(s.name)));
  if (!declared || !bodies || !fields.is_good()) return;
  if (!check_pair(a, *bodies, s.value->span) || !claim_pair(a, *bodies, s.value->span)) return;
  ContactPair pair;
  pair.name = declared->full;
  pair.body = *bodies;
  pair.friction = fields.properties().number_or("friction", pair.friction);
  pair.restitution = fields.properties().number_or("restitution", pair.restitution);
  pair.compliance = fields.properties().number_or("cfm", pair.compliance);
  pair.enabled = fields.properties().get_or("enabled", true);
  if (pair.enabled)
    for (const int body : *bodies) a.is_attached[static_cast<std::size_t>(body)] = true;
  a.contacts.add(declared->key, {static_cast<int>(a.world.model.contact_pairs.size()), s.name_span});
  a.world.model.contact_pairs.push_back(std::move(pair));
  a.contact_notes.names.push_back(s.name_span);
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

}  // namespace perpend::dsl
