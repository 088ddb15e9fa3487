// Archives of arrays as NumPy reads and writes them, and sparse matrices as SciPy does: csr, csc and coo.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/npy.hpp"

namespace perpend::formats {

/// Array by array, so that no more than what is asked for is unpacked.
class NpzArchive {
 public:
  explicit NpzArchive(const std::string& path);
  ~NpzArchive();
  NpzArchive(const NpzArchive&) = delete;
  NpzArchive& operator=(const NpzArchive&) = delete;

  /// Without ".npy", in the order of the archive.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool has(const std::string& name) const;
  /// The file of an array, unpacked.
  [[nodiscard]] std::string unpack(const std::string& name) const;
  /// "PATH:NAME", for messages.
  [[nodiscard]] std::string label(const std::string& name) const { return path_ + ":" + name; }
  /// The names, for messages.
  [[nodiscard]] std::string listed() const;

 private:
  struct Zip;
  std::string path_;
  std::unique_ptr<Zip> zip_;
  std::vector<std::string> names_;
};

/// An array by its name in the archive, and its file: what write_npy returns.
struct NamedArray {
  std::string name;
  std::string npy;
};
/// As numpy.savez_compressed does; equal arrays give equal bytes. Throws std::bad_alloc.
[[nodiscard]] std::string write_npz(const std::vector<NamedArray>& arrays);

[[nodiscard]] Dense read_dense(const NpzArchive& archive, const std::string& name);
/// What scipy.sparse.save_npz writes.
[[nodiscard]] bool is_sparse(const NpzArchive& archive);
[[nodiscard]] SparseRows read_sparse(const NpzArchive& archive, const std::string& path);

}  // namespace perpend::formats
