// Reads a scene file and everything that it includes, inside one root folder.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dsl/report.hpp"
#include "dsl/syntax/document.hpp"

namespace perpend::dsl {

class SourceReader {
 public:
  /// An empty `root` allows no includes.
  SourceReader(Document& document, Report& report, std::filesystem::path root);

  /// The scene itself. False after an error about the file as a whole.
  bool read_scene(const std::string& path);
  bool read_scene(std::string name, std::string text);

 private:
  bool add_source(SourceFile source, std::optional<Span> asked, bool is_text = true);
  bool parse_source_and_includes(std::size_t file);
  void follow_includes(std::span<const Statement> statements);
  void follow(const Statement& include);
  void follow_data_files(const Expression* e);
  void read_data_file(const Expression& path, bool is_text);
  /// The path that a string of this source means, or nothing, with an error, for one outside the root.
  std::optional<std::filesystem::path> resolve(const std::string& written, Span span, const char* verb);
  void fail(const std::string& name, std::optional<Span> asked, std::string_view code, std::string message,
            std::string hint);
  std::optional<std::string> read_text(const std::filesystem::path& path, const std::string& name,
                                       std::optional<Span> asked);

  Document& document_;
  Report& report_;
  std::filesystem::path root_;
  std::map<std::string, std::size_t> known_;  ///< canonical path to source
  std::vector<std::size_t> open_;             ///< sources whose includes are being followed
  std::size_t total_bytes_ = 0;
};

}  // namespace perpend::dsl
