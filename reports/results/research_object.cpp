#include "reports/results/research_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/files/json.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

constexpr const char* program_id = "#perpend";

/// The kind of a file by the end of its name.
std::string media_type(const std::string& name) {
  constexpr std::pair<const char*, const char*> types[] = {
      {".html", "text/html"},        {".json", "application/json"}, {".csv", "text/csv"},
      {".xml", "application/xml"},   {".svg", "image/svg+xml"},     {".pdf", "application/pdf"},
      {".gz", "application/gzip"},   {".npz", "application/zip"},   {".scene", "text/plain"},
      {".lock", "application/json"}, {".tex", "application/x-tex"}, {".bib", "application/x-bibtex"}};
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

std::string newest_date(const Crate& crate) {
  std::string newest;
  for (const CrateScene& scene : crate.scenes) newest = std::max(newest, scene.record.provenance.date);
  return newest;
}

std::string crate_path(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

Json identifier(const std::string& id) {
  return {{"@id", id}};
}

Json author_ids(const Crate& crate) {
  Json ids = Json::array();
  for (std::size_t i = 0; i < crate.authors.size(); ++i) ids.push_back(identifier(fmt::format("#author-{}", i + 1)));
  return ids;
}

/// The run of one scene: from its file, by this program, to its results.
Json creation(const CrateScene& scene, std::size_t number) {
  const ExperimentRecord& record = scene.record;
  Json action = {{"@id", fmt::format("#run-{}", number)},
                 {"@type", "CreateAction"},
                 {"name", record.title.empty() ? record.id : record.title},
                 {"description", record.provenance.command},
                 {"instrument", identifier(program_id)},
                 {"endTime", record.provenance.date},
                 {"result", identifier(crate_path(scene.folder, "results.json"))}};
  if (!record.scene_files.empty())
    action["object"] = identifier(crate_path(scene.folder, "inputs/" + record.scene_files.front().path));
  return action;
}

std::string crate_description(const Crate& crate) {
  ClaimCounts claims;
  CertificateCounts certificates;
  for (const CrateScene& scene : crate.scenes) {
    const ClaimCounts one = count_claims(scene.record.claims);
    claims.reproduced += one.reproduced;
    claims.not_reproduced += one.not_reproduced;
    claims.undecided += one.undecided;
    certificates.proved += count_certificates(scene.record).proved;
  }
  return fmt::format(
      "Results of {} scenes of rigid body simulation: {} claims reproduced, {} not reproduced, {} undecided; {} "
      "certificates proved.",
      crate.scenes.size(), claims.reproduced, claims.not_reproduced, claims.undecided, certificates.proved);
}

/// A string of YAML in double quotes, which JSON's are too.
std::string quoted_yaml(const std::string& text) {
  return json_text(Json(text), -1);
}

}  // namespace

std::string crate_metadata(const Crate& crate) {
  Json parts = Json::array(), actions = Json::array();
  for (const CrateFile& file : crate.files) parts.push_back(identifier(file.name));
  for (std::size_t i = 0; i < crate.scenes.size(); ++i) actions.push_back(identifier(fmt::format("#run-{}", i + 1)));
  Json root = {{"@id", "./"},
               {"@type", "Dataset"},
               {"name", crate.title},
               {"description", crate_description(crate)},
               {"datePublished", newest_date(crate)},
               {"author", author_ids(crate)},
               {"hasPart", parts},
               {"mentions", actions}};
  if (!crate.license.empty()) root["license"] = identifier("https://spdx.org/licenses/" + crate.license);
  Json graph = Json::array();
  graph.push_back({{"@id", "ro-crate-metadata.json"},
                   {"@type", "CreativeWork"},
                   {"about", identifier("./")},
                   {"conformsTo", identifier("https://w3id.org/ro/crate/1.1")}});
  graph.push_back(root);
  if (!crate.license.empty())
    graph.push_back(
        {{"@id", "https://spdx.org/licenses/" + crate.license}, {"@type", "CreativeWork"}, {"name", crate.license}});
  for (std::size_t i = 0; i < crate.authors.size(); ++i)
    graph.push_back({{"@id", fmt::format("#author-{}", i + 1)}, {"@type", "Person"}, {"name", crate.authors[i]}});
  const Provenance& provenance = crate.scenes.front().record.provenance;
  graph.push_back(
      {{"@id", program_id},
       {"@type", "SoftwareApplication"},
       {"name", "Perpend"},
       {"softwareVersion",
        provenance.commit.empty() ? provenance.version : provenance.version + " (" + provenance.commit + ")"}});
  for (std::size_t i = 0; i < crate.scenes.size(); ++i) graph.push_back(creation(crate.scenes[i], i + 1));
  for (const CrateFile& file : crate.files)
    graph.push_back({{"@id", file.name},
                     {"@type", "File"},
                     {"name", file.name},
                     {"encodingFormat", media_type(file.name)},
                     {"contentSize", std::to_string(file.bytes)},
                     {"sha256", file.sha256}});
  return json_text({{"@context", "https://w3id.org/ro/crate/1.1/context"}, {"@graph", graph}}) + "\n";
}

std::string citation_file(const Crate& crate) {
  std::string text =
      "cff-version: 1.2.0\n"
      "message: If you use these results, please cite them as below.\n"
      "type: dataset\n";
  text += "title: " + quoted_yaml(crate.title) + "\nauthors:\n";
  for (const std::string& author : crate.authors) text += "  - name: " + quoted_yaml(author) + "\n";
  if (const std::string date = newest_date(crate); date.size() >= 10)
    text += "date-released: " + quoted_yaml(date.substr(0, 10)) + "\n";
  if (!crate.license.empty()) text += "license: " + quoted_yaml(crate.license) + "\n";
  const Provenance& provenance = crate.scenes.front().record.provenance;
  text +=
      "references:\n  - type: software\n    title: Perpend\n    authors:\n      - name: The developers of Perpend\n";
  text += "    version: " + quoted_yaml(provenance.version) + "\n";
  if (!provenance.commit.empty()) text += "    commit: " + quoted_yaml(provenance.commit) + "\n";
  std::set<std::string> sources;
  for (const CrateScene& scene : crate.scenes)
    if (!scene.record.source.empty()) sources.insert(scene.record.source);
  for (const std::string& source : sources)
    text += "  - type: generic\n    title: " + quoted_yaml(source) +
            "\n    authors:\n      - name: " + quoted_yaml(source.substr(0, source.find_first_of(" ,;:"))) + "\n";
  return text;
}

}  // namespace perpend::reports
