// A page over all results below folders: one row a scene, and every published claim in one table.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/files/atomic_file.hpp"
#include "reports/page/html.hpp"

namespace perpend::reports {

/// What a page lists.
struct WrittenIndex {
  std::optional<WriteError> error;    ///< of the page itself
  std::vector<std::string> unusable;  ///< "cannot use FILE: why", as on the page
  int scenes = 0;
  int unexpected_scenes = 0;
};

/// PAGE over FOLDER/**/results.json of each folder. Links solvers.html, verification.html and margins/margins.html when
/// they are there. A file that cannot be read is named on the page, and the page is then not "as expected".
[[nodiscard]] WrittenIndex write_index(const std::vector<std::string>& folders, const std::string& page);

/// DIRECTORY/index.html over what is in it.
[[nodiscard]] WrittenIndex write_index(const std::string& directory);

/// From the report of scene `number` of a run of several into `out`: to the page that lists them, and to the reports of
/// the scenes of the same folder. Empty for one scene, and where nothing is written.
[[nodiscard]] PageLinks links_of(const std::string& out, const std::vector<std::string>& scenes, std::size_t number);

}  // namespace perpend::reports
