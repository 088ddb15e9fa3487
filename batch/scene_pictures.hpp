// Pictures of figures in a cache, by what gnuplot is told and by which gnuplot draws.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "batch/run_cache.hpp"
#include "reports/figures/figures.hpp"

namespace perpend::batch {

class ScenePictures final : public reports::EarlierPictures {
 public:
  /// The cache outlives it.
  explicit ScenePictures(LenientCache& cache) : cache_(cache) {}

  [[nodiscard]] std::optional<std::string> find(std::string_view script) override;
  void add(std::string_view script, std::string_view picture) override;

 private:
  [[nodiscard]] std::optional<std::string> key(std::string_view script);

  LenientCache& cache_;
};

}  // namespace perpend::batch
