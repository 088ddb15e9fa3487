#include "dsl/include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "dsl/parse.hpp"

namespace perpend::dsl {

namespace fs = std::filesystem;

SourceReader::SourceReader(Document& document, Report& report, fs::path root)
    : document_(document), report_(report), root_(std::move(root)) {}

void SourceReader::fail(const std::string& name, std::optional<Span> asked, std::string_view code, std::string message,
                        std::string hint) {
  if (asked)
    report_.error(*asked, code, std::move(message), std::move(hint));
  else
    report_.error_about(name, code, std::move(message), std::move(hint));
}

std::optional<std::string> SourceReader::read_text(const fs::path& path, const std::string& name,
                                                   std::optional<Span> asked) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) {
    fail(name, asked, "S001", fmt::format("'{}' is a folder, not a scene", name), "name a .scene file in it");
    return std::nullopt;
  }
  const bool exists = fs::exists(status);
  const std::uintmax_t size = fs::is_regular_file(status) ? fs::file_size(path, error) : 0;
  if (size > document_.limits.file_bytes - total_bytes_) {
    fail(name, asked, "S003",
         fmt::format("'{}' has {} bytes; {} are allowed for all files together", name, size,
                     document_.limits.file_bytes),
         "write repeated parts with for");
    return std::nullopt;
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  std::string text(size, '\0');
  const bool is_read =
      fs::is_regular_file(status) && stream.is_open() && stream.read(text.data(), static_cast<std::streamsize>(size));
  if (!is_read) {
    const std::string why = !exists                        ? "no such file"
                            : !fs::is_regular_file(status) ? "not a regular file"
                                                           : std::strerror(errno != 0 ? errno : EIO);
    fail(name, asked, "S001", fmt::format("cannot read '{}': {}", name, why), exists ? "" : "check the path");
    return std::nullopt;
  }
  return text;
}

bool SourceReader::add_source(SourceFile source, std::optional<Span> asked) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (source.text.compare(0, byte_order_mark.size(), byte_order_mark) == 0)
    source.text.erase(0, byte_order_mark.size());
  if (source.text.size() > document_.limits.file_bytes - total_bytes_) {
    fail(source.name, asked, "S003",
         fmt::format("'{}' is too large: {} bytes are allowed", source.name, document_.limits.file_bytes), "");
    return false;
  }
  const std::size_t invalid = find_invalid_text(source.text);
  if (invalid != std::string_view::npos) {
    const auto line =
        1 + std::count(source.text.begin(), source.text.begin() + static_cast<std::ptrdiff_t>(invalid), '\n');
    fail(source.name, asked, "S002",
         fmt::format("'{}' is not text: byte {} (line {}) is {}", source.name, invalid + 1, line,
                     source.text[invalid] == '\0' ? "zero" : "not UTF-8"),
         "a scene is UTF-8 text");
    return false;
  }
  total_bytes_ += source.text.size();
  document_.sources.push_back(std::move(source));
  document_.bodies.emplace_back();
  return true;
}

bool SourceReader::read_scene(const std::string& path) {
  std::optional<std::string> text = read_text(path, path, std::nullopt);
  if (!text) return false;
  std::error_code error;
  const std::string canonical = fs::canonical(path, error).string();
  if (!add_source({path, canonical, std::move(*text)}, std::nullopt)) return false;
  known_.emplace(canonical, 0);
  return parse_source_and_includes(0);
}

bool SourceReader::read_scene(std::string name, std::string text) {
  if (!add_source({std::move(name), "", std::move(text)}, std::nullopt)) return false;
  return parse_source_and_includes(0);
}

bool SourceReader::parse_source_and_includes(std::size_t file) {
  open_.push_back(file);
  document_.bodies[file] = parse_source(document_, static_cast<std::uint16_t>(file), report_);
  follow_includes(document_.bodies[file]);
  open_.pop_back();
  return report_.num_errors() == 0;
}

void SourceReader::follow_includes(std::span<const Statement> statements) {
  for (const Statement& statement : statements) {
    if (report_.is_full()) return;
    if (statement.kind == StatementKind::include) follow(statement);
    follow_includes(statement.body);
    follow_includes(statement.otherwise);
  }
}

namespace {

bool is_inside(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

}  // namespace

void SourceReader::follow(const Statement& include) {
  constexpr std::size_t most_files = 1000;  // an experiment of more files is a mistake, and a source index has 16 bits
  const Span span = include.label->span;
  const std::string written(include.label->text);
  if (root_.empty()) return report_.error(span, "S004", "a text without a file cannot include another", "");
  const fs::path folder = fs::path(document_.sources[span.file].path).parent_path();
  std::error_code error;
  const fs::path target = fs::weakly_canonical(folder / written, error);
  if (error || !is_inside(target, root_))
    return report_.error(span, "S004", fmt::format("'{}' is outside the folder of the scene", written),
                         "only files inside the root can be included");
  const auto found = known_.find(target.string());
  if (found != known_.end() && std::find(open_.begin(), open_.end(), found->second) != open_.end())
    return report_.error(
        span, "S004",
        fmt::format("'{}' includes itself{}", written, open_.back() == found->second ? "" : " through other files"),
        "remove one include of the circle");
  if (open_.size() > static_cast<std::size_t>(document_.limits.include_depth))
    return report_.error(span, "S004", fmt::format("included more than {} deep", document_.limits.include_depth), "");
  if (found != known_.end()) {
    document_.includes.emplace(&include, found->second);
    return;
  }
  if (document_.sources.size() >= most_files)
    return report_.error(span, "S004", fmt::format("more than {} files", most_files), "");
  std::optional<std::string> text = read_text(target, written, span);
  const std::string shown =
      (fs::path(document_.sources[span.file].name).parent_path() / written).lexically_normal().string();
  if (!text || !add_source({shown, target.string(), std::move(*text)}, span)) return;
  const std::size_t file = document_.sources.size() - 1;
  known_.emplace(target.string(), file);
  document_.includes.emplace(&include, file);
  (void)parse_source_and_includes(file);
}

}  // namespace perpend::dsl
