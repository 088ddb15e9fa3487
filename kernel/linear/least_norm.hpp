// Multipliers of least Euclidean norm where rows are dependent: what is left after projecting out the left null space.
#pragma once

#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// An orthonormal basis of the vectors y with J^T y = 0, built one vector at a time. Allocates nothing while it does
/// not grow beyond what it once held.
class LeftNullSpace {
 public:
  void clear() { size_ = 0; }
  /// Adds a left null vector that is independent of those before.
  void add(const VectorX& null_vector);
  /// Takes its part in the null space out of a multiplier: J^T multiplier stays.
  void project_out(VectorX& multiplier) const;

 private:
  std::vector<VectorX> basis_;  // first size_ valid
  std::size_t size_ = 0;
};

}  // namespace perpend
