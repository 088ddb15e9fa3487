// FCLIB files written by FCLIB itself.
#pragma once

#include <vector>

#include "tests/formats/files.hpp"

extern "C" {
#include <fclib.h>
}

namespace perpend::test {

enum class Storage { triplets, columns, rows };

/// A matrix as FCLIB takes it: pointers into vectors that live as long as this.
class FclibMatrix {
 public:
  FclibMatrix(const MatrixX& matrix, Storage storage) {
    const SparseRows rows = sparse(storage == Storage::columns ? MatrixX(matrix.transpose()) : matrix);
    x_ = rows.value;
    i_ = rows.column;
    p_ = rows.first;
    if (storage == Storage::triplets) {  // as CSparse: i rows, p columns
      p_ = rows.column;
      i_.clear();
      for (int row = 0; row < rows.num_rows; ++row) i_.resize(rows.first[row + 1], row);
    }
    const int count = static_cast<int>(x_.size());
    matrix_ = {.nzmax = count,
               .m = static_cast<int>(matrix.rows()),
               .n = static_cast<int>(matrix.cols()),
               .p = p_.data(),
               .i = i_.data(),
               .x = x_.data(),
               .nz = storage == Storage::triplets  ? count
                     : storage == Storage::columns ? -1
                                                   : -2,
               .info = nullptr};
  }
  FclibMatrix(const FclibMatrix&) = delete;
  FclibMatrix& operator=(const FclibMatrix&) = delete;

  operator fclib_matrix*() { return &matrix_; }

 private:
  std::vector<int> p_, i_;
  std::vector<double> x_;
  fclib_matrix matrix_{};
};

/// Full matrices, so that none is taken for its transpose or for another.
struct LocalSample {
  int dimension, num_contacts, num_equations;
  MatrixX w = sample_matrix(size(), size(), 1), v = sample_matrix(size(), num_equations, 2),
          r = sample_matrix(num_equations, num_equations, 3);
  VectorX q = sample_matrix(size(), 1, 4), s = sample_matrix(num_equations, 1, 5),
          mu = VectorX::LinSpaced(num_contacts, 0.25, 0.75);

  [[nodiscard]] int size() const { return dimension * num_contacts; }
};

inline void write(LocalSample sample, Storage storage, const std::string& path) {
  FclibMatrix w(sample.w, storage), v(sample.v, storage), r(sample.r, storage);
  const bool has_equations = sample.num_equations > 0;
  fclib_local problem{.W = w,
                      .V = has_equations ? v : static_cast<fclib_matrix*>(nullptr),
                      .R = has_equations ? r : static_cast<fclib_matrix*>(nullptr),
                      .mu = sample.mu.data(),
                      .q = sample.q.data(),
                      .s = sample.s.data(),
                      .spacedim = sample.dimension,
                      .info = nullptr};
  BOOST_REQUIRE(fclib_write_local(&problem, path.c_str()) == 1);
}

struct GlobalSample {
  int dimension, num_contacts, num_velocities, num_equations;
  MatrixX m = sample_matrix(num_velocities, num_velocities, 6), h = sample_matrix(num_velocities, size(), 7),
          g = sample_matrix(num_velocities, num_equations, 8);
  VectorX f = sample_matrix(num_velocities, 1, 9), w = sample_matrix(size(), 1, 10),
          b = sample_matrix(num_equations, 1, 11), mu = VectorX::LinSpaced(num_contacts, 0.25, 0.75);

  [[nodiscard]] int size() const { return dimension * num_contacts; }
};

inline void write(GlobalSample sample, Storage storage, const std::string& path) {
  FclibMatrix m(sample.m, storage), h(sample.h, storage), g(sample.g, storage);
  fclib_global problem{.M = m,
                       .H = h,
                       .G = sample.num_equations > 0 ? g : static_cast<fclib_matrix*>(nullptr),
                       .mu = sample.mu.data(),
                       .f = sample.f.data(),
                       .b = sample.b.data(),
                       .w = sample.w.data(),
                       .spacedim = sample.dimension,
                       .info = nullptr};
  BOOST_REQUIRE(fclib_write_global(&problem, path.c_str()) == 1);
}

}  // namespace perpend::test
