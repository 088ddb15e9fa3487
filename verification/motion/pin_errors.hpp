// The largest error of a mechanism that pins alone hold together in the plane, with one bound for all that rounding
// does to it: a first look, which decides most states.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/model/model.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend {

class PinErrors {
 public:
  /// Nothing where a joint has another equation, or in space.
  [[nodiscard]] static std::optional<PinErrors> of(const Model& model, std::span<const JointEquation> equations);

  /// Between which numbers the largest |phi_i| lies [m]; NaN: not known. Allocates nothing.
  struct Bounds {
    double least, most;
  };
  [[nodiscard]] Bounds at(const VectorX& positions);

 private:
  struct Moving {
    int body, offset;  ///< in `poses_` and in the positions
  };
  struct Pin {
    int first, second;  ///< in `poses_`
    Vec2 at_first, at_second;
  };
  struct Pose {
    double x = 0.0, y = 0.0, sin = 0.0, cos = 1.0;
  };

  explicit PinErrors(const Model& model);

  std::vector<Moving> turning_{};    ///< bodies with an angle
  std::vector<Moving> particles_{};  ///< and without
  std::vector<Pin> pins_{};
  std::vector<Pose> poses_;  ///< of bodies, the world last
  double reach_ = 0.0;       ///< the largest sum of |a| + |b|, by coordinates
  double fixed_ = 0.0;       ///< the largest coordinate of what does not move
};

}  // namespace perpend
