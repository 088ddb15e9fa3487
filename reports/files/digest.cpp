#include "reports/files/digest.hpp"

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace perpend::reports {

namespace {

/// Found once: to look for it takes as long as to hash a kilobyte.
const EVP_MD* sha256_algorithm() {
  static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> found(EVP_MD_fetch(nullptr, "SHA256", nullptr),
                                                                     EVP_MD_free);
  return found.get();
}

/// 32 bytes.
std::string sha256(std::string_view bytes) {
  std::string digest(32, '\0');
  unsigned int size = 0;
  // Fails only without memory or with a broken library: no hash must then pass for one.
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size, sha256_algorithm(),
                 nullptr) != 1)
    throw std::runtime_error("OpenSSL cannot compute a SHA-256");
  return digest;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  text.reserve(64);
  for (const char byte : sha256(bytes)) {
    const auto value = static_cast<unsigned char>(byte);
    text += digits[value >> 4];
    text += digits[value & 15];
  }
  return text;
}

std::string sha256_base64(std::string_view bytes) {
  return base64(sha256(bytes));
}

std::string base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // with the closing zero
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

}  // namespace perpend::reports
