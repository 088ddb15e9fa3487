#include "batch/columns.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>

namespace perpend::batch {

namespace {

enum class ColumnKind { integers, numbers, texts };

/// The values that it has are those of its kind.
struct Column {
  std::string name;
  ColumnKind kind = ColumnKind::integers;
  std::vector<std::int64_t> integers{};
  std::vector<double> numbers{};
  std::vector<std::string> texts{};

  void widen(const Query& query, int place) {
    if (query.is_text(place)) kind = ColumnKind::texts;
    if (kind == ColumnKind::integers && !query.is_whole(place)) kind = ColumnKind::numbers;
  }
  void take(const Query& query, int place) {
    if (kind == ColumnKind::integers) integers.push_back(query.whole(place));
    if (kind == ColumnKind::numbers) numbers.push_back(query.number(place));
    if (kind == ColumnKind::texts) texts.push_back(query.shown(place, ""));
  }
  [[nodiscard]] std::string npy() const {
    if (kind == ColumnKind::integers) return formats::write_npy(std::span<const std::int64_t>(integers));
    if (kind == ColumnKind::numbers) return formats::write_npy(std::span<const double>(numbers));
    return formats::write_npy(std::span<const std::string>(texts));
  }
};

/// Both passes over a query see the same rows, whoever writes meanwhile.
class Snapshot {
 public:
  explicit Snapshot(Database& database) : database_(database) { database_.run("BEGIN"); }
  ~Snapshot() {
    try {
      database_.run("ROLLBACK");
    } catch (const DatabaseError&) {  // it ends with the connection, too
    }
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  Database& database_;
};

}  // namespace

std::vector<std::string> unique_names(const Query& query) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (int i = 0; i < query.num_columns(); ++i) {
    std::string name = query.name(i);
    for (int k = 2; !taken.insert(name).second; ++k) name = query.name(i) + "#" + std::to_string(k);
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<formats::NamedArray> columns_of(Database& database, const std::string& sql) {
  const Snapshot snapshot(database);
  Query query(database, sql);
  std::vector<Column> columns;
  for (const std::string& name : unique_names(query)) columns.push_back({.name = name});
  const auto each_value = [&](void (Column::*use)(const Query&, int)) {
    for (query.bind(); query.step();)
      for (std::size_t i = 0; i < columns.size(); ++i) (columns[i].*use)(query, static_cast<int>(i));
  };
  each_value(&Column::widen);
  each_value(&Column::take);
  query.bind();
  std::vector<formats::NamedArray> arrays;
  for (const Column& column : columns) arrays.push_back({column.name, column.npy()});
  return arrays;
}

}  // namespace perpend::batch
