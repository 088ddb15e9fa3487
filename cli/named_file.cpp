#include "cli/named_file.hpp"

#include <filesystem>

namespace perpend::cli {

std::string place_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool is_link = fs::is_symlink(path, error);
  const fs::file_type leads_to = fs::status(path, error).type();
  if (!is_link || (leads_to != fs::file_type::regular && leads_to != fs::file_type::not_found)) return path;
  fs::path target = path;
  constexpr int most_links = 40;  // as many as Linux follows
  for (int i = 0; i < most_links && fs::is_symlink(target, error); ++i) {
    const fs::path next = fs::read_symlink(target, error);
    if (error) return path;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

}  // namespace perpend::cli
