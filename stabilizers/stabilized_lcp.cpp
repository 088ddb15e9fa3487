// One LCP a step, with the linearized constraints and gaps met at the new position. [HartAnitescu03] (2.11)-(2.12)
//     M (v+ - v) = h f + J^T c_nu + N^T c_n + D beta,   J v+ = -phi_t - phi/h
//     0 <= N v+ + gap/h  perp  c_n >= 0,   0 <= D^T v+ + E sigma  perp  beta >= 0,   0 <= mu c_n - E^T beta  perp sigma
//     >= 0 q+ = q + h v+
// The infeasibility stays O(h^2 |v|^2) and does not accumulate. `convex` puts -mu sigma into the rows of the normals
// (2.10): the LCP is then that of a convex program, and a contact that slips opens by h mu sigma.
// Deviation: the paper prints the block of that term at (5,3); by (2.10) it is (3,5), row of the normals, column of
// sigma.
#include "stabilizers/stabilizer_types.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace stabilized_lcp {
namespace {

class StabilizedLcp final : public Stabilizer {
 public:
  explicit StabilizedLcp(bool convex) : law_(convex ? FrictionLaw::convex : FrictionLaw::pyramid) {}

  Status step(StepContext& context, const State& now, State& next) const override {
    const double rate = 1.0 / context.h;
    return step_velocity_level(context, now, {.rate = rate, .contacts = {.rate = rate, .law = law_}}, next);
  }

  /// That of `implicit`: without contacts the two are the same.
  std::optional<LinearUpdate> linear_update() const override { return LinearUpdate{}; }

  ForceRule force_rule() const override { return ForceRule::new_velocity; }

 private:
  FrictionLaw law_;
};

Made<std::shared_ptr<const Stabilizer>> make(const Properties& options) {
  return std::make_shared<const StabilizedLcp>(options.get_or("convex", false));
}

constexpr FieldSpec options[] = {{.name = "convex",
                                  .type = FieldType::flag,
                                  .doc = "the optimization variant: a convex program, slipping contacts open",
                                  .default_text = "false"}};

}  // namespace
}  // namespace stabilized_lcp

const StabilizerType stabilized_lcp_stabilizer{.spec = {.name = "stabilized_lcp",
                                                        .summary = "joints and gaps met at the new position, one LCP",
                                                        .arguments = stabilized_lcp::options,
                                                        .properties = {},
                                                        .citation = "HartAnitescu03"},
                                               .drift_order = 2,
                                               .position_order = 1,
                                               .variants = "stabilized_lcp | stabilized_lcp(convex: true)",
                                               .make = stabilized_lcp::make};

}  // namespace perpend
