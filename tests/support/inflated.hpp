// A file that is compressed by gzip, as text.
#pragma once

#include <zlib.h>

#include <array>
#include <stdexcept>
#include <string>

namespace perpend::test {

[[nodiscard]] inline std::string inflated(const std::string& path) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot read " + path);
  std::string text;
  std::array<char, 1 << 16> piece{};
  int count = 0;
  while ((count = gzread(file, piece.data(), static_cast<unsigned>(piece.size()))) > 0)
    text.append(piece.data(), static_cast<std::size_t>(count));
  const bool is_whole = count == 0 && gzdirect(file) == 0;
  gzclose(file);
  if (!is_whole) throw std::runtime_error(path + " is not a whole file of gzip");
  return text;
}

}  // namespace perpend::test
