#include "dsl/syntax/include.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "dsl/syntax/parse.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::dsl {

namespace fs = std::filesystem;

namespace {

/// A pipe may have nothing to read yet, or for ever: waits, and looks now and then whether to continue. False: the
/// program is to end.
bool wait_for_bytes(int descriptor) {
  constexpr int most_milliseconds = 100;
  pollfd ready{descriptor, POLLIN, 0};
  while (!must_stop())
    if (::poll(&ready, 1, most_milliseconds) > 0) return true;
  return false;
}

/// Up to one byte more than `most`. Returns why it cannot be read; empty when it was.
std::string read_stream(const fs::path& path, std::size_t most, std::string& text) {
  // Without O_NONBLOCK opening a pipe waits for its writer.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return std::strerror(errno);
  std::array<char, 1 << 16> piece{};
  std::string why;
  while (text.size() <= most && why.empty()) {
    if (!wait_for_bytes(descriptor)) {
      why = "interrupted while waiting for it";
      break;
    }
    const ssize_t count = ::read(descriptor, piece.data(), std::min(piece.size(), most + 1 - text.size()));
    if (count == 0) break;
    if (count > 0)
      text.append(piece.data(), static_cast<std::size_t>(count));
    else if (errno != EINTR && errno != EAGAIN)
      why = std::strerror(errno);
  }
  ::close(descriptor);
  return why;
}

}  // namespace

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
  const std::size_t most = document_.limits.file_bytes - total_bytes_;
  std::string text;
  std::string why = "no such file";
  if (fs::is_regular_file(status) || fs::is_fifo(status) || fs::is_character_file(status))
    why = read_stream(path, most, text);
  else if (fs::exists(status))
    why = "neither a regular file nor a pipe";
  if (!why.empty()) {
    fail(name, asked, "S001", fmt::format("cannot read '{}': {}", name, why),
         fs::exists(status) ? "" : "check the path");
    return std::nullopt;
  }
  if (text.size() > most) {
    const std::string size =
        fs::is_regular_file(status) ? fmt::format("{}", fs::file_size(path, error)) : fmt::format("more than {}", most);
    fail(name, asked, "S003",
         fmt::format("'{}' has {} bytes; {} are allowed for all files together", name, size,
                     document_.limits.file_bytes),
         "write repeated parts with for");
    return std::nullopt;
  }
  return text;
}

bool SourceReader::add_source(SourceFile source, std::optional<Span> asked, bool is_text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (is_text && source.text.compare(0, byte_order_mark.size(), byte_order_mark) == 0)
    source.text.erase(0, byte_order_mark.size());
  if (source.text.size() > document_.limits.file_bytes - total_bytes_) {
    fail(source.name, asked, "S003",
         fmt::format("'{}' is too large: {} bytes are allowed", source.name, document_.limits.file_bytes), "");
    return false;
  }
  const std::size_t invalid = is_text ? find_invalid_text(source.text) : std::string_view::npos;
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
    follow_data_files(statement.value);
    for (const Expression* parameter : statement.parameters) follow_data_files(parameter);
    follow_includes(statement.body);
    follow_includes(statement.otherwise);
  }
}

namespace {

bool is_inside(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

}  // namespace

std::optional<fs::path> SourceReader::resolve(const std::string& written, Span span, const char* verb) {
  if (root_.empty()) {
    report_.error(span, "S004", fmt::format("a text without a file cannot {} another", verb), "");
    return std::nullopt;
  }
  const fs::path folder = fs::path(document_.sources[span.file].path).parent_path();
  std::error_code error;
  const fs::path target = fs::weakly_canonical(folder / written, error);
  if (!error && is_inside(target, root_)) return target;
  report_.error(span, "S004", fmt::format("'{}' is outside the folder of the scene", written),
                fmt::format("only files inside the root can be {}", *verb == 'r' ? "read" : "included"));
  return std::nullopt;
}

/// An experiment of more files is a mistake, and a source index has 16 bits.
constexpr std::size_t most_files = 1000;

/// Tables and meshes are sources too, so that the scene's hash has them; none of their text is parsed here.
void SourceReader::read_data_file(const Expression& path, bool is_text) {
  const std::string written(path.text);
  const auto target = resolve(written, path.span, "read");
  if (!target) return;
  const std::string key = "data " + target->string();
  if (const auto found = known_.find(key); found != known_.end()) {
    document_.data_files.emplace(&path, found->second);
    return;
  }
  if (document_.sources.size() >= most_files)
    return report_.error(path.span, "S004", fmt::format("more than {} files", most_files), "");
  std::optional<std::string> text = read_text(*target, written, path.span);
  if (!text || !add_source({written, target->string(), std::move(*text)}, path.span, is_text)) return;
  known_.emplace(key, document_.sources.size() - 1);
  document_.data_files.emplace(&path, document_.sources.size() - 1);
}

void SourceReader::follow_data_files(const Expression* e) {
  if (e == nullptr) return;
  const std::string_view called = e->kind == ExpressionKind::call ? document_.names.text(e->name) : "";
  if ((called == "table" || called == "mesh") && !e->operands.empty() && e->operands[0]->kind == ExpressionKind::string)
    read_data_file(*e->operands[0], called == "table");  // solids may be binary
  for (const Expression* operand : e->operands) follow_data_files(operand);
}

void SourceReader::follow(const Statement& include) {
  const Span span = include.label->span;
  const std::string written(include.label->text);
  const auto resolved = resolve(written, span, "include");
  if (!resolved) return;
  const fs::path& target = *resolved;
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
