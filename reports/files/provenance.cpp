#include "reports/files/provenance.hpp"

#include <arb.h>
#include <flint/flint.h>
#include <fmt/format.h>
#include <gmp.h>
#include <gnu/libc-version.h>
#include <mpfr.h>
#include <nettle/version.h>
#include <sys/utsname.h>
#include <zlib.h>

#include <boost/version.hpp>
#include <chrono>
#include <ctime>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "reports/files/digest.hpp"
#include "reports/page/embedded_assets.hpp"

namespace perpend::reports {

namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string operating_system() {
  utsname names{};
  if (uname(&names) != 0) return "unknown";
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {
      {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
      {"C library and libm", fmt::format("glibc {}", gnu_get_libc_version())},
      {"FLINT", flint_version},
      {"Arb", arb_version},
      {"GMP", gmp_version},
      {"MPFR", mpfr_get_version()},
      {"zlib", zlibVersion()},
      {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
      {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"nlohmann-json",
       fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
      {"Nettle", fmt::format("{}.{}", nettle_version_major(), nettle_version_minor())},
      {"pugixml", fmt::format("{}.{}", PUGIXML_VERSION / 1000, PUGIXML_VERSION / 10 % 100)},
      {"uPlot", std::string(assets::uplot_version())},
      {"three.js", std::string(assets::three_version())},
  };
}

}  // namespace

Provenance collect_provenance(std::string_view scene) {
  Provenance provenance;
  provenance.version = PERPEND_VERSION;
  provenance.scene_sha256 = sha256_hex(scene);
  provenance.compiler = PERPEND_COMPILER;
  provenance.flags = PERPEND_FLAGS;
  provenance.cpu = processor();
  provenance.system = operating_system();
  provenance.libraries = library_versions();
  provenance.date = utc_now();
  return provenance;
}

const std::string& program_hash() {
  static const std::string hash = sha256_hex_of_file("/proc/self/exe");
  return hash;
}

}  // namespace perpend::reports
