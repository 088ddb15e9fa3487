#include "cli/certify_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace perpend::cli {

namespace {

struct OptionRow {
  const char* name;
  std::initializer_list<const char*> kinds;
  const char* purpose;
};

/// All others belong to every kind.
const OptionRow options[] = {{"--rank", {"rank"}, "rank, as the one claimed"},
                             {"--radius", {"rho"}, "rho, as that of the circle"},
                             {"--within", {"linear", "lcp"}, "the answers of linear and lcp"},
                             {"--bounds", {"spd", "lcp"}, "the eigenvalues of spd and the enclosures of lcp"},
                             {"--stabilizer", {"method"}, "method"},
                             {"--step", {"method"}, "method"},
                             {"--limit", {"method"}, "method"},
                             {"--law", {"friction"}, "friction"},
                             {"--directions", {"friction"}, "friction"},
                             {"--guesses", {"friction"}, "friction"},
                             {"--half", {"friction"}, "friction"},
                             {"--all-contacts", {"friction"}, "friction"}};

}  // namespace

std::string misplaced_option(const std::vector<std::string>& given, const std::string& kind) {
  for (const OptionRow& row : options) {
    const bool is_given = std::find(given.begin(), given.end(), row.name) != given.end();
    const bool belongs = std::any_of(row.kinds.begin(), row.kinds.end(), [&](const char* own) { return kind == own; });
    if (is_given && !belongs)
      return fmt::format("{} belongs to {}, and says nothing of {}", row.name, row.purpose, kind);
  }
  return "";
}

}  // namespace perpend::cli
