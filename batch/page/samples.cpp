#include "batch/page/samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

}  // namespace

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

Samples::Samples(Database& database, const Sweep& sweep, const std::string& method, const Measure& measure)
    : database_(database),
      method_(method),
      num_keys_(sweep.axes.size()),
      table_(database, fmt::format("samples {} {} {}", sweep.number, method, measure.name),
             "place INTEGER PRIMARY KEY, run, point, si, value, rank" + key_columns(num_keys_)) {
  std::string found;
  for (std::size_t i = 0; i < num_keys_; ++i) found += fmt::format("k{}, ", i);
  const std::string joined = fmt::format(" JOIN run_measures m ON m.run = r.run AND r.status = {} AND m.measure = ?",
                                         sql(KeptStatus::completed));
  Query put(database,
            fmt::format("INSERT INTO {table} (run, point, si, value, rank{keys}) WITH found({found}si, point, run) AS "
                        "({runs}), shown AS (SELECT *, si / ? AS value FROM found WHERE ABS(si) < 9e999) SELECT run, "
                        // Equal values share the middle of their places.
                        "point, si, value, 0.5 * (RANK() OVER w + COUNT(*) OVER w) - 1{keys} FROM shown WINDOW w AS "
                        "(ORDER BY value) ORDER BY value, run",
                        fmt::arg("table", table_.name()), fmt::arg("keys", key_columns(num_keys_)),
                        fmt::arg("found", found), fmt::arg("runs", samples_sql(sweep, measure.column(), joined))));
  put.bind(measure.name, sweep.number, method, measure.factor).run();
  Query last(database, "SELECT COALESCE(MAX(place), 0) FROM " + table_.name());
  if (last.step()) size_ = static_cast<std::size_t>(last.whole(0));
}

std::string Samples::by_key(std::size_t key) {
  return fmt::format("k{}, run", key);
}

std::string Samples::by_line(std::size_t key) const {
  std::string order;
  for (std::size_t i = 0; i < num_keys_; ++i)
    if (i != key) order += fmt::format("k{}, ", i);
  return order + by_key(key);
}

std::string Samples::select(const std::string& rest) const {
  return fmt::format("SELECT point, si, value, rank{} FROM {} {}", key_columns(num_keys_), table_.name(), rest);
}

void Samples::read(const Query& query, Sample& sample) const {
  sample.point = query.whole(0);
  sample.si = query.number(1);
  sample.value = query.number(2);
  sample.rank = query.number(3);
  sample.at.resize(num_keys_);
  for (std::size_t i = 0; i < num_keys_; ++i) sample.at[i] = query.number(4 + static_cast<int>(i));
}

Sample Samples::at(std::size_t place) const {
  Sample sample;
  Query query(database_, select("WHERE place = ?"));
  if (!query.bind(place + 1).step()) throw DatabaseError(database_.path() + ": a sample is missing");
  read(query, sample);
  return sample;
}

void Samples::each(const std::string& order, const std::function<void(const Sample&)>& see) const {
  Sample sample;
  for (Query query(database_, select("ORDER BY " + order)); query.step(); see(sample)) read(query, sample);
}

bool Samples::is_random_along(std::size_t key) const {
  Turns turns;
  each(by_key(key), [&](const Sample& sample) { turns.take(sample.value); });
  return turns.look_random();
}

const Samples& SweepSamples::of(const std::string& method, const Measure& measure) {
  return made_.try_emplace({method, measure.name}, database_, sweep_, method, measure).first->second;
}

std::vector<const Samples*> SweepSamples::of(const Measure& measure) {
  std::vector<const Samples*> all;
  for (const std::string& method : sweep_.methods) all.push_back(&of(method, measure));
  return all;
}

Quantiles SweepSamples::quantiles(const std::vector<const Samples*>& all, const std::string& column,
                                  const std::vector<double>& shares) const {
  std::size_t size = 0;
  std::vector<std::string> selects;
  for (const Samples* samples : all) {
    size += samples->size();
    selects.push_back(fmt::format("SELECT {} FROM {}", column, samples->table_.name()));
  }
  Quantiles result(size, shares);
  Query query(database_, fmt::format("{} ORDER BY 1", fmt::join(selects, " UNION ALL ")));
  while (query.step()) result.take(query.number(0));
  return result;
}

Quantiles SweepSamples::quantiles_of_values(const std::vector<const Samples*>& all,
                                            const std::vector<double>& shares) const {
  return quantiles(all, "value", shares);
}

Quantiles SweepSamples::quantiles_of_key(const std::vector<const Samples*>& all, std::size_t key,
                                         const std::vector<double>& shares) const {
  return quantiles(all, fmt::format("k{}", key), shares);
}

}  // namespace perpend::batch
