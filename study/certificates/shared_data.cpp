#include "study/certificates/shared_data.hpp"

#include <bit>
#include <cstring>

#include "reports/files/json_writer.hpp"

namespace perpend {

namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// Bit for bit: 0 and -0 differ, and a NaN is itself.
bool is_same(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

bool is_same(const std::vector<double>& x, const std::vector<double>& y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0);
}

/// Whether the digits are more than a reference to them would be.
bool is_long(std::uint64_t bits) {
  constexpr std::uint64_t last_digits = (std::uint64_t{1} << 40) - 1;
  return (bits & last_digits) != 0;
}

}  // namespace

void LastPlaces::clear(std::size_t num_numbers) {
  if (slots_.size() < 2 * num_numbers) slots_.assign(std::bit_ceil(4 * num_numbers), {});
  ++round_;
}

int LastPlaces::exchange(std::uint64_t bits, int place) {
  constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;  // of 2^64: spreads all bits into the upper ones
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (bits * golden_ratio >> 32) & mask;
  while (slots_[at].round == round_ && slots_[at].bits != bits) at = (at + 1) & mask;
  const int found = slots_[at].round == round_ ? slots_[at].place : -1;
  slots_[at] = {bits, round_, place};
  return found;
}

/// "=n": the n numbers at these places of the data stated last; "@k", "-@k": the number k places before, or its
/// negative; else the number.
void SharedData::write_numbers() {
  const std::vector<double>&numbers = data_.numbers, &last = last_.numbers;
  places_.clear(numbers.size());
  const char* separator = "";
  const auto write = [&](const char* mark, std::size_t count) {
    line_ += separator;
    line_ += mark;
    reports::append_decimal(line_, static_cast<long long>(count));
    separator = " ";
  };
  std::size_t num_same = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(numbers[i]);
    const int place = static_cast<int>(i);
    const int before = is_long(bits) ? places_.exchange(bits & ~sign_bit, place) : -1;
    if (i < last.size() && is_same(numbers[i], last[i])) {
      ++num_same;
      continue;
    }
    if (num_same > 0) write("=", num_same);
    num_same = 0;
    if (before < 0) {
      line_ += separator;
      reports::append_hexadecimal(line_, numbers[i]);
      separator = " ";
    } else {
      const bool is_same_sign = is_same(numbers[i], numbers[static_cast<std::size_t>(before)]);
      write(is_same_sign ? "@" : "-@", static_cast<std::size_t>(place - before));
    }
  }
  if (num_same > 0) write("=", num_same);
}

const std::string& SharedData::state(const CertifiedData& data) {
  line_.clear();
  if (data.is_that_of(stated_)) return line_;
  stated_ = data;
  write_data(data_, data);
  const bool has_same_form = data_.form == last_.form;
  if (number_ > 0 && has_same_form && is_same(data_.numbers, last_.numbers)) return line_;
  line_.reserve(2000);
  reports::JsonWriter json(line_);
  json.object([&] {
    json.member("data", ++number_);
    if (!has_same_form) json.key("form").raw(data_.form);
    json.key("numbers").quoted([&] { write_numbers(); });
  });
  std::swap(data_, last_);
  return line_;
}

}  // namespace perpend
