#include "kernel/constraints/rolling_site.hpp"

#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace {

std::optional<FactoryError> read_radius(const Properties& properties, const JointSite& site, double of_shape,
                                        Joint& joint) {
  if (site.body[1] == nullptr)
    return FactoryError{"", "the world cannot roll", "name what it rolls on first and the body that rolls second"};
  for (const Body* body : site.body)
    if (body != nullptr && body->kind == BodyKind::particle)
      return FactoryError{"", "the particle '" + body->name + "' can neither roll nor carry what others roll on",
                          "use bodies with a shape"};
  joint.radius = properties.number_or("radius", of_shape);
  if (!(joint.radius > 0.0))
    return FactoryError{"radius", "the shape of '" + site.body[1]->name + "' has no radius to roll on",
                        "write radius = ..."};
  return std::nullopt;
}

}  // namespace

Made<Joint> make_rolling(const Properties& properties, const JointSite& site, double of_shape) {
  Joint joint;
  if (auto error = read_radius(properties, site, of_shape, joint)) return *error;
  const Vec2 normal = properties.get_or("normal", Vec2(0.0, 1.0));
  if (!(normal.norm() > 0.0))
    return FactoryError{"normal", "the normal has no direction", "write for instance normal = (0, 1)"};
  joint.axis = direction_to_body_frame(site.body[0], normal.normalized());
  joint.anchor[0] = to_body_frame(site.body[0], properties.get_or("at", Vec2(0.0, 0.0)));
  joint.anchor[1] = to_body_frame(site.body[1], properties.get_or("center", initial_position(site.body[1])));
  return joint;
}

Made<Joint> make_spatial_rolling(const Properties& properties, const JointSite& site, double of_shape) {
  Joint joint;
  if (auto error = read_radius(properties, site, of_shape, joint)) return *error;
  Made<Vec3> normal = Vec3(0.0, 0.0, 1.0);
  if (properties.has("normal")) normal = unit_direction(properties, "normal");
  if (const auto* error = std::get_if<FactoryError>(&normal)) return *error;
  set_frames(site, frame_about(std::get<Vec3>(normal)), joint);
  joint.spatial.anchor[0] = to_body_frame(site.body[0], properties.get_or("at", Vec3(0.0, 0.0, 0.0)));
  joint.spatial.anchor[1] = to_body_frame(site.body[1], properties.get_or("center", spatial_position(site.body[1])));
  return joint;
}

}  // namespace perpend
