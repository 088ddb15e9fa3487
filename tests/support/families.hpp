// Mechanisms of any size.
#pragma once

#include "tests/support/mechanisms.hpp"

namespace perpend::test {

/// Rods around one hub, which is free.
inline Model star(int arms) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const int hub = add_rod(model, "hub", 0.2, 1.0, Vec2(0.0, 0.0));
  for (int i = 0; i < arms; ++i) {
    const int arm = add_rod(model, "arm", 1.0, 1.0, Vec2(0.5, 0.0));
    add_joint(model, "revolute", "pin", hub, arm, at(Vec2(0.0, 0.0)));
  }
  number_unknowns(model);
  return model;
}

/// A chain with a rod hanging from each link.
inline Model comb(int links) {
  Model model = chain(links);
  for (int i = 0; i < links; ++i) {
    const int tooth = add_rod_between(model, "tooth", 0.5, Vec2((i + 0.5) * 0.1, 0.0), Vec2((i + 0.5) * 0.1, -0.2));
    add_joint(model, "revolute", "tooth", i, tooth, at(Vec2((i + 0.5) * 0.1, 0.0)));
  }
  number_unknowns(model);
  return model;
}

/// Rods standing on the ground, neighbours joined at the top by couplers of unlike height: n four-bars in a row.
inline Model ladder(int loops) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const auto top = [](int i) { return Vec2(0.3 * i + 0.05, i % 2 == 0 ? 0.4 : 0.5); };
  for (int i = 0; i <= loops; ++i) {
    const int rod = add_rod_between(model, "rod", 1.0, Vec2(0.3 * i, 0.0), top(i));
    add_joint(model, "revolute", "ground", world_body, rod, at(Vec2(0.3 * i, 0.0)));
  }
  for (int i = 0; i < loops; ++i) {
    const int coupler = add_rod_between(model, "coupler", 0.5, top(i), top(i + 1));
    add_joint(model, "revolute", "left", i, coupler, at(top(i)));
    add_joint(model, "revolute", "right", coupler, i + 1, at(top(i + 1)));
  }
  number_unknowns(model);
  return model;
}

/// A chain along a shallow arc with both ends on the ground.
inline Model hanging_chain(int links) {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const auto node = [&](int i) {
    const double s = static_cast<double>(i) / links;
    return Vec2(0.1 * i, -0.1 * links * s * (1.0 - s));
  };
  for (int i = 0; i < links; ++i) add_rod_between(model, "link", 1.0, node(i), node(i + 1));
  for (int i = 0; i <= links; ++i)
    add_joint(model, "revolute", "pin", i == 0 ? world_body : i - 1, i == links ? world_body : i, at(node(i)));
  number_unknowns(model);
  return model;
}

struct MechanismFamily {
  const char* name;
  Model (*build)(int size);
};

inline const std::vector<MechanismFamily>& mechanism_families() {
  static const std::vector<MechanismFamily> families{{"chain", [](int n) { return chain(n); }},
                                                     {"star", star},
                                                     {"comb", comb},
                                                     {"ladder", ladder},
                                                     {"hanging chain", hanging_chain}};
  return families;
}

}  // namespace perpend::test
