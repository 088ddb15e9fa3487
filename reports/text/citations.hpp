// The sources that scenes name, as docs/references.md has them: a test compares the two.
#pragma once

#include <span>
#include <string_view>

namespace perpend::reports {

struct Citation {
  std::string_view key;   ///< "ClinePai03"
  std::string_view text;  ///< authors, title, where and when
  std::string_view doi;   ///< empty: none is known
};

[[nodiscard]] std::span<const Citation> citations();
/// "ClinePai03" of "ClinePai03 VI.A, fig. 3".
[[nodiscard]] std::string_view citation_key(std::string_view source);
/// What a source cites; nullptr: no document, or one that is not in the list.
[[nodiscard]] const Citation* find_citation(std::string_view source);

}  // namespace perpend::reports
