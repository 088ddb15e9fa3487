#include "referee/external_reply.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "reports/text/text.hpp"

namespace perpend {

namespace {

/// "solved", and what the table calls failures: docs/verifying-your-solver.md.
constexpr std::array<std::string_view, 10> statuses{
    "solved", "ray", "cycle", "limit", "singular basis", "stagnation", "inaccurate", "exhausted", "unsuited", "failed"};
constexpr std::size_t longest_note = 160;

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

template <class T>
std::optional<T> to_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= T{0})) return std::nullopt;
  return value;
}

void take(std::string_view key, std::string_view value, ExternalReply& reply) {
  if (key == "status") {
    const bool is_known = std::find(statuses.begin(), statuses.end(), value) != statuses.end();
    reply.status = is_known ? std::string(value) : "odd status";
    if (!is_known) reply.note = "says 'status: " + harmless(std::string(value)) + "'";
  } else if (key == "seconds") {
    reply.seconds = to_number<double>(value);
    if (reply.seconds && !std::isfinite(*reply.seconds)) reply.seconds.reset();
  } else if (key == "iterations") {
    reply.iterations = to_number<long>(value).value_or(0);
  } else if (key == "note") {
    reply.note = harmless(std::string(value));
  }
}

}  // namespace

std::string harmless(const std::string& text) {
  return reports::single_line(std::string_view(text).substr(0, longest_note));
}

ExternalReply read_reply(const std::string& text) {
  ExternalReply reply{.status = "solved", .seconds = {}, .iterations = 0, .note = ""};
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
      take(without_blanks(line.substr(0, colon)), without_blanks(line.substr(colon + 1)), reply);
  }
  return reply;
}

}  // namespace perpend
