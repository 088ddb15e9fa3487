#include "kernel/lcp/contact_bodies.hpp"

#include <algorithm>

namespace perpend {

namespace {

int velocities_of_body(const ContactRows& rows) {
  return rows.rows_per_contact == 2 ? 3 : 6;
}

bool have_one_width(const ContactRows& rows) {
  const int width = velocities_of_body(rows);
  return std::all_of(rows.blocks.begin(), rows.blocks.end(), [&](const ContactBlock& block) {
    for (int side = 0; side < 2; ++side)
      if (block.num_columns[side] != 0 && (block.num_columns[side] != width || block.first_column[side] % width != 0))
        return false;
    return true;
  });
}

bool is_plain(const LcpUnknown& unknown) {
  return unknown.is_slip || (unknown.compliance == 0.0 && unknown.row == unknown.column);
}

}  // namespace

/// In the order of their velocities.
void ContactBodies::number(const ContactRows& rows) {
  body_at_column_.assign(rows.num_columns, -1);
  for (const ContactBlock& block : rows.blocks)
    for (int side = 0; side < 2; ++side)
      if (block.num_columns[side] > 0) body_at_column_[block.first_column[side]] = 0;
  bodies_.num_bodies = 0;
  for (int& body : body_at_column_)
    if (body == 0) body = bodies_.num_bodies++;
}

void ContactBodies::write_masses(const MassMatrix& mass, double unit) {
  const int width = bodies_.width;
  bodies_.mass.assign(static_cast<std::size_t>(bodies_.num_bodies) * width * width, 0.0);
  auto inertia = mass.blocks.begin();
  for (int column = 0; column < static_cast<int>(body_at_column_.size()); ++column) {
    if (body_at_column_[column] < 0) continue;
    double* m = bodies_.mass.data() + static_cast<std::size_t>(body_at_column_[column]) * width * width;
    for (int j = 0; j < width; ++j) m[j * width + j] = mass.diagonal[column + j] / unit;
    while (inertia != mass.blocks.end() && inertia->first < column) ++inertia;
    if (inertia == mass.blocks.end() || inertia->first != column + 3) continue;
    m[3 * 6 + 4] = m[4 * 6 + 3] = inertia->xy / unit;
    m[3 * 6 + 5] = m[5 * 6 + 3] = inertia->xz / unit;
    m[4 * 6 + 5] = m[5 * 6 + 4] = inertia->yz / unit;
  }
}

void ContactBodies::write_row(const ContactRows& rows, const LcpUnknown& unknown, int i) {
  bodies_.body[i] = {-1, -1};
  if (unknown.is_slip) return;
  const ContactBlock& block = rows.blocks[unknown.contact];
  for (int side = 0; side < 2; ++side) {
    const int width = block.num_columns[side];
    bodies_.body[i][side] = width == 0 ? -1 : body_at_column_[block.first_column[side]];
    double* to = bodies_.row.data() + (static_cast<std::size_t>(i) * 2 + side) * bodies_.width;
    const double* from = rows.values.data() + block.first_value[side];
    for (int r = 0; r < unknown.num_base; ++r)
      for (int j = 0; j < width; ++j) to[j] += unknown.row[r] * from[r * width + j];
  }
}

const LcpBodies* ContactBodies::write(const ContactRows& rows, const ContactUnknowns& unknowns,
                                      const MassMatrix& mass) {
  if (!have_one_width(rows) || !std::all_of(unknowns.unknowns.begin(), unknowns.unknowns.end(), is_plain))
    return nullptr;
  bodies_.width = velocities_of_body(rows);
  number(rows);
  write_masses(mass, unknowns.mass);
  bodies_.body.resize(unknowns.unknowns.size());
  bodies_.row.assign(unknowns.unknowns.size() * 2 * bodies_.width, 0.0);
  for (int i = 0; i < unknowns.size(); ++i) write_row(rows, unknowns.unknowns[i], i);
  return &bodies_;
}

const LcpBodies* LcpBodiesPart::take(const LcpBodies& whole, std::span<const int> unknowns) {
  const std::size_t width = whole.width;
  const std::size_t square = width * width;
  bodies_.width = whole.width;
  bodies_.num_bodies = 0;
  bodies_.body.clear();
  bodies_.row.clear();
  bodies_.mass.clear();
  number_.resize(whole.num_bodies, -1);
  whole_body_.clear();
  for (const int i : unknowns) {
    std::array<int, 2> bodies = whole.body[i];
    for (int& body : bodies) {
      if (body < 0) continue;
      if (number_[body] < 0) {
        number_[body] = bodies_.num_bodies++;
        whole_body_.push_back(body);
        const auto mass = whole.mass.begin() + static_cast<std::ptrdiff_t>(body * square);
        bodies_.mass.insert(bodies_.mass.end(), mass, mass + static_cast<std::ptrdiff_t>(square));
      }
      body = number_[body];
    }
    bodies_.body.push_back(bodies);
    const auto row = whole.row.begin() + static_cast<std::ptrdiff_t>(i * 2 * width);
    bodies_.row.insert(bodies_.row.end(), row, row + static_cast<std::ptrdiff_t>(2 * width));
  }
  for (const int body : whole_body_) number_[body] = -1;
  return &bodies_;
}

}  // namespace perpend
