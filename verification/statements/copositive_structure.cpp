#include "verification/statements/copositive_structure.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "verification/arithmetic/exact_program.hpp"
#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

using Block = CopositiveStructure::Block;

/// Rows of the exact linear program: its numbers grow with each pivot.
constexpr int most_program_rows = 40;
/// The block is made dense: 70 MB.
constexpr int most_structured_rows = 3000;

/// For each row those with which its sum is negative: the sign of a rounded sum is that of the sum.
std::vector<std::vector<int>> negative_sums(const SparseRows& a) {
  std::vector<std::vector<int>> result(static_cast<std::size_t>(a.num_rows));
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) {
      const int j = a.column[k];
      const double other = entry(a, j, i);
      if (!(a.value[k] + other < 0.0)) continue;
      result[i].push_back(j);
      if (other == 0.0 && i != j) result[j].push_back(i);  // row j does not hold i
    }
  return result;
}

void set_aside(const SparseRows& a, CopositiveStructure& structure) {
  const auto others = negative_sums(a);
  std::vector<std::size_t> count;
  for (const auto& row : others) count.push_back(row.size());
  std::vector<int> queue;
  for (int i = 0; i < a.num_rows; ++i)
    if (count[i] == 0) queue.push_back(i);
  std::vector<char> is_aside(static_cast<std::size_t>(a.num_rows), 0);
  while (!queue.empty()) {
    const int i = queue.back();
    queue.pop_back();
    is_aside[i] = 1;
    for (const int j : others[i])
      if (is_aside[j] == 0 && --count[j] == 0) queue.push_back(j);
  }
  for (int i = 0; i < a.num_rows; ++i) (is_aside[i] != 0 ? structure.aside : structure.kept).push_back(i);
}

/// Row i in the kept columns.
std::vector<std::pair<int, double>> kept_row(const SparseRows& a, int i, const std::vector<int>& kept) {
  std::vector<std::pair<int, double>> row;
  for (int k = a.first[i]; k < a.first[i + 1]; ++k)
    if (a.value[k] != 0.0 && std::binary_search(kept.begin(), kept.end(), a.column[k]))
      row.emplace_back(a.column[k], a.value[k]);
  return row;
}

bool is_symmetric(const SparseRows& a, const std::vector<int>& kept) {
  for (const int i : kept)
    for (const auto& [j, value] : kept_row(a, i, kept))
      if (entry(a, j, i) != value) return false;
  return true;
}

void merge_opposites(const SparseRows& a, CopositiveStructure& structure) {
  std::map<std::vector<std::pair<int, double>>, int> known;
  std::vector<int> rest;
  for (const int i : structure.kept) {
    auto row = kept_row(a, i, structure.kept);
    for (auto& [column, value] : row) value = -value;
    const auto found = known.find(row);
    if (!row.empty() && found != known.end()) {
      structure.opposite.emplace_back(found->second, i);
      known.erase(found);
      continue;
    }
    for (auto& [column, value] : row) value = -value;
    known.emplace(std::move(row), i);
    rest.push_back(i);
  }
  structure.kept = std::move(rest);
}

/// Near the point of the unit simplex where x^T G x is least; there (G x)_i >= x^T G x. By steps from the
/// worst corner to the best.
VectorX least_point(const MatrixX& g) {
  const Eigen::Index n = g.rows();
  VectorX x = VectorX::Constant(n, 1.0 / static_cast<double>(n));
  VectorX y = g * x;
  for (int step = 0; step < 200 * static_cast<int>(n); ++step) {
    Eigen::Index to = 0;
    Eigen::Index from = -1;
    y.minCoeff(&to);
    for (Eigen::Index i = 0; i < n; ++i)
      if (x[i] > 0.0 && (from < 0 || y[i] > y[from])) from = i;
    const double gain = y[from] - y[to];
    if (!(gain > 1e-3 * std::abs(y[from]))) break;
    const double curvature = g(to, to) + g(from, from) - 2.0 * g(to, from);
    const double length = curvature > 0.0 ? std::min(x[from], gain / curvature) : x[from];
    x[to] += length;
    x[from] = length == x[from] ? 0.0 : x[from] - length;
    y += length * (g.col(to) - g.col(from));
  }
  return x;
}

/// G >= alpha y y^T for y = G x and alpha = 1 / x^T G x. With y > 0 the P below is G - alpha y y^T and a positive
/// diagonal.
bool is_above_definite(const MatrixX& g, CopositiveStructure& structure) {
  const VectorX x = least_point(g);
  const VectorX y = g * x;
  const double energy = x.dot(y);
  if (!(y.minCoeff() > 0.0 && energy > 0.0)) return false;
  structure.factor = 0.9 / energy;
  structure.direction = y;
  const MatrixX p = below(g, structure.factor, structure.direction);
  for (Eigen::Index j = 0; j < p.cols(); ++j)
    for (Eigen::Index i = 0; i < p.rows(); ++i)
      if (!(p(i, j) <= g(i, j))) return false;
  return is_definite(p);
}

Block judge_block(const MatrixX& g, const Effort& effort, CopositiveStructure& structure) {
  if (g.rows() == 0) return Block::empty;
  if (!(g.diagonal().minCoeff() >= 0.0)) return Block::open;
  if (g.diagonal().minCoeff() > 0.0 && is_definite(g)) return Block::definite;
  if (structure.opposite.empty() && is_above_definite(g, structure)) return Block::above_definite;
  if (effort.highest < Level::exact || seconds_of_semidefinite(static_cast<int>(g.rows())) > effort.seconds)
    return Block::open;
  structure.is_exact = true;
  return is_semidefinite(g) ? Block::semidefinite : Block::open;
}

bool is_aside_open(const VectorX& b, const CopositiveStructure& structure) {
  return std::all_of(structure.aside.begin(), structure.aside.end(), [&](int i) { return b[i] >= 0.0; });
}

/// Variables: x, s, slacks.
LinearSystemOfSigns opening_rows(const SparseRows& a, const VectorX& b, const CopositiveStructure& structure) {
  LinearSystemOfSigns system;
  std::vector<int> rows = structure.kept;
  for (const auto& [i, j] : structure.opposite) rows.push_back(j);
  for (std::size_t k = 0; k < structure.kept.size(); ++k) system.is_free.push_back(true);
  for (std::size_t k = 0; k < structure.aside.size(); ++k) system.is_free.push_back(false);
  const std::size_t first_slack = system.is_free.size();
  rows.insert(rows.end(), structure.aside.begin(), structure.aside.end());
  for (std::size_t k = 0; k < rows.size(); ++k) system.is_free.push_back(false);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const int i = rows[k];
    LinearRow& row = system.add_row(-exact(b[i]));
    const bool is_aside = std::binary_search(structure.aside.begin(), structure.aside.end(), i);
    for (std::size_t c = 0; c < structure.kept.size() && !is_aside; ++c)
      row.coefficients[c] = exact(entry(a, i, structure.kept[c]));
    for (std::size_t c = 0; c < structure.aside.size(); ++c)
      row.coefficients[structure.kept.size() + c] = -exact(entry(a, structure.aside[c], i));
    row.coefficients[first_slack + k] = -1;
  }
  return system;
}

WedgeProof opening(const SparseRows& a, const VectorX& b, const CopositiveStructure& structure) {
  const Feasibility found = decide_feasibility(opening_rows(a, b, structure));
  WedgeProof proof{.is_open = found.is_feasible};
  if (!found.is_feasible) return proof;
  const std::size_t num_kept = structure.kept.size();
  for (std::size_t k = 0; k < num_kept + structure.aside.size(); ++k)
    (k < num_kept ? proof.x : proof.s).push_back(found.x[k].str());
  return proof;
}

}  // namespace

MatrixX below(const MatrixX& g, double factor, const VectorX& y) {
  MatrixX p = g;
  for (Eigen::Index j = 0; j < g.cols(); ++j)
    for (Eigen::Index i = 0; i < j; ++i) p(i, j) = p(j, i) = g(i, j) - factor * (y[i] * y[j]);
  return p;
}

CopositiveStructure find_copositive_structure(const SparseRows& a, const Effort& effort) {
  CopositiveStructure structure;
  if (why_unfit(a) != nullptr) return structure;
  set_aside(a, structure);
  if (static_cast<int>(structure.kept.size()) > most_structured_rows || !is_symmetric(a, structure.kept))
    return structure;
  merge_opposites(a, structure);
  structure.block = judge_block(dense(a)(structure.kept, structure.kept), effort, structure);
  return structure;
}

WedgeProof prove_wedge(const SparseRows& a, const VectorX& b, const CopositiveStructure& structure) {
  if (!structure.is_copositive()) return {};
  const auto is_pair_open = [&](const std::pair<int, int>& pair) { return b[pair.first] + b[pair.second] >= 0.0; };
  if (structure.block != Block::semidefinite && is_aside_open(b, structure) &&
      std::all_of(structure.opposite.begin(), structure.opposite.end(), is_pair_open))
    return {.is_open = true};
  if (structure.block == Block::above_definite || a.num_rows > most_program_rows) return {};
  return opening(a, b, structure);
}

std::vector<std::pair<std::string, std::vector<std::string>>> witness_of(const CopositiveStructure& structure) {
  if (structure.block != Block::above_definite) return {};
  return {{"direction", hexadecimal({structure.direction.begin(), structure.direction.end()})},
          {"factor", hexadecimal({structure.factor})}};
}

}  // namespace perpend
