#include "kernel/contacts/pair_rules.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

BodyPair in_order(const std::array<int, 2>& body) {
  return {std::min(body[0], body[1]), std::max(body[0], body[1])};
}

double value_or(double value, double fallback) {
  return std::isnan(value) ? fallback : value;
}

}  // namespace

PairRules::PairRules(const Model& model) {
  for (const Body& body : model.bodies) own_.push_back({body.friction, body.restitution, body.dof == 0});
  for (const Joint& joint : model.joints)
    if (joint.body[0] != world_body && joint.body[1] != world_body) joined_.push_back(in_order(joint.body));
  std::sort(joined_.begin(), joined_.end());
  for (std::size_t i = 0; i < model.contact_pairs.size(); ++i)
    named_.push_back({in_order(model.contact_pairs[i].body), static_cast<int>(i)});
  std::stable_sort(named_.begin(), named_.end(), [](const Named& a, const Named& b) { return a.pair < b.pair; });
}

int PairRules::named(const BodyPair& pair) const {
  if (named_.empty()) return -1;
  const auto found = std::lower_bound(named_.begin(), named_.end(), pair,
                                      [](const Named& entry, const BodyPair& key) { return entry.pair < key; });
  return found != named_.end() && found->pair == pair ? found->index : -1;
}

bool PairRules::may_touch(const Model& model, const BodyPair& pair) const {
  if (own_[pair[0]].is_fixed && own_[pair[1]].is_fixed) return false;
  const int index = named(pair);
  if (index >= 0) return model.contact_pairs[index].enabled;
  return model.contacts.all_pairs && (joined_.empty() || !std::binary_search(joined_.begin(), joined_.end(), pair));
}

PairRules::Surface PairRules::surface(const Model& model, const BodyPair& pair) const {
  const ContactSettings& settings = model.contacts;
  const Own& a = own_[pair[0]];
  const Own& b = own_[pair[1]];
  const double mu_a = value_or(a.friction, settings.friction);
  const double mu_b = value_or(b.friction, settings.friction);
  // The root of a square is not always the number itself.
  Surface surface{.friction = mu_a == mu_b ? mu_a : std::sqrt(mu_a * mu_b),
                  .restitution = std::max(value_or(a.restitution, settings.restitution),
                                          value_or(b.restitution, settings.restitution)),
                  .compliance = settings.compliance};
  const int index = named(pair);
  if (index < 0) return surface;
  surface.friction = value_or(model.contact_pairs[index].friction, surface.friction);
  surface.restitution = value_or(model.contact_pairs[index].restitution, surface.restitution);
  surface.compliance = value_or(model.contact_pairs[index].compliance, surface.compliance);
  return surface;
}

}  // namespace perpend
