#include "reports/page/page_text.hpp"

#include <cctype>
#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include "reports/files/digest.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

using kainjow::mustache::data;

data to_mustache(const Json& value) {
  if (value.is_array()) {
    data list{data::type::list};
    for (const Json& item : value) list.push_back(to_mustache(item));
    return list;
  }
  if (value.is_object()) {
    data object{data::type::object};
    for (const auto& [key, item] : value.items()) object.set(key, to_mustache(item));
    return object;
  }
  if (value.is_string()) {
    const std::string text = plain_text(value.get_ref<const std::string&>());
    return text.empty() ? data{data::type::bool_false} : data{text};
  }
  if (value.is_boolean()) return data{value.get<bool>() ? data::type::bool_true : data::type::bool_false};
  return data{value.dump()};
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string render_template(std::string_view text, const Json& view) {
  kainjow::mustache::mustache page{std::string(text)};
  return page.render(to_mustache(view));
}

std::string escaped(std::string_view text) {
  return kainjow::mustache::html_escape(single_line(text));
}

std::string breakable(std::string_view name) {
  std::string markup = escaped(name);
  replace_all(markup, "_", "_<wbr>");
  return markup;
}

std::string embedded_json(const Json& data) {
  std::string text = json_text(data, -1);
  replace_all(text, "<", "\\u003c");
  replace_all(text, ">", "\\u003e");
  replace_all(text, "&", "\\u0026");
  replace_all(text, "\xE2\x80\xA8", "\\u2028");
  replace_all(text, "\xE2\x80\xA9", "\\u2029");
  return text;
}

std::string percent_encoded(const std::string& path) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string link;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte < 0x80 && std::isalnum(byte) != 0) || c == '/' || c == '-' || c == '_' || c == '.';
    if (is_plain) {
      link += c;
    } else {
      link += '%';
      link += hex[byte >> 4];
      link += hex[byte & 15U];
    }
  }
  return link;
}

std::string content_security_policy(std::string_view style, std::string_view script, bool has_pictures) {
  return std::string("default-src 'none'; ") + (has_pictures ? "img-src 'self' file:; " : "") + "script-src 'sha256-" +
         sha256_base64(script) + "'; style-src 'sha256-" + sha256_base64(style) +
         "'; base-uri 'none'; form-action 'none'";
}

Json named_values(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json rows = Json::array();
  for (const auto& [name, value] : pairs) rows.push_back({{"name", name}, {"value", value}});
  return rows;
}

Json provenance_rows(const Provenance& provenance) {
  std::string libraries;
  for (const auto& [name, version] : provenance.libraries)
    libraries += (libraries.empty() ? "" : ", ") + name + " " + version;
  return named_values(
      {{"Commit", provenance.commit.empty() ? "not known: built outside of version control" : provenance.commit},
       {"Compiler", provenance.compiler},
       {"Flags", provenance.flags},
       {"Libraries", libraries},
       {"Processor", provenance.cpu},
       {"System", provenance.system},
       {"Command", provenance.command},
       {"Time taken", duration_text(provenance.seconds)},
       {"Date", provenance.date}});
}

}  // namespace perpend::reports
