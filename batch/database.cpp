#include "batch/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>

namespace perpend::batch {

namespace {

/// Another process may be writing: wait for it so long.
constexpr int patience_in_ms = 60000;

/// The file by a URI that says that it does not change; what a URI reads in another way is written as its code.
std::string as_immutable(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) uri += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", c) : std::string(1, c);
  return uri + "?immutable=1";
}

/// The write that failed was of the database or of one of its companions; SQLite does not tell which, nor why.
std::string why_it_cannot_grow(const std::string& path) {
  constexpr std::uintmax_t largest_write = 1 << 16;  // a page, or one of the shared memory's
  for (const char* companion : {"", "-wal", "-shm", "-journal"}) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path + companion, error);
    if (const std::string why = error ? "" : why_no_room(path + companion, size + largest_write); !why.empty())
      return why;
  }
  return "";
}

/// Where SQLite puts what it sorts outside memory: the first of these that is a folder and may be written.
std::string temporary_folder() {
  const char* const folders[] = {std::getenv("SQLITE_TMPDIR"), std::getenv("TMPDIR"), "/var/tmp", "/usr/tmp", "/tmp"};
  for (const char* folder : folders) {
    std::error_code error;
    if (folder != nullptr && std::filesystem::is_directory(folder, error) && ::access(folder, W_OK | X_OK) == 0)
      return folder;
  }
  return ".";
}

/// Room on the disk of a path; nothing where it is not known.
std::optional<std::uintmax_t> room_at(const std::filesystem::path& path) {
  std::error_code unknown;
  const auto disk = std::filesystem::space(path.empty() ? "." : path, unknown);
  return unknown ? std::nullopt : std::optional(disk.available);
}

/// What keeps temporary files from growing. They have no names and are gone when a query ends, so that the disk has
/// room again.
std::string temporary_trouble() {
  rlimit most{};
  const bool is_limited = ::getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY;
  return fmt::format(
      "{}: {} for what is sorted outside memory: SQLITE_TMPDIR names another folder", temporary_folder(),
      is_limited
          ? fmt::format("a file of this process may have no more than {} bytes (ulimit -f), too few", most.rlim_cur)
          : "the disk has too little room");
}

/// Why the folder of a file takes no other file; empty: it does.
std::string why_closed(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK) == 0) return "";
  return fmt::format(": {}", std::strerror(errno));
}

}  // namespace

void Query::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

Query::Query(Database& database, const std::string& sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  const char* rest = nullptr;
  const auto prepare = [&](const char* text) {
    const int code = sqlite3_prepare_v2(database.handle_.get(), text, -1, &statement, &rest);
    statement_.reset(statement);
    if (code != SQLITE_OK) database.fail();
  };
  prepare(sql.c_str());
  if (statement == nullptr) throw DatabaseError(fmt::format("{}: an empty query", database.path()));
  if (*rest == '\0') return;
  // A comment or a space may follow.
  std::unique_ptr<sqlite3_stmt, Finalize> first = std::move(statement_);
  prepare(rest);
  if (statement != nullptr)
    throw DatabaseError(fmt::format("{}: more than one statement: ask one at a time", database.path()));
  statement_ = std::move(first);
}

void Query::reset() {
  sqlite3_reset(statement_.get());  // an error of the last step was thrown then
}

bool Query::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) {
    // The message belongs to the failure, which a reset would replace.
    try {
      database_.fail();
    } catch (...) {
      reset();
      throw;
    }
  }
  reset();
  return false;
}

void Query::run() {
  while (step()) {
  }
}

int Query::num_columns() const {
  return sqlite3_column_count(statement_.get());
}

std::string Query::name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

ValueType Query::type(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_NULL:
      return ValueType::none;
    case SQLITE_INTEGER:
      return ValueType::whole;
    case SQLITE_FLOAT:
      return ValueType::real;
    default:  // SQLITE_BLOB is a text with a zero in it
      return ValueType::text;
  }
}

bool Query::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Query::whole(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Query::number(int column) const {
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(statement_.get(), column);
}

std::string Query::text(int column) const {
  return std::string(bytes(column));
}

std::string_view Query::bytes(int column) const {
  const void* first = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return first == nullptr ? std::string_view()
                          : std::string_view(static_cast<const char*>(first), static_cast<std::size_t>(size));
}

std::string Query::shown(int column, const char* missing) const {
  if (is_null(column)) return missing;
  return is_real(column) ? fmt::format("{}", number(column)) : text(column);
}

bool Query::is_whole(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER;
}

bool Query::is_real(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_FLOAT;
}

bool Query::is_text(int column) const {
  const int type = sqlite3_column_type(statement_.get(), column);
  return type == SQLITE_TEXT || type == SQLITE_BLOB;
}

void Query::set(int place, double value) {
  const int code = std::isnan(value) ? sqlite3_bind_null(statement_.get(), place)
                                     : sqlite3_bind_double(statement_.get(), place, value);
  if (code != SQLITE_OK) database_.fail();
}

void Query::set(int place, std::int64_t value) {
  if (sqlite3_bind_int64(statement_.get(), place, value) != SQLITE_OK) database_.fail();
}

void Query::set(int place, std::string_view value) {
  // Text for SQL where it is text; bytes of an archive hold zeros.
  const bool is_text = value.find('\0') == std::string_view::npos;
  const int code =
      is_text ? sqlite3_bind_text64(statement_.get(), place, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8)
              : sqlite3_bind_blob64(statement_.get(), place, value.data(), value.size(), SQLITE_TRANSIENT);
  if (code != SQLITE_OK) database_.fail();
}

std::string why_no_room(const std::string& path, std::uintmax_t bytes) {
  rlimit most{};
  if (::getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur != RLIM_INFINITY && bytes > most.rlim_cur)
    return fmt::format("a file of this process may have no more than {} bytes (ulimit -f)", most.rlim_cur);
  std::error_code missing, unknown;
  const std::uintmax_t there = std::filesystem::file_size(path, missing);
  const auto disk = std::filesystem::space(std::filesystem::absolute(path).parent_path(), unknown);
  const bool is_full = !unknown && disk.available < bytes - (missing ? 0 : std::min(there, bytes));
  return is_full ? "the disk is full" : "";
}

bool is_sql_word(const std::string& name) {
  return sqlite3_keyword_check(name.data(), static_cast<int>(name.size())) != 0;
}

int Database::open(const std::string& name, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) return code;
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, patience_in_ms);
  return code;
}

Database::Database(const std::string& path, Access access) : path_(path), access_(access) {
  // One thread at a time: no lock of its own at each call.
  const int flags = SQLITE_OPEN_NOMUTEX |
                    (access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  if (open(path, flags) != SQLITE_OK) fail();
  if (access == Access::read) {
    // A file with a log has companions even for a reader. Where the folder lets none be made, none has written there.
    const int code = sqlite3_exec(handle_.get(), "SELECT COUNT(*) FROM sqlite_master", nullptr, nullptr, nullptr);
    const bool has_no_companions = code == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY;
    if (has_no_companions && open(as_immutable(path), flags | SQLITE_OPEN_URI) != SQLITE_OK) fail();
    return;
  }
  // A killed process loses nothing that was committed; a machine that loses its power, at most the last moments.
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = NORMAL");
}

void Database::run(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void Database::fail() const {
  const int code = handle_ ? sqlite3_errcode(handle_.get()) & 0xff : SQLITE_NOMEM;
  const bool is_write = handle_ && sqlite3_extended_errcode(handle_.get()) == SQLITE_IOERR_WRITE;
  const bool writes_own = access_ == Access::write;
  if (writes_own && (code == SQLITE_FULL || code == SQLITE_IOERR))
    if (const std::string why = why_it_cannot_grow(path_); !why.empty()) throw FullDisk(path_ + ": " + why);
  // What a reader writes is temporary; of a writer, what was on the disk with less room.
  const auto own = room_at(std::filesystem::path(path_).parent_path()), other = room_at(temporary_folder());
  const bool is_temporary = !writes_own || (own && other && *other < *own);
  if (is_write || (code == SQLITE_FULL && is_temporary)) throw FullDisk(temporary_trouble());
  if (code == SQLITE_FULL) throw FullDisk(path_ + ": the disk is full");
  const std::string message =
      fmt::format("{}: {}{}", path_, handle_ ? sqlite3_errmsg(handle_.get()) : "no memory for a database",
                  code == SQLITE_CANTOPEN ? why_closed(path_) : "");
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) throw DamagedDatabase(message);
  throw DatabaseError(message);
}

Database::Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const DatabaseError&) {  // SQLite did so itself
  }
}

void Database::Transaction::commit() {
  database_.run("COMMIT");
  is_open_ = false;
}

}  // namespace perpend::batch
