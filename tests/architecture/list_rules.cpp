#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "tests/architecture/text_rules.hpp"

namespace perpend::architecture {

namespace {

const std::string* text_of(const SourceTree& tree, const std::string& file) {
  const auto found = tree.find(file);
  return found == tree.end() ? nullptr : &found->second;
}

/// First words of the lines that are no comment.
std::set<std::string> listed_packages(const std::string& text) {
  std::set<std::string> packages;
  for_each_line(text, [&](int, std::string_view line) {
    std::istringstream words{std::string(line)};
    std::string package;
    if (words >> package && package.front() != '#') packages.insert(package);
  });
  return packages;
}

/// Names in the first column of the tables below a heading: "| `name` | ... |".
std::set<std::string> table_names(const std::string& text, std::string_view heading) {
  std::set<std::string> names;
  bool is_inside = false;
  for_each_line(text, [&](int, std::string_view line) {
    constexpr std::string_view start = "| `";
    if (line.starts_with("## ")) is_inside = line == heading;
    if (!is_inside || !line.starts_with(start)) return;
    line.remove_prefix(start.size());
    names.emplace(line.substr(0, line.find('`')));
  });
  return names;
}

/// Keys of the "dependencies" object of a package.json.
std::set<std::string> npm_packages(const std::string& text) {
  std::set<std::string> names;
  bool is_inside = false;
  for_each_line(text, [&](int, std::string_view line) {
    if (line.find('}') != std::string_view::npos) is_inside = false;
    const std::size_t open = line.find('"');
    if (is_inside && open != std::string_view::npos)
      names.emplace(line.substr(open + 1, line.find('"', open + 1) - open - 1));
    if (line.find("ependencies\"") != std::string_view::npos) is_inside = true;
  });
  return names;
}

void report_difference(const std::set<std::string>& names, const std::set<std::string>& others, const std::string& file,
                       const std::string& message, Violations& out) {
  for (const std::string& name : names)
    if (!others.contains(name)) out.push_back({file, 0, "'" + name + "' " + message});
}

}  // namespace

Violations machine_violations(const SourceTree& tree) {
  constexpr std::array<std::string_view, 6> folders{"/home/", "/root/", "/tmp/", "/Users/", "/opt/", "/usr/local/"};
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (file.starts_with("tests/architecture/")) continue;  // these names stand in its rules
    for_each_line(text, [&, &file = file](int line, std::string_view content) {
      for (const std::string_view folder : folders) {
        const std::size_t at = content.find(folder);
        if (at == std::string_view::npos) continue;
        // After a name, a dot or a slash it is part of a relative path or of an address.
        const char before = at == 0 ? ' ' : content[at - 1];
        if (!is_word_character(before) && std::string_view("./-~}*)").find(before) == std::string_view::npos)
          violations.push_back({file, line, "names a folder of one machine: " + std::string(folder)});
      }
      if (file.ends_with("package-lock.json") && content.find("\"resolved\"") != std::string_view::npos)
        violations.push_back({file, line, "names the host of a package; set omit-lockfile-registry-resolved"});
    });
  }
  return violations;
}

Violations package_violations(const SourceTree& tree) {
  const std::string list_file = "scripts/packages.txt";
  const std::string manual_file = "docs/dependencies.md";
  const std::string* list = text_of(tree, list_file);
  const std::string* manual = text_of(tree, manual_file);
  if (list == nullptr) return {{list_file, 0, "is missing"}};
  if (manual == nullptr) return {{manual_file, 0, "is missing"}};
  Violations violations;
  const std::set<std::string> listed = listed_packages(*list);
  const std::set<std::string> explained = table_names(*manual, "## Debian packages");
  report_difference(listed, explained, manual_file, "of scripts/packages.txt has no row here", violations);
  report_difference(explained, listed, list_file, "of docs/dependencies.md is not listed here", violations);
  for (const std::string file : {"reports/assets/package.json", "tests/browser/package.json"})
    if (const std::string* npm = text_of(tree, file))
      report_difference(npm_packages(*npm), table_names(*manual, "## npm packages"), manual_file,
                        "of " + file + " has no row here", violations);
  return violations;
}

Violations program_violations(const SourceTree& tree) {
  const std::string script_file = "reproduce";
  const std::string* script = text_of(tree, script_file);
  if (script == nullptr) return {{script_file, 0, "is missing"}};
  std::set<std::string> built;
  for_each_line(*script, [&](int, std::string_view line) {
    constexpr std::string_view command = "build build ";
    const std::size_t at = line.find(command);
    if (at == std::string_view::npos) return;
    std::istringstream words{std::string(line.substr(at + command.size()))};
    for (std::string word; words >> word;) built.insert(word);
  });
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (file != "README.md" && !(file.starts_with("docs/") && file.ends_with(".md"))) continue;
    for_each_line(text, [&, &file = file](int line, std::string_view content) {
      constexpr std::string_view folder = "build/";
      for (std::size_t at = content.find(folder); at != std::string_view::npos; at = content.find(folder, at + 1)) {
        std::size_t end = at + folder.size();
        while (end < content.size() && (is_word_character(content[end]) || content[end] == '-')) ++end;
        const std::string name(content.substr(at + folder.size(), end - at - folder.size()));
        if (!name.empty() && !built.contains(name))
          violations.push_back({file, line, "calls build/" + name + ", which ./reproduce does not build"});
      }
    });
  }
  return violations;
}

Violations certificate_violations(const SourceTree& tree) {
  const std::string manual_file = "docs/certificates.md";
  const std::string* manual = text_of(tree, manual_file);
  if (manual == nullptr) return {{manual_file, 0, "is missing"}};
  constexpr std::string_view certificate_row = "certificate_types::";
  Violations violations;
  bool has_kinds = false;
  for (const auto& [file, text] : tree) {
    if (!file.starts_with("verification/") || !file.ends_with(".cpp")) continue;
    for (std::size_t at = text.find(certificate_row); at != std::string::npos;
         at = text.find(certificate_row, at + 1)) {
      const std::size_t name = at + certificate_row.size();
      const std::size_t brace = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", name);
      if (brace == std::string::npos || text[brace] != '{') continue;  // a use of the rows
      has_kinds = true;
      const std::string kind = text.substr(name, brace - name);
      const std::string row = text.substr(at, text.find("\n\n", at) - at);  // a blank line ends it
      const std::size_t section = manual->find("\n## " + kind + ":");
      const std::string words =
          section == std::string::npos ? "" : manual->substr(section, manual->find("\n## ", section + 1) - section);
      if (words.find("*Does not say:*") == std::string::npos)
        violations.push_back({manual_file, 0, kind + " has no section with '*Does not say:*'"});
      if (row.find("Quantity::granted_rows}") != std::string::npos &&
          words.find("granted as rounding") == std::string::npos)
        violations.push_back({manual_file, 0, kind + " grants rows as rounding, which its section does not say"});
    }
  }
  if (!has_kinds) violations.push_back({"verification/", 0, "has no row 'certificate_types::KIND{...}'"});
  return violations;
}

Violations document_link_violations(const SourceTree& tree) {
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (!file.ends_with(".md")) continue;
    for_each_line(text, [&, &file = file](int line, std::string_view content) {
      for (std::size_t at = content.find("]("); at != std::string_view::npos; at = content.find("](", at + 1)) {
        const std::string target(content.substr(at + 2, content.find_first_of(")#", at + 2) - at - 2));
        if (target.empty() || target.find("://") != std::string::npos) continue;
        const std::string path =
            (std::filesystem::path(file).parent_path() / target).lexically_normal().generic_string();
        const bool is_folder = std::any_of(tree.begin(), tree.end(), [&](const auto& entry) {
          return entry.first.starts_with(path.ends_with('/') ? path : path + "/");
        });
        if (!tree.contains(path) && !is_folder) violations.push_back({file, line, "link to nowhere: " + target});
      }
      for (std::size_t at = content.find('`'); at != std::string_view::npos; at = content.find('`', at + 1)) {
        const std::size_t end = content.find('`', at + 1);
        if (end == std::string_view::npos) break;
        const std::string name(content.substr(at + 1, end - at - 1));
        at = end;
        const bool is_source = name.ends_with(".cpp") || name.ends_with(".hpp");
        const bool is_path = name.find('/') != std::string::npos && name.find_first_of(" <*") == std::string::npos;
        if (is_source && is_path && !tree.contains(name) && !tree.contains("include/" + name))
          violations.push_back({file, line, "names a file that is not there: " + name});
      }
    });
  }
  return violations;
}

Violations table_violations(const SourceTree& tree) {
  constexpr std::size_t longest = 200;  // about three lines of a column
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (!file.ends_with(".md")) continue;
    for_each_line(text, [&, &file = file](int line, std::string_view row) {
      if (!row.starts_with('|')) return;
      std::size_t start = 1;
      for (std::size_t at = 1; at < row.size(); ++at) {
        if (row[at] != '|' || row[at - 1] == '\\') continue;
        const std::size_t first = std::min(row.find_first_not_of(' ', start), at);
        const std::size_t last = row.find_last_not_of(' ', at - 1);
        const std::size_t length = last < first ? 0 : last + 1 - first;
        if (length > longest)
          violations.push_back(
              {file, line, "a cell of " + std::to_string(length) + " characters; write text below the table"});
        start = at + 1;
      }
    });
  }
  return violations;
}

Violations sentence_violations(const SourceTree& tree) {
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (file.starts_with("tests/architecture/")) continue;  // these sentences stand in its rules
    const bool is_page = file.ends_with(".md"), is_code = has_extension(file, {".hpp", ".cpp", ".js"});
    if (!is_page && !is_code && !file.ends_with("CMakeLists.txt") && !has_extension(file, {".cmake", ".scene"}))
      continue;
    for_each_line(text, [&, &file = file](int line, std::string_view words) {
      if (!is_page) {
        const std::size_t comment = words.find(is_code ? "//" : "#");
        if (comment == std::string_view::npos) return;
        words.remove_prefix(comment);
      }
      words.remove_prefix(std::min(words.find_first_not_of("/<#-*> "), words.size()));
      if (words.starts_with("Of ") || words.find(". Of ") != std::string_view::npos)
        violations.push_back({file, line, "a sentence begins with 'Of'; begin with its noun"});
    });
  }
  return violations;
}

}  // namespace perpend::architecture
