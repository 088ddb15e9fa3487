#include "dsl/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "dsl/diagnostic.hpp"

namespace perpend::dsl {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view run_and_method = "  run { step = 1 ms; duration = 1 s }\n  method plain = none\n";

std::string indented(std::string_view text, int blanks) {
  std::string result;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    if (to > from) result += std::string(static_cast<std::size_t>(blanks), ' ');
    result += std::string(text.substr(from, to - from)) + "\n";
    from = to + 1;
  }
  return result;
}

/// A folder that lasts as long as the example is looked at.
class ExampleFolder {
 public:
  ExampleFolder() {
    std::string pattern = (fs::temp_directory_path() / "perpend-example-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
    path_ = pattern;
  }
  ~ExampleFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ExampleFolder(const ExampleFolder&) = delete;
  ExampleFolder& operator=(const ExampleFolder&) = delete;

  std::string write(std::string_view name, std::string_view bytes) const {
    const fs::path file = path_ / name;
    std::ofstream(file, std::ios::binary) << bytes;
    return file.string();
  }
  /// Paths in messages without the folder.
  void shorten(std::string& text) const {
    const std::string folder = path_.string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
  }

 private:
  fs::path path_;
};

}  // namespace

const Explanation* find_explanation(std::string_view code) {
  const auto rows = explanations();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Explanation& row) { return row.code == code; });
  return found == rows.end() ? nullptr : &*found;
}

std::string example_text(const Explanation& explanation) {
  switch (explanation.frame) {
    case ExampleFrame::file:
      return std::string(explanation.example) + "\n";
    case ExampleFrame::experiment:
      return fmt::format("experiment example {{\n  world planar {{ particle bob {{ mass = 1 kg }} }}\n{}{}}}\n",
                         run_and_method, indented(explanation.example, 2));
    case ExampleFrame::world:
    case ExampleFrame::space:
      return fmt::format("experiment example {{\n  world {} {{\n{}  }}\n{}}}\n",
                         explanation.frame == ExampleFrame::world ? "planar" : "spatial",
                         indented(explanation.example, 4), run_and_method);
  }
  return {};
}

std::vector<Diagnostic> diagnose_example(const Explanation& explanation, const Vocabulary& vocabulary) {
  const ExampleFolder folder;
  if (!explanation.file_name.empty()) folder.write(explanation.file_name, explanation.file_bytes);
  const std::string file = folder.write("example.scene", example_text(explanation));
  std::vector<Override> overrides;
  if (!explanation.set.empty()) {
    Diagnostic error;
    const auto one = parse_override(std::string(explanation.set), error);
    if (!one) return {error};
    overrides.push_back(*one);
  }
  const Parsed parsed = parse_file(file, "", explanation.limits);
  std::vector<Diagnostic> found =
      parsed.document ? elaborate(*parsed.document, vocabulary, overrides).diagnostics : parsed.diagnostics;
  for (Diagnostic& diagnostic : found)
    for (std::string* text : {&diagnostic.file, &diagnostic.message, &diagnostic.hint}) folder.shorten(*text);
  return found;
}

std::string explain(const Explanation& explanation, const Vocabulary& vocabulary) {
  const auto rows = diagnostic_codes();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const DiagnosticCode& code) { return code.code == explanation.code; });
  std::vector<Diagnostic> answers = diagnose_example(explanation, vocabulary);
  std::erase_if(answers, [&](const Diagnostic& d) { return d.code != explanation.code; });
  if (answers.size() > 1) answers.resize(1);
  const std::string given = explanation.set.empty() ? "" : fmt::format(" and --set \"{}\"", explanation.set);
  return fmt::format("{}: {}\n\n{}\n\nAn example, example.scene{}:\n\n{}\nThe answer:\n\n{}", explanation.code,
                     row == rows.end() ? std::string_view() : row->meaning, explanation.story, given,
                     indented(example_text(explanation), 2), render(answers, false));
}

}  // namespace perpend::dsl
