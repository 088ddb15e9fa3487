#include "kernel/solvers/sweep_blocks.hpp"

namespace perpend {

namespace {

template <class Visit>
void for_each_row(const LcpContact& contact, const Visit& visit) {
  if (contact.normal >= 0) visit(contact.normal);
  for (int i = 0; i < contact.num_tangents; ++i) visit(contact.first_tangent + i);
  if (contact.slip >= 0) visit(contact.slip);
}

}  // namespace

void SweepBlocks::append(const LcpContact& contact) {
  SweepBlock block{.contact = contact, .first_row = static_cast<int>(rows_.size())};
  for_each_row(contact, [&](int row) { rows_.push_back(row); });
  block.size = static_cast<int>(rows_.size()) - block.first_row;
  blocks_.push_back(block);
}

void SweepBlocks::read_values(LcpMatrix& matrix, SweepBlock& block) {
  block.first_value = static_cast<int>(values_.size());
  values_.resize(values_.size() + static_cast<std::size_t>(block.size) * block.size);
  const std::span<const int> row = rows(block);
  for (int j = 0; j < block.size; ++j) {
    matrix.change(row[j], 1.0);
    for (int i = 0; i < block.size; ++i) values_[block.first_value + i * block.size + j] = matrix.product(row[i]);
    matrix.change(row[j], -1.0);
  }
}

void SweepBlocks::collect(const Lcp& lcp) {
  const int size = lcp.matrix->size();
  blocks_.clear();
  rows_.clear();
  values_.clear();
  owner_.assign(size, -1);
  for (int c = 0; c < static_cast<int>(lcp.contacts.size()); ++c)
    for_each_row(lcp.contacts[c], [&](int row) { owner_[row] = c; });
  for (int row = 0; row < size; ++row) {
    if (owner_[row] < 0) {
      append({.normal = row});
      continue;
    }
    const LcpContact& contact = lcp.contacts[owner_[row]];
    int least = size;
    for_each_row(contact, [&](int other) { least = std::min(least, other); });
    if (least == row) append(contact);
  }
  zero_.setZero(size);
  lcp.matrix->start_sweeps(zero_);
  for (SweepBlock& block : blocks_) read_values(*lcp.matrix, block);
}

}  // namespace perpend
