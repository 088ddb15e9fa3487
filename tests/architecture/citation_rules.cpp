#include <algorithm>
#include <cctype>

#include "tests/architecture/text_rules.hpp"

namespace perpend::architecture {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

/// Letters that start with a capital, then two digits: ClinePai03.
bool is_dated_key(std::string_view word) {
  if (word.size() < 4 || !is_upper(word.front())) return false;
  const std::size_t year = word.size() - 2;
  for (std::size_t i = 0; i < year; ++i)
    if (!is_letter(word[i])) return false;
  return is_digit(word[year]) && is_digit(word[year + 1]);
}

/// A name in capitals and small letters without a year: DrakeStab.
bool is_undated_key(std::string_view word) {
  int capitals = 0;
  int small = 0;
  for (const char c : word) {
    if (!is_letter(c)) return false;
    ++(is_upper(c) ? capitals : small);
  }
  return !word.empty() && is_upper(word.front()) && capitals >= 2 && small >= 2;
}

void check(const std::string& key, const std::string& file, int line, const std::set<std::string>& keys,
           Violations& out) {
  if (!keys.contains(key)) out.push_back({file, line, "citation [" + key + "] is not in docs/references.md"});
}

/// [Key] in a line. Brackets after a name are an index, brackets before '(' a link; without a year only comments count.
void check_brackets(const std::string& file, int line, std::string_view text, const std::set<std::string>& keys,
                    Violations& out) {
  const bool is_code = has_extension(file, {".cpp", ".hpp", ".js"});
  const std::size_t comment = is_code ? text.find("//") : 0;
  for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
    const std::size_t close = text.find(']', open);
    if (close == std::string_view::npos) return;
    if (open > 0 && is_word_character(text[open - 1])) continue;
    if (close + 1 < text.size() && text[close + 1] == '(' && !is_code) continue;
    const std::string_view word = text.substr(open + 1, close - open - 1);
    if (is_dated_key(word) || (open >= comment && is_undated_key(word)))
      check(std::string(word), file, line, keys, out);
  }
}

/// .citation = "Baumgarte72, ClinePai03"
void check_registry_row(const std::string& file, int line, std::string_view text, const std::set<std::string>& keys,
                        Violations& out) {
  constexpr std::string_view start = ".citation = \"";
  const std::size_t at = text.find(start);
  if (at == std::string_view::npos) return;
  text.remove_prefix(at + start.size());
  text = text.substr(0, text.find('"'));
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view key = text.substr(0, comma);
    key.remove_prefix(std::min(key.find_first_not_of(' '), key.size()));
    check(std::string(key), file, line, keys, out);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
}

/// The first source after `experiment`: claims that follow name places in it. A part that others include has no
/// experiment.
void check_experiment_source(const std::string& file, std::string_view text, const std::string& key, Violations& out) {
  bool is_in_experiment = false;
  bool is_done = false;
  for_each_line(text, [&](int line, std::string_view content) {
    content.remove_prefix(std::min(content.find_first_not_of(' '), content.size()));
    is_in_experiment |= content.starts_with("experiment ");
    const std::size_t quote = content.find('"');
    if (is_done || !is_in_experiment || !content.starts_with("source") || quote == std::string_view::npos) return;
    is_done = true;
    if (!content.substr(quote + 1).starts_with(key))
      out.push_back({file, line, "its source does not begin with " + key});
  });
  if (is_in_experiment && !is_done) out.push_back({file, 0, "names no source"});
}

}  // namespace

Violations citation_violations(const SourceTree& tree) {
  Violations violations;
  const std::set<std::string> keys = reference_keys(tree);
  for (const auto& [file, text] : tree) {
    if (!has_extension(file, {".cpp", ".hpp", ".md", ".js", ".cmake", ".scene"})) continue;
    if (file.starts_with("tests/architecture/")) continue;  // its fixtures cite what does not exist
    for_each_line(text, [&, &file = file](int line, std::string_view content) {
      check_brackets(file, line, content, keys, violations);
      check_registry_row(file, line, content, keys, violations);
    });
  }
  return violations;
}

Violations scene_violations(const SourceTree& tree) {
  Violations violations;
  const std::set<std::string> keys = reference_keys(tree);
  const std::string papers = "scenes/papers/";
  for (const auto& [file, text] : tree) {
    if (!file.ends_with(".scene") || !file.starts_with("scenes/")) continue;
    if (file.starts_with("scenes/examples/") || file.starts_with("scenes/studies/")) continue;
    const std::string below = file.starts_with(papers) ? file.substr(papers.size()) : std::string();
    const std::string key = below.substr(0, below.find('/'));
    if (below.find('/') == std::string::npos || !keys.contains(key)) {
      violations.push_back(
          {file, 0,
           "belongs in scenes/examples/, in scenes/studies/ or in scenes/papers/<key of docs/references.md>/"});
      continue;
    }
    check_experiment_source(file, text, key, violations);
  }
  return violations;
}

}  // namespace perpend::architecture
