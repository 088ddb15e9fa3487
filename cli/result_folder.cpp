#include "cli/result_folder.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "reports/files/certificate_stream.hpp"
#include "reports/files/digest.hpp"
#include "reports/files/provenance.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* stamp_name = ".up-to-date";
/// Figures depend on the scene, and a folder of figures may hold others too: writing them replaces its own.
constexpr std::array result_names{"results.json", "report.html", "series.csv", reports::certificate_file_name,
                                  "junit.xml"};

/// "process 4711, since 2026-11-22 23:10:05 UTC" as its owner wrote it.
std::string owner_of(int descriptor) {
  std::array<char, 200> bytes{};
  const ssize_t size = ::pread(descriptor, bytes.data(), bytes.size(), 0);
  return size > 0 ? reports::single_line({bytes.data(), static_cast<std::size_t>(size)}) : "another process";
}

/// Whether the path still leads to what is open: an owner that is done removes the file before it lets go.
bool is_at(int descriptor, const std::string& path) {
  struct stat opened {};
  struct stat found {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &found) == 0 && opened.st_dev == found.st_dev &&
         opened.st_ino == found.st_ino;
}

}  // namespace

std::string result_folder(const RunArguments& arguments, const std::string& file) {
  if (arguments.out.empty() || arguments.files.size() == 1) return arguments.out;
  // Absolute first: the folder of "x.scene" has no name of its own, that of "../x.scene" would lead out of DIR.
  const fs::path path = fs::absolute(file).lexically_normal();
  return (fs::path(arguments.out) / path.parent_path().filename() / path.stem()).string();
}

std::optional<std::string> find_shared_folder(const RunArguments& arguments) {
  if (arguments.out.empty() || arguments.files.size() < 2) return std::nullopt;
  std::map<std::string, std::string> owners;
  for (const std::string& file : arguments.files) {
    const auto [owner, is_new] = owners.emplace(result_folder(arguments, file), file);
    if (!is_new)
      return fmt::format("{} and {} would both write to {}; run them one by one with different --out", owner->second,
                         file, owner->first);
  }
  return std::nullopt;
}

std::string stamp_key(const RunArguments& arguments, const dsl::Document& document) {
  std::string text =
      reports::program_hash() + '\n' + dsl::all_text(document) + "\ncertificates " + arguments.certificates;
  for (const std::string& one : arguments.set) text += "\nset " + one;
  for (const std::string& one : arguments.methods) text += "\nmethod " + one;
  return reports::sha256_hex(text);
}

std::optional<ExitCode> find_unchanged(const std::string& folder, const std::string& key) {
  std::ifstream file(fs::path(folder) / stamp_name);
  std::string stored_key;
  int code = 0;
  if (!(file >> stored_key >> code) || stored_key != key) return std::nullopt;
  const bool complete = std::all_of(result_names.begin(), result_names.end(),
                                    [&](const char* name) { return fs::exists(fs::path(folder) / name); });
  return complete ? std::optional(static_cast<ExitCode>(code)) : std::nullopt;
}

void remove_results(const std::string& folder) {
  std::error_code ignored;  // what cannot be removed cannot be replaced either, and that is reported
  fs::remove(fs::path(folder) / stamp_name, ignored);
  for (const char* name : result_names) fs::remove(fs::path(folder) / name, ignored);
}

std::string incomplete_folder(const std::string& folder) {
  return (fs::path(folder) / "incomplete").string();
}

std::string incomplete_name(const std::string& path) {
  const fs::path complete = path;
  return (complete.parent_path() / (complete.stem().string() + ".incomplete" + complete.extension().string())).string();
}

void remove_incomplete(const std::string& folder) {
  const fs::path place = incomplete_folder(folder);
  std::error_code ignored;  // as above
  remove_results(place.string());
  std::vector<fs::path> figures;
  for (fs::directory_iterator it(place / "figures", ignored), end; !ignored && it != end; it.increment(ignored))
    if (it->path().extension() == ".svg" || it->path().extension() == ".pdf") figures.push_back(it->path());
  for (const fs::path& figure : figures) fs::remove(figure, ignored);
  fs::remove(place / "figures", ignored);  // both only when nothing else is in them
  fs::remove(place, ignored);
}

std::optional<reports::WriteError> write_stamp(const std::string& folder, const std::string& key, ExitCode code) {
  return reports::write_file((fs::path(folder) / stamp_name).string(),
                             fmt::format("{}\n{}\n", key, static_cast<int>(code)));
}

FolderLock::FolderLock(const std::string& folder, const std::string& name) : path_(folder + "/" + name) {
  while (!try_once(folder)) {
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

/// False: the file was removed by its last owner meanwhile, so that it has to be made anew.
bool FolderLock::try_once(const std::string& folder) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    trouble_ = "cannot create " + path_ + ": " + std::system_category().message(errno);
    return true;
  }
  const bool is_locked = ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
  // Some network disks have no locks: there each user sees to it.
  if (is_locked || errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS) {
    if (is_at(descriptor_, path_)) {
      write_owner();
      return true;
    }
    ::close(descriptor_);
    return false;
  }
  const int number = errno;
  trouble_ = number == EWOULDBLOCK ? fmt::format("{} writes into {}; wait for it, or give another --out",
                                                 owner_of(descriptor_), reports::single_line(folder))
                                   : "cannot lock " + path_ + ": " + std::system_category().message(number);
  ::close(descriptor_);
  descriptor_ = -1;
  return true;
}

void FolderLock::write_owner() const {
  const std::string text =
      fmt::format("process {}, since {:%Y-%m-%d %H:%M:%S} UTC,", ::getpid(), fmt::gmtime(std::time(nullptr)));
  // On a full disk the lock holds without a name in it.
  [[maybe_unused]] const bool is_written =
      ::ftruncate(descriptor_, 0) == 0 && ::pwrite(descriptor_, text.data(), text.size(), 0) >= 0;
}

std::string place_of(const std::string& path) {
  std::error_code error;
  const bool is_link = fs::is_symlink(path, error);
  const fs::file_type leads_to = fs::status(path, error).type();
  if (!is_link || (leads_to != fs::file_type::regular && leads_to != fs::file_type::not_found)) return path;
  fs::path target = path;
  constexpr int most_links = 40;  // as many as Linux follows
  for (int i = 0; i < most_links && fs::is_symlink(target, error); ++i) {
    const fs::path next = fs::read_symlink(target, error);
    if (error) return path;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace perpend::cli
