// What an external solver prints of its own work: lines "key: value" among others, which are left alone.
#pragma once

#include <optional>
#include <string>

namespace perpend {

struct ExternalReply {
  std::string status;  ///< "solved" when it says nothing; else one of the words of the contract, or "odd status"
  std::optional<double> seconds;
  long iterations = 0;
  std::string note;  ///< one line of bounded length
};

[[nodiscard]] ExternalReply read_reply(const std::string& text);

/// Its beginning, as one line of valid UTF-8.
[[nodiscard]] std::string harmless(const std::string& text);

}  // namespace perpend
