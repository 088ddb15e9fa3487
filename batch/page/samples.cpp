#include "batch/page/samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "batch/results/kept_status.hpp"
#include "batch/results/views.hpp"

namespace perpend::batch {

namespace {

/// ", k0, k1".
std::string key_columns(std::size_t num_keys) {
  std::string columns;
  for (std::size_t i = 0; i < num_keys; ++i) columns += fmt::format(", k{}", i);
  return columns;
}

/// What has no value comes first, as NULL does.
int compare(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return static_cast<int>(std::isnan(b)) - static_cast<int>(std::isnan(a));
  return static_cast<int>(a > b) - static_cast<int>(a < b);
}

/// What runs give, in the order of their points, is often in order already.
template <class Range, class Less>
void put_in_order(Range& range, Less is_before) {
  if (!std::is_sorted(range.begin(), range.end(), is_before)) std::sort(range.begin(), range.end(), is_before);
}

}  // namespace

SampleOrder SampleOrder::by_line(int key, int num_keys) {
  std::vector<int> columns;
  for (int i = 0; i < num_keys; ++i)
    if (i != key) columns.push_back(i);
  columns.push_back(key);
  columns.push_back(run);
  return {std::move(columns)};
}

std::string SampleOrder::sql() const {
  std::vector<std::string> names;
  for (const int column : columns_)
    names.push_back(column == run     ? "run"
                    : column == place ? "place"
                    : column == value ? "value"
                                      : fmt::format("k{}", column));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool SampleOrder::operator()(const Sample& a, const Sample& b) const {
  const auto by_number = [](std::int64_t one, std::int64_t other) {
    return static_cast<int>(one > other) - static_cast<int>(one < other);
  };
  for (const int column : columns_) {
    int sign = 0;
    if (column == run) {
      sign = by_number(a.run, b.run);
    } else if (column == place) {
      sign = compare(a.value, b.value);
      if (sign == 0) sign = by_number(a.run, b.run);
    } else {
      const auto key = static_cast<std::size_t>(std::max(column, 0));
      sign = column == value ? compare(a.value, b.value) : compare(a.at[key], b.at[key]);
    }
    if (sign != 0) return sign < 0;
  }
  return false;
}

TemporaryTable::TemporaryTable(Database& database, const std::string& name, const std::string& columns)
    : database_(database), name_("temp." + quoted(name, '"')) {
  database_.run(fmt::format("CREATE TABLE IF NOT EXISTS {} ({})", name_, columns));
}

TemporaryTable::~TemporaryTable() {
  try {
    database_.run("DELETE FROM " + name_);
  } catch (const DatabaseError&) {  // it ends with the connection, too
  }
}

namespace {

constexpr const char* columns_of_table = "run, point, si, value, rank";

}  // namespace

Samples::Samples(Database& database, const Sweep& sweep, const std::string& method, const Measure& measure,
                 std::size_t most_held)
    : database_(database), method_(method), num_keys_(sweep.axes.size()) {
  std::string keys_found;
  for (std::size_t i = 0; i < num_keys_; ++i) keys_found += fmt::format("k{}, ", i);
  const std::string joined = fmt::format(" JOIN run_measures m ON m.run = r.run AND r.status = {} AND m.measure = ?",
                                         sql(KeptStatus::completed));
  const std::string found =
      fmt::format("WITH found({}si, point, run) AS ({})", keys_found, samples_sql(sweep, measure.column(), joined));
  constexpr const char* is_finite = "ABS(si) < 9e999";
  const std::string keys = key_columns(num_keys_);
  Query all(database, fmt::format("{} SELECT point, run, si{} FROM found WHERE {}", found, keys, is_finite));
  if (hold(all.bind(measure.name, sweep.number, method), measure.factor, most_held)) return;
  table_.emplace(database, fmt::format("samples {} {} {}", sweep.number, method, measure.name),
                 fmt::format("place INTEGER PRIMARY KEY, {}{}", columns_of_table, keys));
  Query put(database,
            // Equal values share the middle of their places.
            fmt::format("INSERT INTO {} ({}{keys}) {}, shown AS (SELECT *, si / ? AS value FROM found WHERE {}) SELECT "
                        "run, point, si, value, 0.5 * (RANK() OVER w + COUNT(*) OVER w) - 1{keys} FROM shown WINDOW w "
                        "AS (ORDER BY value) ORDER BY value, run",
                        table_->name(), columns_of_table, found, is_finite, fmt::arg("keys", keys)));
  put.bind(measure.name, sweep.number, method, measure.factor).run();
  Query last(database, "SELECT COALESCE(MAX(place), 0) FROM " + table_->name());
  if (last.step()) size_ = static_cast<std::size_t>(last.whole(0));
}

/// False where there are more.
bool Samples::hold(Query& found, double factor, std::size_t most_held) {
  while (found.step()) {
    if (held_.size() == most_held) {
      held_ = {};
      return false;
    }
    Sample& sample = held_.emplace_back();
    sample.point = found.whole(0);
    sample.run = found.whole(1);
    sample.si = found.number(2);
    sample.value = sample.si / factor;
    for (std::size_t i = 0; i < num_keys_; ++i) sample.at.push_back(found.number(3 + static_cast<int>(i)));
  }
  size_ = held_.size();
  put_in_order(held_, SampleOrder::by_value());
  for (std::size_t first = 0, end = 0; first < size_; first = end) {
    while (end < size_ && held_[end].value == held_[first].value) ++end;
    for (std::size_t i = first; i < end; ++i) held_[i].rank = 0.5 * static_cast<double>(first + end - 1);
  }
  return true;
}

std::string Samples::select(const std::string& rest) const {
  return fmt::format("SELECT point, run, si, value, rank{} FROM {} {}", key_columns(num_keys_), table_->name(), rest);
}

void Samples::read(const Query& query, Sample& sample) const {
  sample.point = query.whole(0);
  sample.run = query.whole(1);
  sample.si = query.number(2);
  sample.value = query.number(3);
  sample.rank = query.number(4);
  sample.at.resize(num_keys_);
  for (std::size_t i = 0; i < num_keys_; ++i) sample.at[i] = query.number(5 + static_cast<int>(i));
}

Sample Samples::at(std::size_t place) const {
  if (!table_) return held_[place];
  Sample sample;
  Query query(database_, select("WHERE place = ?"));
  if (!query.bind(place + 1).step()) throw DatabaseError(database_.path() + ": a sample is missing");
  read(query, sample);
  return sample;
}

void Samples::each(const SampleOrder& order, const std::function<void(const Sample&)>& see) const {
  if (table_) {
    Sample sample;
    for (Query query(database_, select("ORDER BY " + order.sql())); query.step(); see(sample)) read(query, sample);
    return;
  }
  if (last_order_ != order) {
    in_last_order_.resize(size_);
    std::transform(held_.begin(), held_.end(), in_last_order_.begin(), [](const Sample& sample) { return &sample; });
    put_in_order(in_last_order_, [&](const Sample* a, const Sample* b) { return order(*a, *b); });
    last_order_ = order;
  }
  for (const Sample* sample : in_last_order_) see(*sample);
}

bool Samples::is_random_along(std::size_t key) const {
  Turns turns;
  each(SampleOrder::by_key(static_cast<int>(key)), [&](const Sample& sample) { turns.take(sample.value); });
  return turns.look_random();
}

const Samples& SweepSamples::of(const std::string& method, const Measure& measure) {
  const auto [found, is_new] =
      made_.try_emplace({method, measure.name}, database_, sweep_, method, measure, most_held_);
  if (is_new) most_held_ -= found->second.held_.size();
  return found->second;
}

std::vector<const Samples*> SweepSamples::of(const Measure& measure) {
  std::vector<const Samples*> all;
  for (const std::string& method : sweep_.methods) all.push_back(&of(method, measure));
  return all;
}

Quantiles SweepSamples::quantiles(const std::vector<const Samples*>& all, const std::string& column,
                                  const std::function<double(const Sample&)>& value_of,
                                  const std::vector<double>& shares) const {
  std::size_t size = 0;
  std::vector<std::string> selects;
  std::vector<double> held;
  for (const Samples* samples : all) {
    size += samples->size();
    for (const Sample& sample : samples->held_) held.push_back(value_of(sample));
    if (samples->table_) selects.push_back(fmt::format("SELECT {} FROM {}", column, samples->table_->name()));
  }
  const auto is_below = [](double a, double b) { return compare(a, b) < 0; };
  put_in_order(held, is_below);
  auto next = held.begin();
  Quantiles result(size, shares);
  if (!selects.empty()) {
    Query query(database_, fmt::format("{} ORDER BY 1", fmt::join(selects, " UNION ALL ")));
    while (query.step()) {
      const double value = query.number(0);
      while (next != held.end() && is_below(*next, value)) result.take(*next++);
      result.take(value);
    }
  }
  while (next != held.end()) result.take(*next++);
  return result;
}

Quantiles SweepSamples::quantiles_of_values(const std::vector<const Samples*>& all,
                                            const std::vector<double>& shares) const {
  return quantiles(
      all, "value", [](const Sample& sample) { return sample.value; }, shares);
}

Quantiles SweepSamples::quantiles_of_key(const std::vector<const Samples*>& all, std::size_t key,
                                         const std::vector<double>& shares) const {
  return quantiles(
      all, fmt::format("k{}", key), [&](const Sample& sample) { return sample.at[key]; }, shares);
}

}  // namespace perpend::batch
