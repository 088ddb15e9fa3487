// Options that take names: a,b or m[1,2],b.
#pragma once

#include <algorithm>
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace perpend::cli {

/// Names that were cut at every comma, with the indices of each put together again: "m[1" and "2]" are m[1,2].
[[nodiscard]] inline std::vector<std::string> join_indices(const std::vector<std::string>& pieces) {
  std::vector<std::string> names;
  bool is_open = false;
  for (std::string piece : pieces) {
    std::erase(piece, ' ');  // names have none
    is_open ? static_cast<void>(names.back() += "," + piece) : names.push_back(piece);
    is_open = std::count(names.back().begin(), names.back().end(), '[') >
              std::count(names.back().begin(), names.back().end(), ']');
  }
  return names;
}

inline void add_names(CLI::App& app, const std::string& option, std::vector<std::string>& names,
                      const std::string& words) {
  app.add_option_function<std::vector<std::string>>(
         option, [&names](const std::vector<std::string>& pieces) { names = join_indices(pieces); }, words)
      ->delimiter(',');
}

}  // namespace perpend::cli
