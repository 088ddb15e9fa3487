#include "verification/checker/claim.hpp"

#include <fmt/format.h>

#include <new>

namespace perpend::checker {

Finding guarded(const std::function<Finding()>& check) {
  begin_work();
  try {
    return check();
  } catch (const DataError&) {
    throw;
  } catch (const nlohmann::json::exception&) {
    throw;
  } catch (const std::bad_alloc&) {
    return {Result::open, "needs more memory than there is"};
  } catch (const std::exception& error) {
    return {Result::open, error.what()};
  }
}

void Checks::require(bool holds, const std::string& words) {
  if (!holds && wrong_.empty()) wrong_ = words;
}

void Checks::show(bool is_shown, const std::string& words) {
  if (!is_shown && open_.empty()) open_ = "not shown: " + words;
}

const Rational* Checks::number(int i, const char* what) {
  const auto& bound = claim_.bounds[i];
  show(bound.has_value(), fmt::format("{}, of which no number is claimed", what));
  return bound ? &*bound : nullptr;
}

void Checks::at_most(int i, const Rational& truth, const char* what) {
  if (const Rational* claimed = number(i, what); claimed != nullptr && !(truth <= *claimed))
    require(false, fmt::format("claims {} at most {}, it is {}", what, print(*claimed), print(truth)));
}

void Checks::at_least(int i, const Rational& truth, const char* what) {
  if (const Rational* claimed = number(i, what); claimed != nullptr && !(truth >= *claimed))
    require(false, fmt::format("claims {} at least {}, it is {}", what, print(*claimed), print(truth)));
}

void Checks::equals(int i, const Rational& truth, const char* what) {
  if (const Rational* claimed = number(i, what); claimed != nullptr && !(truth == *claimed))
    require(false, fmt::format("claims {} = {}, it is {}", what, print(*claimed), print(truth)));
}

Finding Checks::finding(std::string words) const {
  if (is_wrong()) return {Result::wrong, wrong_};
  if (!open_.empty()) return {Result::open, open_};
  return {Result::reproved, std::move(words)};
}

std::string print(const Rational& x) {
  return fmt::format("{}", x.rounded());
}

const Rational& backward_error_limit() {
  static const Rational limit = exact(0x1.6a09e667f3bcdp-27);
  return limit;
}

Rational rounding_share(int unknowns) {
  return Rational(1000L * unknowns) * power_of_two(-53);
}

}  // namespace perpend::checker
