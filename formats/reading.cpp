#include "formats/reading.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

namespace perpend {

namespace {

/// Takes what follows the last dot of the last part of the path off it, in lower case and with the dot.
std::string take_extension(std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return "";
  std::string extension = path.substr(dot);
  path.resize(dot);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension;
}

}  // namespace

FileParts parts_of(const std::string& path) {
  constexpr std::array packable{".mtx", ".npy", ".txt", ".csv", ".dat"};
  FileParts parts{.base = path, .format = "", .packing = ""};
  parts.format = take_extension(parts.base);
  if (parts.format != ".gz") return parts;
  std::string base = parts.base;
  const std::string format = take_extension(base);
  if (std::find(packable.begin(), packable.end(), format) == packable.end()) return parts;
  return {.base = base, .format = format, .packing = ".gz"};
}

namespace formats {

namespace {

namespace fs = std::filesystem;

std::string unpacked(const std::string& path) {
  struct Close {
    void operator()(gzFile file) const { gzclose(file); }
  };
  const std::unique_ptr<gzFile_s, Close> file(gzopen(path.c_str(), "rb"));
  if (!file) fail(path, "cannot be read");
  std::string bytes;
  std::array<char, 1 << 16> part{};
  int count = 0;
  while ((count = gzread(file.get(), part.data(), part.size())) > 0) {
    bytes.append(part.data(), static_cast<std::size_t>(count));
    if (bytes.size() > max_bytes) fail(path, "larger than 1 GB unpacked, which is the most that is read");
  }
  // A file that ends early is read to there without a word, but for this.
  int code = Z_OK;
  gzerror(file.get(), &code);
  if (count < 0 || code != Z_OK || gzdirect(file.get()) == 1)
    fail(path, "not a file of gzip, or a damaged one; pack it again");
  return bytes;
}

}  // namespace

std::string read_bytes(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) fail(path, fs::exists(path, error) ? "not a regular file" : "no such file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) fail(path, "cannot be read: " + error.message());
  if (size > max_bytes) fail(path, "larger than 1 GB, which is the most that is read");
  if (!parts_of(path).packing.empty()) return unpacked(path);
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file) fail(path, "cannot be read");
  return bytes;
}

}  // namespace formats

}  // namespace perpend
