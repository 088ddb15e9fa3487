// The lines of a file after its header, each judged as it comes.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "verification/checker/kinds.hpp"
#include "verification/checker/report.hpp"

namespace perpend::checker {

class Lines {
 public:
  Lines(FileReport& report, const Listener& listener) : report_(report), listener_(listener) {}
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  virtual ~Lines() = default;

  /// The next line, as it is written.
  void take(const std::string& written);
  /// After the last one.
  virtual void finish() = 0;

 protected:
  /// Throws DataError, or the exceptions of JSON, for what is no line of such a file.
  virtual void judge(const nlohmann::json& line, const std::string& written) = 0;
  /// A finding that is open.
  virtual void leave_open(const Claim& claim, const Finding& finding) = 0;

  /// What follows belongs to this group, `where` for a failure.
  void enter(GroupReport& group, std::string where);
  void leave_group();
  /// Throws DataError: a reason belongs to what is not proved.
  static void expect_reason(bool has_reason, Verdict verdict);
  /// What the check of the kind finds; wrong where the data cannot be that of such a claim, open, with the reason,
  /// where it asks for more than there is or comes to no end.
  [[nodiscard]] static Finding guarded(const Kind& kind, const Claim& claim);
  void count(const Claim& claim, const Finding& finding);
  void count_open(const std::string& words);
  void fail(const std::string& words);
  void tell(const std::string& words) const;

  /// "re-proved: " and the words.
  [[nodiscard]] static std::string words_of(const Claim& claim, const Finding& finding);
  [[nodiscard]] FileReport& report() { return report_; }
  [[nodiscard]] GroupReport& group() { return *group_; }
  [[nodiscard]] bool has_group() const { return group_ != nullptr; }
  [[nodiscard]] long number() const { return number_; }

 private:
  FileReport& report_;
  const Listener& listener_;
  long number_ = 1;
  GroupReport* group_ = nullptr;
  std::string where_;
};

[[nodiscard]] std::unique_ptr<Lines> run_lines(FileReport& report, const Listener& listener);
[[nodiscard]] std::unique_ptr<Lines> statement_lines(FileReport& report, const Listener& listener);

}  // namespace perpend::checker
