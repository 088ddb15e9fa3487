// An archive of files, written to disk as it grows: equal files give equal bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace perpend::formats {

struct ZipMember {
  std::string name;  ///< in the archive, with '/' between folders
  std::string path;  ///< of the file that it is a copy of; empty: `bytes` are
  std::string bytes{};
};

/// Members in their order, deflated, all with the same date. Returns why it cannot be written; nothing: it was.
[[nodiscard]] std::optional<std::string> write_zip(const std::vector<ZipMember>& members, const std::string& path);

}  // namespace perpend::formats
