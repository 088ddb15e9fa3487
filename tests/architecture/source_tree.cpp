#include "tests/architecture/source_tree.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace perpend::architecture {

namespace {

namespace fs = std::filesystem;

bool is_left_out(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with("build") || name == "out" || name == ".git" || name == "node_modules";
}

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  return text.find('\0') == std::string::npos ? text : std::string();
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Violation& violation) {
  out << violation.file;
  if (violation.line > 0) out << ':' << violation.line;
  return out << ": " << violation.message;
}

SourceTree read_tree(const std::string& root) {
  SourceTree tree;
  for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->is_directory() && is_left_out(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      tree[fs::relative(entry->path(), root).generic_string()] = read_text(entry->path());
    }
  }
  return tree;
}

void for_each_line(std::string_view text, const std::function<void(int, std::string_view)>& visit) {
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    visit(line, text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

bool has_extension(std::string_view path, const std::set<std::string_view>& extensions) {
  const std::size_t dot = path.rfind('.');
  return dot != std::string_view::npos && extensions.contains(path.substr(dot));
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::set<std::string> reference_keys(const SourceTree& tree) {
  std::set<std::string> keys;
  const auto references = tree.find("docs/references.md");
  if (references == tree.end()) return keys;
  for_each_line(references->second, [&](int, std::string_view line) {
    constexpr std::string_view start = "- **";
    if (!line.starts_with(start)) return;
    line.remove_prefix(start.size());
    keys.emplace(line.substr(0, line.find("**")));
  });
  return keys;
}

}  // namespace perpend::architecture
