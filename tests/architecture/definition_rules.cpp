#include "tests/architecture/definition_rules.hpp"

#include <algorithm>

namespace perpend::architecture {

namespace {

struct Token {
  std::string text;
  int line = 0;
};

/// Words and single characters of the code: no comments, strings, characters or lines of the preprocessor.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::vector<Token> read() {
    while (at_ < text_.size()) {
      if (starts("//") || (text_[at_] == '#' && is_line_start_))
        skip_line();
      else if (starts("/*"))
        skip_past("*/", at_ + 2);
      else if (starts("R\""))
        skip_raw_string();
      else if (text_[at_] == '"' || text_[at_] == '\'')
        skip_quoted(text_[at_]);
      else
        take();
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool starts(std::string_view beginning) const { return text_.substr(at_).starts_with(beginning); }

  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      is_line_start_ = true;
    } else if (text_[at_] != ' ' && text_[at_] != '\t') {
      is_line_start_ = false;
    }
    ++at_;
  }
  void step_to(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end;) step();
  }
  void skip_past(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    step_to(found == std::string_view::npos ? found : found + end.size());
  }
  void skip_line() {
    do {
      const std::size_t end = text_.find('\n', at_);
      step_to(end == std::string_view::npos ? end : end + 1);
    } while (at_ > 1 && at_ < text_.size() && text_[at_ - 2] == '\\');
  }
  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    skip_past(")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"", at_);
  }
  /// A quote within a number, as in 1'000, opens no literal.
  void skip_quoted(char quote) {
    step();
    if (quote == '\'' && !tokens_.empty() && at_ >= 2 && is_word_character(text_[at_ - 2])) return;
    for (; at_ < text_.size() && text_[at_] != quote; step())
      if (text_[at_] == '\\') step();
    if (at_ < text_.size()) step();
  }
  void take() {
    const std::size_t start = at_;
    const int line = line_;
    while (at_ < text_.size() && is_word_character(text_[at_])) step();
    if (at_ == start) step();
    const std::string_view word = text_.substr(start, at_ - start);
    if (word.find_first_of(" \t\r\n") == std::string_view::npos) tokens_.push_back({std::string(word), line});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool is_line_start_ = true;
  std::vector<Token> tokens_;
};

using Head = std::vector<Token>;

/// What stands before a brace, from `at`: nothing of `template <...>`.
std::size_t after_template(const Head& head, std::size_t at) {
  if (at >= head.size() || head[at].text != "template") return at;
  int depth = 0;
  for (++at; at < head.size(); ++at) {
    if (head[at].text == "<") ++depth;
    if (head[at].text == ">" && --depth == 0) return after_template(head, at + 1);
  }
  return at;
}

/// The name that a head defines; null for other heads, specializations of templates, and A::B, which A declares.
const Token* defined_type(const Head& head) {
  std::size_t at = after_template(head, 0);
  const auto is = [&](std::initializer_list<const char*> words) {
    return at < head.size() &&
           std::any_of(words.begin(), words.end(), [&](const char* w) { return head[at].text == w; });
  };
  if (!is({"class", "struct", "union", "enum"})) return nullptr;
  ++at;
  if (is({"class", "struct"})) ++at;
  if (at >= head.size() || !is_word_character(head[at].text.front())) return nullptr;
  const Token* name = &head[at++];
  const bool is_nested = is({":"}) && at + 1 < head.size() && head[at + 1].text == ":";
  return at == head.size() || (is({":", "final"}) && !is_nested) ? name : nullptr;
}

/// "a::b::" of the namespace that a head opens; nothing: it opens none.
std::string namespace_of(const Head& head) {
  const std::size_t at = !head.empty() && head.front().text == "inline" ? 1 : 0;
  if (at >= head.size() || head[at].text != "namespace") return "";
  std::string name;
  for (std::size_t i = at + 1; i < head.size(); ++i) name += head[i].text;
  return name.empty() ? "(unnamed)" : name + "::";
}

struct Definition {
  std::string name;
  int line = 0;
};

std::vector<Definition> definitions_in(std::string_view text) {
  std::vector<Definition> found;
  std::vector<std::string> scopes;  ///< "": no namespace, whose types are its own
  Head head;
  for (const Token& token : Tokens(text).read()) {
    if (token.text == "{") {
      const auto is_shared = [](const std::string& scope) { return scope.ends_with("::"); };
      const Token* type = defined_type(head);
      if (type != nullptr && std::all_of(scopes.begin(), scopes.end(), is_shared)) {
        std::string name;
        for (const std::string& scope : scopes) name += scope;
        found.push_back({name + type->text, type->line});
      }
      scopes.push_back(namespace_of(head));
    } else if (token.text == "}" && !scopes.empty()) {
      scopes.pop_back();
    }
    if (token.text == "{" || token.text == "}" || token.text == ";")
      head.clear();
    else
      head.push_back(token);
  }
  return found;
}

/// "tests/cli" or, of the product, "".
std::string program_of(const std::string& file) {
  constexpr std::string_view tests = "tests/";
  if (!file.starts_with(tests)) return "";
  return file.substr(0, std::max(file.find('/', tests.size()), tests.size()));
}

struct Place {
  std::string file;
  int line = 0;
};

}  // namespace

Violations definition_violations(const SourceTree& tree) {
  std::map<std::string, std::vector<Place>> places;
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (!has_extension(file, {".hpp", ".cpp"})) continue;
    for (const Definition& found : definitions_in(text)) {
      std::vector<Place>& known = places[found.name];
      for (const Place& other : known) {
        const std::string own = program_of(file), others = program_of(other.file);
        if (!own.empty() && !others.empty() && own != others) continue;
        violations.push_back({file, found.line,
                              found.name + " is defined in " + other.file + ":" + std::to_string(other.line) +
                                  " as well; the linker would mix them"});
        break;
      }
      known.push_back({file, found.line});
    }
  }
  return violations;
}

}  // namespace perpend::architecture
