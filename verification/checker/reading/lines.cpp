#include "verification/checker/reading/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>

#include "verification/checker/reading/json_members.hpp"

namespace perpend::checker {

void Lines::enter(GroupReport& group, std::string where) {
  group_ = &group;
  where_ = std::move(where);
}

void Lines::leave_group() {
  group_ = nullptr;
  where_.clear();
}

void Lines::expect_reason(bool has_reason, Verdict verdict) {
  if (has_reason != (verdict != Verdict::proved)) throw DataError("a reason belongs to what is not proved alone");
}

Finding Lines::guarded(const Kind& kind, const Claim& claim) {
  begin_work();
  try {
    return kind.check(claim);
  } catch (const DataError& error) {
    return {Result::wrong, error.what()};
  } catch (const nlohmann::json::exception&) {
    throw;
  } catch (const std::bad_alloc&) {
    return {Result::open, "needs more memory than there is"};
  } catch (const std::exception& error) {
    return {Result::open, error.what()};
  }
}

void Lines::count(const Claim& claim, const Finding& finding) {
  if (finding.result == Result::wrong) return fail(finding.words);
  if (finding.result == Result::open) return leave_open(claim, finding);
  if (claim.verdict == Verdict::undecided) {
    ++group_->undecided;
    const bool excludes =
        std::any_of(claim.facts.begin(), claim.facts.end(), [](const Fact& fact) { return fact.value == "refuted"; });
    if (excludes) ++group_->excluding;
    return;
  }
  ++group_->reproved;
  const auto rows = claim.number(granted_rows_name);
  if (claim.verdict != Verdict::proved || !rows || rows->is_zero()) return;
  ++group_->granting;
  constexpr double most = 0x1p31;  // more than any line has rows, whatever it claims
  group_->granted_rows += static_cast<long>(std::min(rows->rounded(), most));
}

void Lines::count_open(const std::string& words) {
  ++group_->open;
  if (group_->why_open.empty()) group_->why_open = words;
}

void Lines::fail(const std::string& words) {
  report_.failures.push_back({number_, where_, words});
  if (group_ != nullptr) ++group_->wrong;
  tell((where_.empty() ? "" : where_ + ": ") + words);
}

void Lines::tell(const std::string& words) const {
  if (listener_) listener_(number_, words);
}

std::string Lines::words_of(const Claim& claim, const Finding& finding) {
  if (finding.result != Result::reproved || claim.verdict == Verdict::undecided) return finding.words;
  return (claim.verdict == Verdict::proved ? "re-proved: " : "refutation re-proved: ") + finding.words;
}

void Lines::take(const std::string& written) {
  ++number_;
  leave_group();
  begin_work();
  const auto fail_to_read = [this] {
    leave_group();
    fail("cannot be read");
  };
  try {
    const auto line = parsed(written);
    line ? judge(*line, written) : fail_to_read();
  } catch (const nlohmann::json::exception&) {
    fail_to_read();
  } catch (const DataError& error) {
    fail(error.what());
  } catch (const std::exception& error) {
    report_.error = fmt::format("line {}: {}", number_, error.what());
  }
}

}  // namespace perpend::checker
