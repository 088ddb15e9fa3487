#include "stabilizers/objections.hpp"

#include "kernel/contacts/pair_rules.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

bool has_nonholonomic_rows(const Model& model) {
  for (const Joint& joint : model.joints)
    if (joint.type->num_nonholonomic > 0 && joint.num_rows > 0) return true;
  return false;
}

std::optional<std::string> object_to_bounded_rows(const Model& model) {
  if (model.contacts.enabled)
    return "the scene has contacts, which this method cannot enforce; none, stabilized_lcp, small_steps, "
           "baumgarte(alpha), erp, implicit, post_stabilization, acceleration_lcp and reference can";
  if (model.coordinate_rows.empty()) return std::nullopt;
  return "joint '" + model.joints[model.coordinate_rows.front().joint].name +
         "' has limits or dry friction, which this method cannot enforce; none, baumgarte(alpha), erp, implicit, "
         "post_stabilization, stabilized_lcp, reference and, without contacts, small_steps can";
}

std::optional<std::string> object_to_compliance(const Model& model) {
  for (const Joint& joint : model.joints)
    if (joint.cfm > 0.0)
      return "joint '" + joint.name + "' has a compliance (cfm), and this method leaves no row any error";
  return std::nullopt;
}

std::optional<std::string> object_to_soft_rows(const Model& model) {
  const std::optional<std::string> compliance = object_to_compliance(model);
  return compliance ? compliance : object_to_bounded_rows(model);
}

std::optional<std::string> object_to_restitution(const Model& model) {
  if (!model.contacts.enabled) return std::nullopt;
  const PairRules rules(model);
  const int size = static_cast<int>(model.bodies.size());
  for (int i = 0; i < size; ++i)
    for (int j = i + 1; j < size; ++j)
      if (rules.may_touch(model, {i, j}) && rules.surface(model, {i, j}).restitution > 0.0)
        return "'" + model.bodies[i].name + "' and '" + model.bodies[j].name +
               "' have restitution, and this method knows no impacts: write restitution = 0";
  return std::nullopt;
}

}  // namespace perpend
