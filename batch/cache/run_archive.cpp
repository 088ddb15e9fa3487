#include "batch/cache/run_archive.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace perpend::batch {

namespace {

constexpr std::uint64_t archive_version = 4;  // of the fields below

// Each struct is described once, by `fields`, for both directions: a writer takes what a reader gives.

class Writer {
 public:
  template <class... Ts>
  void all(const Ts&... values) {
    (write(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <class T>
  void write(const T& value);
  void raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class... Ts>
  void all(Ts&... values) {
    (read(values), ...);
  }
  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] bool is_at_end() const { return bytes_.empty(); }

 private:
  template <class T>
  void read(T& value);
  void raw(void* data, std::size_t size) {
    if (size > bytes_.size()) {
      is_good_ = false;
      bytes_ = {};
      return;
    }
    std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
  bool is_good_ = true;
};

// Archive: Writer with const values, or Reader. Bindings name every member: one more does not compile.

template <class Archive, class T>
void fields(Archive& archive, T& value) {
  using Value = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Value, Dimension>) {
    auto& [length, mass, time, angle] = value;
    archive.all(length, mass, time, angle);
  } else if constexpr (std::is_same_v<Value, Unit>) {
    auto& [name, dimension, factor] = value;
    archive.all(name, dimension, factor);
  } else if constexpr (std::is_same_v<Value, MeasureSummary>) {
    auto& [max, min, final, rms, mean, at_max] = value;
    archive.all(max, min, final, rms, mean, at_max);
  } else if constexpr (std::is_same_v<Value, MeasureRecord>) {
    auto& [name, text, unit, summary, values, max_lower, max_upper, is_of_query] = value;
    static_cast<void>(is_of_query);  // of the scene that asks
    archive.all(name, text, unit, summary, values, max_lower, max_upper);
  } else if constexpr (std::is_same_v<Value, WorstBound>) {
    auto& [name, values, known] = value;
    archive.all(name, values, known);
  } else if constexpr (std::is_same_v<Value, BoundValue>) {
    auto& [number, unit] = value;
    archive.all(number, unit);
  } else if constexpr (std::is_same_v<Value, CertificateGroup>) {
    auto& [kind, statement, theorem, proved, refuted, undecided, granting, granted_rows, recheckable, as_expected,
           reason, bounds, worst_step, seconds] = value;
    static_cast<void>(statement), static_cast<void>(theorem);  // longer than the rest, and known by the kind
    archive.all(kind, proved, refuted, undecided, granting, granted_rows, recheckable, as_expected, reason, bounds,
                worst_step, seconds);
  } else if constexpr (std::is_same_v<Value, ContactResidual>) {
    auto& [law, unit, largest, scale, scale_text, at_step] = value;
    archive.all(law, unit, largest, scale, scale_text, at_step);
  } else if constexpr (std::is_same_v<Value, LcpUse>) {
    auto& [solver, reason, is_fallback, solved, failed, iterations, fewest_unknowns, most_unknowns, first_failure,
           first_failure_step] = value;
    archive.all(solver, reason, is_fallback, solved, failed, iterations, fewest_unknowns, most_unknowns, first_failure,
                first_failure_step);
  } else if constexpr (std::is_same_v<Value, ImpactFacts>) {
    auto& [count, limited, least_share, kept_out] = value;
    archive.all(count, limited, least_share, kept_out);
  } else if constexpr (std::is_same_v<Value, RunCost>) {
    auto& [seconds, certify_seconds, solves, factorizations, iterations] = value;
    archive.all(seconds, certify_seconds, solves, factorizations, iterations);
  } else if constexpr (std::is_same_v<Value, Frames>) {
    auto& [times, poses, spatial_poses, gaps, contacts] = value;
    archive.all(times, poses, spatial_poses, gaps, contacts);
  } else if constexpr (std::is_same_v<Value, FrameContact>) {
    auto& [body, point, normal, impulse] = value;
    archive.all(body, point, normal, impulse);
  } else if constexpr (std::is_same_v<Value, JointDivergence>) {
    auto& [joint, row, error, limit, unit] = value;
    archive.all(joint, row, error, limit, unit);
  } else {
    static_assert(std::is_same_v<Value, MethodRun>);
    auto& [method, label, stabilizer, options, status, message, divergence, expect, as_expected, step, steps,
           planned_steps, times, step_numbers, measures, certificates, contact_residuals, lcp_solvers, impacts,
           lacks_static_friction, cost, frames, trajectory_hash, notes, stopped_by, cache, states, place] = value;
    static_cast<void>(cache), static_cast<void>(place);  // of the process that asked, not of the run
    static_cast<void>(states);                           // a run with them is not kept
    archive.all(method, label, stabilizer, options, status, message, divergence, expect, as_expected, step, steps,
                planned_steps, times, step_numbers, measures, certificates, contact_residuals, lcp_solvers, impacts,
                lacks_static_friction, cost, frames, trajectory_hash, notes, stopped_by);
  }
}

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t n>
struct IsArray<std::array<T, n>> : std::true_type {};
template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsPair : std::false_type {};
template <class A, class B>
struct IsPair<std::pair<A, B>> : std::true_type {};

template <class T>
void Writer::write(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    raw(&value, sizeof value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    const auto whole = static_cast<std::int64_t>(value);
    raw(&whole, sizeof whole);
  } else if constexpr (std::is_same_v<T, std::string>) {
    write(static_cast<std::uint64_t>(value.size()));
    raw(value.data(), value.size());
  } else if constexpr (IsVector<T>::value) {
    write(static_cast<std::uint64_t>(value.size()));
    for (const auto& element : value) write(element);
  } else if constexpr (IsArray<T>::value) {
    for (const auto& element : value) write(element);
  } else if constexpr (IsOptional<T>::value) {
    write(value.has_value());
    if (value) write(*value);
  } else if constexpr (IsPair<T>::value) {
    all(value.first, value.second);
  } else {
    fields(*this, value);
  }
}

template <class T>
void Reader::read(T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    raw(&value, sizeof value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    std::int64_t whole = 0;
    raw(&whole, sizeof whole);
    value = static_cast<T>(whole);
  } else if constexpr (std::is_same_v<T, std::string>) {
    std::uint64_t size = 0;
    read(size);
    is_good_ = is_good_ && size <= bytes_.size();
    if (!is_good_) return;
    value.resize(size);
    raw(value.data(), size);
  } else if constexpr (IsVector<T>::value) {
    std::uint64_t size = 0;
    read(size);
    is_good_ = is_good_ && size <= bytes_.size();  // each element has a byte at least
    value.clear();
    for (std::uint64_t i = 0; is_good_ && i < size; ++i) read(value.emplace_back());
  } else if constexpr (IsArray<T>::value) {
    for (auto& element : value) read(element);
  } else if constexpr (IsOptional<T>::value) {
    bool has_value = false;
    read(has_value);
    if (has_value) read(value.emplace());
  } else if constexpr (IsPair<T>::value) {
    all(value.first, value.second);
  } else {
    fields(*this, value);
  }
}

}  // namespace

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_SPEED) != Z_OK)
    throw std::bad_alloc();
  packed.resize(size);
  return packed;
}

std::string serialized(const MethodRun& run) {
  Writer writer;
  writer.all(archive_version, run);
  return writer.take();
}

std::optional<MethodRun> deserialized(std::string_view bytes) {
  Reader reader(bytes);
  std::uint64_t stored = 0;
  reader.all(stored);
  if (!reader.is_good() || stored != archive_version) return std::nullopt;
  MethodRun run;
  reader.all(run);
  if (!reader.is_good() || !reader.is_at_end()) return std::nullopt;
  return run;
}

std::string archive(const MethodRun& run) {
  const std::string bytes = serialized(run);
  Writer whole;
  whole.all(static_cast<std::uint64_t>(bytes.size()));
  return whole.take() + compressed(bytes);
}

std::optional<MethodRun> unarchive(std::string_view packed) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
  std::uint64_t size = 0;
  Reader head(packed.substr(0, sizeof size));
  head.all(size);
  // zlib makes at most 1032 bytes of one: a larger size cannot be right.
  if (!head.is_good() || size > most_bytes || size > 1032 * packed.size()) return std::nullopt;
  packed.remove_prefix(sizeof size);
  std::string bytes(size, '\0');
  uLongf unpacked = static_cast<uLongf>(size);
  uLong used = static_cast<uLong>(packed.size());
  if (uncompress2(reinterpret_cast<Bytef*>(bytes.data()), &unpacked, reinterpret_cast<const Bytef*>(packed.data()),
                  &used) != Z_OK ||
      unpacked != size || used != packed.size())
    return std::nullopt;
  return deserialized(bytes);
}

}  // namespace perpend::batch
