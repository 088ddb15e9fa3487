#include "kernel/contacts/contact_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <limits>
#include <vector>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/dynamics/motions.hpp"

namespace perpend {

namespace {

/// Corners this close along the normal, against the size of their outline, belong to one face: far above the rounding
/// of a pose, 2^-53, and far below any tilt that a mechanism in motion keeps for a step.
constexpr double flatness = 1e-9;
/// And a point that is this close to a border, against the size of the mechanism, is at it: located events are.
constexpr double at_border = 1e-13;

/// A convex outline: corners that a radius grows, body frame.
struct Piece {
  std::vector<Vec3> corners;
  double radius = 0.0;
  bool is_one_sided = false;  ///< a segment of a chain, solid on its right
};

/// What a body is at the point of contact; points and normals in its frame.
struct Side {
  std::optional<Vec3> corner;
  std::vector<Vec3> neighbors;  ///< in the plane: corners at the other ends of the edges of that corner
  std::optional<Vec3> normal;   ///< of a face that holds the point
  Vec3 middle = Vec3::Zero();   ///< of that face
  std::vector<Vec3> ends;       ///< in the plane: of that face
  double radius = 0.0;
  bool is_hollow = false;
};

std::vector<Piece> pieces_in_plane(const Shape& shape) {
  std::vector<Piece> pieces;
  if (shape.kind == ShapeKind::compound) {
    for (const Shape& part : shape.parts)
      for (Piece& piece : pieces_in_plane(part)) pieces.push_back(std::move(piece));
    return pieces;
  }
  if (shape.kind == ShapeKind::chain) {
    for (std::size_t i = 0; i + 1 < shape.vertices.size(); ++i) {
      const Vec2 &a = shape.vertices[i], &b = shape.vertices[i + 1];
      pieces.push_back({.corners = {Vec3(a.x(), a.y(), 0.0), Vec3(b.x(), b.y(), 0.0)}, .is_one_sided = true});
    }
    return pieces;
  }
  PlanarCorners core;
  const bool is_point = shape.kind == ShapeKind::point || shape.kind == ShapeKind::none;
  if (shape.form != nullptr && shape.form->planar_core != nullptr)
    shape.form->planar_core(shape, core);
  else if (!is_point)
    return pieces;
  Piece& piece = pieces.emplace_back();
  piece.radius = core.radius;
  if (core.count == 1 && core.outline == nullptr) {
    piece.corners.push_back(Vec3::Zero());
    return pieces;
  }
  for (int i = 0; i < core.count; ++i) {
    const Vec2 corner = core.outline != nullptr ? core.outline[i] : core.corners[static_cast<std::size_t>(i)];
    piece.corners.emplace_back(corner.x(), corner.y(), 0.0);
  }
  return pieces;
}

std::vector<Piece> pieces_in_space(const Shape& shape) {
  std::vector<Piece> pieces;
  if (shape.kind == ShapeKind::compound) {
    for (const Shape& part : shape.parts)
      for (Piece& piece : pieces_in_space(part)) {
        for (Vec3& corner : piece.corners) corner = part.place + part.turn * corner;
        pieces.push_back(std::move(piece));
      }
    return pieces;
  }
  if (shape.kind == ShapeKind::cylinder) return pieces;  // its core knows its side alone
  SolidCorners core;
  const bool is_point = shape.kind == ShapeKind::point || shape.kind == ShapeKind::none;
  if (shape.form != nullptr && shape.form->spatial_core != nullptr)
    shape.form->spatial_core(shape, core);
  else if (!is_point)
    return pieces;
  Piece& piece = pieces.emplace_back();
  piece.radius = core.radius;
  piece.corners.assign(core.points.begin(), core.points.end());
  if (!piece.corners.empty()) return pieces;
  if (core.half_length > 0.0)
    piece.corners = {Vec3(-core.half_length, 0.0, 0.0), Vec3(core.half_length, 0.0, 0.0)};
  else
    piece.corners.push_back(Vec3::Zero());
  return pieces;
}

/// The normal of a face through these corners, on the side of `outward`; nothing where they make none.
std::optional<Vec3> face_normal(const std::vector<Vec3>& corners, Space space, const Vec3& outward, double size) {
  Vec3 longest = Vec3::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      const Vec3 first = corners[j] - corners[i];
      if (space == Space::planar) {
        const Vec3 normal(-first.y(), first.x(), 0.0);
        if (normal.norm() > longest.norm()) longest = normal;
        continue;
      }
      for (std::size_t k = j + 1; k < corners.size(); ++k) {
        const Vec3 normal = first.cross(corners[k] - corners[i]);
        if (normal.norm() > longest.norm()) longest = normal;
      }
    }
  const double least = flatness * (space == Space::planar ? size : size * size);
  if (!(longest.norm() > least)) return std::nullopt;
  const Vec3 unit = longest.normalized();
  return unit.dot(outward) < 0.0 ? Vec3(-unit) : unit;
}

/// Whether the contact is on this piece, and what the piece is there. `is_alone`: the shape has no other.
bool describe(const Piece& piece, bool is_alone, Space space, const Vec3& outward, const Vec3& witness, Side& side) {
  double size = piece.radius;
  for (const Vec3& corner : piece.corners) size = std::max(size, (corner - piece.corners.front()).norm());
  const double tolerance = std::max(flatness * size, 1e-300);  // a point has no size
  const Vec3 core_point = witness - piece.radius * outward;
  double highest = -std::numeric_limits<double>::infinity();
  for (const Vec3& corner : piece.corners) highest = std::max(highest, outward.dot(corner));
  if (std::abs(outward.dot(core_point) - highest) > 100.0 * tolerance) return false;
  std::vector<Vec3> supported;
  for (const Vec3& corner : piece.corners)
    if (outward.dot(corner) >= highest - tolerance) supported.push_back(corner);
  const std::optional<Vec3> normal = face_normal(supported, space, outward, size);
  if (piece.is_one_sided && normal) {
    const Vec3 along = piece.corners[1] - piece.corners[0];
    if (Vec3(-along.y(), along.x(), 0.0).dot(outward) < 0.0) return false;
  }
  std::optional<Vec3> nearest;
  for (const Vec3& corner : supported)
    if (!nearest || (corner - core_point).norm() < (*nearest - core_point).norm()) nearest = corner;
  const bool is_only_corner = is_alone && piece.corners.size() == 1;  // a point has no tolerance
  const bool is_at_corner = is_only_corner || (*nearest - core_point).norm() <= 100.0 * tolerance;
  if (!is_at_corner && !normal) return false;
  if (normal) {  // the point is within the face, as far as a sphere around it says
    Vec3 middle = Vec3::Zero();
    for (const Vec3& corner : supported) middle += corner / static_cast<double>(supported.size());
    double reach = 0.0;
    for (const Vec3& corner : supported) reach = std::max(reach, (corner - middle).norm());
    if ((core_point - middle).norm() > reach + 100.0 * tolerance) return false;
    side.middle = middle;
    if (space == Space::planar && supported.size() == 2) side.ends = supported;
  }
  if (is_at_corner) side.corner = nearest;
  side.normal = normal;
  side.radius = piece.radius;
  return true;
}

/// The corners next to `corner` in every piece that has it.
std::vector<Vec3> neighbors_of(const Vec3& corner, const std::vector<Piece>& pieces) {
  std::vector<Vec3> neighbors;
  for (const Piece& piece : pieces)
    for (std::size_t i = 0, n = piece.corners.size(); n > 1 && i < n; ++i) {
      if (piece.corners[i] != corner) continue;
      neighbors.push_back(piece.corners[(i + 1) % n]);
      if (n > 2) neighbors.push_back(piece.corners[(i + n - 1) % n]);
    }
  return neighbors;
}

template <class In>
Vec3 to_body_axes(const typename In::Motion& motion, const Vec3& a) {
  if constexpr (In::space == Space::planar)
    return {motion.cos * a.x() + motion.sin * a.y(), -motion.sin * a.x() + motion.cos * a.y(), 0.0};
  else
    return motion.rotation.transpose() * a;
}

template <class In>
Vec3 position_of(const typename In::Motion& motion) {
  if constexpr (In::space == Space::planar)
    return {motion.position.x(), motion.position.y(), 0.0};
  else
    return motion.position;
}

/// The circle, a corner at one of its ends, or the line from there outward (arc_pairs.cpp); body frame.
Side side_of_arc(const Shape& arc, const Vec3& outward, const Vec3& witness) {
  const double radius = arc.size.x();
  Side side;
  if ((witness + radius * outward).norm() <= flatness * radius) {
    side.is_hollow = true;
    side.radius = radius;
    return side;
  }
  const double sign = witness.x() < 0.0 ? -1.0 : 1.0;
  const Vec3 along(sign * std::sin(arc.size.y()), -std::cos(arc.size.y()), 0.0);
  if ((witness - radius * along).norm() <= flatness * radius)
    side.corner = radius * along;
  else
    side.normal = Vec3(-sign * along.y(), sign * along.x(), 0.0);
  side.middle = radius * along;
  return side;
}

/// What the body is there, once for each piece that has the point: at the end of one the next one begins.
template <class In>
std::vector<Side> sides_of(const Body& body, const typename In::Motion& motion, const Vec3& outward,
                           const Vec3& witness) {
  const Shape& shape = body.shape;
  Side side;
  switch (shape.kind) {
    case ShapeKind::halfplane:
      side.normal = Vec3::UnitY();
      return {side};
    case ShapeKind::halfspace:
      side.normal = Vec3::UnitZ();
      return {side};
    case ShapeKind::arc:
      return {side_of_arc(shape, to_body_axes<In>(motion, outward),
                          to_body_axes<In>(motion, witness - position_of<In>(motion)))};
    case ShapeKind::bowl: {
      const double radius = shape.extent.x();
      if ((witness - position_of<In>(motion) + radius * outward).norm() > flatness * radius) return {};
      side.is_hollow = true;
      side.radius = radius;
      return {side};
    }
    default:
      break;
  }
  const Vec3 local_outward = to_body_axes<In>(motion, outward);
  const Vec3 local_witness = to_body_axes<In>(motion, witness - position_of<In>(motion));
  const std::vector<Piece> pieces = In::space == Space::planar ? pieces_in_plane(shape) : pieces_in_space(shape);
  std::vector<Side> sides;
  for (const Piece& piece : pieces) {
    Side found;
    if (!describe(piece, pieces.size() == 1, In::space, local_outward, local_witness, found)) continue;
    if (In::space == Space::planar && found.corner) found.neighbors = neighbors_of(*found.corner, pieces);
    sides.push_back(std::move(found));
  }
  if (!sides.empty()) return sides;
  // Corners that coincide have no direction: any may come.
  for (const Piece& piece : pieces)
    for (const Vec3& corner : piece.corners)
      if (piece.radius == 0.0 && (corner - local_witness).norm() <= flatness * bounding_radius(body)) {
        side.corner = corner;
        return {side};
      }
  return {};
}

void add_border(int side, const Vec3& end, const Vec3& inward, ContactSurfaces& surfaces) {
  if (inward.norm() > 0.0) surfaces.borders.push_back({side, end, inward.normalized()});
}

/// A point at a corner of `side` is on the far side of all its edges.
void add_corner(int side, const Side& of, ContactSurfaces& surfaces) {
  for (const Vec3& neighbor : of.neighbors) add_border(side, *of.corner, *of.corner - neighbor, surfaces);
}

ContactSurfaces plane_and_corner(const Side& plane, int plane_body, const Side& corner, int corner_body) {
  ContactSurfaces surfaces{.kind = ContactSurfaces::Kind::plane,
                           .body = {plane_body, corner_body},
                           .point = {plane.middle, *corner.corner},
                           .normal = *plane.normal,
                           .radius = {plane.radius, corner.radius}};
  for (std::size_t i = 0; i < plane.ends.size(); ++i)
    add_border(0, plane.ends[i], plane.ends[1 - i] - plane.ends[i], surfaces);
  return surfaces;
}

/// Velocity of a point of a body, body frame to world axes.
template <class In>
Vec3 velocity_of(const typename In::Motion& motion, const Vec3& point) {
  if constexpr (In::space == Space::planar) {
    const Vec2 velocity = point_motion(motion, Vec2(point.x(), point.y())).velocity;
    return {velocity.x(), velocity.y(), 0.0};
  } else {
    return spatial_point(motion, point).velocity;
  }
}

template <class In>
Vec3 to_world_axes(const typename In::Motion& motion, const Vec3& a) {
  if constexpr (In::space == Space::planar)
    return {motion.cos * a.x() - motion.sin * a.y(), motion.sin * a.x() + motion.cos * a.y(), 0.0};
  else
    return motion.rotation * a;
}

/// Room to a border with its rate.
struct BorderRoom {
  double room = 0.0;
  double rate = 0.0;
};

template <class In>
BorderRoom border_room(const ContactSurfaces& surfaces, const SurfaceBorder& border, const Evaluation& evaluation) {
  const auto motion = [&](int side) -> const auto& {
    return motions_in<In>(evaluation)[static_cast<std::size_t>(surfaces.body[static_cast<std::size_t>(side)])];
  };
  const auto &own = motion(border.side), &other = motion(1 - border.side);
  const Vec3& point = surfaces.point[static_cast<std::size_t>(1 - border.side)];
  const Vec3 at =
      to_body_axes<In>(own, position_of<In>(other) + to_world_axes<In>(other, point) - position_of<In>(own));
  const Vec3 relative = velocity_of<In>(other, point) - velocity_of<In>(own, at);
  return {border.inward.dot(at - border.end), border.inward.dot(to_body_axes<In>(own, relative))};
}

/// Whether the contact is there, or moves there.
template <class In>
bool is_within(const ContactSurfaces& surfaces, const Evaluation& evaluation, double size) {
  return std::all_of(surfaces.borders.begin(), surfaces.borders.end(), [&](const SurfaceBorder& border) {
    const BorderRoom found = border_room<In>(surfaces, border, evaluation);
    return std::abs(found.room) <= at_border * size ? found.rate >= 0.0 : found.room > 0.0;
  });
}

/// The surfaces that two sides can be, the likelier first.
void add_choices(const Contact& contact, const std::array<Side, 2>& side, std::vector<ContactSurfaces>& choices) {
  for (int i = 0; i < 2; ++i) {
    const Side &first = side[i], &other = side[1 - i];
    if (first.is_hollow && other.corner) {
      choices.push_back({.kind = ContactSurfaces::Kind::hollow,
                         .body = {contact.body[i], contact.body[1 - i]},
                         .point = {Vec3::Zero(), *other.corner},
                         .radius = {first.radius, other.radius}});
      return;
    }
    if (first.normal && other.corner)
      choices.push_back(plane_and_corner(first, contact.body[i], other, contact.body[1 - i]));
  }
  if (!side[0].corner || !side[1].corner || !(side[0].radius + side[1].radius > 0.0)) return;
  ContactSurfaces& round = choices.emplace_back();
  round.kind = ContactSurfaces::Kind::ball;
  round.body = contact.body;
  round.point = {*side[0].corner, *side[1].corner};
  round.radius = {side[0].radius, side[1].radius};
  for (int i = 0; i < 2; ++i) add_corner(i, side[i], round);
}

template <class In>
std::optional<ContactSurfaces> surfaces_in(const Model& model, const Evaluation& evaluation, const Contact& contact) {
  std::array<std::vector<Side>, 2> sides;
  for (int i = 0; i < 2; ++i) {
    const auto body = static_cast<std::size_t>(contact.body[i]);
    sides[i] = sides_of<In>(model.bodies[body], motions_in<In>(evaluation)[body],
                            i == 0 ? contact.normal : Vec3(-contact.normal), contact.witness[i]);
  }
  std::vector<ContactSurfaces> choices;
  bool are_corners = false;
  for (const Side& first : sides[0])
    for (const Side& second : sides[1]) {
      add_choices(contact, {first, second}, choices);
      are_corners = are_corners || (first.corner && second.corner && first.radius + second.radius == 0.0);
    }
  const double size = characteristic_length(model);
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const ContactSurfaces& choice) {
    return is_within<In>(choice, evaluation, size);
  });
  if (found != choices.end()) return *found;
  if (are_corners) return ContactSurfaces{.kind = ContactSurfaces::Kind::corners, .body = contact.body};
  return choices.empty() ? std::nullopt : std::optional(choices.front());
}

}  // namespace

std::optional<ContactSurfaces> contact_surfaces(const Model& model, const Evaluation& evaluation,
                                                const Contact& contact) {
  return model.space == Space::planar ? surfaces_in<Plane>(model, evaluation, contact)
                                      : surfaces_in<Spatial>(model, evaluation, contact);
}

double room_to_border(const ContactSurfaces& surfaces, const Evaluation& evaluation) {
  double room = std::numeric_limits<double>::infinity();
  for (const SurfaceBorder& border : surfaces.borders)
    room = std::min(room, border_room<Plane>(surfaces, border, evaluation).room);
  return room;
}

}  // namespace perpend
