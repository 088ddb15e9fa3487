// The values of a measure that runs of a sweep came to, in tables that SQLite keeps on disk where they are large: of a
// million runs a page holds one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/page/statistics.hpp"
#include "batch/page/sweeps.hpp"

namespace perpend::batch {

/// A value at a point, and the coordinates of the point on the axes.
struct Sample {
  std::vector<double> at;
  double value = 0.0;  ///< in the unit shown
  double si = 0.0;     ///< as the file has it
  double rank = 0.0;   ///< of the value, from 0; equal values share theirs
  std::int64_t point = 0;
  std::int64_t run = 0;
};

/// How samples follow each other: by columns of their table, the first that differs.
class SampleOrder {
 public:
  // Equal ones by what follows, at last by their runs.
  [[nodiscard]] static SampleOrder by_run() { return {{run}}; }
  [[nodiscard]] static SampleOrder by_value() { return {{place}}; }
  [[nodiscard]] static SampleOrder by_value_and_key() { return {{value, 0, run}}; }
  [[nodiscard]] static SampleOrder by_key(int key) { return {{key, run}}; }
  /// Along lines of the grid on which the other keys stay.
  [[nodiscard]] static SampleOrder by_line(int key, int num_keys);

  /// What follows ORDER BY.
  [[nodiscard]] std::string sql() const;
  /// As the database compares: what has no value comes first.
  [[nodiscard]] bool operator()(const Sample& a, const Sample& b) const;
  [[nodiscard]] bool operator==(const SampleOrder&) const = default;

 private:
  static constexpr int run = -1, place = -2, value = -3;  // others are keys
  SampleOrder(std::vector<int> columns) : columns_(std::move(columns)) {}
  std::vector<int> columns_;
};

/// Rows that exist as long as this does, and leave their room to others: no table can be dropped while any query of the
/// connection is under way. Throws DatabaseError, as all of these.
class TemporaryTable {
 public:
  /// `columns`: as SQL takes them between parentheses.
  TemporaryTable(Database& database, const std::string& name, const std::string& columns);
  ~TemporaryTable();
  TemporaryTable(const TemporaryTable&) = delete;
  TemporaryTable& operator=(const TemporaryTable&) = delete;
  /// For SQL, quoted.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  Database& database_;
  std::string name_;
};

/// The largest value of each run of the grid of a sweep that came to its end, or the largest magnitude.
class Samples {
 public:
  /// `most_held`: as many are held in memory and sorted there; more are in a table.
  Samples(Database& database, const Sweep& sweep, const std::string& method, const Measure& measure,
          std::size_t most_held);

  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// `place`: by value. Pre: below size().
  [[nodiscard]] Sample at(std::size_t place) const;
  /// Whether values look like independent draws in the order of a key, which then says no more than a seed.
  [[nodiscard]] bool is_random_along(std::size_t key) const;
  void each(const SampleOrder& order, const std::function<void(const Sample&)>& see) const;

 private:
  friend class SweepSamples;
  [[nodiscard]] bool hold(Query& found, double factor, std::size_t most_held);
  [[nodiscard]] std::string select(const std::string& rest) const;
  void read(const Query& query, Sample& sample) const;
  Database& database_;
  std::string method_;
  std::size_t num_keys_;
  std::optional<TemporaryTable> table_;  ///< of those that are not held
  std::size_t size_ = 0;
  std::vector<Sample> held_;  ///< all, by value, or none
  // Several readers in a row ask for one order.
  mutable std::optional<SampleOrder> last_order_;
  mutable std::vector<const Sample*> in_last_order_;
};

/// Those of a sweep, made when they are asked for first.
class SweepSamples {
 public:
  /// So many, of all methods and measures together, take some 2 MB.
  static constexpr std::size_t most_in_memory = 20000;

  /// The sweep outlives it.
  SweepSamples(Database& database, const Sweep& sweep, std::size_t most_held = most_in_memory)
      : database_(database), sweep_(sweep), most_held_(most_held) {}

  [[nodiscard]] const Samples& of(const std::string& method, const Measure& measure);
  /// Samples of all methods.
  [[nodiscard]] std::vector<const Samples*> of(const Measure& measure);
  /// Quantiles of all these values together.
  [[nodiscard]] Quantiles quantiles_of_values(const std::vector<const Samples*>& all,
                                              const std::vector<double>& shares) const;
  /// Quantiles of their values of a key [SI].
  [[nodiscard]] Quantiles quantiles_of_key(const std::vector<const Samples*>& all, std::size_t key,
                                           const std::vector<double>& shares) const;
  [[nodiscard]] Database& database() const { return database_; }

 private:
  /// `value_of`: the same of a sample as the column of its table.
  [[nodiscard]] Quantiles quantiles(const std::vector<const Samples*>& all, const std::string& column,
                                    const std::function<double(const Sample&)>& value_of,
                                    const std::vector<double>& shares) const;
  Database& database_;
  const Sweep& sweep_;
  std::size_t most_held_;  ///< of those that come
  std::map<std::pair<std::string, std::string>, Samples> made_;
};

}  // namespace perpend::batch
