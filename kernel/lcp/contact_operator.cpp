#include "kernel/lcp/contact_operator.hpp"

#include <algorithm>
#include <Eigen/LU>

#include "kernel/linear/known_sizes.hpp"

namespace perpend {

void ContactOperator::set(const ContactProblem& problem, const ContactUnknowns& unknowns) {
  rows_ = &problem.rows;
  unknowns_ = &unknowns;
  is_assembled_ = are_bodies_written_ = false;
  mass_ = problem.joints.mass;
  first_unknown_.assign(1, 0);
  for (int i = 0; i < unknowns.size(); ++i) {
    while (static_cast<int>(first_unknown_.size()) <= unknowns.unknowns[i].contact) first_unknown_.push_back(i);
  }
  first_unknown_.resize(rows_->size() + 1, unknowns.size());
  respond(*problem.joints.mass);
  own_.clear();
  for (int c = 0; c < rows_->size(); ++c) own_.push_back(coupling(c, c));
}

/// Masses divide; the three columns of an angular velocity in space meet the inverse of their inertia.
void ContactOperator::respond(const MassMatrix& mass) {
  inverse_inertia_.resize(mass.blocks.size());
  for (std::size_t k = 0; k < mass.blocks.size(); ++k) {
    const InertiaBlock& block = mass.blocks[k];
    Matrix3 inertia = mass.diagonal.segment<3>(block.first).asDiagonal();
    inertia(0, 1) = inertia(1, 0) = block.xy;
    inertia(0, 2) = inertia(2, 0) = block.xz;
    inertia(1, 2) = inertia(2, 1) = block.yz;
    inverse_inertia_[k] = inertia.inverse();
  }
  response_.resize(rows_->values.size());
  for (const ContactBlock& block : rows_->blocks) {
    for (int side = 0; side < 2; ++side) {
      const int width = block.num_columns[side];
      if (width == 0) continue;
      const int column = block.first_column[side];
      const auto inertia = std::lower_bound(mass.blocks.begin(), mass.blocks.end(), column + 3,
                                            [](const InertiaBlock& b, int first) { return b.first < first; });
      const bool has_inertia = width == 6 && inertia != mass.blocks.end() && inertia->first == column + 3;
      for (int r = 0; r < rows_->rows_per_contact; ++r) {
        const double* from = rows_->values.data() + block.first_value[side] + r * width;
        double* to = response_.data() + block.first_value[side] + r * width;
        for (int j = 0; j < width; ++j) to[j] = from[j] / mass.diagonal[column + j];
        if (!has_inertia) continue;
        const Vec3 turn = inverse_inertia_[inertia - mass.blocks.begin()] * Vec3(from[3], from[4], from[5]);
        std::copy_n(turn.data(), 3, to + 3);
      }
    }
  }
}

double ContactOperator::rate(const LcpUnknown& unknown, const GrowingVector& v) const {
  const ContactBlock& block = rows_->blocks[unknown.contact];
  double sum = 0.0;
  for (int side = 0; side < 2; ++side) {
    const int width = block.num_columns[side];
    const double* values = rows_->values.data() + block.first_value[side];
    for (int r = 0; r < unknown.num_base; ++r) {
      double part = 0.0;
      for (int j = 0; j < width; ++j) part += values[r * width + j] * v[block.first_column[side] + j];
      sum += unknown.row[r] * part;
    }
  }
  return sum;
}

namespace {

/// Calls visit(velocity, coefficient, response) for all that a unit of the unknown does.
template <class Visit>
void for_each_response(const ContactBlock& block, const double* response, const LcpUnknown& unknown, Visit visit) {
  for (int side = 0; side < 2; ++side) {
    const int width = block.num_columns[side];
    const double* values = response + block.first_value[side];
    for (int r = 0; r < unknown.num_base; ++r)
      for (int j = 0; j < width; ++j) visit(block.first_column[side] + j, unknown.column[r], values[r * width + j]);
  }
}

}  // namespace

void ContactOperator::add_impulse(const LcpUnknown& unknown, double amount, GrowingVector& v) const {
  for_each_response(rows_->blocks[unknown.contact], response_.data(), unknown,
                    [&](int i, double coefficient, double response) { v[i] += amount * coefficient * response; });
}

/// What the slip unknowns and the compliance add to (A z)_i.
double ContactOperator::structure(int i, const GrowingVector& z) const {
  const LcpUnknown& unknown = unknowns_->unknowns[i];
  const LcpContact& contact = unknowns_->contacts[unknown.contact];
  if (unknown.is_slip) {
    double sum = contact.normal >= 0 ? unknown.row[0] * z[contact.normal] : 0.0;
    for (int t = 0; t < contact.num_tangents; ++t) sum += unknown.row[1] * z[contact.first_tangent + t];
    return sum;
  }
  double sum = contact.slip >= 0 ? unknowns_->slip_entry(i, contact.slip) * z[contact.slip] : 0.0;
  if (unknown.compliance > 0.0)
    for (int j = first_unknown_[unknown.contact]; j < first_unknown_[unknown.contact + 1]; ++j)
      sum += unknowns_->mass * unknown.compliance * unknowns_->unknowns[j].column[0] * z[j];
  return sum;
}

/// The velocities that the base impulses of all contacts make.
void ContactOperator::velocity_of(const GrowingVector& z, GrowingVector& v) const {
  v.setZero(rows_->num_columns);
  for (int c = 0; c < rows_->size(); ++c) {
    std::array<double, 3> impulse{};
    for (int j = first_unknown_[c]; j < first_unknown_[c + 1]; ++j) {
      const LcpUnknown& unknown = unknowns_->unknowns[j];
      if (unknown.is_slip || z[j] == 0.0) continue;
      for (int r = 0; r < unknown.num_base; ++r) impulse[r] += unknowns_->mass * z[j] * unknown.column[r];
    }
    const ContactBlock& block = rows_->blocks[c];
    for (int side = 0; side < 2; ++side) {
      for_width(block.num_columns[side], [&]<int width>() {
        const double* response = response_.data() + block.first_value[side];
        double* to = v.data() + block.first_column[side];
        for (int r = 0; r < rows_->rows_per_contact; ++r, response += width)
          repeat<width>([&]<int i>() { to[i] += impulse[r] * response[i]; });
      });
    }
  }
}

double ContactOperator::product(int i, const GrowingVector& z, const GrowingVector& v) const {
  const LcpUnknown& unknown = unknowns_->unknowns[i];
  return (unknown.is_slip ? 0.0 : rate(unknown, v)) + structure(i, z);
}

void ContactOperator::start_sweeps(const GrowingVector& z) {
  z_ = z;
  velocity_of(z, v_);
}

void ContactOperator::change(int j, double amount) {
  z_[j] += amount;
  if (!unknowns_->unknowns[j].is_slip) add_impulse(unknowns_->unknowns[j], unknowns_->mass * amount, v_);
}

/// Contact by contact: the unknowns of one share its base impulses and its base rates.
void ContactOperator::multiply(const GrowingVector& z, GrowingVector& out) {
  velocity_of(z, velocity_);
  out.resize(size());
  for (int c = 0; c < rows_->size(); ++c) {
    const ContactBlock& block = rows_->blocks[c];
    std::array<double, 3> rates{};
    for (int side = 0; side < 2; ++side) {
      for_width(block.num_columns[side], [&]<int width>() {
        const double* values = rows_->values.data() + block.first_value[side];
        for (int r = 0; r < rows_->rows_per_contact; ++r, values += width)
          rates[r] += dot<width>(values, velocity_.data() + block.first_column[side]);
      });
    }
    for (int i = first_unknown_[c]; i < first_unknown_[c + 1]; ++i) {
      const LcpUnknown& unknown = unknowns_->unknowns[i];
      double sum = 0.0;
      for (int r = 0; r < unknown.num_base && !unknown.is_slip; ++r) sum += unknown.row[r] * rates[r];
      out[i] = sum + structure(i, z);
    }
  }
}

double ContactOperator::rate_size(const LcpUnknown& unknown, const GrowingVector& v) const {
  const ContactBlock& block = rows_->blocks[unknown.contact];
  double sum = 0.0;
  for (int side = 0; side < 2; ++side) {
    const int width = block.num_columns[side];
    const double* values = rows_->values.data() + block.first_value[side];
    for (int r = 0; r < unknown.num_base; ++r)
      for (int j = 0; j < width; ++j)
        sum += std::abs(unknown.row[r] * values[r * width + j] * v[block.first_column[side] + j]);
  }
  return sum;
}

double ContactOperator::structure_size(int i, const GrowingVector& z) const {
  const LcpUnknown& unknown = unknowns_->unknowns[i];
  if (!unknown.is_slip) return std::abs(structure(i, z));
  const LcpContact& contact = unknowns_->contacts[unknown.contact];
  double sum = contact.normal >= 0 ? std::abs(unknown.row[0] * z[contact.normal]) : 0.0;
  for (int t = 0; t < contact.num_tangents; ++t) sum += std::abs(unknown.row[1] * z[contact.first_tangent + t]);
  return sum;
}

/// What each velocity is summed from.
void ContactOperator::velocity_sizes(const GrowingVector& z, GrowingVector& v) const {
  v.setZero(rows_->num_columns);
  for (int k = 0; k < size(); ++k) {
    const LcpUnknown& unknown = unknowns_->unknowns[k];
    if (unknown.is_slip || z[k] == 0.0) continue;
    for_each_response(rows_->blocks[unknown.contact], response_.data(), unknown,
                      [&](int i, double coefficient, double response) {
                        v[i] += std::abs(unknowns_->mass * z[k] * coefficient * response);
                      });
  }
}

const GrowingVector& ContactOperator::term_sizes(const GrowingVector& z) {
  velocity_sizes(z, velocity_);
  sizes_.resize(size());
  for (int i = 0; i < size(); ++i) {
    const LcpUnknown& unknown = unknowns_->unknowns[i];
    sizes_[i] = (unknown.is_slip ? 0.0 : rate_size(unknown, velocity_)) + structure_size(i, z);
  }
  return sizes_;
}

double ContactOperator::diagonal(int i) const {
  const LcpUnknown& unknown = unknowns_->unknowns[i];
  if (unknown.is_slip) return 0.0;
  const Block& block = own_[unknown.contact];
  double sum = 0.0;
  for (int r = 0; r < unknown.num_base; ++r)
    for (int s = 0; s < unknown.num_base; ++s) sum += unknown.row[r] * block[r][s] * unknown.column[s];
  return unknowns_->mass * (sum + unknown.compliance * unknown.column[0]);
}

double ContactOperator::mean_inverse_mass() const {
  double sum = 0.0;
  for (int c = 0; c < rows_->size(); ++c) sum += own_[c][0][0];
  return rows_->size() > 0 ? sum / rows_->size() : 1.0;
}

/// G_c M^-1 G_d^T over the bodies that both have.
ContactOperator::Block ContactOperator::coupling(int c, int d) const {
  Block block{};
  const ContactBlock& a = rows_->blocks[c];
  const ContactBlock& b = rows_->blocks[d];
  const int num_base = rows_->rows_per_contact;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const int width = a.num_columns[i];
      if (width == 0 || b.num_columns[j] == 0 || a.first_column[i] != b.first_column[j]) continue;
      const double* left = rows_->values.data() + a.first_value[i];
      const double* right = response_.data() + b.first_value[j];
      for (int r = 0; r < num_base; ++r)
        for (int s = 0; s < num_base; ++s)
          for (int k = 0; k < width; ++k) block[r][s] += left[r * width + k] * right[s * width + k];
    }
  }
  return block;
}

void ContactOperator::collect_neighbours() {
  const int num_contacts = rows_->size();
  const auto for_each_body = [&](const auto& visit) {
    for (int c = 0; c < num_contacts; ++c)
      for (int side = 0; side < 2; ++side)
        if (rows_->blocks[c].num_columns[side] > 0) visit(c, rows_->blocks[c].first_column[side]);
  };
  // Contacts of each body, by its first column.
  first_at_column_.assign(rows_->num_columns + 1, 0);
  for_each_body([&](int, int column) { ++first_at_column_[column + 1]; });
  for (int k = 0; k < rows_->num_columns; ++k) first_at_column_[k + 1] += first_at_column_[k];
  at_column_.resize(first_at_column_.back());
  std::vector<int>& next = first_neighbour_;
  next.assign(first_at_column_.begin(), first_at_column_.end());
  for_each_body([&](int c, int column) { at_column_[next[column]++] = c; });
  first_neighbour_.assign(1, 0);
  neighbour_.clear();
  for (int c = 0; c < num_contacts; ++c) {
    const auto begin = static_cast<std::ptrdiff_t>(neighbour_.size());
    for (int side = 0; side < 2; ++side) {
      if (rows_->blocks[c].num_columns[side] == 0) continue;
      const int column = rows_->blocks[c].first_column[side];
      neighbour_.insert(neighbour_.end(), at_column_.begin() + first_at_column_[column],
                        at_column_.begin() + first_at_column_[column + 1]);
    }
    std::sort(neighbour_.begin() + begin, neighbour_.end());
    neighbour_.erase(std::unique(neighbour_.begin() + begin, neighbour_.end()), neighbour_.end());
    first_neighbour_.push_back(static_cast<int>(neighbour_.size()));
  }
}

void ContactOperator::append_rows(int c) {
  const int first = first_unknown_[c];
  const int last = first_unknown_[c + 1];
  const std::size_t first_block = static_cast<std::size_t>(first_neighbour_[c]);
  blocks_.clear();
  for (std::size_t k = first_block; k < static_cast<std::size_t>(first_neighbour_[c + 1]); ++k)
    blocks_.push_back(neighbour_[k] == c ? own_[c] : coupling(c, neighbour_[k]));
  const LcpContact& contact = unknowns_->contacts[c];
  const auto append = [&](int column, double value) {
    if (value == 0.0) return;
    sparse_.column.push_back(column);
    sparse_.value.push_back(value);
  };
  for (int i = first; i < last; ++i) {
    const LcpUnknown& u = unknowns_->unknowns[i];
    for (std::size_t k = 0; !u.is_slip && k < blocks_.size(); ++k) {
      const int d = neighbour_[first_block + k];
      for (int j = first_unknown_[d]; j < first_unknown_[d + 1]; ++j) {
        const LcpUnknown& v = unknowns_->unknowns[j];
        double sum = d == c && v.is_slip ? unknowns_->slip_entry(i, j) : 0.0;
        for (int r = 0; !v.is_slip && r < u.num_base; ++r)
          for (int s = 0; s < v.num_base; ++s) sum += unknowns_->mass * u.row[r] * blocks_[k][r][s] * v.column[s];
        if (d == c && !v.is_slip) sum += unknowns_->mass * u.compliance * v.column[0];
        append(j, sum);
      }
    }
    if (u.is_slip) {
      if (contact.normal >= 0) append(contact.normal, u.row[0]);
      for (int t = 0; t < contact.num_tangents; ++t) append(contact.first_tangent + t, u.row[1]);
    }
    sparse_.first.push_back(static_cast<int>(sparse_.column.size()));
  }
}

/// As if no entry between unknowns of neighbours were 0.
std::size_t ContactOperator::most_entries() const {
  const auto num_unknowns = [&](int c) { return static_cast<std::size_t>(first_unknown_[c + 1] - first_unknown_[c]); };
  std::size_t sum = 0;
  for (int c = 0; c < rows_->size(); ++c)
    for (int k = first_neighbour_[c]; k < first_neighbour_[c + 1]; ++k)
      sum += num_unknowns(c) * num_unknowns(neighbour_[k]);
  return sum;
}

const SparseRows& ContactOperator::sparse() {
  if (is_assembled_) return sparse_;
  collect_neighbours();
  sparse_.num_rows = sparse_.num_columns = size();
  sparse_.first.assign(1, 0);
  sparse_.column.clear();
  sparse_.value.clear();
  reserve_entries(sparse_, most_entries());
  for (int c = 0; c < rows_->size(); ++c) append_rows(c);
  is_assembled_ = true;
  return sparse_;
}

const LcpBodies* ContactOperator::bodies() {
  if (!are_bodies_written_) bodies_ = contact_bodies_.write(*rows_, *unknowns_, *mass_);
  are_bodies_written_ = true;
  return bodies_;
}

}  // namespace perpend
