// N, D and gaps as blocks: what contacts are to the solvers, as ConstraintRows is for joints.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// One point where two bodies are, or may come, in touch. body[0] < body[1], indices into Model::bodies.
struct Contact {
  std::array<int, 2> body{world_body, world_body};
  int feature = 0;             ///< names the same place of the same pair from step to step
  double gap = 0.0;            ///< signed distance [m]
  Vec3 normal = Vec3::Zero();  ///< unit, world axes, from body[0] to body[1]; z is 0 in the plane
  /// Nearest points of the two surfaces, world [m]: witness[1] - witness[0] = gap * normal.
  std::array<Vec3, 2> witness{Vec3::Zero(), Vec3::Zero()};
  /// Plane: tangent[0] is the normal turned by +90 degrees, tangent[1] is 0. Space: tangent[0] is the world axis least
  /// aligned with the normal, made perpendicular to it; tangent[1] = normal x tangent[0].
  std::array<Vec3, 2> tangent{Vec3::Zero(), Vec3::Zero()};
  double friction = 0.0;     ///< mu
  double restitution = 0.0;  ///< e
  double compliance = 0.0;   ///< cfm of the normal row [1/kg]
  double convective = 0.0;   ///< Ndot_v: second derivative of the gap without the accelerations [m/s^2]
};

/// Columns of one contact; a side that does not move freely has none.
struct ContactBlock {
  std::array<int, 2> first_column{0, 0};
  std::array<int, 2> num_columns{0, 0};
  /// Row-major rows_per_contact x num_columns block in ContactRows::values: normal, tangent[0], tangent[1].
  std::array<int, 2> first_value{0, 0};
};

/// Contacts at one state in increasing order of (body[0], body[1], feature). Row r of contact c is row
/// c * rows_per_contact + r: its rate is that of body[1] relative to body[0] along the normal or a tangent,
///     rate = row . v + rate_t.
struct ContactRows {
  int num_columns = 0;
  int rows_per_contact = 2;  ///< 2 in the plane, 3 in space
  std::vector<Contact> contacts;
  std::vector<ContactBlock> blocks;
  std::vector<double> values;
  std::vector<double> rate_t;  ///< part of the rate that moved bodies prescribe [m/s]

  [[nodiscard]] int size() const { return static_cast<int>(contacts.size()); }
  void clear() {
    contacts.clear();
    blocks.clear();
    values.clear();
    rate_t.clear();
  }
};

/// Column i of k of the friction directions: (cos, sin) of 2 pi i/k, the coefficients of the two tangents. Exact for
/// multiples of a quarter turn.
[[nodiscard]] std::array<double, 2> direction_coefficients(int i, int k);

/// row . v of one row of one contact.
[[nodiscard]] double contact_product(const ContactRows& rows, int contact, int row, const VectorX& v);
/// row . v + rate_t.
[[nodiscard]] double contact_rate(const ContactRows& rows, int contact, int row, const VectorX& v);
/// out += amount * row^T.
void add_contact_transposed(const ContactRows& rows, int contact, int row, double amount, VectorX& out);
/// Appends contact `index` of `from` with its block.
void append_contact(const ContactRows& from, int index, ContactRows& to);

}  // namespace perpend
