#include "verification/checker/reading/stated_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Digits alone, above 0.
std::size_t count_of(std::string_view digits) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc() || end != digits.data() + digits.size() || count == 0)
    throw DataError(fmt::format("'{}' among the numbers counts nothing", digits));
  return count;
}

std::string negative(const std::string& number) {
  return number.starts_with('-') ? number.substr(1) : '-' + number;
}

/// "=n": the n numbers at these places of the statement before; "@k", "-@k": the number k places before, or its
/// negative; else a number.
std::vector<std::string> read_numbers(const std::string& written, const std::vector<std::string>& before) {
  std::vector<std::string> result;
  std::string_view rest = written;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const bool is_negative = word.starts_with("-@");
    if (word.starts_with('=')) {
      const std::size_t count = count_of(word.substr(1));
      if (result.size() > before.size() || count > before.size() - result.size())
        throw DataError("repeats numbers that the data before does not have");
      const auto first = before.begin() + static_cast<std::ptrdiff_t>(result.size());
      result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(count));
    } else if (is_negative || word.starts_with('@')) {
      const std::size_t distance = count_of(word.substr(is_negative ? 2 : 1));
      if (distance > result.size()) throw DataError("repeats a number before the first one");
      const std::string number = result[result.size() - distance];
      result.push_back(is_negative ? negative(number) : number);
    } else {
      result.emplace_back(word);
    }
  }
  return result;
}

/// Puts numbers into a form, in their order.
class Filler {
 public:
  explicit Filler(const std::vector<std::string>& numbers) : numbers_(numbers) {}

  json fill(const ordered_json& form) {
    if (form.is_string() && form.get_ref<const std::string&>().starts_with('#')) return take(form);
    if (!form.is_structured()) return json(form);
    json result = form.is_array() ? json::array() : json::object();
    for (const auto& [name, member] : form.items())
      if (form.is_array())
        result.push_back(fill(member));
      else
        result[name] = fill(member);
    return result;
  }
  [[nodiscard]] bool is_at_end() const { return place_ == numbers_.size(); }

 private:
  json take(const ordered_json& form) {
    const std::string_view digits = std::string_view(form.get_ref<const std::string&>()).substr(1);
    const std::size_t count = digits == "0" ? 0 : count_of(digits);
    if (count > numbers_.size() - place_) throw DataError("the form has room for more numbers than are stated");
    json result = json::array();
    for (std::size_t i = 0; i < count; ++i) result.push_back(numbers_[place_++]);
    return result;
  }

  const std::vector<std::string>& numbers_;
  std::size_t place_ = 0;
};

}  // namespace

void StatedData::take(const json& line, const std::string& written) {
  const int expected = number_ + 1;
  StatedData before;
  std::swap(before, *this);
  number_ = whole_number(line, "data");
  if (number_ != expected) throw DataError(fmt::format("states data {} where {} would follow", number_, expected));
  ordered_json form = line.contains("form") ? ordered_json::parse(written)["form"] : std::move(before.form_);
  if (!form.is_object())
    throw DataError(fmt::format("data {} has no form, and no data before to take it from", number_));
  std::vector<std::string> numbers = read_numbers(text(line, "numbers"), before.numbers_);
  Filler filler(numbers);
  auto whole = std::make_unique<const json>(filler.fill(form));
  if (!filler.is_at_end()) throw DataError("more numbers are stated than the form has room for");
  form_ = std::move(form);
  numbers_ = std::move(numbers);
  whole_ = std::move(whole);
  data_ = std::make_unique<const GivenData>(*whole_);
}

const GivenData& StatedData::find(int number) const {
  if (number != number_ || number == 0)
    throw DataError(number_ == 0 ? fmt::format("refers to data {}, and none is stated", number)
                                 : fmt::format("refers to data {}, and {} is stated last", number, number_));
  if (!data_) throw DataError(fmt::format("refers to data {}, which cannot be read", number));
  return *data_;
}

}  // namespace perpend::checker
