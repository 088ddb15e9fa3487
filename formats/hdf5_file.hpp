// HDF5 files by the C library, as far as they can be trusted: numbers in one dimension, stored in the file itself, no
// larger than what is stored. Links into other files, external storage and filters that are loaded are refused.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>
#include <vector>

namespace perpend::formats {

/// Closes what it holds.
class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }

  [[nodiscard]] bool is_open() const { return id_ >= 0; }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// The library says nothing on standard error while this lives.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

class Hdf5File {
 public:
  explicit Hdf5File(const std::string& path);

  /// Whether there is something at "a/b/c".
  [[nodiscard]] bool has(const std::string& place) const;
  /// Whether anything was ever written there. Siconos makes sets for what it does not know, and leaves them so.
  [[nodiscard]] bool is_written(const std::string& place) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& place) const;
  [[nodiscard]] std::vector<long> integers(const std::string& place) const;
  /// One whole number from `least` to `most`.
  [[nodiscard]] long integer(const std::string& place, long least, long most) const;
  /// "PATH:PLACE", for messages.
  [[nodiscard]] std::string label(const std::string& place) const { return path_ + ":" + place; }

 private:
  struct Set {
    Hdf5Handle handle;
    std::size_t num_points;
  };
  [[nodiscard]] Set open(const std::string& place) const;
  void check_storage(const Hdf5Handle& set, std::size_t num_bytes, const std::string& place) const;

  std::string path_;
  QuietHdf5 quiet_;
  Hdf5Handle file_;
};

}  // namespace perpend::formats
