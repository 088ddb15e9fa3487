#include "kernel/dynamics/advance_position.hpp"

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

Vec4 turned(RotationUpdate update, const Vec4& rotation, const Vec3& turn) {
  // A product of unit quaternions drifts from unit length by rounding alone; normalizing keeps it there.
  if (update == RotationUpdate::exponential)
    return normalized(quaternion_product(quaternion_exponential(turn), rotation));
  return normalized(Vec4(rotation + quaternion_rate(rotation, turn)));
}

}  // namespace

void advance_position(const Model& model, RotationUpdate update, double h, const VectorX& v, VectorX& q) {
  if (model.space == Space::planar) {
    q += h * v;
    return;
  }
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    q.segment<3>(body.q_offset) += h * v.segment<3>(body.offset);
    if (body.kind != BodyKind::rigid) continue;
    const Vec4 rotation = q.segment<4>(body.q_offset + 3);
    q.segment<4>(body.q_offset + 3) = turned(update, rotation, h * v.segment<3>(body.offset + 3));
  }
}

void position_rate(const Model& model, const VectorX& q, const VectorX& v, VectorX& rate) {
  if (model.space == Space::planar) {
    rate = v;
    return;
  }
  rate.resize(q.size());
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const int i = body.q_offset;
    rate.segment<3>(i) = v.segment<3>(body.offset);
    if (body.kind != BodyKind::rigid) continue;
    rate.segment<4>(i + 3) = quaternion_rate(Vec4(q.segment<4>(i + 3)), Vec3(v.segment<3>(body.offset + 3)));
  }
}

void normalize_rotations(const Model& model, VectorX& q) {
  if (model.space == Space::planar) return;
  for (const Body& body : model.bodies)
    if (body.kind == BodyKind::rigid)
      q.segment<4>(body.q_offset + 3) = normalized(Vec4(q.segment<4>(body.q_offset + 3)));
}

}  // namespace perpend
