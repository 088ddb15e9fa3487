#include "verification/checker/certificate_file.hpp"

#include <algorithm>
#include <istream>
#include <nlohmann/json.hpp>

#include "verification/checker/reading/file_bytes.hpp"
#include "verification/checker/reading/json_members.hpp"
#include "verification/checker/reading/lines.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;

constexpr const char* other_version = "has a version that this program does not know";

bool is_of_statements(const json& header) {
  return header.is_object() && header.value("format", json()) == "perpend-statement-certificates";
}

/// Why the first line is not that of a file this program reads.
std::string header_error(const json& header, FileReport& report) {
  if (is_of_statements(header)) return header.value("version", json()) != 1 ? other_version : "";
  if (!header.is_object() || header.value("format", json()) != "perpend-certificates")
    return "is not a file of certificates";
  if (header.value("version", json()) != 2) return other_version;
  const json experiment = header.value("experiment", json());
  if (!experiment.is_string()) return "names no experiment";
  report.experiment = experiment.get<std::string>();
  const json hash = header.value("scene_sha256", json());
  const auto is_hexadecimal = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool is_hash =
      hash.is_string() && hash.get_ref<const std::string&>().size() == 64 &&
      std::all_of(hash.get_ref<const std::string&>().begin(), hash.get_ref<const std::string&>().end(), is_hexadecimal);
  return is_hash ? "" : "names no scene";
}

}  // namespace

FileReport check_text(std::istream& from, const std::string& path, const Listener& listener) {
  FileReport report;
  report.path = path;
  std::string line;
  if (!std::getline(from, line)) {
    report.error = "cannot be read";
    return report;
  }
  const auto header = parsed(line);
  report.error = header_error(header ? *header : json(), report);
  if (!report.error.empty()) return report;
  const auto lines = is_of_statements(*header) ? statement_lines(report, listener) : run_lines(report, listener);
  while (report.error.empty() && std::getline(from, line)) lines->take(line);
  if (from.bad() && report.error.empty()) report.error = "cannot be read to its end";
  if (report.error.empty()) lines->finish();
  return report;
}

FileReport check_file(const std::string& path, const Listener& listener) {
  FileBytes bytes(path);
  std::istream file(&bytes);
  FileReport report = check_text(file, path, listener);
  if (!bytes.trouble().empty()) report.error = bytes.trouble();
  return report;
}

}  // namespace perpend::checker
