// Equations in space, as in verification/motion/spatial_equations.cpp.
#include "study/formulas/joint_formulas.hpp"
#include "study/formulas/spatial_site.hpp"

namespace perpend::formulas {

std::optional<JointRows> spatial_rows(const FormulaContext& context) {
  std::vector<SpatialPose> poses;
  for (const Body& body : context.model.bodies) poses.push_back(pose_of(body, context.definitions));
  const SpatialPose world = pose_at_rest();
  const auto of = [&](int body) -> const SpatialPose& { return body == world_body ? world : poses[body]; };
  JointRows result;
  for (const Joint& joint : context.model.joints) {
    auto rows = SpatialSite(joint, of(joint.body[0]), of(joint.body[1]), of(joint.carrier), context).rows();
    if (!rows) return std::nullopt;
    result.push_back(std::move(*rows));
  }
  return result;
}

}  // namespace perpend::formulas
