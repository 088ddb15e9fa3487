// A page from a template, data made safe to stand inside a page, and rows that all pages have.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/files/json.hpp"

namespace perpend::reports {

/// Mustache: {{name}} is escaped, an empty string counts as false.
[[nodiscard]] std::string render_template(std::string_view text, const Json& view);

/// Text as markup, in SVG too.
[[nodiscard]] std::string escaped(std::string_view text);

/// Markup of a name for a page, not for SVG: escaped, and long ones break after an underscore instead of inside a word.
[[nodiscard]] std::string breakable(std::string_view name);

/// A path as a relative link: only unreserved characters stay as they are.
[[nodiscard]] std::string percent_encoded(const std::string& path);

/// JSON that cannot end the script element it stands in.
[[nodiscard]] std::string embedded_json(const Json& data);

/// Policy of a page that loads nothing, or only pictures that lie next to it: this very style and script are allowed.
[[nodiscard]] std::string content_security_policy(std::string_view style, std::string_view script,
                                                  bool has_pictures = false);

[[nodiscard]] Json named_values(const std::vector<std::pair<std::string, std::string>>& pairs);

/// Build, host, command and date: what the content of the results does not depend on.
[[nodiscard]] Json provenance_rows(const Provenance& provenance);

}  // namespace perpend::reports
