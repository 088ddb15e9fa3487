#include "stabilizers/impact_work.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/model/numbers/disjoint_sets.hpp"

namespace perpend {

namespace {

template <class Blocks>
void tie(const Blocks& blocks, std::vector<int>& parent) {
  for (const auto& block : blocks) {
    const int first = island_of(block, parent);
    for (std::size_t side = 0; first >= 0 && side < block.num_columns.size(); ++side) {
      if (block.num_columns[side] > 0) unite_sets(parent, first, block.first_column[side]);
    }
  }
}

/// What sums are made of: the terms, or their sizes.
struct SignedTerms {
  static double impulse(double x) { return x; }
  static double product(double value, double v) { return value * v; }
};
struct SizesOfTerms {
  static double impulse(double x) { return std::abs(x); }
  static double product(double value, double v) { return std::abs(value * v); }
};

template <class Terms, class Block>
double rate_of(const Block& block, const std::vector<double>& values, int row, const VectorX& v) {
  double sum = 0.0;
  for (std::size_t side = 0; side < block.num_columns.size(); ++side) {
    const int width = block.num_columns[side];
    for (int j = 0; j < width; ++j)
      sum += Terms::product(values[block.first_value[side] + row * width + j], v[block.first_column[side] + j]);
  }
  return sum;
}

/// Along one of the tangents.
template <class Terms>
double tangential_impulse(const ContactProblem& problem, const GrowingVector& tangential, int contact, int tangent) {
  const int k = problem.num_directions;
  double sum = 0.0;
  for (int i = 0; i < k; ++i)
    sum += Terms::impulse(direction_coefficients(i, k)[tangent] * tangential[contact * k + i]);
  return sum;
}

template <class Terms>
void add_contacts(const ContactProblem& problem, const ImpactImpulses& impulses, const VectorX& v, WallMotion walls,
                  const std::vector<int>& island, double factor, VectorX& out) {
  const ContactRows& rows = problem.rows;
  for (int c = 0; c < rows.size(); ++c) {
    double sum = 0.0;
    for (int row = 0; row < rows.rows_per_contact; ++row) {
      const double impulse = row == 0 ? Terms::impulse(impulses.normal[c])
                                      : tangential_impulse<Terms>(problem, impulses.tangential, c, row - 1);
      double rate = rate_of<Terms>(rows.blocks[c], rows.values, row, v);
      if (walls == WallMotion::counts) rate += Terms::impulse(rows.rate_t[c * rows.rows_per_contact + row]);
      sum += impulse * rate;
    }
    out[island_of(rows.blocks[c], island)] += factor * sum;
  }
}

template <class Terms>
void add_bounded_rows(const Problem& joints, const VectorX& multiplier, const VectorX& v,
                      const std::vector<int>& island, double factor, VectorX& out) {
  const ConstraintRows& rows = *joints.rows;
  for (const RowBlock& block : rows.blocks) {
    const int place = island_of(block, island);
    for (int i = 0; place >= 0 && i < block.num_rows; ++i) {
      const int row = block.first_row + i;
      if (rows.kinds[row] < RowKind::lower_limit || multiplier[row] == 0.0) continue;
      out[place] += factor * Terms::impulse(multiplier[row]) * rate_of<Terms>(block, rows.values, i, v);
    }
  }
}

}  // namespace

void find_islands(const Model& model, const ContactProblem& problem, std::vector<int>& island) {
  island.resize(model.num_velocities);
  for (const Body& body : model.bodies) std::fill_n(island.begin() + std::max(body.offset, 0), body.dof, body.offset);
  tie(problem.rows.blocks, island);
  tie(problem.joints.rows->blocks, island);
  for (int i = 0; i < model.num_velocities; ++i) island[i] = least_of_set(island, i);
}

void add_power(const ContactProblem& problem, const ImpactImpulses& impulses, const VectorX& v, WallMotion walls,
               const std::vector<int>& island, double factor, VectorX& out) {
  add_contacts<SignedTerms>(problem, impulses, v, walls, island, factor, out);
  add_bounded_rows<SignedTerms>(problem.joints, impulses.multiplier, v, island, factor, out);
}

void add_power_size(const ContactProblem& problem, const ImpactImpulses& impulses, const VectorX& v,
                    const std::vector<int>& island, double factor, VectorX& out) {
  add_contacts<SizesOfTerms>(problem, impulses, v, WallMotion::counts, island, factor, out);
  add_bounded_rows<SizesOfTerms>(problem.joints, impulses.multiplier, v, island, factor, out);
}

double largest_share(double a, double b, double c) {
  c = std::min(c, 0.0);
  if (a + b + c <= 0.0) return 1.0;
  const double root = std::sqrt(std::max(b * b - 4.0 * a * c, 0.0));
  // The one of two ways to write the upper root whose terms do not cancel.
  const double share = b > 0.0 ? -2.0 * c / (b + root) : (root - b) / (2.0 * a);
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace perpend
