// The values of a measure that runs of a sweep came to, in tables that SQLite keeps on disk where they are large: of a
// million runs a page holds one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
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
  Samples(Database& database, const Sweep& sweep, const std::string& method, const Measure& measure);

  // Orders: equal ones by what follows, at last by their runs.
  static constexpr const char* by_run = "run";
  static constexpr const char* by_value = "place";
  static constexpr const char* by_value_and_key = "value, k0, run";
  [[nodiscard]] static std::string by_key(std::size_t key);
  /// Along lines of the grid on which the other keys stay.
  [[nodiscard]] std::string by_line(std::size_t key) const;

  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// `place`: by value. Pre: below size().
  [[nodiscard]] Sample at(std::size_t place) const;
  /// Whether values look like independent draws in the order of a key, which then says no more than a seed.
  [[nodiscard]] bool is_random_along(std::size_t key) const;
  void each(const std::string& order, const std::function<void(const Sample&)>& see) const;

 private:
  friend class SweepSamples;
  [[nodiscard]] std::string select(const std::string& rest) const;
  void read(const Query& query, Sample& sample) const;
  Database& database_;
  std::string method_;
  std::size_t num_keys_;
  TemporaryTable table_;
  std::size_t size_ = 0;
};

/// Those of a sweep, made when they are asked for first.
class SweepSamples {
 public:
  /// The sweep outlives it.
  SweepSamples(Database& database, const Sweep& sweep) : database_(database), sweep_(sweep) {}

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
  [[nodiscard]] Quantiles quantiles(const std::vector<const Samples*>& all, const std::string& column,
                                    const std::vector<double>& shares) const;
  Database& database_;
  const Sweep& sweep_;
  std::map<std::pair<std::string, std::string>, Samples> made_;
};

}  // namespace perpend::batch
