// Data that a line states once, for the certificates that refer to it until the next one is stated.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "verification/checker/data.hpp"

namespace perpend::checker {

/// The statements of one run: each is numbered, may repeat numbers of the one before, and takes its place. Nothing can
/// refer to a statement that cannot be read: neither a certificate nor the next statement.
class StatedData {
 public:
  /// {"data":NUMBER,"form":{...},"numbers":"..."}, read, and as it is written: numbers follow the order of the form.
  /// Throws DataError.
  void take(const nlohmann::json& line, const std::string& written);
  /// As a certificate has it that holds its data itself. Throws DataError where the number is not the last one stated.
  [[nodiscard]] const nlohmann::json& find(int number) const;
  /// The same, read; throws DataError.
  [[nodiscard]] const Data& read(int number);

 private:
  int number_ = 0;
  nlohmann::ordered_json form_;  ///< null: nothing to build on
  std::vector<std::string> numbers_;
  nlohmann::json whole_;  ///< null: could not be read
  std::optional<Data> data_;
};

}  // namespace perpend::checker
