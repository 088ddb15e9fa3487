#include "reports/files/json_writer.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"

namespace perpend::reports {

void JsonWriter::value(std::string_view text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (is_plain)
    quoted([&] { text_ += text; });
  else
    raw(json_text(Json(text), -1));
}

void JsonWriter::number(double value) {
  if (std::isfinite(value))
    append("{}", value);
  else
    raw("null");
}

}  // namespace perpend::reports
