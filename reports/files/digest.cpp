#include "reports/files/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace perpend::reports {

namespace {

/// 32 bytes.
std::string sha256(std::string_view bytes) {
  std::string digest(32, '\0');
  unsigned int size = 0;
  // Fails only without memory or with a broken library: no hash must then pass for one.
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size, EVP_sha256(),
                 nullptr) != 1)
    throw std::runtime_error("OpenSSL cannot compute a SHA-256");
  return digest;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  std::string text;
  for (const char byte : sha256(bytes)) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
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
