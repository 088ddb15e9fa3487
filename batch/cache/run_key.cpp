#include "batch/cache/run_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "batch/cache/numerical_identity.hpp"
#include "dsl/canonical.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

const char* name_of(DataAmount amount) {
  switch (amount) {
    case DataAmount::first:
      return "first";
    case DataAmount::sample:
      return "sample";
    case DataAmount::full:
      return "full";
  }
  return "unknown";
}

/// A run of the scene itself has poses and rows, and writes its certificates.
void ask_whole(const RunRequest& request, std::vector<std::string>& parts) {
  parts.push_back("whole run");
  // The shortest digits that read back as the same double.
  if (!request.times.empty()) parts.push_back(fmt::format("shown at {} s", fmt::join(request.times, ", ")));
  if (request.certificates) parts.push_back(fmt::format("certificates {}", name_of(*request.certificates)));
}

void ask_point(const SweepDetail& detail, std::vector<std::string>& parts) {
  if (!detail.measures_left_out.empty()) {
    const std::set<std::string> names(detail.measures_left_out.begin(), detail.measures_left_out.end());
    parts.push_back(fmt::format("without {}", fmt::join(names, ", ")));
  }
  if (detail.has_rows) parts.push_back("with rows");
}

}  // namespace

std::string scene_hash(const dsl::Document& document, const std::string& method,
                       const std::vector<dsl::Override>& overrides, const SweepSpec* sweep) {
  std::vector<std::string> replaced;
  for (const dsl::Override& one : overrides) replaced.push_back(one.name);
  if (sweep != nullptr)
    for (const SweepAxis& axis : sweep->axes) replaced.push_back(axis.key);
  return reports::sha256_hex(dsl::canonical_text(document, method, replaced));
}

namespace {

/// By name, so that the order of the keys means nothing; the last value of each, which holds.
std::vector<dsl::Override> sorted(std::vector<dsl::Override> overrides) {
  std::stable_sort(overrides.begin(), overrides.end(),
                   [](const dsl::Override& a, const dsl::Override& b) { return a.name < b.name; });
  const auto kept = std::unique(overrides.rbegin(), overrides.rend(),
                                [](const dsl::Override& a, const dsl::Override& b) { return a.name == b.name; });
  overrides.erase(overrides.begin(), kept.base());
  return overrides;
}

std::string canonical(const std::vector<dsl::Override>& sorted_overrides) {
  std::string text;
  for (const dsl::Override& one : sorted_overrides)
    text += fmt::format("{} = {}", one.name, dsl::canonical_value(one.value_text));
  return text;
}

}  // namespace

std::string canonical_values(std::vector<dsl::Override> overrides) {
  return canonical(sorted(std::move(overrides)));
}

RunKey make_key(const std::string& experiment, const std::string& scene, const std::vector<dsl::Override>& overrides,
                const RunRequest& request) {
  RunKey key;
  key.program = numerical_identity();
  key.scene = scene;
  std::vector<std::string> parts;
  const std::vector<dsl::Override> values =
      sorted(request.point != nullptr ? merge(overrides, request.point->overrides) : overrides);
  if (request.expect != ExpectedOutcome::completes)
    parts.push_back(fmt::format("expect {}", to_string(request.expect)));
  if (request.sweep != nullptr)
    ask_point(*request.detail, parts);
  else
    ask_whole(request, parts);
  const std::string asked = fmt::format("{}", fmt::join(parts, "; "));
  key.values = fmt::format("{}{}{}", values_text(values), values.empty() || asked.empty() ? "" : "; ", asked);
  key.place = request.sweep != nullptr
                  ? fmt::format("{} / {} / {} / {}", experiment, request.sweep->name, request.index, request.method)
                  : fmt::format("{} / {}", experiment, request.method);
  // The name too: methods of one base name, bg[1] and bg[2], have the same canonical text.
  key.hash = reports::sha256_hex(fmt::format("{} {} {}:{} {}; {}", key.program, key.scene, request.method.size(),
                                             request.method, canonical(values), asked));
  return key;
}

}  // namespace perpend::batch
