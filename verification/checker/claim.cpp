#include "verification/checker/claim.hpp"

#include <fmt/format.h>

#include <new>

namespace perpend::checker {

Finding guarded(const std::function<Finding()>& check) {
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

const Rational* Checks::number(int i, const char* what) {
  const auto& bound = claim_.bounds[i];
  require(bound.has_value(), fmt::format("claims no number for {}", what));
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
  return is_wrong() ? Finding{Result::wrong, wrong_} : Finding{Result::reproved, std::move(words)};
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
