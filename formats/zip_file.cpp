#include "formats/zip_file.hpp"

#include "formats/zip_library.hpp"

namespace perpend::formats {

namespace {

struct OpenZip {
  zip_t* handle = nullptr;
  ~OpenZip() {
    if (handle != nullptr) libzip().zip_discard(handle);
  }
};

std::string reason_of(int code) {
  zip_error_t error;
  libzip().zip_error_init_with_code(&error, code);
  std::string reason = libzip().zip_error_strerror(&error);
  libzip().zip_error_fini(&error);
  return reason;
}

bool add(zip_t* zip, const ZipMember& member) {
  zip_source_t* const source = member.path.empty()
                                   ? libzip().zip_source_buffer(zip, member.bytes.data(), member.bytes.size(), 0)
                                   : libzip().zip_source_file(zip, member.path.c_str(), 0, -1);
  if (source == nullptr) return false;
  const zip_int64_t index = libzip().zip_file_add(zip, member.name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    libzip().zip_source_free(source);
    return false;
  }
  // The first day that an archive can name.
  return libzip().zip_file_set_dostime(zip, static_cast<zip_uint64_t>(index), 0, (1 << 5) | 1, 0) == 0;
}

}  // namespace

std::optional<std::string> write_zip(const std::vector<ZipMember>& members, const std::string& path) try {
  int code = 0;
  OpenZip zip{libzip().zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code)};
  if (zip.handle == nullptr) return reason_of(code);
  for (const ZipMember& member : members)
    if (!add(zip.handle, member)) return member.name + ": " + libzip().zip_strerror(zip.handle);
  if (libzip().zip_close(zip.handle) != 0) return std::string(libzip().zip_strerror(zip.handle));
  zip.handle = nullptr;
  return std::nullopt;
} catch (const LibraryMissing& missing) {
  return missing.what();
}

}  // namespace perpend::formats
