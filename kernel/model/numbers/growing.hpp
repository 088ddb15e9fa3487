// Vectors and matrices that keep the memory of the largest they have been. Contacts come and go, so what is sized by
// them changes its size from solve to solve: a smaller size, or one met before, asks for no memory.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// In expressions a view of its memory. `resize` leaves the values open, and an assigned expression of a larger size
/// must not read the target.
template <class Plain>
class Growing : public Eigen::Map<Plain> {
  using View = Eigen::Map<Plain>;
  using Index = Eigen::Index;

 public:
  using View::setConstant;
  using View::setOnes;
  using View::setZero;

  Growing() : View(nullptr, 0, Plain::ColsAtCompileTime == 1 ? 1 : 0) {}
  Growing(const Growing& from) : Growing() { *this = from; }
  Growing(Growing&& from) noexcept : Growing() { swap(from); }
  /// Not explicit: stands wherever a plain vector may.
  template <class Expression>
  Growing(const Eigen::DenseBase<Expression>& from) : Growing() {
    *this = from;
  }
  ~Growing() = default;

  Growing& operator=(const Growing& from) { return *this = static_cast<const View&>(from); }
  Growing& operator=(Growing&& from) noexcept {
    swap(from);
    return *this;
  }
  template <class Expression>
  Growing& operator=(const Eigen::DenseBase<Expression>& from) {
    resize(from.rows(), from.cols());
    View::operator=(from.derived());
    return *this;
  }

  void resize(Index rows, Index columns = 1) {
    const auto size = static_cast<std::size_t>(rows * columns);
    if (size > memory_.size()) memory_.resize(std::max(size, 2 * memory_.size()));
    show(rows, columns);
  }
  void setZero(Index rows, Index columns = 1) { setConstant(rows, columns, 0.0); }
  void setOnes(Index rows) { setConstant(rows, 1, 1.0); }
  void setConstant(Index rows, double value) { setConstant(rows, 1, value); }

  void swap(Growing& other) noexcept {
    const Index rows = this->rows(), columns = this->cols();
    memory_.swap(other.memory_);
    show(other.rows(), other.cols());
    other.show(rows, columns);
  }

 private:
  void setConstant(Index rows, Index columns, double value) {
    resize(rows, columns);
    View::setConstant(value);
  }
  /// How Eigen asks for a map to be moved.
  void show(Index rows, Index columns) { new (static_cast<View*>(this)) View(memory_.data(), rows, columns); }

  std::vector<double> memory_;
};

using GrowingVector = Growing<VectorX>;
using GrowingMatrix = Growing<MatrixX>;

}  // namespace perpend
