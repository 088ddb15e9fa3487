// Small pieces that known answers are written with.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "verification/cases/case.hpp"

namespace perpend::cases {

inline MatrixX square(int n, std::initializer_list<double> entries) {
  MatrixX a(n, n);
  auto next = entries.begin();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = *next++;
  return a;
}

inline VectorX vector(std::initializer_list<double> entries) {
  VectorX x(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), x.begin());
  return x;
}

inline Case matrix_case(const char* name, Question question, const MatrixX& a, bool truth, const char* reason) {
  return {.name = name, .question = question, .truth = truth, .reason = reason, .a = sparse_rows(a)};
}

[[nodiscard]] inline Case pick(const std::vector<Case>& cases, long index) {
  return cases[static_cast<std::size_t>(index) % cases.size()];
}

}  // namespace perpend::cases
