#include "reports/files/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cstdlib>

namespace perpend::reports {
namespace {

using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes) {
  Digest digest{};
  unsigned int size = 0;
  // Fails only without memory or with a broken library: no hash must then pass for one.
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) std::abort();
  return digest;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::string text;
  for (const unsigned char byte : sha256(bytes)) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256_base64(std::string_view bytes) {
  const Digest digest = sha256(bytes);
  std::array<unsigned char, 45> text{};  // 44 characters and the closing zero
  const int length = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
  return {text.begin(), text.begin() + length};
}

}  // namespace perpend::reports
