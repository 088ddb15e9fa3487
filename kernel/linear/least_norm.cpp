#include "kernel/linear/least_norm.hpp"

namespace perpend {

/// Modified Gram-Schmidt, twice for full orthogonality.
void LeftNullSpace::add(const VectorX& null_vector) {
  if (basis_.size() <= size_) basis_.resize(size_ + 1);
  VectorX& y = basis_[size_];
  y = null_vector;
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t l = 0; l < size_; ++l) y -= basis_[l].dot(y) * basis_[l];
  y /= y.norm();
  ++size_;
}

void LeftNullSpace::project_out(VectorX& multiplier) const {
  for (std::size_t k = 0; k < size_; ++k) multiplier -= basis_[k].dot(multiplier) * basis_[k];
}

}  // namespace perpend
