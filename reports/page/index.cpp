#include "reports/page/index.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "reports/files/result_folder.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/citations.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

namespace fs = std::filesystem;

/// A comparison of LCP solvers, made apart from the scenes.
constexpr const char* solvers_page_name = "solvers.html";
/// Problems with known answers, made apart as well.
constexpr const char* verification_page_name = "verification.html";
/// Where scripts/find-margins puts how far numbers that papers do not give may move.
constexpr const char* margins_page_name = "margins/margins.html";

constexpr std::array claim_kinds{ClaimKind::quoted, ClaimKind::read_off, ClaimKind::derived, ClaimKind::ours};
using KindCounts = std::array<int, claim_kinds.size()>;

/// A claim of a source that does not reproduce, with a picture of its scene.
constexpr std::size_t most_findings = 12;

/// The claims of one source.
struct PaperRows {
  Json claims = Json::array();
  ClaimCounts counts;
  KindCounts kinds{};
};

struct IndexRows {
  Json scenes = Json::array();
  Json findings = Json::array();            ///< claims of sources that do not reproduce
  std::map<std::string, PaperRows> papers;  ///< by citation key, in alphabetical order
  PaperRows ours;                           ///< statements of the scenes themselves
  std::vector<std::string> warnings;
  ClaimCounts counts;
  KindCounts kinds{};
  int unexpected_scenes = 0;
};

std::vector<fs::path> results_files(const fs::path& directory, std::vector<std::string>& warnings) {
  std::vector<fs::path> files;
  std::error_code code;
  for (fs::recursive_directory_iterator it(directory, code), end; !code && it != end; it.increment(code))
    if (it->path().filename() == "results.json") files.push_back(it->path());
  if (code) warnings.push_back("cannot read all of " + directory.string() + ": " + code.message());
  std::sort(files.begin(), files.end());
  return files;
}

/// A number as results.json has it: "nan", "inf" and "-inf" are words.
double number(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return std::numeric_limits<double>::infinity();
  if (value == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nan("");
}

std::string paper_of(const std::string& source) {
  const std::string_view key = citation_key(source);
  return key.empty() ? "No source" : std::string(key);
}

std::string report_link(const fs::path& results, const fs::path& directory) {
  const fs::path report = results.parent_path() / "report.html";
  if (!fs::exists(report)) return "";
  return percent_encoded(report.lexically_relative(directory).generic_string());
}

std::vector<std::string> figure_names(const fs::path& results) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator it(results.parent_path() / "figures", code), end; !code && it != end; it.increment(code))
    if (it->path().extension() == ".svg") names.push_back(it->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// A link to a figure, by the name of its file; to the first one where there is no such file, and empty where there is
/// none.
std::string picture_link(const fs::path& results, const fs::path& directory, const std::string& figure) {
  const std::vector<std::string> names = figure_names(results);
  if (names.empty()) return "";
  const bool is_there = std::find(names.begin(), names.end(), as_file_name(figure)) != names.end();
  const fs::path picture = results.parent_path() / "figures" / ((is_there ? as_file_name(figure) : names[0]) + ".svg");
  return percent_encoded(picture.lexically_relative(directory).generic_string());
}

void count(ClaimCounts& counts, const std::string& status, bool as_expected) {
  counts.reproduced += status == to_string(ClaimVerdict::reproduced) ? 1 : 0;
  counts.not_reproduced += status == to_string(ClaimVerdict::not_reproduced) ? 1 : 0;
  counts.undecided += status == to_string(ClaimVerdict::undecided) ? 1 : 0;
  counts.not_run += status == to_string(ClaimVerdict::not_run) ? 1 : 0;
  counts.unexpected += as_expected ? 0 : 1;
}

/// Its place in claim_kinds. A word that is not one of them makes the file unusable.
std::size_t kind_of(const Json& claim) {
  const std::string word = claim.at("kind").get<std::string>();
  const auto found =
      std::find_if(claim_kinds.begin(), claim_kinds.end(), [&](ClaimKind kind) { return word == to_string(kind); });
  if (found == claim_kinds.end()) throw std::runtime_error("a claim of unknown kind '" + word + "'");
  return static_cast<std::size_t>(found - claim_kinds.begin());
}

/// "12 quoted, 30 read off, 0 derived, 4 ours".
std::string kinds_text(const KindCounts& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(counts[i]) + " " + describe(claim_kinds[i]);
  return text;
}

std::string spoken(const std::string& status) {
  for (const ClaimVerdict verdict : {ClaimVerdict::reproduced, ClaimVerdict::not_reproduced, ClaimVerdict::undecided})
    if (status == to_string(verdict)) return describe(verdict);
  return describe(ClaimVerdict::not_run);
}

Json claim_row(const Json& claim, const std::string& scene, const std::string& link) {
  const bool as_expected = claim.at("as_expected").get<bool>();
  const std::string status = claim.at("status").get<std::string>();
  const Unit unit{claim.at("shown_unit").get<std::string>(), {}, number(claim.at("shown_factor"))};
  return {{"id", breakable(claim.at("id").get<std::string>())},
          {"scene", scene},
          {"words", claim.at("words")},
          {"is_quoted", claim_kinds[kind_of(claim)] == ClaimKind::quoted},
          {"kind", describe(claim_kinds[kind_of(claim)])},
          {"source", claim.at("source")},
          {"note", claim.at("note")},
          {"measured",
           measured_in_unit(number(claim.at("measured")), number(claim.at("lo")), number(claim.at("hi")), unit)},
          {"range", claim.at("range_text")},
          {"verdict", spoken(status)},
          {"class", !as_expected             ? "bad"
                    : status == "reproduced" ? "good"
                                             : "expected"},
          {"expectation", as_expected ? "as expected" : "expected: " + spoken(claim.at("expect").get<std::string>())},
          {"link", link.empty() ? "" : link + "#claims"}};
}

std::string scene_title(const Json& results) {
  const std::string title = results.at("title").get<std::string>();
  return title.empty() ? results.at("id").get<std::string>() : title;
}

Json scene_row(const Json& results, const std::string& link, const std::string& picture) {
  const Json& summary = results.at("summary");
  const Json& certificates = summary.at("certificates");
  const bool as_expected = summary.at("as_expected").get<bool>();
  const bool is_complete = summary.value("stopped_by", "none") == to_string(StopReason::none);
  return {{"title", scene_title(results)},
          {"source", results.at("source")},
          {"reproduced", summary.at("claims").at("reproduced")},
          {"not_reproduced", summary.at("claims").at("not_reproduced")},
          {"undecided", summary.at("claims").at("undecided")},
          {"certificates", describe(CertificateCounts{.proved = certificates.at("proved").get<long>(),
                                                      .refuted = certificates.at("refuted").get<long>(),
                                                      .undecided = certificates.at("undecided").get<long>(),
                                                      .recheckable = certificates.value("recheckable", 0L),
                                                      .granting = certificates.value("granting", 0L),
                                                      .granted_rows = certificates.value("granted_rows", 0L)})},
          {"class", as_expected ? "good" : "bad"},
          {"expectation", is_complete ? as_expected ? "yes" : "no" : "incomplete"},
          {"date", results.at("provenance").at("outside_hash").at("date").get<std::string>().substr(0, 10)},
          {"picture", picture},
          {"link", link}};
}

void add_claim(const Json& claim, Json row, IndexRows& rows) {
  const std::size_t kind = kind_of(claim);
  PaperRows& paper =
      claim_kinds[kind] == ClaimKind::ours ? rows.ours : rows.papers[paper_of(claim.at("source").get<std::string>())];
  paper.claims.push_back(std::move(row));
  for (KindCounts* kinds : {&rows.kinds, &paper.kinds}) ++(*kinds)[kind];
  for (ClaimCounts* counts : {&rows.counts, &paper.counts})
    count(*counts, claim.at("status").get<std::string>(), claim.at("as_expected").get<bool>());
}

void add_results(const fs::path& file, const fs::path& directory, IndexRows& rows) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const Json results = Json::parse(text);
  if (results.at("format") != "perpend-results" || results.at("version") != results_version)
    throw std::runtime_error("not results of this version of the program");
  const std::string link = report_link(file, directory);
  Json scene = scene_row(results, link, picture_link(file, directory, ""));
  const std::string scene_name = results.at("id").get<std::string>();
  std::vector<Json> claims;
  std::vector<Json> findings;
  for (const Json& claim : results.at("claims")) {
    claims.push_back(claim_row(claim, breakable(scene_name), link));
    if (claim.at("status") != to_string(ClaimVerdict::not_reproduced)) continue;
    if (claim_kinds[kind_of(claim)] == ClaimKind::ours) continue;
    findings.push_back(claims.back());
    findings.back()["title"] = scene_title(results);
    findings.back()["picture"] = picture_link(file, directory, claim.value("figure", std::string()));
  }
  // From here on nothing can fail: a broken file leaves no half of its rows.
  rows.unexpected_scenes += results.at("summary").at("as_expected").get<bool>() ? 0 : 1;
  rows.scenes.push_back(std::move(scene));
  for (Json& finding : findings) rows.findings.push_back(std::move(finding));
  for (std::size_t i = 0; i < claims.size(); ++i) add_claim(results.at("claims")[i], std::move(claims[i]), rows);
}

/// `directory`: of the page.
IndexRows collect(const std::vector<std::string>& folders, const fs::path& directory) {
  IndexRows rows;
  for (const std::string& folder : folders)
    for (const fs::path& file : results_files(fs::absolute(folder).lexically_normal(), rows.warnings)) {
      // The JSON library throws; here a broken file becomes a line on the page.
      try {
        add_results(file, directory, rows);
      } catch (const std::exception& error) {
        rows.warnings.push_back("cannot use " + file.lexically_relative(directory).string() + ": " + error.what());
      }
    }
  return rows;
}

std::string headline(const IndexRows& rows) {
  if (rows.scenes.empty()) return "No results";
  const std::string all = std::to_string(rows.scenes.size()) + " scenes";
  if (rows.unexpected_scenes > 0) return std::to_string(rows.unexpected_scenes) + " of " + all + " not as expected";
  return rows.warnings.empty() ? all + ", all as expected" : all + " as expected, others could not be read";
}

Json paper_view(const std::string& name, const PaperRows& rows, std::size_t number) {
  Json kinds = Json::array();
  for (const int number : rows.kinds) kinds.push_back(std::to_string(number));
  const Citation* citation = find_citation(name);
  const std::string doi(citation != nullptr ? citation->doi : "");
  return {{"paper", name},
          {"anchor", "paper" + std::to_string(number)},
          {"citation", std::string(citation != nullptr ? citation->text : "")},
          {"doi", doi},
          {"href", doi.empty() ? "" : "https://doi.org/" + percent_encoded(doi)},
          {"claims", rows.claims},
          {"count", std::to_string(rows.claims.size())},
          {"kinds", kinds},
          {"reproduced", std::to_string(rows.counts.reproduced)},
          {"not_reproduced", std::to_string(rows.counts.not_reproduced)},
          {"undecided", std::to_string(rows.counts.undecided + rows.counts.not_run)}};
}

Json index_view(const IndexRows& rows) {
  Json findings = Json::array();
  for (std::size_t i = 0; i < std::min(rows.findings.size(), most_findings); ++i) findings.push_back(rows.findings[i]);
  const std::size_t others = rows.findings.size() - findings.size();
  Json papers = Json::array();
  for (const auto& [paper, claims] : rows.papers) papers.push_back(paper_view(paper, claims, papers.size()));
  if (!rows.ours.claims.empty()) papers.push_back(paper_view("Ours", rows.ours, papers.size()));
  Json kinds = Json::array();
  for (const ClaimKind kind : claim_kinds) kinds.push_back(describe(kind));
  return {{"headline", headline(rows)},
          {"is_as_expected", !rows.scenes.empty() && rows.unexpected_scenes == 0 && rows.warnings.empty()},
          {"claims_line", describe(rows.counts)},
          {"kinds_line", kinds_text(rows.kinds)},
          {"kinds", kinds},
          {"has_warnings", !rows.warnings.empty()},
          {"warnings", rows.warnings},
          {"has_findings", !findings.empty()},
          {"findings", findings},
          {"more_findings", others > 0 ? std::to_string(others) : ""},
          {"scenes", rows.scenes},
          {"papers", papers},
          {"has_claims", !papers.empty()}};
}

}  // namespace

WrittenIndex write_index(const std::vector<std::string>& folders, const std::string& page) {
  const fs::path directory = fs::absolute(page).lexically_normal().parent_path();
  const IndexRows rows = collect(folders, directory);
  std::error_code ignored;
  if (rows.scenes.empty() && rows.warnings.empty() && fs::exists(page, ignored)) return {};  // it may be another one's
  Json view = index_view(rows);
  view["has_solvers"] = fs::exists(directory / solvers_page_name);
  view["solvers_page"] = solvers_page_name;
  view["has_margins"] = fs::exists(directory / margins_page_name);
  view["margins_page"] = margins_page_name;
  view["has_verification"] = fs::exists(directory / verification_page_name);
  view["verification_page"] = verification_page_name;
  view["style"] = assets::style();
  view["script"] = assets::script();
  view["policy"] = content_security_policy(assets::style(), assets::script(), true);
  return {.error = write_file(page, render_template(assets::index_template(), view)),
          .unusable = rows.warnings,
          .scenes = static_cast<int>(rows.scenes.size()),
          .unexpected_scenes = rows.unexpected_scenes};
}

WrittenIndex write_index(const std::string& directory) {
  return write_index({directory}, directory + "/index.html");
}

PageLinks links_of(const std::string& out, const std::vector<std::string>& scenes, std::size_t number) {
  PageLinks links;
  if (scenes.size() < 2 || out.empty()) return links;
  const auto folder_of = [&](const std::string& scene) { return result_folder(out, scene, scenes.size()); };
  const std::string& scene = scenes[number];
  const fs::path from = fs::path(folder_of(scene)).lexically_normal();
  const auto link = [&](const fs::path& page) {
    return percent_encoded(page.lexically_normal().lexically_relative(from).generic_string());
  };
  links.index = link(fs::path(out) / "index.html");
  for (const std::string& other : scenes)
    if (other != scene && fs::path(other).parent_path() == fs::path(scene).parent_path())
      links.scenes.push_back({fs::path(other).stem().string(), link(fs::path(folder_of(other)) / "report.html")});
  return links;
}

}  // namespace perpend::reports
