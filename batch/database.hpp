// An SQLite file: statements that are prepared once, values bound by place, errors that name the file.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace perpend::batch {

/// "out/study.sqlite: database or disk is full".
struct DatabaseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// There is no room for more, on the disk or in what this user or process may write. What was committed is still there.
struct FullDisk : DatabaseError {
  using DatabaseError::DatabaseError;
};

/// Its bytes are not those of a database.
struct DamagedDatabase : DatabaseError {
  using DatabaseError::DatabaseError;
};

class Database;

enum class ValueType { none, whole, real, text };

/// Throws DatabaseError.
class Query {
 public:
  Query(Database& database, const std::string& sql);

  /// Values of the parameters in their order, from 1; a NaN is NULL.
  template <class... Values>
  Query& bind(const Values&... values) {
    reset();
    int place = 0;
    (set(++place, values), ...);
    return *this;
  }
  /// The next row: whether there is one.
  [[nodiscard]] bool step();
  /// All of it, rows or not.
  void run();

  // Columns of the row, from 0.
  [[nodiscard]] int num_columns() const;
  [[nodiscard]] std::string name(int column) const;
  [[nodiscard]] ValueType type(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::int64_t whole(int column) const;
  [[nodiscard]] double number(int column) const;  ///< NaN for NULL
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::string_view bytes(int column) const;  ///< of a text, until the next row
  /// As text that reads back as the same value; `missing` for NULL.
  [[nodiscard]] std::string shown(int column, const char* missing) const;
  [[nodiscard]] bool is_text(int column) const;
  [[nodiscard]] bool is_whole(int column) const;
  [[nodiscard]] bool is_real(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void reset();
  void set(int place, double value);
  void set(int place, std::int64_t value);
  void set(int place, int value) { set(place, static_cast<std::int64_t>(value)); }
  void set(int place, long long value) { set(place, static_cast<std::int64_t>(value)); }
  void set(int place, std::size_t value) { set(place, static_cast<std::int64_t>(value)); }
  void set(int place, bool value) { set(place, static_cast<std::int64_t>(value)); }
  void set(int place, std::string_view value);
  void set(int place, const std::string& value) { set(place, std::string_view(value)); }
  void set(int place, const char* value) { set(place, std::string_view(value)); }

  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// Why a file of so many bytes cannot be at this path: the disk is full, or files of this process may not be so large.
/// Empty: nothing is known to be in the way.
[[nodiscard]] std::string why_no_room(const std::string& path, std::uintmax_t bytes);

/// Whether a name means something else in SQL.
[[nodiscard]] bool is_sql_word(const std::string& name);

enum class Access { read, write };

/// For one thread at a time. Throws DatabaseError.
class Database {
 public:
  /// `write` makes the file where it is missing, and lets readers read meanwhile (a write-ahead log). `read` needs no
  /// permission to write into the folder.
  Database(const std::string& path, Access access);

  void run(const std::string& sql);
  [[nodiscard]] const std::string& path() const { return path_; }
  [[noreturn]] void fail() const;

  /// What is done until `commit` is done as a whole, or not at all.
  class Transaction {
   public:
    explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

   private:
    Database& database_;
    bool is_open_ = true;
  };

 private:
  friend class Query;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  int open(const std::string& name, int flags);
  std::string path_;
  Access access_;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace perpend::batch
