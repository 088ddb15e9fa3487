#include "reports/files/digest.hpp"

#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <cstdint>
#include <fstream>
#include <vector>

namespace perpend::reports {

namespace {

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }
  Sha256& add(std::string_view bytes) {
    sha256_update(&context_, bytes.size(), bytes_of(bytes));
    return *this;
  }
  /// 32 bytes. Nothing is added after it.
  std::string digest() {
    std::string digest(SHA256_DIGEST_SIZE, '\0');
    sha256_digest(&context_, digest.size(), reinterpret_cast<std::uint8_t*>(digest.data()));
    return digest;
  }

 private:
  sha256_ctx context_{};
};

std::string hexadecimal(std::string_view bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += digits[value >> 4];
    text += digits[value & 15];
  }
  return text;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  return hexadecimal(Sha256().add(bytes).digest());
}

std::string sha256_hex_of_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> piece(std::size_t{1} << 16);
  Sha256 sum;
  do {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    sum.add({piece.data(), static_cast<std::size_t>(file.gcount())});
  } while (file);
  return hexadecimal(sum.digest());
}

std::string sha256_base64(std::string_view bytes) {
  return base64(Sha256().add(bytes).digest());
}

std::string base64(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), bytes_of(bytes));
  return text;
}

}  // namespace perpend::reports
