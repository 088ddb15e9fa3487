#include "formats/hdf5_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>

#include "formats/reading.hpp"
#include "kernel/model/late_library.hpp"

// Constants of HDF5's headers begin with calls that open the library and compare its version with that of the headers:
// `hdf5` does the first, and the name of the library stands for the second.
#undef H5OPEN
#define H5OPEN
#undef H5CHECK
#define H5CHECK

namespace perpend::formats {

namespace {

/// What is used of HDF5's C library, under its own names.
struct Hdf5Library {
  LateLibrary library{PERPEND_HDF5_SONAME, PERPEND_HDF5_PACKAGE};

  decltype(&::H5dont_atexit) H5dont_atexit = library["H5dont_atexit"];
  decltype(&::H5open) H5open = library["H5open"];
  decltype(&::H5Dclose) H5Dclose = library["H5Dclose"];
  decltype(&::H5Dget_create_plist) H5Dget_create_plist = library["H5Dget_create_plist"];
  decltype(&::H5Dget_space) H5Dget_space = library["H5Dget_space"];
  decltype(&::H5Dget_storage_size) H5Dget_storage_size = library["H5Dget_storage_size"];
  decltype(&::H5Dget_type) H5Dget_type = library["H5Dget_type"];
  decltype(&::H5Dopen2) H5Dopen2 = library["H5Dopen2"];
  decltype(&::H5Dread) H5Dread = library["H5Dread"];
  decltype(&::H5Eget_auto2) H5Eget_auto2 = library["H5Eget_auto2"];
  decltype(&::H5Eset_auto2) H5Eset_auto2 = library["H5Eset_auto2"];
  decltype(&::H5Fclose) H5Fclose = library["H5Fclose"];
  decltype(&::H5Fopen) H5Fopen = library["H5Fopen"];
  decltype(&::H5Lexists) H5Lexists = library["H5Lexists"];
  decltype(&::H5Lget_info) H5Lget_info = library["H5Lget_info"];
  decltype(&::H5Pclose) H5Pclose = library["H5Pclose"];
  decltype(&::H5Pcreate) H5Pcreate = library["H5Pcreate"];
  decltype(&::H5Pget_chunk) H5Pget_chunk = library["H5Pget_chunk"];
  decltype(&::H5Pget_external_count) H5Pget_external_count = library["H5Pget_external_count"];
  decltype(&::H5Pget_filter2) H5Pget_filter2 = library["H5Pget_filter2"];
  decltype(&::H5Pget_layout) H5Pget_layout = library["H5Pget_layout"];
  decltype(&::H5Pget_nfilters) H5Pget_nfilters = library["H5Pget_nfilters"];
  decltype(&::H5Pset_file_locking) H5Pset_file_locking = library["H5Pset_file_locking"];
  decltype(&::H5Sclose) H5Sclose = library["H5Sclose"];
  decltype(&::H5Sget_simple_extent_ndims) H5Sget_simple_extent_ndims = library["H5Sget_simple_extent_ndims"];
  decltype(&::H5Sget_simple_extent_npoints) H5Sget_simple_extent_npoints = library["H5Sget_simple_extent_npoints"];
  decltype(&::H5Tclose) H5Tclose = library["H5Tclose"];
  decltype(&::H5Tequal) H5Tequal = library["H5Tequal"];
  decltype(&::H5Tget_class) H5Tget_class = library["H5Tget_class"];
  decltype(&::H5Tget_size) H5Tget_size = library["H5Tget_size"];

  // What stands behind H5P_FILE_ACCESS, H5T_NATIVE_DOUBLE, ...: known when the library is open.
  decltype(&::H5P_CLS_FILE_ACCESS_ID_g) H5P_CLS_FILE_ACCESS_ID_g = library["H5P_CLS_FILE_ACCESS_ID_g"];
  decltype(&::H5T_IEEE_F32BE_g) H5T_IEEE_F32BE_g = library["H5T_IEEE_F32BE_g"];
  decltype(&::H5T_IEEE_F32LE_g) H5T_IEEE_F32LE_g = library["H5T_IEEE_F32LE_g"];
  decltype(&::H5T_IEEE_F64BE_g) H5T_IEEE_F64BE_g = library["H5T_IEEE_F64BE_g"];
  decltype(&::H5T_IEEE_F64LE_g) H5T_IEEE_F64LE_g = library["H5T_IEEE_F64LE_g"];
  decltype(&::H5T_NATIVE_DOUBLE_g) H5T_NATIVE_DOUBLE_g = library["H5T_NATIVE_DOUBLE_g"];
  decltype(&::H5T_NATIVE_LONG_g) H5T_NATIVE_LONG_g = library["H5T_NATIVE_LONG_g"];

  Hdf5Library() {
    // It would announce at the end of the program that what a damaged file leaves open keeps it from closing.
    H5dont_atexit();
    H5open();
  }
};

/// Loaded by the first file. Throws LibraryMissing.
const Hdf5Library& hdf5() {
  static const Hdf5Library library;
  return library;
}

constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";

void check_signature(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) fail(path, "no such file");
  if (std::filesystem::file_size(path, error) > max_bytes || error)
    fail(path, "larger than 1 GB, which is the most that is read");
  std::array<char, signature.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  if (std::string_view(start.data(), start.size()) != signature)
    fail(path, "not an HDF5 file: its first bytes are others");
}

/// `path`, of a file that HDF5 can be asked about.
const std::string& checked(const std::string& path) {
  check_signature(path);
  try {
    hdf5();
  } catch (const LibraryMissing& missing) {
    fail(path, missing.what());
  }
  return path;
}

Hdf5Handle open_file(const std::string& path) {
  const Hdf5Handle access(hdf5().H5Pcreate(*hdf5().H5P_CLS_FILE_ACCESS_ID_g), hdf5().H5Pclose);
  // Read only: a lock would only fail on disks that have none.
  hdf5().H5Pset_file_locking(access, false, true);
  Hdf5Handle file(hdf5().H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), hdf5().H5Fclose);
  if (!file.is_open()) fail(path, "a damaged HDF5 file; write it again");
  return file;
}

/// Ways that HDF5 stores in the file, without a program of its own to load.
bool is_plain_storage(hid_t creation) {
  const H5D_layout_t layout = hdf5().H5Pget_layout(creation);
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) return false;
  if (hdf5().H5Pget_external_count(creation) != 0) return false;
  const int num_filters = hdf5().H5Pget_nfilters(creation);
  for (int k = 0; k < num_filters; ++k) {
    unsigned flags = 0;
    std::size_t num_values = 0;
    const H5Z_filter_t filter = hdf5().H5Pget_filter2(creation, k, &flags, &num_values, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32) return false;
  }
  return num_filters >= 0;
}

bool is_double(hid_t type) {
  for (const hid_t known :
       {*hdf5().H5T_IEEE_F64LE_g, *hdf5().H5T_IEEE_F64BE_g, *hdf5().H5T_IEEE_F32LE_g, *hdf5().H5T_IEEE_F32BE_g})
    if (hdf5().H5Tequal(type, known) > 0) return true;
  return false;
}

bool is_integer(hid_t type) {
  return hdf5().H5Tget_class(type) == H5T_INTEGER && hdf5().H5Tget_size(type) <= sizeof(long);
}

}  // namespace

QuietHdf5::QuietHdf5() {
  hdf5().H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  hdf5().H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() {
  hdf5().H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

Hdf5File::Hdf5File(const std::string& path) : path_(checked(path)), file_(open_file(path)) {}

bool Hdf5File::has(const std::string& place) const {
  for (std::size_t end = place.find('/');; end = place.find('/', end + 1)) {
    const std::string part = place.substr(0, end);
    H5L_info_t link;
    if (hdf5().H5Lexists(file_, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (hdf5().H5Lget_info(file_, part.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
      fail(label(part), "a link to elsewhere; copy what it links to into this file");
    if (end == std::string::npos) return true;
  }
}

bool Hdf5File::is_written(const std::string& place) const {
  if (!has(place)) return false;
  const Hdf5Handle set(hdf5().H5Dopen2(file_, place.c_str(), H5P_DEFAULT), hdf5().H5Dclose);
  return set.is_open() && hdf5().H5Dget_storage_size(set) > 0;
}

void Hdf5File::check_storage(const Hdf5Handle& set, std::size_t num_bytes, const std::string& place) const {
  const Hdf5Handle creation(hdf5().H5Dget_create_plist(set), hdf5().H5Pclose);
  if (!creation.is_open() || !is_plain_storage(creation))
    fail(label(place), "a storage that is not read; store it contiguous, or in chunks with deflate");
  const std::size_t stored = hdf5().H5Dget_storage_size(set);
  if (hdf5().H5Pget_layout(creation) != H5D_CHUNKED) {
    if (stored == 0 && num_bytes > 0) fail(label(place), "was never written");
    if (stored != num_bytes) fail(label(place), "is not as long as it says");
    return;
  }
  // Deflate packs at most 1032 to 1 (zlib's documentation).
  constexpr std::size_t most_packed = 1032;
  hsize_t chunk[1] = {0};
  if (hdf5().H5Pget_chunk(creation, 1, chunk) != 1 || chunk[0] > static_cast<hsize_t>(max_entries) ||
      num_bytes / most_packed > stored)
    fail(label(place), "is not as long as it says");
}

Hdf5File::Set Hdf5File::open(const std::string& place) const {
  if (!has(place)) fail(label(place), "is missing");
  Set set{{hdf5().H5Dopen2(file_, place.c_str(), H5P_DEFAULT), hdf5().H5Dclose}, 0};
  if (!set.handle.is_open()) fail(label(place), "no numbers can be read from it");
  const Hdf5Handle space(hdf5().H5Dget_space(set.handle), hdf5().H5Sclose),
      type(hdf5().H5Dget_type(set.handle), hdf5().H5Tclose);
  const hssize_t num_points = space.is_open() ? hdf5().H5Sget_simple_extent_npoints(space) : -1;
  if (num_points < 0 || hdf5().H5Sget_simple_extent_ndims(space) > 1 || !type.is_open())
    fail(label(place), "numbers in one dimension are expected");
  if (num_points > max_entries)
    fail(label(place), std::to_string(num_points) + " numbers; at most " + std::to_string(max_entries) + " are read");
  set.num_points = static_cast<std::size_t>(num_points);
  check_storage(set.handle, set.num_points * hdf5().H5Tget_size(type), place);
  return set;
}

std::vector<double> Hdf5File::numbers(const std::string& place) const {
  const Set set = open(place);
  const Hdf5Handle type(hdf5().H5Dget_type(set.handle), hdf5().H5Tclose);
  if (!is_double(type)) fail(label(place), "floating point numbers of 64 or 32 bits are expected");
  std::vector<double> values(set.num_points);
  if (!values.empty() &&
      hdf5().H5Dread(set.handle, *hdf5().H5T_NATIVE_DOUBLE_g, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(label(place), "damaged: it cannot be read");
  return values;
}

std::vector<long> Hdf5File::integers(const std::string& place) const {
  const Set set = open(place);
  const Hdf5Handle type(hdf5().H5Dget_type(set.handle), hdf5().H5Tclose);
  if (!is_integer(type)) fail(label(place), "integers are expected");
  std::vector<long> values(set.num_points);
  if (!values.empty() &&
      hdf5().H5Dread(set.handle, *hdf5().H5T_NATIVE_LONG_g, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(label(place), "damaged: it cannot be read");
  return values;
}

long Hdf5File::integer(const std::string& place, long least, long most) const {
  const std::vector<long> values = integers(place);
  if (values.size() != 1 || values[0] < least || values[0] > most)
    fail(label(place),
         "one whole number from " + std::to_string(least) + " to " + std::to_string(most) + " is expected");
  return values[0];
}

}  // namespace perpend::formats
