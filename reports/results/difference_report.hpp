// Differences between results for people and programs: text, JSON, a page.
#pragma once

#include <string>
#include <vector>

#include "reports/results/difference.hpp"

namespace perpend::reports {

/// Two folders of results, and what differs for each scene in both. `missing`: scenes that only one of them has are
/// differences too.
struct FolderComparison {
  std::string before, after;  ///< as they were named
  std::vector<Difference> scenes;
  [[nodiscard]] bool is_changed() const;
};

/// At most `most_lines` changes of a scene.
[[nodiscard]] std::string comparison_text(const FolderComparison& comparison, std::size_t most_lines = 40);
/// docs/schemas/comparison.schema.json describes it.
[[nodiscard]] std::string comparison_json(const FolderComparison& comparison);
[[nodiscard]] std::string comparison_page(const FolderComparison& comparison);

}  // namespace perpend::reports
