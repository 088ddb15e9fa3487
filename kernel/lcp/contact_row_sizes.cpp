#include "kernel/lcp/contact_row_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Roundings of the largest term that a certificate grants each row, for each unknown of the whole problem; the
/// residual of an LCP (lcp_matrix.hpp) grants 500 for each row of its own.
constexpr double granted = 1000.0 / 500.0;

/// Calls visit(column, value) for the entries of row `row` of a block.
template <class Block, class Visit>
void for_each_entry(const Block& block, const std::vector<double>& values, int row, Visit visit) {
  for (std::size_t side = 0; side < block.num_columns.size(); ++side) {
    const int width = block.num_columns[side];
    const double* value = values.data() + block.first_value[side] + row * width;
    for (int j = 0; j < width; ++j) visit(block.first_column[side] + j, value[j]);
  }
}

}  // namespace

void ContactRowSizes::sum_joint_momenta(const Problem& joints, const Solution& free) {
  const ConstraintRows& rows = *joints.rows;
  velocity_ = joints.motion.cwiseAbs();
  largest_impulse_ = 0.0;
  for (const RowBlock& block : rows.blocks)
    for (int i = 0; i < block.num_rows; ++i) {
      const double multiplier = std::abs(free.multiplier[block.first_row + i]);
      largest_impulse_ = std::max(largest_impulse_, multiplier);
      for_each_entry(block, rows.values, i, [&](int j, double value) { velocity_[j] += std::abs(value) * multiplier; });
    }
}

void ContactRowSizes::sum_contact_momenta(const ContactProblem& problem, const GrowingVector& impulse,
                                          const ContactUnknowns& unknowns) {
  const auto add_row = [&](const auto& block, const std::vector<double>& values, int row, double amount) {
    largest_impulse_ = std::max(largest_impulse_, amount);
    for_each_entry(block, values, row, [&](int j, double value) { velocity_[j] += std::abs(value) * amount; });
  };
  const int per_contact = problem.rows.rows_per_contact;
  for (int i = 0; i < unknowns.num_contact_rows; ++i)
    add_row(problem.rows.blocks[i / per_contact], problem.rows.values, i % per_contact, std::abs(impulse[i]));
  for (const double given : problem.given_normal) largest_impulse_ = std::max(largest_impulse_, given);
  const ConstraintRows& joints = *problem.joints.rows;
  for (std::size_t k = 0; k < unknowns.joint_rows.size(); ++k) {
    const int row = unknowns.joint_rows[k];
    const RowBlock& block = block_of(joints, row);
    add_row(block, joints.values, row - block.first_row,
            std::abs(impulse[unknowns.num_contact_rows + static_cast<int>(k)]));
  }
}

void ContactRowSizes::take_velocities(const Problem& joints) {
  largest_impulse_ = std::max(largest_impulse_, velocity_.size() == 0 ? 0.0 : velocity_.maxCoeff());
  velocity_ = velocity_.cwiseQuotient(joints.mass->diagonal);
  largest_velocity_ = velocity_.size() == 0 ? 0.0 : velocity_.maxCoeff();
}

void ContactRowSizes::add(double value, int column, double factor, Size& size) const {
  const double coefficient = std::abs(factor * value);
  size.own += coefficient * velocity_[column];
  size.neighbouring += coefficient * largest_velocity_;
}

ContactRowSizes::Size ContactRowSizes::rate_size(const ContactProblem& problem, const ContactUnknowns& unknowns,
                                                 const LcpUnknown& unknown) const {
  Size size;
  if (unknown.contact < problem.rows.size()) {
    const ContactBlock& block = problem.rows.blocks[unknown.contact];
    for (int r = 0; r < unknown.num_base; ++r) {
      const double factor = unknown.row[r];
      if (factor == 0.0) continue;
      size.own += std::abs(factor * problem.rows.rate_t[unknown.first_base + r]);
      for_each_entry(block, problem.rows.values, r, [&](int j, double value) { add(value, j, factor, size); });
    }
    size.own += std::abs(unknown.row[0] * problem.bias[unknown.contact]);
  } else {
    const int row = unknowns.joint_rows[unknown.contact - problem.rows.size()];
    const RowBlock& block = block_of(*problem.joints.rows, row);
    size.own = std::abs(problem.joints.target[row]);
    for_each_entry(block, problem.joints.rows->values, row - block.first_row,
                   [&](int j, double value) { add(value, j, 1.0, size); });
  }
  return {size.own / unknowns.speed, size.neighbouring / unknowns.speed};
}

/// mu c_n less the friction impulses, or a bound less them.
ContactRowSizes::Size ContactRowSizes::slip_size(const ContactProblem& problem, const ContactUnknowns& unknowns,
                                                 const LcpUnknown& unknown) const {
  const double impulse = unknowns.mass * unknowns.speed;
  const LcpContact& contact = unknowns.contacts[unknown.contact];
  if (unknown.contact < problem.rows.size())
    return {0.0,
            (std::abs(unknown.row[0]) + contact.num_tangents * std::abs(unknown.row[1])) * largest_impulse_ / impulse};
  return {problem.joints.upper[unknowns.joint_rows[unknown.contact - problem.rows.size()]] / impulse, 0.0};
}

void ContactRowSizes::set(const ContactProblem& problem, const Solution& free, const GrowingVector& impulse,
                          const ContactUnknowns& unknowns, Lcp& lcp) {
  sum_joint_momenta(problem.joints, free);
  sum_contact_momenta(problem, impulse, unknowns);
  take_velocities(problem.joints);
  const int size = unknowns.size();
  const double all = problem.rows.num_columns + problem.joints.rows->num_rows + size;
  lcp.row_size.resize(size);
  lcp.coupled_size.resize(size);
  for (int i = 0; i < size; ++i) {
    const LcpUnknown& unknown = unknowns.unknowns[i];
    const Size row = unknown.is_slip ? slip_size(problem, unknowns, unknown) : rate_size(problem, unknowns, unknown);
    lcp.row_size[i] = row.own;
    lcp.coupled_size[i] = granted * all / size * row.neighbouring;
  }
}

}  // namespace perpend
