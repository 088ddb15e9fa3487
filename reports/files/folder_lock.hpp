// A folder that one process at a time writes into.
#pragma once

#include <string>

namespace perpend::reports {

/// One process at a time writes into a folder of results, or a part of it. Holds a file in it, which is gone
/// afterwards. A process that ends in whatever way lets go of it.
class FolderLock {
 public:
  /// Pre: the folder is there.
  explicit FolderLock(const std::string& folder, const std::string& name = ".lock");
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// False: another process has it, or it cannot be made.
  [[nodiscard]] bool is_held() const { return trouble_.empty(); }
  /// Why it is not held, who holds it, and what to do.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  [[nodiscard]] bool try_once(const std::string& folder);
  void write_owner() const;

  std::string path_;
  std::string trouble_;
  int descriptor_ = -1;
};

}  // namespace perpend::reports
