#include "verification/contacts/solvability_parts.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "verification/solves/row_pattern.hpp"

namespace perpend {

namespace {

class Groups {
 public:
  explicit Groups(int size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int j) { parent_[root(i)] = root(j); }

 private:
  std::vector<int> parent_;
};

/// Calls visit(column) for each column of a contact.
template <class Visit>
void for_each_column(const ContactRows& rows, int contact, const Visit& visit) {
  const ContactBlock& block = rows.blocks[contact];
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j) visit(block.first_column[side] + j);
}

Groups groups_of(const ContactProblem& problem, const RowPattern& pattern) {
  Groups groups(pattern.num_columns());
  for (const InertiaBlock& block : problem.joints.mass->blocks)
    for (int i = 1; i < 3; ++i) groups.join(block.first, block.first + i);
  for (int i = 0; i < pattern.num_rows(); ++i)
    for (const auto [value, column] : pattern.row(i)) groups.join(pattern.row(i).front().index, column);
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    int first = -1;
    for_each_column(problem.rows, contact, [&](int column) {
      if (first < 0) first = column;
      groups.join(first, column);
    });
  }
  return groups;
}

}  // namespace

std::vector<ProblemPart> parts_of(const ContactProblem& problem) {
  const RowPattern pattern(*problem.joints.rows);
  Groups groups = groups_of(problem, pattern);
  // -1: rows that no motion enters.
  std::map<int, ProblemPart> parts;
  for (int i = 0; i < pattern.num_rows(); ++i)
    parts[pattern.row(i).empty() ? -1 : groups.root(pattern.row(i).front().index)].joints.push_back(i);
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    int root = -1;
    for_each_column(problem.rows, contact, [&](int column) { root = groups.root(column); });
    parts[root].contacts.push_back(contact);
  }
  for (int i = 0; i < pattern.num_columns(); ++i)
    if (const auto part = parts.find(groups.root(i)); part != parts.end()) part->second.columns.push_back(i);
  std::vector<ProblemPart> result;
  for (auto& [root, part] : parts) result.push_back(std::move(part));
  return result;
}

std::vector<ProblemPart> walls_of_each_body(const ContactProblem& problem) {
  std::map<int, ProblemPart> parts;  // by first column
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    const ContactBlock& block = problem.rows.blocks[contact];
    if ((block.num_columns[0] == 0) == (block.num_columns[1] == 0)) continue;
    const int side = block.num_columns[0] == 0 ? 1 : 0;
    ProblemPart& part = parts[block.first_column[side]];
    part.contacts.push_back(contact);
    part.columns.resize(std::max<std::size_t>(part.columns.size(), block.num_columns[side]));
    std::iota(part.columns.begin(), part.columns.end(), block.first_column[side]);
  }
  std::vector<ProblemPart> result;
  for (auto& [column, part] : parts)
    if (part.contacts.size() > 1) result.push_back(std::move(part));
  return result;
}

}  // namespace perpend
