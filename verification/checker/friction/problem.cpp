#include "verification/checker/friction/problem.hpp"

#include <algorithm>

#include "verification/checker/claim.hpp"
#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

/// sign * block into the rows from `row`, its columns behind those that are there.
void place(SparseMatrix& a, const SparseMatrix& block, int row, int column, int sign = 1) {
  for (int i = 0; i < block.num_rows; ++i)
    for (const Entry& entry : block.rows[i])
      a.rows[row + i].push_back({column + entry.column, Rational(sign) * entry.value});
}

SparseMatrix read_sized(const json& data, const char* name, int num_rows, int num_columns) {
  SparseMatrix a = read_matrix(data, name);
  if (a.num_rows != num_rows || a.num_columns != num_columns)
    throw DataError(std::string(name) + " has a size that does not fit");
  return a;
}

SparseMatrix empty(int size) {
  return {size, size, std::vector<SparseRow>(size)};
}

void append(std::vector<Rational>& x, const std::vector<Rational>& more) {
  x.insert(x.end(), more.begin(), more.end());
}

void put_local(const json& data, ContactProblem& problem) {
  const int m = problem.num_reactions();
  const std::vector<Rational> right = has_equations(data) ? numbers(data, "b") : std::vector<Rational>{};
  const int p = static_cast<int>(right.size());
  problem.a = empty(m + p);
  place(problem.a, read_sized(data, "W", m, m), 0, 0);
  problem.b = read_vector(data, "q", m);
  problem.groups = {0};
  if (!has_equations(data)) return;
  const SparseMatrix v = read_sized(data, "V", m, p);
  place(problem.a, v, 0, m);
  place(problem.a, transposed(v), m, 0);
  place(problem.a, read_sized(data, "R", p, p), m, m);
  append(problem.b, right);
  problem.groups = {0, m};
}

void put_global(const json& data, ContactProblem& problem) {
  const int m = problem.num_reactions();
  const SparseMatrix mass = read_square(data, "M");
  const int n = mass.num_rows;
  const std::vector<Rational> right = has_equations(data) ? numbers(data, "b") : std::vector<Rational>{};
  const int p = static_cast<int>(right.size());
  const SparseMatrix h = read_sized(data, "H", n, m);
  problem.a = empty(m + n + p);
  place(problem.a, transposed(h), 0, m);
  place(problem.a, h, m, 0);
  place(problem.a, mass, m, m, -1);
  if (has_equations(data)) {
    const SparseMatrix g = read_sized(data, "G", n, p);
    place(problem.a, g, m, m + n);
    place(problem.a, transposed(g), m + n, m);
  }
  problem.b = read_vector(data, "w", m);
  append(problem.b, read_vector(data, "q", n));
  append(problem.b, right);
  problem.groups = {0, m, m + n};
}

}  // namespace

bool is_local(const json& data) {
  return has(data, "W");
}

bool has_equations(const json& data) {
  return has(data, "b") || has(data, "V") || has(data, "R") || has(data, "G");
}

std::vector<Rational> read_coefficients(const json& data) {
  std::vector<Rational> mu = numbers(data, "mu");
  if (std::any_of(mu.begin(), mu.end(), [](const Rational& x) { return x.sign() < 0; }))
    throw DataError("a coefficient of friction is negative");
  return mu;
}

int read_dimension(const json& data) {
  const int dimension = whole_number(data, "dimension");
  if (dimension != 2 && dimension != 3) throw DataError("the dimension is 2 or 3");
  return dimension;
}

ContactProblem read_contact_problem(const json& data) {
  ContactProblem problem;
  problem.dimension = read_dimension(data);
  problem.mu = read_coefficients(data);
  is_local(data) ? put_local(data, problem) : put_global(data, problem);
  return problem;
}

ContactVector<Rational> part_of(const std::vector<Rational>& x, int contact, int dimension) {
  const int i = contact * dimension;
  return {x[i], x[i + 1], dimension == 3 ? x[i + 2] : Rational(0)};
}

Rational size_of_row(const ContactProblem& problem, const std::vector<Rational>& x, int i) {
  Rational size = problem.b[i].abs();
  for (const Entry& entry : problem.a.rows[i]) size += (entry.value * x[entry.column]).abs();
  return size;
}

std::vector<Rational> largest_joined(const ContactProblem& problem, const std::vector<Rational>& size) {
  const std::vector<int> joined = joined_rows(problem.a, problem.dimension, problem.num_reactions());
  const int n = static_cast<int>(size.size());
  std::vector<Rational> largest(n);
  for (std::size_t g = 0; g < problem.groups.size(); ++g)
    take_largest_joined(joined, size, problem.groups[g],
                        std::min(n, g + 1 < problem.groups.size() ? problem.groups[g + 1] : n), largest);
  return largest;
}

ContactSizes sizes_of(const ContactProblem& problem, const std::vector<Rational>& x) {
  const int n = problem.a.num_rows, m = problem.num_reactions();
  ContactSizes sizes;
  for (int i = 0; i < n; ++i) sizes.row.push_back(size_of_row(problem, x, i));
  const std::vector<Rational> largest = largest_joined(problem, sizes.row);
  for (int i = 0; i < n; ++i) sizes.row[i] += granted_share(problem.a.num_rows) * largest[i];
  std::vector<std::optional<Rational>> least(m);
  for (int i = 0; i < n; ++i)
    for (const Entry& entry : problem.a.rows[i]) {
      if (entry.column >= m || entry.value.is_zero()) continue;
      const Rational share = sizes.row[i] / entry.value.abs();
      auto& known = least[entry.column];
      if (!known || share < *known) known = share;
    }
  for (int j = 0; j < m; ++j) {
    sizes.move.push_back(least[j].value_or(Rational(0)));
    const int first = j / problem.dimension * problem.dimension;
    for (int k = first; k < first + problem.dimension; ++k) sizes.move[j] += x[k].abs();
  }
  sizes.reach = sizes.row;
  for (int i = 0; i < n; ++i)
    for (const Entry& entry : problem.a.rows[i])
      if (entry.column < m) sizes.reach[i].add_product(entry.value.abs(), sizes.move[entry.column]);
  return sizes;
}

}  // namespace perpend::checker
