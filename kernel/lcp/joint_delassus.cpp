#include "kernel/lcp/joint_delassus.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "kernel/model/numbers/disjoint_sets.hpp"
#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// One set of the columns of a block's sides, each side's together.
template <class Block>
void unite_columns(const Block& block, int side, std::vector<int>& parent) {
  for (int j = 1; j < block.num_columns[side]; ++j)
    unite_sets(parent, block.first_column[side], block.first_column[side] + j);
}

/// What rounding leaves where the joints take all: a few units in the last place. More than that may be a short arm.
constexpr double held_share = 0x1p-48;

/// A lower bound of g M^-1 g^T on the columns of one body: at most the trace of an inertia is its largest moment.
double least_inverse_mass(const double* g, int first_column, int width, const MassMatrix& mass) {
  const double* own = mass.diagonal.data() + first_column;
  const int moved = width == 6 ? 3 : width;
  double sum = 0.0;
  for (int j = 0; j < moved; ++j) sum += g[j] * g[j] / own[j];
  if (width == 6) sum += (g[3] * g[3] + g[4] * g[4] + g[5] * g[5]) / (own[3] + own[4] + own[5]);
  return sum;
}

}  // namespace

JointDelassus::JointDelassus(const ConstraintRows& layout) : joined_(static_cast<std::size_t>(layout.num_columns)) {
  std::iota(joined_.begin(), joined_.end(), 0);
  for (const RowBlock& block : layout.blocks) {
    int first = -1;
    for (int side = 0; side < num_sides; ++side) {
      if (block.num_columns[side] == 0) continue;
      unite_columns(block, side, joined_);
      if (first >= 0) unite_sets(joined_, first, block.first_column[side]);
      first = block.first_column[side];
    }
  }
}

void JointDelassus::find_groups(const ContactProblem& problem, const ContactUnknowns& unknowns) {
  set_.assign(joined_.begin(), joined_.end());
  for (const ContactBlock& block : problem.rows.blocks)
    for (int side = 0; side < 2; ++side) unite_columns(block, side, set_);
  groups_.assign(static_cast<std::size_t>(unknowns.num_base_rows()), Groups{-1, -1});
  for (int i = 0; i < unknowns.num_contact_rows; ++i) {
    const ContactBlock& block = problem.rows.blocks[i / problem.rows.rows_per_contact];
    for (int side = 0; side < 2; ++side)
      if (block.num_columns[side] > 0) groups_[i][side] = least_of_set(set_, block.first_column[side]);
  }
  for (std::size_t k = 0; k < unknowns.joint_rows.size(); ++k) {
    const RowBlock& block = block_of(*problem.joints.rows, unknowns.joint_rows[k]);
    for (int side = 0; side < num_sides; ++side)
      if (block.num_columns[side] > 0)
        groups_[unknowns.num_contact_rows + k][0] = least_of_set(set_, block.first_column[side]);
  }
}

/// Base rows that share a group with each, increasing.
void JointDelassus::find_neighbours(const ContactUnknowns& unknowns) {
  const int size = unknowns.num_base_rows();
  first_row_.assign(set_.size() + 1, 0);
  const auto for_each_group = [&](int i, const auto& visit) {
    const auto [first, second] = groups_[i];
    if (first >= 0) visit(first);
    if (second >= 0 && second != first) visit(second);
  };
  for (int i = 0; i < size; ++i) for_each_group(i, [&](int group) { ++first_row_[group + 1]; });
  std::partial_sum(first_row_.begin(), first_row_.end(), first_row_.begin());
  next_.assign(first_row_.begin(), first_row_.end());
  row_.resize(static_cast<std::size_t>(first_row_.back()));
  for (int i = 0; i < size; ++i) for_each_group(i, [&](int group) { row_[next_[group]++] = i; });
  matrix_.num_rows = matrix_.num_columns = size;
  matrix_.first.assign(1, 0);
  matrix_.column.clear();
  for (int i = 0; i < size; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(matrix_.column.size());
    for_each_group(i, [&](int group) {
      matrix_.column.insert(matrix_.column.end(), row_.begin() + first_row_[group],
                            row_.begin() + first_row_[group + 1]);
    });
    if (groups_[i][0] >= 0 && groups_[i][1] >= 0) {
      std::sort(matrix_.column.begin() + begin, matrix_.column.end());
      matrix_.column.erase(std::unique(matrix_.column.begin() + begin, matrix_.column.end()), matrix_.column.end());
    }
    matrix_.first.push_back(static_cast<int>(matrix_.column.size()));
  }
  matrix_.value.resize(matrix_.column.size());
}

/// Each colour takes the rows left, in order, whose groups it does not have yet.
void JointDelassus::choose_colours() {
  by_colour_.clear();
  first_of_colour_.assign(1, 0);
  next_.assign(set_.size(), -1);  // the last colour of each group
  row_.resize(groups_.size());    // those left
  std::iota(row_.begin(), row_.end(), 0);
  for (int colour = 0; !row_.empty(); ++colour) {
    const auto has = [&](int group) { return group >= 0 && next_[group] == colour; };
    std::erase_if(row_, [&](int row) {
      if (has(groups_[row][0]) || has(groups_[row][1])) return false;
      for (const int group : groups_[row])
        if (group >= 0) next_[group] = colour;
      by_colour_.push_back(row);
      return true;
    });
    first_of_colour_.push_back(static_cast<int>(by_colour_.size()));
  }
}

/// The row on the columns of two groups: what other rows of the same solution move is elsewhere.
double JointDelassus::product(const ContactProblem& problem, const ContactUnknowns& unknowns, const RowAccess& access,
                              int row, const Groups& of, const VectorX& x) const {
  if (row >= unknowns.num_contact_rows)
    return access.dot(*problem.joints.rows, unknowns.joint_rows[row - unknowns.num_contact_rows], x);
  const int per_contact = problem.rows.rows_per_contact;
  const ContactBlock& block = problem.rows.blocks[row / per_contact];
  double sum = 0.0;
  for (int side = 0; side < 2; ++side) {
    const int group = groups_[row][side];
    if (group < 0 || (group != of[0] && group != of[1])) continue;
    const int width = block.num_columns[side];
    const double* values = problem.rows.values.data() + block.first_value[side] + row % per_contact * width;
    for (int j = 0; j < width; ++j) sum += values[j] * x[block.first_column[side] + j];
  }
  return sum;
}

void JointDelassus::add_transposed(const ContactProblem& problem, const ContactUnknowns& unknowns,
                                   const RowAccess& access, int row, VectorX& out) const {
  const int per_contact = problem.rows.rows_per_contact;
  if (row < unknowns.num_contact_rows)
    add_contact_transposed(problem.rows, row / per_contact, row % per_contact, 1.0, out);
  else
    access.add_transposed(*problem.joints.rows, unknowns.joint_rows[row - unknowns.num_contact_rows], 1.0, out);
}

bool JointDelassus::assemble(const ContactProblem& problem, const ContactUnknowns& unknowns, const RowAccess& access,
                             Problem& bilateral, RouteSolver& joints) {
  find_groups(problem, unknowns);
  find_neighbours(unknowns);
  choose_colours();
  bilateral.target.setZero();
  open_rows_.clear();
  num_rows_out_ = 0;
  for (int colour = 0; colour < num_solutions(); ++colour) {
    if (must_stop()) return false;
    bilateral.motion.setZero(problem.rows.num_columns);
    const std::span rows =
        std::span(by_colour_)
            .subspan(static_cast<std::size_t>(first_of_colour_[colour]),
                     static_cast<std::size_t>(first_of_colour_[colour + 1] - first_of_colour_[colour]));
    for (const int row : rows) add_transposed(problem, unknowns, access, row, bilateral.motion);
    joints.solve_again(bilateral, response_);
    for (const int row : rows)
      for (int k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k)
        matrix_.value[k] = product(problem, unknowns, access, matrix_.column[k], groups_[row], response_.x);
  }
  symmetrize();
  return true;
}

/// Entries of both halves become their mean; the pattern is symmetric.
void JointDelassus::symmetrize() {
  next_.assign(matrix_.first.begin(), matrix_.first.end());
  for (int i = 0; i < matrix_.num_rows; ++i) {
    for (int k = matrix_.first[i]; k < matrix_.first[i + 1]; ++k) {
      const int j = matrix_.column[k];
      if (j <= i) continue;
      double& other = matrix_.value[next_[j]++];
      matrix_.value[k] = other = 0.5 * (matrix_.value[k] + other);
    }
  }
}

double JointDelassus::diagonal(int row) const {
  for (int k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k)
    if (matrix_.column[k] == row) return matrix_.value[k];
  return 0.0;
}

bool JointDelassus::is_held(const ContactProblem& problem, int contact) const {
  const ContactBlock& block = problem.rows.blocks[contact];
  double least = 0.0;
  for (int side = 0; side < 2; ++side)
    if (block.num_columns[side] > 0)
      least += least_inverse_mass(problem.rows.values.data() + block.first_value[side], block.first_column[side],
                                  block.num_columns[side], *problem.joints.mass);
  return diagonal(contact * problem.rows.rows_per_contact) <= held_share * least;
}

void JointDelassus::take_out(int row, bool is_open) {
  for (int k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k) {
    const int other = matrix_.column[k];
    for (int l = matrix_.first[other]; l < matrix_.first[other + 1]; ++l)
      if (matrix_.column[l] == row) matrix_.value[l] = 0.0;
    matrix_.value[k] = 0.0;
  }
  ++num_rows_out_;
  if (is_open) open_rows_.push_back(row);
}

double JointDelassus::mean_mass() const {
  double trace = 0.0;
  for (int i = 0; i < matrix_.num_rows; ++i) trace += diagonal(i);
  return trace > 0.0 ? (matrix_.num_rows - num_rows_out_) / trace : 1.0;
}

/// `place`: of the first base row of j's contact among the neighbours of any base row of i's contact, which have the
/// same.
double JointDelassus::entry(const ContactUnknowns& unknowns, int i, int j, int place) const {
  const LcpUnknown& row = unknowns.unknowns[i];
  const LcpUnknown& column = unknowns.unknowns[j];
  const bool same = row.contact == column.contact;
  if (row.is_slip || column.is_slip) return same ? unknowns.slip_entry(i, j) : 0.0;
  double sum = same ? row.row[0] * row.compliance * column.column[0] : 0.0;
  for (int r = 0; r < row.num_base; ++r)
    for (int s = 0; s < column.num_base; ++s)
      sum += row.row[r] * matrix_.value[matrix_.first[row.first_base + r] + place + s] * column.column[s];
  return unknowns.mass * sum;
}

void JointDelassus::write(const ContactUnknowns& unknowns, int rows_per_contact, SparseRows& out) {
  for (const int row : open_rows_)
    for (int k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k)
      if (matrix_.column[k] == row) matrix_.value[k] = 1.0 / unknowns.mass;
  const int num_contacts = unknowns.num_contact_rows / rows_per_contact;
  const auto contact_of = [&](int base) {
    return base < unknowns.num_contact_rows ? base / rows_per_contact : num_contacts + base - unknowns.num_contact_rows;
  };
  const auto first_base = [&](int contact) {
    return contact < num_contacts ? contact * rows_per_contact : unknowns.num_contact_rows + contact - num_contacts;
  };
  std::vector<int>& first_unknown = next_;  // of each contact; one more at the end
  first_unknown.assign(unknowns.contacts.size() + 1, 0);
  for (const LcpUnknown& unknown : unknowns.unknowns) ++first_unknown[unknown.contact + 1];
  std::partial_sum(first_unknown.begin(), first_unknown.end(), first_unknown.begin());
  out.num_rows = out.num_columns = unknowns.size();
  out.first.assign(1, 0);
  out.column.clear();
  out.value.clear();
  for (int i = 0; i < unknowns.size(); ++i) {
    const int base = first_base(unknowns.unknowns[i].contact);
    const int begin = matrix_.first[base];
    for (int k = begin; k < matrix_.first[base + 1];) {
      const int other = matrix_.column[k];
      for (int j = first_unknown[contact_of(other)]; j < first_unknown[contact_of(other) + 1]; ++j) {
        const double value = entry(unknowns, i, j, k - begin);
        if (value == 0.0) continue;
        out.column.push_back(j);
        out.value.push_back(value);
      }
      k += other < unknowns.num_contact_rows ? rows_per_contact : 1;
    }
    out.first.push_back(static_cast<int>(out.column.size()));
  }
}

}  // namespace perpend
