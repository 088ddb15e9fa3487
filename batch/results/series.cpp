#include "batch/results/series.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <regex>
#include <set>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "batch/cache/run_archive.hpp"
#include "formats/npz.hpp"
#include "formats/reading.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

namespace fs = std::filesystem;

/// Numbers of an archive, which bound its memory: 16 MiB before they are compressed.
constexpr std::size_t numbers_per_archive = std::size_t{1} << 21;

/// No measure can take the name of another array.
constexpr std::string_view measure_prefix = "measure.";

/// The rows of one run or of several, one after another.
struct Rows {
  std::vector<std::string> measures;
  std::vector<double> times;  ///< [s]
  std::vector<std::int64_t> steps;
  std::vector<std::vector<double>> columns;  ///< one for each measure, SI

  [[nodiscard]] std::size_t count() const { return times.size(); }
};

std::string archive_path(const std::string& folder, const std::string& file) {
  return folder + "/series/" + file;
}

template <class T>
void append_bytes(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Takes values off the front. False: there are not as many.
template <class T>
bool take_bytes(std::string_view& bytes, std::size_t count, std::vector<T>& values) {
  if (count > bytes.size() / sizeof(T)) return false;
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return true;
}

std::string pack_pending(const Rows& rows) {
  std::string bytes;
  append_bytes<std::uint64_t>(bytes, {rows.count(), rows.measures.size()});
  for (const std::string& name : rows.measures) {
    append_bytes<std::uint64_t>(bytes, {name.size()});
    bytes += name;
  }
  append_bytes(bytes, rows.times);
  append_bytes(bytes, rows.steps);
  for (const std::vector<double>& column : rows.columns) append_bytes(bytes, column);
  std::string whole;
  append_bytes<std::uint64_t>(whole, {bytes.size()});
  return whole + compressed(bytes);
}

Rows unpack_pending(std::string_view packed, const std::string& place) {
  std::vector<std::uint64_t> size;
  bool is_good = take_bytes(packed, 1, size) && size[0] <= 1032 * packed.size();  // zlib makes no more of a byte
  std::string bytes(is_good ? size[0] : 0, '\0');
  uLongf length = static_cast<uLongf>(bytes.size());
  is_good = is_good &&
            uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length, reinterpret_cast<const Bytef*>(packed.data()),
                       static_cast<uLong>(packed.size())) == Z_OK &&
            length == bytes.size();
  Rows rows;
  std::string_view rest(bytes);
  std::vector<std::uint64_t> head;
  is_good = is_good && take_bytes(rest, 2, head);
  const std::size_t num_rows = is_good ? head[0] : 0, num_measures = is_good ? head[1] : 0;
  for (std::size_t i = 0; is_good && i < num_measures; ++i) {
    std::vector<std::uint64_t> length_of_name;
    std::vector<char> name;
    is_good = take_bytes(rest, 1, length_of_name) && take_bytes(rest, length_of_name[0], name);
    rows.measures.emplace_back(name.begin(), name.end());
  }
  is_good = is_good && take_bytes(rest, num_rows, rows.times) && take_bytes(rest, num_rows, rows.steps);
  rows.columns.resize(rows.measures.size());
  for (std::vector<double>& column : rows.columns) is_good = is_good && take_bytes(rest, num_rows, column);
  if (!is_good || !rest.empty())
    throw DatabaseError(place + ": the series of a run cannot be read; start the study in another folder");
  return rows;
}

/// An archive that an earlier process wrote.
class OldArchive {
 public:
  explicit OldArchive(const std::string& path) : path_(path) {
    const auto read = formats::guarded(path, [&] {
      const formats::NpzArchive archive(path);
      Rows rows;
      rows.times = numbers<double>(archive, "time");
      rows.steps = numbers<std::int64_t>(archive, "step");
      for (const std::string& name : archive.names()) {
        if (!name.starts_with(measure_prefix)) continue;
        rows.measures.push_back(name.substr(measure_prefix.size()));
        rows.columns.push_back(numbers<double>(archive, name));
      }
      return rows;
    });
    if (const FileError* error = std::get_if<FileError>(&read))
      throw DatabaseError(error->message + "; remove the file, and the study makes its runs again");
    rows_ = std::get<Rows>(read);
  }

  [[nodiscard]] Rows part(std::size_t first, std::size_t count) const {
    const auto cut = [&](const auto& all) {
      if (first > all.size() || count > all.size() - first)
        throw DatabaseError(path_ + ": not as the study wrote it; remove it, and the study makes its runs again");
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
      return std::remove_cvref_t<decltype(all)>(begin, begin + static_cast<std::ptrdiff_t>(count));
    };
    Rows part{.measures = rows_.measures, .times = cut(rows_.times), .steps = cut(rows_.steps), .columns = {}};
    for (const auto& column : rows_.columns) part.columns.push_back(cut(column));
    return part;
  }

 private:
  template <class T>
  static std::vector<T> numbers(const formats::NpzArchive& archive, const std::string& name) {
    const std::string bytes = archive.unpack(name), label = archive.label(name);
    const formats::NpyArray array = formats::parse_npy(bytes, label);
    if (array.item_size != sizeof(T) || array.is_big_endian) formats::fail(label, "not as a study writes it");
    std::vector<T> values(array.data.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), array.data.data(), values.size() * sizeof(T));
    return values;
  }

  std::string path_;
  Rows rows_;
};

/// Collects the rows of runs, in their order, and writes an archive when there are enough or a sweep ends.
class Packer {
 public:
  Packer(Database& database, std::string folder) : database_(database), folder_(std::move(folder)) {}

  void add(std::int64_t run, std::int64_t sweep, const Rows& rows) {
    if (!runs_.empty() && (sweep != sweep_ || rows.measures != rows_.measures)) flush();
    if (runs_.empty()) {
      sweep_ = sweep;
      rows_.measures = rows.measures;
      rows_.columns.resize(rows.measures.size());
      first_rows_ = {0};
    }
    runs_.push_back(run);
    const auto append = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    append(rows_.times, rows.times);
    append(rows_.steps, rows.steps);
    for (std::size_t i = 0; i < rows.columns.size(); ++i) append(rows_.columns[i], rows.columns[i]);
    first_rows_.push_back(static_cast<std::int64_t>(rows_.count()));
    if (rows_.count() * (2 + rows_.columns.size()) >= numbers_per_archive) flush();
  }

  /// What the database says of the archives: pre: all are flushed.
  void store(const std::string& pending) {
    Database::Transaction transaction(database_);
    for (const std::string& table : {std::string("series"), std::string("series_chunks"), pending})
      database_.run("DELETE FROM " + table);
    Query put_chunk(database_, "INSERT INTO series_chunks VALUES (?, ?, ?, ?, ?, ?, ?)");
    Query put_run(database_, "INSERT INTO series VALUES (?, ?, ?, ?)");
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const Chunk& chunk = chunks_[i];
      put_chunk.bind(i, chunk.sweep, chunk.file, chunk.runs.size(), chunk.first_rows.back(), chunk.bytes, chunk.sha256)
          .run();
      for (std::size_t k = 0; k < chunk.runs.size(); ++k)
        put_run.bind(chunk.runs[k], i, chunk.first_rows[k], chunk.first_rows[k + 1] - chunk.first_rows[k]).run();
    }
    transaction.commit();
  }

  void flush() {
    if (runs_.empty()) return;
    std::vector<formats::NamedArray> arrays{
        {"run", formats::write_npy(std::span<const std::int64_t>(runs_))},
        {"first_row", formats::write_npy(std::span<const std::int64_t>(first_rows_))},
        {"time", formats::write_npy(std::span<const double>(rows_.times))},
        {"step", formats::write_npy(std::span<const std::int64_t>(rows_.steps))}};
    for (std::size_t i = 0; i < rows_.measures.size(); ++i)
      arrays.push_back({std::string(measure_prefix) + rows_.measures[i],
                        formats::write_npy(std::span<const double>(rows_.columns[i]))});
    const std::string bytes = formats::write_npz(arrays);
    const std::string sha256 = reports::sha256_hex(bytes);
    // Its hash is in its name: an archive in use is never written again, and equal studies have equal names.
    const std::string file = fmt::format("{:05}-{}.npz", chunks_.size(), sha256.substr(0, 8));
    auto error = reports::create_directory(folder_ + "/series");
    if (!error) error = reports::write_file(archive_path(folder_, file), bytes);
    if (error) throw DatabaseError(error->message());
    chunks_.push_back({sweep_, file, std::move(runs_), std::move(first_rows_), bytes.size(), sha256});
    runs_.clear();
    rows_ = {};
  }

 private:
  struct Chunk {
    std::int64_t sweep;
    std::string file;
    std::vector<std::int64_t> runs, first_rows;
    std::size_t bytes;
    std::string sha256;
  };
  Database& database_;
  std::string folder_;
  std::int64_t sweep_ = 0;
  std::vector<std::int64_t> runs_, first_rows_;  // one more of the latter: the end
  Rows rows_;
  std::vector<Chunk> chunks_;
};

/// Whether the archives are not those of the runs: some wait, or some that an archive has are not wanted any more.
bool must_pack(Database& database, const std::string& pending) {
  Query query(
      database,
      fmt::format("SELECT EXISTS (SELECT 1 FROM {}) OR EXISTS (SELECT 1 FROM series_chunks c LEFT JOIN (SELECT "
                  "chunk, COUNT(*) AS n FROM series GROUP BY chunk) s USING (chunk) WHERE s.n IS NOT c.num_runs)",
                  pending));
  return query.step() && query.whole(0) != 0;
}

/// Whether it is a name that Packer gives, or that of a file that did not become one: others are not the study's.
bool is_own_name(const std::string& name) {
  static const std::regex own("[0-9]{5,}-[0-9a-f]{8}\\.npz(\\.tmp)?");
  return std::regex_match(name, own);
}

}  // namespace

std::string pending_bytes(const MethodRun& run, const std::vector<std::string>& measures) {
  Rows rows{.measures = measures, .times = run.times, .steps = {}, .columns = {}};
  rows.steps.assign(run.step_numbers.begin(), run.step_numbers.end());
  for (const std::string& name : measures) {
    const auto found = std::find_if(run.measures.begin(), run.measures.end(),
                                    [&](const MeasureRecord& one) { return one.name == name; });
    const bool has_values = found != run.measures.end() && found->values.size() == run.times.size();
    rows.columns.push_back(has_values ? found->values : std::vector<double>(run.times.size(), not_a_number));
  }
  return pack_pending(rows);
}

void unpack_series(Database& database, const std::string& folder) {
  {
    Query put(database, "INSERT OR REPLACE INTO pending_series VALUES (?, ?)");
    Query runs(
        database,
        "SELECT s.run, s.first_row, s.num_rows, c.file FROM series s JOIN series_chunks c USING (chunk) ORDER BY "
        "s.chunk, s.first_row");
    std::string open_file;
    std::optional<OldArchive> archive;
    while (runs.step()) {
      if (const std::string file = runs.text(3); file != open_file)
        archive.emplace(archive_path(folder, open_file = file));
      const auto first = static_cast<std::size_t>(runs.whole(1)), count = static_cast<std::size_t>(runs.whole(2));
      put.bind(runs.whole(0), pack_pending(archive->part(first, count))).run();
    }
  }
  for (const char* table : {"series", "series_chunks"}) database.run(fmt::format("DELETE FROM {}", table));
}

void forget_lost_series(Database& database, const std::string& folder) {
  std::vector<std::int64_t> lost;
  {
    Query chunks(database, "SELECT chunk, file, bytes FROM series_chunks");
    while (chunks.step()) {
      std::error_code error;
      const auto size = fs::file_size(archive_path(folder, chunks.text(1)), error);
      if (error || size != static_cast<std::uintmax_t>(chunks.whole(2))) lost.push_back(chunks.whole(0));
    }
  }
  for (const char* table : {"series", "series_chunks"})
    for (const std::int64_t chunk : lost)
      Query(database, fmt::format("DELETE FROM {} WHERE chunk = ?", table)).bind(chunk).run();
}

void pack_series(Database& database, const std::string& pending, const std::string& folder) {
  if (!must_pack(database, pending)) return;
  Packer packer(database, folder);
  {
    Query runs(database, fmt::format("SELECT r.run, r.sweep, p.bytes, s.first_row, s.num_rows, c.file FROM runs r LEFT "
                                     "JOIN {} p ON p.run = r.run LEFT JOIN series s ON s.run = r.run LEFT JOIN "
                                     "series_chunks c ON c.chunk = s.chunk WHERE p.run IS NOT NULL OR c.chunk IS NOT "
                                     "NULL ORDER BY r.run",
                                     pending));
    std::string open_file;
    std::optional<OldArchive> archive;
    while (runs.step()) {
      Rows rows;
      if (!runs.is_null(2)) {
        rows = unpack_pending(runs.text(2), database.path());
      } else {
        if (const std::string file = runs.text(5); file != open_file)
          archive.emplace(archive_path(folder, open_file = file));
        rows = archive->part(static_cast<std::size_t>(runs.whole(3)), static_cast<std::size_t>(runs.whole(4)));
      }
      packer.add(runs.whole(0), runs.whole(1), rows);
    }
  }
  packer.flush();
  packer.store(pending);
}

void remove_stale_series(Database& database, const std::string& folder) {
  std::set<std::string> wanted;
  Query chunks(database, "SELECT file FROM series_chunks");
  while (chunks.step()) wanted.insert(chunks.text(0));
  std::vector<fs::path> stale;
  std::error_code error;
  for (fs::directory_iterator entry(folder + "/series", error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    if (is_own_name(name) && !wanted.contains(name) && entry->is_regular_file(unknown)) stale.push_back(entry->path());
  }
  for (const fs::path& path : stale) fs::remove(path, error);
}

void shrink(Database& database) {
  Query pages(database,
              "SELECT f.freelist_count * 10 > p.page_count FROM pragma_freelist_count f, pragma_page_count p");
  const bool is_worth_it = pages.step() && pages.whole(0) != 0;
  pages.run();
  if (!is_worth_it) return;
  try {
    database.run("VACUUM");
  } catch (const DatabaseError&) {  // somebody uses it, or the disk has no room for a second one: it stays as it is
  }
}

}  // namespace perpend::batch
