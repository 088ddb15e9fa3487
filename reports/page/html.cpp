#include "reports/page/html.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/page/embedded_assets.hpp"
#include "reports/page/motion_data.hpp"
#include "reports/page/page_data.hpp"
#include "reports/page/page_text.hpp"

namespace perpend::reports {

namespace {

/// three.js is ten times the rest of a page: only a page with poses in space takes it along.
std::string page_script(const ExperimentRecord& record) {
  std::string script(assets::script());
  const bool has_poses = record.space == Space::spatial &&
                         std::any_of(record.runs.begin(), record.runs.end(),
                                     [](const MethodRun& run) { return num_frames(run.frames, Space::spatial) > 0; });
  if (has_poses) script += assets::space_script();
  return script;
}

}  // namespace

std::string html_report(const ExperimentRecord& record) {
  Json view = page_view(record);
  const std::string_view style = assets::style();
  const std::string script = page_script(record);
  view["policy"] = content_security_policy(style, script);
  view["style"] = style;
  view["script"] = script;
  view["data"] = embedded_json(page_data(record));
  return render_template(assets::report_template(), view);
}

std::optional<WriteError> write_html(const ExperimentRecord& record, const std::string& path) {
  return write_file(path, html_report(record));
}

}  // namespace perpend::reports
