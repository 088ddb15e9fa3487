// report.html: one file that shows everything and loads nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/model/scene/record.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/json.hpp"

namespace perpend::reports {

struct PageLink {
  std::string text;
  std::string href;  ///< relative to the page, percent-encoded
};

/// Where the page's neighbours are. All of them may be missing.
struct PageLinks {
  std::string index;                            ///< the page that lists all results; empty: none
  std::vector<PageLink> scenes;                 ///< other scenes of the same folder
  std::map<std::string, std::string> pictures;  ///< of each figure drawn: its file in figures/, without the ending
  bool has_series = false;                      ///< series.csv
};

/// The words and tables of the page, each value as the template prints it.
[[nodiscard]] Json page_view(const ExperimentRecord& record, const PageLinks& links = {});
[[nodiscard]] std::string html_report(const ExperimentRecord& record, const PageLinks& links = {});
[[nodiscard]] std::optional<WriteError> write_html(const ExperimentRecord& record, const std::string& path,
                                                   const PageLinks& links = {});

}  // namespace perpend::reports
