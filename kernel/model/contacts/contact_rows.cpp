#include "kernel/model/contacts/contact_rows.hpp"

#include <numbers>

#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace {

int row_start(const ContactBlock& block, int side, int row) {
  return block.first_value[side] + row * block.num_columns[side];
}

}  // namespace

std::array<double, 2> direction_coefficients(int i, int k) {
  // Within the first quarter by sin and cos, then turned by quarters.
  const int quarter = 4 * i / k;
  const int rest = 4 * i - quarter * k;
  const SinCos<double> turn = sin_cos(std::numbers::pi / 2.0 * rest / k);
  std::array<double, 2> direction{turn.cos, turn.sin};
  for (int j = 0; j < quarter; ++j) direction = {-direction[1], direction[0]};
  // No negative zeros.
  return {direction[0] + 0.0, direction[1] + 0.0};
}

double contact_product(const ContactRows& rows, int contact, int row, const VectorX& v) {
  const ContactBlock& block = rows.blocks[contact];
  double sum = 0.0;
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      sum += rows.values[row_start(block, side, row) + j] * v[block.first_column[side] + j];
  return sum;
}

double contact_rate(const ContactRows& rows, int contact, int row, const VectorX& v) {
  return contact_product(rows, contact, row, v) + rows.rate_t[contact * rows.rows_per_contact + row];
}

void add_contact_transposed(const ContactRows& rows, int contact, int row, double amount, VectorX& out) {
  const ContactBlock& block = rows.blocks[contact];
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      out[block.first_column[side] + j] += amount * rows.values[row_start(block, side, row) + j];
}

void append_contact(const ContactRows& from, int index, ContactRows& to) {
  ContactBlock block = from.blocks[index];
  for (int side = 0; side < 2; ++side) {
    const int first = from.blocks[index].first_value[side];
    const int count = block.num_columns[side] * from.rows_per_contact;
    block.first_value[side] = static_cast<int>(to.values.size());
    to.values.insert(to.values.end(), from.values.begin() + first, from.values.begin() + first + count);
  }
  to.contacts.push_back(from.contacts[index]);
  to.blocks.push_back(block);
  const auto rate = from.rate_t.begin() + static_cast<std::ptrdiff_t>(index) * from.rows_per_contact;
  to.rate_t.insert(to.rate_t.end(), rate, rate + from.rows_per_contact);
}

}  // namespace perpend
