// A scene with sweeps, parsed and elaborated as the program does.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "batch/study/plan.hpp"
#include "dsl/load.hpp"
#include "study/sweeps/sweep_point.hpp"
#include "study/vocabulary.hpp"

namespace perpend::test {

/// A pendulum with these declarations in addition.
inline std::string swept_pendulum(const std::string& more, const std::string& world = "") {
  return R"(experiment pendulum {
  param alpha = 10/s
  param length = 0.5 m
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: length) { mass = 1 kg; at = (length / 2, 0 m) }
    joint pin = revolute(world, bob) { at = (0 m, 0 m) }
    )" + world +
         R"(
  }
  run { step = 5 ms; duration = 50 ms }
  method held = baumgarte(alpha: alpha)
  method corrected = post_stabilization
  measure drift = max_abs(constraint_error) { unit = mm }
  )" + more +
         "\n}\n";
}

inline const std::string two_sweeps =
    "sweep gain { alpha = lin_range(1/s, 40/s, 5); length = [0.25, 0.5, 1] m; methods = held }\n"
    "sweep order { step = [4, 2] ms }";

/// A study of it; `text` must be a valid scene.
class Planned {
 public:
  explicit Planned(const std::string& text, std::vector<dsl::Override> overrides = {},
                   const std::vector<std::string>& methods = {}, bool keeps_series = false)
      : document_(parse(text)), experiment_(elaborate(*document_, overrides)) {
    plan_ = std::make_unique<batch::StudyPlan>(*document_, experiment_, std::move(overrides),
                                               std::vector<std::string>{}, methods, keeps_series);
  }

  [[nodiscard]] const batch::StudyPlan& plan() const { return *plan_; }
  [[nodiscard]] const dsl::Document& document() const { return *document_; }
  [[nodiscard]] batch::RunKey key(std::int64_t point, std::size_t method = 0) const {
    return plan_->key(plan_->point(point), method);
  }

 private:
  static std::shared_ptr<const dsl::Document> parse(const std::string& text) {
    dsl::Parsed parsed = dsl::parse_text("a.scene", text);
    if (parsed.document == nullptr) throw std::runtime_error(parsed.diagnostics.front().message);
    return parsed.document;
  }
  static Experiment elaborate(const dsl::Document& document, const std::vector<dsl::Override>& overrides) {
    dsl::Loaded loaded = dsl::elaborate(document, vocabulary(), overrides);
    if (!loaded.experiment) throw std::runtime_error(first_error(loaded.diagnostics));
    add_default_measures(*loaded.experiment);
    return std::move(*loaded.experiment);
  }

  std::shared_ptr<const dsl::Document> document_;
  Experiment experiment_;
  std::unique_ptr<batch::StudyPlan> plan_;
};

}  // namespace perpend::test
