// libzip under its own names, loaded by the first archive that is read or written: it brings OpenSSL with it.
#pragma once

#include <zip.h>

#include "kernel/model/late_library.hpp"

namespace perpend::formats {

/// What is used of it.
struct ZipLibrary {
  LateLibrary library{PERPEND_ZIP_SONAME, PERPEND_ZIP_PACKAGE};

  decltype(&::zip_close) zip_close = library["zip_close"];
  decltype(&::zip_discard) zip_discard = library["zip_discard"];
  decltype(&::zip_error_fini) zip_error_fini = library["zip_error_fini"];
  decltype(&::zip_error_init_with_code) zip_error_init_with_code = library["zip_error_init_with_code"];
  decltype(&::zip_error_strerror) zip_error_strerror = library["zip_error_strerror"];
  decltype(&::zip_fclose) zip_fclose = library["zip_fclose"];
  decltype(&::zip_file_add) zip_file_add = library["zip_file_add"];
  decltype(&::zip_file_set_dostime) zip_file_set_dostime = library["zip_file_set_dostime"];
  decltype(&::zip_fopen) zip_fopen = library["zip_fopen"];
  decltype(&::zip_fread) zip_fread = library["zip_fread"];
  decltype(&::zip_get_name) zip_get_name = library["zip_get_name"];
  decltype(&::zip_get_num_entries) zip_get_num_entries = library["zip_get_num_entries"];
  decltype(&::zip_open) zip_open = library["zip_open"];
  decltype(&::zip_open_from_source) zip_open_from_source = library["zip_open_from_source"];
  decltype(&::zip_set_file_compression) zip_set_file_compression = library["zip_set_file_compression"];
  decltype(&::zip_source_buffer) zip_source_buffer = library["zip_source_buffer"];
  decltype(&::zip_source_buffer_create) zip_source_buffer_create = library["zip_source_buffer_create"];
  decltype(&::zip_source_close) zip_source_close = library["zip_source_close"];
  decltype(&::zip_source_file) zip_source_file = library["zip_source_file"];
  decltype(&::zip_source_free) zip_source_free = library["zip_source_free"];
  decltype(&::zip_source_keep) zip_source_keep = library["zip_source_keep"];
  decltype(&::zip_source_open) zip_source_open = library["zip_source_open"];
  decltype(&::zip_source_read) zip_source_read = library["zip_source_read"];
  decltype(&::zip_source_stat) zip_source_stat = library["zip_source_stat"];
  decltype(&::zip_strerror) zip_strerror = library["zip_strerror"];
};

/// Throws LibraryMissing.
[[nodiscard]] inline const ZipLibrary& libzip() {
  static const ZipLibrary library;
  return library;
}

}  // namespace perpend::formats
