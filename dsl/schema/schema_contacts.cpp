// Blocks about contacts.
#include <array>

#include "dsl/schema/schema_rows.hpp"

namespace perpend::dsl {

namespace {

namespace d = dimension;
using enum FieldType;

constexpr std::array contacts_fields{
    friction_field("Coulomb friction coefficient of surfaces that do not state their own", "0"),
    restitution_field("coefficient of restitution of surfaces that do not state their own", "0"),
    restitution_law_field("newton"),
    active_gap_field("what the fastest body travels in a step"),
    active_set_field("reach"),
    directions_field("2 in the plane, 4 in space"),
    choices("pairs", "all|named", "all",
            "which bodies touch. all: those that no joint connects, and those that a contact names; named: only the "
            "latter"),
    LanguageField{{.name = "cfm",
                   .dimension = pow(d::mass, -1),
                   .doc = "compliance of the normal rows of pairs that do not state their own",
                   .default_text = "0",
                   .minimum = 0.0}}};

constexpr std::array contact_fields{
    friction_field("Coulomb friction coefficient of this pair", "that of the two surfaces"),
    restitution_field("of this pair", "that of the two surfaces"),
    LanguageField{{.name = "cfm",
                   .dimension = pow(d::mass, -1),
                   .doc = "compliance of the normal rows of this pair",
                   .default_text = "that of contacts",
                   .minimum = 0.0}},
    LanguageField{{.name = "enabled", .type = flag, .doc = "false: the two never touch", .default_text = "true"}}};

}  // namespace

const BlockSpec contacts_block{"contacts", "contacts { ... }", "contact between bodies that have a shape", "world",
                               contacts_fields};
const BlockSpec contact_block{"contact", "contact name = between(first, second) { ... }",
                              "one pair of bodies: its own values, whether it touches, a name for measures", "world",
                              contact_fields};

}  // namespace perpend::dsl
