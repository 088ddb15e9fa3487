// Data that a line states once, for the certificates that refer to it until the next one is stated.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verification/checker/claim.hpp"

namespace perpend::checker {

/// The statements of one run: each is numbered, may repeat numbers of the one before, and takes its place. Nothing can
/// refer to a statement that cannot be read: neither a certificate nor the next statement.
class StatedData {
 public:
  /// {"data":NUMBER,"form":{...},"numbers":"..."}, read, and as it is written: numbers follow the order of the form.
  /// Throws DataError.
  void take(const nlohmann::json& line, const std::string& written);
  /// As a certificate has it that holds its data itself. Throws DataError where the number is not the last one stated.
  [[nodiscard]] const GivenData& find(int number) const;

 private:
  int number_ = 0;
  nlohmann::ordered_json form_;  ///< null: nothing to build on
  std::vector<std::string> numbers_;
  std::unique_ptr<const nlohmann::json> whole_;
  std::unique_ptr<const GivenData> data_;  ///< of the whole; null: it could not be read
};

}  // namespace perpend::checker
