// From a point between two bodies to a contact with its rows.
#pragma once

#include "kernel/contacts/contact_points.hpp"
#include "kernel/contacts/pair_rules.hpp"
#include "kernel/model/contact_rows.hpp"

namespace perpend {

/// Pre: rows.rows_per_contact is that of the space; pair[0] < pair[1].
void append_contact_point(const Model& model, const BodyPair& pair, const PairRules::Surface& surface,
                          const ContactPoint& point, std::span<const BodyMotion<double>> motions, ContactRows& rows);
void append_contact_point(const Model& model, const BodyPair& pair, const PairRules::Surface& surface,
                          const ContactPoint& point, std::span<const SpatialMotion<double>> motions, ContactRows& rows);

}  // namespace perpend
