#include "cli/run_notes.hpp"

#include <fmt/format.h>

namespace perpend::cli {

namespace {

const char* route_text(Route route) {
  switch (route) {
    case Route::kkt:
      return "route kkt: bilateral rows are factorized with M, bounded rows meet in a dense system";
    case Route::baraff:
      return "route baraff: the rows of a spanning tree are factorized with M, loop closures and bounded rows meet in "
             "a "
             "dense system";
    case Route::smith:
      return "route smith: all rows meet in the dense system of J M^-1 J^T";
  }
  return "";
}

const char* cfm_rows_text(const LinearAlgebra& algebra) {
  if (algebra.cfm_rows == CfmRows::closures) return "the loop closures and bounded rows";
  if (algebra.cfm_rows == CfmRows::route && algebra.route == Route::baraff)
    return "the auxiliary rows: loop closures and bounded rows";
  return "every row";
}

bool has_joint_cfm(const Model& model) {
  for (const Joint& joint : model.joints)
    if (joint.cfm > 0.0) return true;
  return false;
}

}  // namespace

std::vector<std::string> numerics_notes(const Model& model, const MethodSpec& method) {
  std::vector<std::string> notes;
  const LinearAlgebra& algebra = method.linear_algebra;
  if (model.space == Space::spatial)
    notes.push_back(fmt::format(
        "space: orientations advance {}, the gyroscopic term is {}",
        method.integration.rotation == RotationUpdate::exponential ? "by the exponential map"
                                                                   : "to first order, then normalized",
        method.integration.gyroscopic == GyroscopicTerm::explicit_term ? "that of the old state (explicit)"
                                                                       : "its mean over the step (implicit)"));
  if (model.space == Space::spatial || algebra.route != Route::kkt) notes.emplace_back(route_text(algebra.route));
  if (algebra.cfm > 0.0)
    notes.push_back(fmt::format("cfm of {:.6g} (SI) is added to {}{}", algebra.cfm, cfm_rows_text(algebra),
                                has_joint_cfm(model) ? ", beside that of the joints" : ""));
  return notes;
}

}  // namespace perpend::cli
