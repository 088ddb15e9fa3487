#include "batch/scene_pictures.hpp"

#include "reports/figures/gnuplot.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

std::optional<std::string> ScenePictures::find(std::string_view script) {
  const auto hash = key(script);
  return hash ? cache_.find_picture(*hash) : std::nullopt;
}

void ScenePictures::add(std::string_view script, std::string_view picture) {
  if (const auto hash = key(script)) cache_.add_picture(*hash, picture);
}

std::optional<std::string> ScenePictures::key(std::string_view script) {
  if (!cache_.is_there()) return std::nullopt;
  static const std::string gnuplot = reports::gnuplot_version();
  if (gnuplot.empty()) return std::nullopt;
  return reports::sha256_hex("picture by " + gnuplot + '\n' + std::string(script));
}

}  // namespace perpend::batch
