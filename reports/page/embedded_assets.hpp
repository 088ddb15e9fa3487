// The parts of the report page, put into the program at build time.
#pragma once

#include <string_view>

namespace perpend::reports::assets {

[[nodiscard]] std::string_view report_template();   ///< mustache
[[nodiscard]] std::string_view index_template();    ///< mustache
[[nodiscard]] std::string_view solvers_template();  ///< mustache
[[nodiscard]] std::string_view cases_template();    ///< mustache
[[nodiscard]] std::string_view static_template();   ///< mustache
[[nodiscard]] std::string_view margins_template();  ///< mustache
[[nodiscard]] std::string_view style();             ///< CSS of uPlot and of the page
[[nodiscard]] std::string_view script();            ///< uPlot and the scripts of the page
[[nodiscard]] std::string_view space_script();      ///< three.js and the scripts for motion in space; follows script()
[[nodiscard]] std::string_view points_script();     ///< shows the commands of points of a study
[[nodiscard]] std::string_view references();        ///< docs/references.bib
[[nodiscard]] std::string_view uplot_version();
[[nodiscard]] std::string_view three_version();

}  // namespace perpend::reports::assets
