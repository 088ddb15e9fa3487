// The checkout as text: path from the root -> content. Rules are pure functions of it, so that a fixture is a literal
// map.
#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::architecture {

using SourceTree = std::map<std::string, std::string>;

struct Violation {
  std::string file;
  int line = 0;  ///< from 1; 0: the file as a whole
  std::string message;
};

using Violations = std::vector<Violation>;

std::ostream& operator<<(std::ostream& out, const Violation& violation);

/// All files below `root` but build folders, results and version control. Content that is not text stays empty.
[[nodiscard]] SourceTree read_tree(const std::string& root);

void for_each_line(std::string_view text, const std::function<void(int line, std::string_view)>& visit);

[[nodiscard]] bool has_extension(std::string_view path, const std::set<std::string_view>& extensions);
[[nodiscard]] bool is_word_character(char c);

/// Keys that docs/references.md defines: its lines "- **Key** ...".
[[nodiscard]] std::set<std::string> reference_keys(const SourceTree& tree);

}  // namespace perpend::architecture
