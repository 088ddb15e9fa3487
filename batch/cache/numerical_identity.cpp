#include "batch/cache/numerical_identity.hpp"

#include <arb.h>
#include <flint/flint.h>
#include <fmt/format.h>
#include <gmp.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <mpfr.h>
#include <zlib.h>

#include <mutex>
#include <numerical_sources.hpp>
#include <vector>

#include "kernel/model/late_library.hpp"
#include "kernel/model/scene/registry.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

/// "name hash" a line: the program, then its libraries, but for those that it loads for some files alone.
std::string loaded_files() {
  std::string text = "program " + reports::sha256_hex_of_file("/proc/self/exe");
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* into) {
        // The program itself has no name, what the kernel maps into each process no file.
        if (object->dlpi_name[0] == '/' && !LateLibrary::has_loaded(object->dlpi_name))
          *static_cast<std::string*>(into) +=
              fmt::format("\n{} {}", object->dlpi_name, reports::sha256_hex_of_file(object->dlpi_name));
        return 0;
      },
      &text);
  return text;
}

std::string identity_of_sources() {
  return reports::sha256_hex(fmt::format("{} libc {} flint {} arb {} gmp {} mpfr {} zlib {}", numerical_sources,
                                         gnu_get_libc_version(), flint_version, arb_version, gmp_version,
                                         mpfr_get_version(), zlibVersion()));
}

}  // namespace

std::string numerical_identity() {
  static const std::string of_sources = identity_of_sources();
  const int added = num_added_rows();
  if (added == 0) return of_sources;
  // What registered last may come from a library that was loaded for it.
  static std::mutex mutex;
  static int known = 0;
  static std::string with_added;
  const std::lock_guard lock(mutex);
  if (known != added) with_added = reports::sha256_hex(of_sources + '\n' + loaded_files());
  known = added;
  return with_added;
}

}  // namespace perpend::batch
