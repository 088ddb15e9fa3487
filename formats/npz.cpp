#include "formats/npz.hpp"

#include <algorithm>
#include <filesystem>
#include <new>

#include "formats/reading.hpp"
#include "formats/zip_library.hpp"

namespace perpend::formats {

struct NpzArchive::Zip {
  zip_t* handle = nullptr;
  ~Zip() {
    if (handle != nullptr) libzip().zip_discard(handle);
  }
};

namespace {

/// Level 6 takes four times as long for positions of bodies and saves 2.5 % of their size.
constexpr int deflate_level = 4;
constexpr std::string_view suffix = ".npy";

struct ZipEntry {
  zip_file_t* handle = nullptr;
  ~ZipEntry() {
    if (handle != nullptr) libzip().zip_fclose(handle);
  }
};

std::string file_name(const NpzArchive& archive, const std::string& name) {
  const auto& names = archive.names();
  return std::find(names.begin(), names.end(), name) == names.end() ? "" : name + std::string(suffix);
}

std::vector<double> numbers(const NpzArchive& archive, const std::string& name) {
  Dense dense = read_dense(archive, name);
  if (dense.num_columns != 1) fail(archive.label(name), "one row of numbers is expected here");
  return std::move(dense.value);
}

std::vector<long> integers(const NpzArchive& archive, const std::string& name) {
  const std::string bytes = archive.unpack(name), label = archive.label(name);
  return to_integers(parse_npy(bytes, label), label);
}

std::string word(const NpzArchive& archive, const std::string& name) {
  const std::string bytes = archive.unpack(name), label = archive.label(name);
  return to_word(parse_npy(bytes, label), label);
}

SparseRows read_coordinates(const NpzArchive& archive, long num_rows, long num_columns, const std::string& path) {
  const std::vector<long> row = integers(archive, "row"), column = integers(archive, "col");
  const std::vector<double> value = numbers(archive, "data");
  if (row.size() != value.size() || column.size() != value.size())
    fail(path, "row, col and data have different lengths");
  std::vector<Entry> entries(value.size());
  for (std::size_t k = 0; k < value.size(); ++k) entries[k] = {row[k], column[k], value[k]};
  return to_rows(num_rows, num_columns, std::move(entries), path);
}

}  // namespace

NpzArchive::NpzArchive(const std::string& path) : path_(path), zip_(std::make_unique<Zip>()) {
  std::error_code missing;
  if (!std::filesystem::is_regular_file(path, missing)) fail(path, "no such file");
  try {
    zip_->handle = libzip().zip_open(path.c_str(), ZIP_RDONLY, nullptr);
  } catch (const LibraryMissing& missing) {
    fail(path, missing.what());
  }
  if (zip_->handle == nullptr) fail(path, "not an .npz file: no archive can be read from it");
  // NumPy would name a million arrays; no problem has more than a few.
  constexpr zip_int64_t most = 1000;
  const zip_int64_t count = libzip().zip_get_num_entries(zip_->handle, 0);
  if (count > most) fail(path, "more than " + std::to_string(most) + " arrays");
  for (zip_int64_t k = 0; k < count; ++k) {
    const char* text = libzip().zip_get_name(zip_->handle, k, ZIP_FL_ENC_RAW);
    const std::string_view name = text == nullptr ? "" : text;
    if (name.ends_with(suffix)) names_.emplace_back(name.substr(0, name.size() - suffix.size()));
  }
}

NpzArchive::~NpzArchive() = default;

bool NpzArchive::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::string NpzArchive::listed() const {
  std::string text;
  for (const std::string& name : names_) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "no array" : text;
}

std::string NpzArchive::unpack(const std::string& name) const {
  if (!has(name)) fail(path_, "no array '" + name + "'; there is " + listed());
  const ZipEntry entry{libzip().zip_fopen(zip_->handle, file_name(*this, name).c_str(), ZIP_FL_ENC_RAW)};
  if (entry.handle == nullptr) fail(label(name), "cannot be unpacked; save it without a password, stored or deflated");
  // Memory follows what arrives, not what the archive announces, and ends where the header in it does.
  std::string bytes;
  constexpr std::size_t piece = 1UL << 16;
  std::size_t size = 0, announced = 0;
  for (bool is_first = true;; is_first = false) {
    bytes.resize(size + piece);
    const zip_int64_t arrived = libzip().zip_fread(entry.handle, bytes.data() + size, piece);
    if (arrived < 0) fail(label(name), "cannot be unpacked: the archive is damaged");
    size += static_cast<std::size_t>(arrived);
    if (is_first) announced = npy_file_size(std::string_view(bytes).substr(0, size), label(name));
    if (size > announced) fail(label(name), "unpacks to more than its header says");
    if (arrived > 0) continue;
    bytes.resize(size);
    return bytes;
  }
}

namespace {

struct ZipSource {
  zip_source_t* handle = nullptr;
  ~ZipSource() {
    if (handle != nullptr) libzip().zip_source_free(handle);
  }
};

struct NewArchive {
  zip_t* handle = nullptr;
  ~NewArchive() {
    if (handle != nullptr) libzip().zip_discard(handle);
  }
};

/// In memory the library fails for want of memory alone.
void require_memory(bool is_good) {
  if (!is_good) throw std::bad_alloc();
}

}  // namespace

std::string write_npz(const std::vector<NamedArray>& arrays) {
  const ZipSource target{libzip().zip_source_buffer_create(nullptr, 0, 0, nullptr)};
  require_memory(target.handle != nullptr);
  NewArchive zip;
  zip.handle = libzip().zip_open_from_source(target.handle, ZIP_TRUNCATE, nullptr);
  require_memory(zip.handle != nullptr);
  libzip().zip_source_keep(target.handle);  // one reference is the archive's
  for (const NamedArray& array : arrays) {
    zip_source_t* const source = libzip().zip_source_buffer(zip.handle, array.npy.data(), array.npy.size(), 0);
    require_memory(source != nullptr);
    const zip_int64_t index =
        libzip().zip_file_add(zip.handle, (array.name + std::string(suffix)).c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) libzip().zip_source_free(source);
    require_memory(index >= 0);
    const auto place = static_cast<zip_uint64_t>(index);
    require_memory(libzip().zip_set_file_compression(zip.handle, place, ZIP_CM_DEFLATE, deflate_level) == 0);
    // The first day that an archive can name.
    require_memory(libzip().zip_file_set_dostime(zip.handle, place, 0, (1 << 5) | 1, 0) == 0);
  }
  require_memory(libzip().zip_close(zip.handle) == 0);
  zip.handle = nullptr;
  zip_stat_t about;
  require_memory(libzip().zip_source_stat(target.handle, &about) == 0 && libzip().zip_source_open(target.handle) == 0);
  std::string bytes(about.size, '\0');
  const zip_int64_t read = libzip().zip_source_read(target.handle, bytes.data(), bytes.size());
  libzip().zip_source_close(target.handle);
  require_memory(read == static_cast<zip_int64_t>(bytes.size()));
  return bytes;
}

Dense read_dense(const NpzArchive& archive, const std::string& name) {
  const std::string bytes = archive.unpack(name), label = archive.label(name);
  return to_dense(parse_npy(bytes, label), label);
}

bool is_sparse(const NpzArchive& archive) {
  return archive.has("format") && archive.has("shape") && archive.has("data");
}

SparseRows read_sparse(const NpzArchive& archive, const std::string& path) {
  const std::string format = word(archive, "format");
  const std::vector<long> shape = integers(archive, "shape");
  if (shape.size() != 2) fail(path, std::to_string(shape.size()) + " dimensions; a matrix has two");
  if (format == "coo") return read_coordinates(archive, shape[0], shape[1], path);
  if (format != "csr" && format != "csc")
    fail(path, "a storage of SciPy that is not read; save csr, csc or coo: A.tocsr()");
  return to_rows(Compressed{.num_rows = shape[0],
                            .num_columns = shape[1],
                            .by_rows = format == "csr",
                            .first = integers(archive, "indptr"),
                            .minor = integers(archive, "indices"),
                            .value = numbers(archive, "data")},
                 path);
}

}  // namespace perpend::formats
