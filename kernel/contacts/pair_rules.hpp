// Which bodies may touch, and what their surfaces are like.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/model.hpp"

namespace perpend {

/// Two bodies, the smaller index first.
using BodyPair = std::array<int, 2>;

/// What Model::contact_pairs and the joints say of pairs of bodies, sorted for the search.
class PairRules {
 public:
  PairRules() = default;
  explicit PairRules(const Model& model);

  /// Whether the scene lets the two touch: not two fixed bodies, not bodies that a joint connects unless the scene
  /// names the pair, not a pair that it disables, and only named ones without ContactSettings::all_pairs.
  [[nodiscard]] bool may_touch(const Model& model, const BodyPair& pair) const;

  struct Surface {
    double friction = 0.0;
    double restitution = 0.0;
    double compliance = 0.0;  ///< [1/kg]
  };
  /// What the pair says, else mu = sqrt(mu_0 mu_1), e = max(e_0, e_1) and the compliance of the settings.
  [[nodiscard]] Surface surface(const Model& model, const BodyPair& pair) const;

 private:
  /// Index into Model::contact_pairs, -1: not named.
  [[nodiscard]] int named(const BodyPair& pair) const;

  struct Named {
    BodyPair pair{};
    int index = 0;
  };
  /// What is asked of each body, next to each other.
  struct Own {
    double friction = 0.0, restitution = 0.0;  ///< not a number: those of the settings
    bool is_fixed = false;
  };

  std::vector<Own> own_;  ///< of each body
  std::vector<BodyPair> joined_;
  std::vector<Named> named_;
};

}  // namespace perpend
