#include "verification/statements/statement.hpp"

#include "verification/statements/statements.hpp"

#include <fmt/format.h>

namespace perpend {

const char* to_string(Level level) {
  switch (level) {
    case Level::none:
      return "none";
    case Level::structure:
      return "structure";
    case Level::binary64:
      return "binary64";
    case Level::ball:
      return "ball";
    case Level::exact:
      return "exact";
  }
  return "unknown";
}

std::string describe(const LevelTrial& trial) {
  if (trial.level == Level::ball) return fmt::format("ball ({} bits)", trial.bits);
  return to_string(trial.level);
}

double Statement::seconds() const {
  double sum = 0.0;
  for (const LevelTrial& trial : trials) sum += trial.seconds;
  return sum;
}

double Statement::bound(const std::string& name) const {
  for (const auto& [own, value] : bounds)
    if (own == name) return value;
  return std::numeric_limits<double>::quiet_NaN();
}

Statement claim_of(std::string kind, std::string claim) {
  Statement statement;
  statement.kind = std::move(kind);
  statement.claim = std::move(claim);
  statement.verdict = Verdict::undecided;
  return statement;
}

Statement unfit(Statement statement, std::string reason) {
  statement.verdict = Verdict::not_run;
  statement.reason = std::move(reason);
  return statement;
}

std::string about_seconds(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.1g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string why_stopped(const Effort& effort) {
  return fmt::format("{} arithmetic does not decide, and none more expensive was asked for (--highest {})",
                     to_string(effort.highest), to_string(effort.highest));
}

std::vector<std::string> hexadecimal(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(fmt::format("{:a}", value));
  return texts;
}

}  // namespace perpend
