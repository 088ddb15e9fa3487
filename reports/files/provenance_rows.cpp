#include "reports/files/provenance_rows.hpp"

#include <nlohmann/json.hpp>

#include "reports/text/text.hpp"

namespace perpend::reports {

Json named_values(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json rows = Json::array();
  for (const auto& [name, value] : pairs) rows.push_back({{"name", name}, {"value", value}});
  return rows;
}

Json provenance_rows(const Provenance& provenance) {
  std::string libraries;
  for (const auto& [name, version] : provenance.libraries)
    libraries += (libraries.empty() ? "" : ", ") + name + " " + version;
  return named_values({{"Compiler", provenance.compiler},
                       {"Flags", provenance.flags},
                       {"Libraries", libraries},
                       {"Processor", provenance.cpu},
                       {"System", provenance.system},
                       {"Command", provenance.command},
                       {"Time taken", significant(provenance.seconds, 3) + " s"},
                       {"Date", provenance.date}});
}

}  // namespace perpend::reports
