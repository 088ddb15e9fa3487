// A run as bytes, and back: what a cache keeps, and one process hands to another. Numbers are copied bit for bit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/model/scene/method_run.hpp"

namespace perpend::batch {

/// By zlib, quickly.
[[nodiscard]] std::string compressed(const std::string& bytes);

/// All of it but the statements and theorems of certificates, which belong to their kinds, and what a cache had to do
/// with it.
[[nodiscard]] std::string serialized(const MethodRun& run);

/// Nothing where the bytes are not what `serialized` of this version makes.
[[nodiscard]] std::optional<MethodRun> deserialized(std::string_view bytes);

/// The same, compressed.
[[nodiscard]] std::string archive(const MethodRun& run);

/// Nothing where the bytes are not what `archive` of this version makes.
[[nodiscard]] std::optional<MethodRun> unarchive(std::string_view bytes);

}  // namespace perpend::batch
