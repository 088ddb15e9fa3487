#include "kernel/dynamics/advance_position.hpp"

#include "kernel/model/numbers/rotation_pair.hpp"

namespace perpend {

namespace {

/// Turns a quaternion by h omega. A product of unit quaternions drifts from unit length by rounding alone; normalizing
/// keeps it there.
void turn_alone(RotationUpdate update, double h, const double* spin, double* q) {
  const Vec3 turn(h * spin[0], h * spin[1], h * spin[2]);
  const Vec4 rotation(q[0], q[1], q[2], q[3]);
  Vec4 next;
  if (update == RotationUpdate::exponential)
    next = normalized(quaternion_product(quaternion_exponential(turn), rotation));
  else
    next = normalized(Vec4(rotation + quaternion_rate(rotation, turn)));
  for (int i = 0; i < 4; ++i) q[i] = next[i];
}

/// The same of two bodies, by the exponential.
void turn_both(double h, const double* first_spin, const double* second_spin, double* first, double* second) {
  const QuaternionPair rotation = in_lanes<4>(first, second);
  std::array<DoublePair, 3> turn = in_lanes<3>(first_spin, second_spin);
  for (DoublePair& entry : turn) entry *= h;
  scatter(normalized(quaternion_product(quaternion_exponential(turn), rotation)), first, second);
}

}  // namespace

[[gnu::flatten]] void advance_position(const Model& model, RotationUpdate update, double h, const VectorX& v,
                                       VectorX& q) {
  if (model.space == Space::planar) {
    q += h * v;
    return;
  }
  const Body* waiting = nullptr;  // for another to turn with it
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    double* position = q.data() + body.q_offset;
    const double* velocity = v.data() + body.offset;
    for (int j = 0; j < 3; ++j) position[j] += h * velocity[j];
    if (body.kind != BodyKind::rigid) continue;
    if (update != RotationUpdate::exponential) {
      turn_alone(update, h, velocity + 3, position + 3);
    } else if (waiting == nullptr) {
      waiting = &body;
    } else {
      turn_both(h, v.data() + waiting->offset + 3, velocity + 3, q.data() + waiting->q_offset + 3, position + 3);
      waiting = nullptr;
    }
  }
  if (waiting != nullptr) turn_alone(update, h, v.data() + waiting->offset + 3, q.data() + waiting->q_offset + 3);
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
