#include "reports/html.hpp"

#include <nlohmann/json.hpp>

#include "reports/embedded_assets.hpp"
#include "reports/page_data.hpp"
#include "reports/page_text.hpp"

namespace perpend::reports {

std::string html_report(const ExperimentRecord& record) {
  Json view = page_view(record);
  const std::string_view style = assets::style();
  const std::string_view script = assets::script();
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
