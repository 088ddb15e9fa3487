// A page from a template, and data made safe to stand inside a page.
#pragma once

#include <string>
#include <string_view>

#include "reports/files/json.hpp"

namespace perpend::reports {

/// Mustache: {{name}} is escaped, an empty string counts as false.
[[nodiscard]] std::string render_template(std::string_view text, const Json& view);

/// Markup of a name: escaped, and long ones break after an underscore instead of inside a word.
[[nodiscard]] std::string breakable(std::string_view name);

/// JSON that cannot end the script element it stands in.
[[nodiscard]] std::string embedded_json(const Json& data);

/// Policy of a page that loads nothing: only this very style and script are allowed.
[[nodiscard]] std::string content_security_policy(std::string_view style, std::string_view script);

}  // namespace perpend::reports
