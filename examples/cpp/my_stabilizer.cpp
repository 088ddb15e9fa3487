// A method of your own next to Perpend's, in a scene, certified and compared: a feedback on the error of the joints
// that is stronger the larger the error is.
#include <algorithm>
#include <cstdio>

#include "perpend/method.hpp"
#include "perpend/report.hpp"

namespace {

/// The velocity step of `baumgarte` at velocity level with the rate alpha min(1, |phi| / bound), |phi| the largest
/// error of a row [m, rad]: small errors, which the step itself makes and unmakes, are left alone.
class Graded final : public perpend::Stabilizer {
 public:
  Graded(double alpha, double bound) : alpha_(alpha), bound_(bound) {}

  perpend::Status step(perpend::StepContext& context, const perpend::State& now, perpend::State& next) const override {
    const auto& phi = context.now.rows.phi;
    const double error = phi.size() == 0 ? 0.0 : phi.cwiseAbs().maxCoeff();
    return step_velocity_level(
        context, now, {.rate = alpha_ * std::min(1.0, error / bound_), .contacts = {.keeps_distance = false}}, next);
  }

  /// Its rate depends on the state: there is no linear update, and no spectral radius is certified.
  std::optional<perpend::LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  double alpha_;
  double bound_;
};

constexpr perpend::FieldSpec options[] = {{.name = "alpha",
                                           .type = perpend::FieldType::number,
                                           .dimension = perpend::dimension::rate,
                                           .required = true,
                                           .doc = "rate of the feedback on large errors",
                                           .minimum = 0.0},
                                          {.name = "bound",
                                           .type = perpend::FieldType::number,
                                           .dimension = perpend::dimension::length,
                                           .required = true,
                                           .doc = "error from which on it is full",
                                           .minimum = 0.0,
                                           .exclusive_minimum = true}};

/// Checked options, in SI.
perpend::Made<std::shared_ptr<const perpend::Stabilizer>> make(const perpend::Properties& given) {
  return std::make_shared<const Graded>(given.number("alpha"), given.number("bound"));
}

const perpend::MethodType graded{
    .spec = {.name = "graded", .summary = "feedback that grows with the error", .arguments = options, .properties = {}},
    .drift_order = 1,
    .position_order = 1,
    .variants = "graded(alpha, bound)",
    .make = make};

const char* const text = R"(experiment graded {
  title = "A feedback that grows with the error"
  param length = 0.5 m
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: length) { mass = 1 kg; at = (length / 2, 0 m) }
    joint pin = revolute(world, bob) { at = (0 m, 0 m) }
  }
  run { step = 5 ms; duration = 4 s }
  method unstabilized = none
  method feedback     = baumgarte(alpha: 20/s)
  method mine         = graded(alpha: 100/s, bound: 1 mm)
  measure drift  = max_abs(constraint_error) { unit = mm }
  measure energy = energy_error { unit = J }
  claim mine_helps "the graded feedback keeps the pin ten times closer than nothing" {
    value = max(drift, unstabilized) / max(drift, mine)
    above = 10
  }
})";

}  // namespace

int main(int argc, char** argv) {
  if (const auto error = perpend::register_method(graded))
    return std::fprintf(stderr, "%s\n", error->message.c_str()), 1;
  const auto scene = perpend::Scene::from_text(text);
  if (!scene) return std::fprintf(stderr, "%s\n", describe(scene.error()).c_str()), 1;
  const auto study = perpend::run(*scene);
  if (!study) return std::fprintf(stderr, "%s\n", study.error().message.c_str()), 1;
  for (const perpend::MethodRun& run : study->runs())
    std::printf("%-14s drift %8.4f mm, energy error %8.5f J, %ld certificates proved\n", run.method.c_str(),
                1e3 * study->measure(run.method, "drift")->max, study->measure(run.method, "energy")->final,
                study->certificates(run.method)->proved);
  if (argc > 1)
    if (const auto written = write_report(*study, argv[1]); !written)
      return std::fprintf(stderr, "%s\n", written.error().message.c_str()), 1;
  for (const std::string& sentence : study->unexpected()) std::printf("%s\n", sentence.c_str());
  return study->as_expected() ? 0 : 1;
}
