#include "formats/hdf5_file.hpp"

#include <array>
#include <filesystem>
#include <fstream>

#include "formats/reading.hpp"

namespace perpend::formats {

namespace {

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

Hdf5Handle open_file(const std::string& path) {
  check_signature(path);
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // Read only: a lock would only fail on disks that have none.
  H5Pset_file_locking(access, false, true);
  Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access), H5Fclose);
  if (!file.is_open()) fail(path, "a damaged HDF5 file; write it again");
  return file;
}

/// Ways that HDF5 stores in the file, without a program of its own to load.
bool is_plain_storage(hid_t creation) {
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED) return false;
  if (H5Pget_external_count(creation) != 0) return false;
  const int num_filters = H5Pget_nfilters(creation);
  for (int k = 0; k < num_filters; ++k) {
    unsigned flags = 0;
    std::size_t num_values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(creation, k, &flags, &num_values, nullptr, 0, nullptr, nullptr);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32) return false;
  }
  return num_filters >= 0;
}

bool is_double(hid_t type) {
  for (const hid_t known : {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE})
    if (H5Tequal(type, known) > 0) return true;
  return false;
}

bool is_integer(hid_t type) {
  return H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) <= sizeof(long);
}

}  // namespace

QuietHdf5::QuietHdf5() {
  // What a damaged file leaves open keeps the library from closing at the end of the program, which it would announce.
  static const herr_t closes_nothing_at_exit = H5dont_atexit();
  static_cast<void>(closes_nothing_at_exit);
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() {
  H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

Hdf5File::Hdf5File(const std::string& path) : path_(path), file_(open_file(path)) {}

bool Hdf5File::has(const std::string& place) const {
  for (std::size_t end = place.find('/');; end = place.find('/', end + 1)) {
    const std::string part = place.substr(0, end);
    H5L_info_t link;
    if (H5Lexists(file_, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (H5Lget_info(file_, part.c_str(), &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD)
      fail(label(part), "a link to elsewhere; copy what it links to into this file");
    if (end == std::string::npos) return true;
  }
}

bool Hdf5File::is_written(const std::string& place) const {
  if (!has(place)) return false;
  const Hdf5Handle set(H5Dopen2(file_, place.c_str(), H5P_DEFAULT), H5Dclose);
  return set.is_open() && H5Dget_storage_size(set) > 0;
}

void Hdf5File::check_storage(const Hdf5Handle& set, std::size_t num_bytes, const std::string& place) const {
  const Hdf5Handle creation(H5Dget_create_plist(set), H5Pclose);
  if (!creation.is_open() || !is_plain_storage(creation))
    fail(label(place), "a storage that is not read; store it contiguous, or in chunks with deflate");
  const std::size_t stored = H5Dget_storage_size(set);
  if (H5Pget_layout(creation) != H5D_CHUNKED) {
    if (stored == 0 && num_bytes > 0) fail(label(place), "was never written");
    if (stored != num_bytes) fail(label(place), "is not as long as it says");
    return;
  }
  // Deflate packs at most 1032 to 1 (zlib's documentation).
  constexpr std::size_t most_packed = 1032;
  hsize_t chunk[1] = {0};
  if (H5Pget_chunk(creation, 1, chunk) != 1 || chunk[0] > static_cast<hsize_t>(max_entries) ||
      num_bytes / most_packed > stored)
    fail(label(place), "is not as long as it says");
}

Hdf5File::Set Hdf5File::open(const std::string& place) const {
  if (!has(place)) fail(label(place), "is missing");
  Set set{{H5Dopen2(file_, place.c_str(), H5P_DEFAULT), H5Dclose}, 0};
  if (!set.handle.is_open()) fail(label(place), "no numbers can be read from it");
  const Hdf5Handle space(H5Dget_space(set.handle), H5Sclose), type(H5Dget_type(set.handle), H5Tclose);
  const hssize_t num_points = space.is_open() ? H5Sget_simple_extent_npoints(space) : -1;
  if (num_points < 0 || H5Sget_simple_extent_ndims(space) > 1 || !type.is_open())
    fail(label(place), "numbers in one dimension are expected");
  if (num_points > max_entries)
    fail(label(place), std::to_string(num_points) + " numbers; at most " + std::to_string(max_entries) + " are read");
  set.num_points = static_cast<std::size_t>(num_points);
  check_storage(set.handle, set.num_points * H5Tget_size(type), place);
  return set;
}

std::vector<double> Hdf5File::numbers(const std::string& place) const {
  const Set set = open(place);
  const Hdf5Handle type(H5Dget_type(set.handle), H5Tclose);
  if (!is_double(type)) fail(label(place), "floating point numbers of 64 or 32 bits are expected");
  std::vector<double> values(set.num_points);
  if (!values.empty() && H5Dread(set.handle, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    fail(label(place), "damaged: it cannot be read");
  return values;
}

std::vector<long> Hdf5File::integers(const std::string& place) const {
  const Set set = open(place);
  const Hdf5Handle type(H5Dget_type(set.handle), H5Tclose);
  if (!is_integer(type)) fail(label(place), "integers are expected");
  std::vector<long> values(set.num_points);
  if (!values.empty() && H5Dread(set.handle, H5T_NATIVE_LONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
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
