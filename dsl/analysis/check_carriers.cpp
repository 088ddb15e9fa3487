// Gears and racks that name no carrier: it is the world only where the world holds both axes.
#include <fmt/format.h>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

namespace {

std::string_view guide_words(Guide guide, bool is_spatial) {
  if (guide == Guide::line) return "no slide to the world along its axis";
  return is_spatial ? "no hinge to the world about its axis" : "no hinge to the world";
}

}  // namespace

void check_carriers(Analysis& a) {
  const Model& model = a.world.model;
  for (const int index : a.without_carrier) {
    const Joint& joint = model.joints[static_cast<std::size_t>(index)];
    const auto side = a.vocabulary.checks->side_not_held_by_world(model, joint);
    if (!side) continue;
    const auto at = static_cast<std::size_t>(*side);
    const Body& body = model.bodies[static_cast<std::size_t>(joint.body[at])];
    a.report.error(a.joint_spans[static_cast<std::size_t>(index)], "S071",
                   fmt::format("{} '{}' needs a carrier: '{}' has {}", joint.type->spec.name, joint.name, body.name,
                               guide_words(joint.type->guided[at], a.is_spatial())),
                   "write carrier = the body that holds both axes, an arm for instance, or carrier = world where the "
                   "axes stand still");
  }
}

}  // namespace perpend::dsl
