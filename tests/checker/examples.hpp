// Certificates of real runs, one of each kind.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verification/checker/certificate_file.hpp"

namespace perpend::test {

/// The smallest file around one certificate.
struct Example {
  nlohmann::ordered_json header, group, line;
  [[nodiscard]] std::string text() const;
};

/// Made once: small scenes run with `--certificate-data full`. Has the last certificate of each kind, whose numbers
/// are the least special.
[[nodiscard]] const std::map<std::string, Example>& examples();

/// A solve of the phase of an impact that gives back: its friction uses a normal impulse that is given.
[[nodiscard]] const Example& expansion();

/// Those of one kind that a run of the scene writes, in their order, each in a group of its own.
[[nodiscard]] std::vector<Example> certificates_of(const std::string& scene, const std::string& kind,
                                                   const std::vector<std::string>& more = {});

[[nodiscard]] checker::FileReport check(const std::string& text);
[[nodiscard]] checker::ExitCode code_of(const std::string& text);

}  // namespace perpend::test
