#include "formats/reading.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace perpend::formats {

namespace fs = std::filesystem;

std::string read_bytes(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) fail(path, fs::exists(path, error) ? "not a regular file" : "no such file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) fail(path, "cannot be read: " + error.message());
  if (size > max_bytes) fail(path, "larger than 1 GB, which is the most that is read");
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file) fail(path, "cannot be read");
  return bytes;
}

std::string extension_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return "";
  std::string extension = path.substr(dot + 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

}  // namespace perpend::formats
