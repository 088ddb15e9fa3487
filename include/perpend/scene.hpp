// A scene: bodies, joints, methods, measures and claims, checked and ready to run.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernel/model/scene/experiment.hpp"
#include "perpend/result.hpp"

namespace perpend {

struct SceneOptions {
  /// "g = 1.62 m/s^2": replaces a param, or `step` or `duration` of the run.
  std::vector<std::string> overrides{};
  /// Methods that will run; only these are asked whether they can run this mechanism. Empty: all.
  std::vector<std::string> methods{};
  /// Included files must lie in this folder; empty: that of the scene file. A scene from text has no includes.
  std::string include_root{};
};

/// Immutable, cheap to copy, and shared by threads as it is.
class Scene {
 public:
  /// Reads and checks the file. ErrorKind::scene with diagnostics when it is missing or wrong, or an override is.
  [[nodiscard]] static Result<Scene> from_file(const std::string& path, const SceneOptions& options = {});
  /// The same from a text; `name` stands for a file in diagnostics and in the report.
  [[nodiscard]] static Result<Scene> from_text(const std::string& text, const SceneOptions& options = {},
                                               const std::string& name = "scene");

  /// Everything that was read, in SI. Lives as long as a copy of the scene does.
  [[nodiscard]] const Experiment& experiment() const;
  /// Names of the methods that will run, in the order of the scene.
  [[nodiscard]] std::vector<std::string> methods() const;
  /// Possible mistakes that are not errors. Lives as long as a copy of the scene does.
  [[nodiscard]] std::span<const Diagnostic> warnings() const;

  /// What the other parts of the library keep of it.
  struct Parts;
  [[nodiscard]] const Parts& parts() const { return *parts_; }

 private:
  explicit Scene(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
  friend Result<Scene> make_scene(std::shared_ptr<const Parts> parts);

  std::shared_ptr<const Parts> parts_;
};

}  // namespace perpend
