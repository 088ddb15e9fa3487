// JSON as text, piece by piece: for lines that are too many, or too long, for a tree of them in memory.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace perpend::reports {

void append_decimal(std::string& text, long long number);
/// All digits: 0x1.8p+1; inf, nan.
void append_hexadecimal(std::string& text, double value);
/// Shortest digits that read back as the number; exponents as fmt writes them.
void append_shortest(std::string& text, double value);

/// Appends to a text that is empty or ends in JSON written so far. Commas come by themselves.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& text) : text_(text) {}

  /// The value of this member comes next. Pre: the name needs no escapes.
  JsonWriter& key(std::string_view name) {
    separate();
    text_ += '"';
    text_ += name;
    text_ += "\":";
    return *this;
  }

  template <std::integral Number>
  void value(Number number) {
    separate();
    if constexpr (std::is_same_v<Number, bool>)
      text_ += number ? "true" : "false";
    else
      append_decimal(text_, static_cast<long long>(number));
  }
  /// Bytes that are not UTF-8 become U+FFFD.
  void value(std::string_view text);
  /// Pre: it needs no escapes.
  void plain(std::string_view text) {
    quoted([&] { text_ += text; });
  }
  /// Shortest digits; null for what JSON has no number for.
  void number(double value);
  /// All digits: "0x1.8p+1".
  void hexadecimal(double value) {
    quoted([&] { append_hexadecimal(text_, value); });
  }
  /// JSON that was written elsewhere; may be empty.
  void raw(std::string_view json) {
    separate();
    text_ += json;
  }
  template <class Value>
  void member(std::string_view name, const Value& of) {
    key(name).value(of);
  }

  /// `write` writes the members, the elements, or text that needs no escapes.
  template <class Write>
  void object(const Write& write) {
    enclose('{', write, '}');
  }
  template <class Write>
  void array(const Write& write) {
    enclose('[', write, ']');
  }
  template <class Write>
  void quoted(const Write& write) {
    enclose('"', write, '"');
  }
  /// An array of what `write(element)` writes.
  template <class Range, class Write>
  void list(const Range& range, const Write& write) {
    array([&] {
      for (const auto& element : range) write(element);
    });
  }

 private:
  template <class Write>
  void enclose(char open, const Write& write, char close) {
    separate();
    text_ += open;
    write();
    text_ += close;
  }
  /// After a value, which ends in none of these, another one follows.
  void separate() {
    if (!text_.empty() && text_.back() != '{' && text_.back() != '[' && text_.back() != ':') text_ += ',';
  }

  std::string& text_;
};

}  // namespace perpend::reports
