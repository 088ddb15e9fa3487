#include "verification/cases/row_builder.hpp"

#include <algorithm>
#include <numeric>

namespace perpend::cases {

void RowBuilder::add_gram(const RowBuilder& g) {
  std::map<int, std::vector<std::pair<int, double>>> columns;
  for (int i = 0; i < g.size(); ++i)
    for (const auto& [j, value] : g.row(i)) columns[j].emplace_back(i, value);
  for (const auto& [j, entries] : columns)
    for (const auto& [i, left] : entries)
      for (const auto& [k, right] : entries) at(i, k) += left * right;
}

void RowBuilder::add_skew(CaseRandom& random) {
  for (int i = 0; i + 1 < size(); ++i) {
    const double value = random.whole(-1, 1);
    at(i, i + 1) += value;
    at(i + 1, i) -= value;
  }
}

void RowBuilder::permute(CaseRandom& random) {
  std::vector<int> place(rows_.size());
  std::iota(place.begin(), place.end(), 0);
  for (int i = size() - 1; i > 0; --i) std::swap(place[i], place[random.whole(0, i)]);
  std::vector<std::map<int, double>> moved(rows_.size());
  for (int i = 0; i < size(); ++i)
    for (const auto& [j, value] : row(i)) moved[place[i]][place[j]] = value;
  rows_ = std::move(moved);
}

SparseRows RowBuilder::rows() const {
  SparseRows a{.num_rows = size(), .num_columns = size(), .first = {0}, .column = {}, .value = {}};
  for (int i = 0; i < size(); ++i) {
    for (const auto& [j, value] : row(i)) {
      if (value == 0.0) continue;
      a.column.push_back(j);
      a.value.push_back(value);
    }
    a.first.push_back(static_cast<int>(a.column.size()));
  }
  return a;
}

VectorX times(const SparseRows& a, const VectorX& z) {
  VectorX product = VectorX::Zero(a.num_rows);
  for (int i = 0; i < a.num_rows; ++i)
    for (int k = a.first[i]; k < a.first[i + 1]; ++k) product[i] += a.value[k] * z[a.column[k]];
  return product;
}

RowBuilder near_entries(CaseRandom& random, int n, int columns, int reach, int largest) {
  RowBuilder rows(n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      const int own = static_cast<int>(static_cast<long>(i) * columns / n);
      const int j = std::clamp(own + random.whole(-reach, reach), 0, columns - 1);
      rows.at(i, j) = random.whole(-largest, largest);
    }
  return rows;
}

int size_of_large(long index) {
  constexpr int sizes[] = {8, 32, 128, 512, 2000};
  return sizes[index % 5];
}

}  // namespace perpend::cases
