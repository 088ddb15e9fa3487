#include "batch/cache/run_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
  if (!detail.measures_left_out.empty())
    parts.push_back(fmt::format("without {}", fmt::join(detail.measures_left_out, ", ")));
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

std::string sorted_values(std::vector<dsl::Override> overrides) {
  std::stable_sort(overrides.begin(), overrides.end(),
                   [](const dsl::Override& a, const dsl::Override& b) { return a.name < b.name; });
  return values_text(overrides);
}

RunKey make_key(const std::string& experiment, const std::string& scene, const std::vector<dsl::Override>& overrides,
                const RunRequest& request) {
  RunKey key;
  key.program = numerical_identity();
  key.scene = scene;
  std::vector<std::string> parts;
  std::string values = sorted_values(request.point != nullptr ? merge(overrides, request.point->overrides) : overrides);
  if (!values.empty()) parts.push_back(std::move(values));
  if (request.expect != ExpectedOutcome::completes)
    parts.push_back(fmt::format("expect {}", to_string(request.expect)));
  if (request.sweep != nullptr)
    ask_point(*request.detail, parts);
  else
    ask_whole(request, parts);
  key.values = fmt::format("{}", fmt::join(parts, "; "));
  key.place = request.sweep != nullptr
                  ? fmt::format("{} / {} / {} / {}", experiment, request.sweep->name, request.index, request.method)
                  : fmt::format("{} / {}", experiment, request.method);
  // The name too: methods of one base name, bg[1] and bg[2], have the same canonical text.
  key.hash = reports::sha256_hex(
      fmt::format("{} {} {}:{} {}", key.program, key.scene, request.method.size(), request.method, key.values));
  return key;
}

}  // namespace perpend::batch
