#include "tests/architecture/arrow_rules.hpp"

#include <algorithm>
#include <optional>

namespace perpend::architecture {

namespace {

/// Folders with rules of their own; tests/ may include everything, bench/ everything but tests/.
const std::set<std::string> product_folders{"kernel",  "stabilizers", "verification", "dsl",     "formats",
                                            "reports", "study",       "batch",        "referee", "cli",
                                            "api",     "include",     "bench"};

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, path.find('/')));
}

/// Data that every folder may use; algorithms stay out of it.
bool is_data(std::string_view path) {
  return path.starts_with("kernel/model/");
}

/// X of `#include "X"` or `#include <X>`; the quote or bracket comes with it.
std::optional<std::string> included(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return std::nullopt;
  const std::size_t word = line.find("include", hash);
  const std::size_t start = line.find_first_of("\"<", hash);
  if (word == std::string_view::npos || start == std::string_view::npos || word > start) return std::nullopt;
  const std::size_t end = line.find_first_of("\">", start + 1);
  return std::string(line.substr(start, end - start));
}

/// What "perpend/scene.hpp" names: public headers are included as their users do.
std::string path_of(const std::string& target) {
  return target.starts_with("perpend/") ? "include/" + target : target;
}

struct Include {
  std::string file;
  int line;
  std::string target;  ///< without quotes
  bool is_quoted;
};

std::vector<Include> product_includes(const SourceTree& tree) {
  std::vector<Include> includes;
  for (const auto& [file, text] : tree) {
    if (!product_folders.contains(folder_of(file)) || !has_extension(file, {".hpp", ".cpp"})) continue;
    for_each_line(text, [&, &file = file](int line, std::string_view content) {
      if (const auto target = included(content))
        includes.push_back({file, line, path_of(target->substr(1)), target->front() == '"'});
    });
  }
  return includes;
}

/// A header and all that it includes.
std::set<std::string> closure_of(const std::string& header, const std::vector<Include>& includes) {
  std::set<std::string> closure{header};
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const Include& include : includes)
      if (include.is_quoted && closure.contains(include.file)) has_grown |= closure.insert(include.target).second;
  }
  return closure;
}

bool is_allowed(const Include& include, const std::set<std::string>& reported) {
  const std::string from = folder_of(include.file);
  const std::string to = folder_of(include.target);
  // The checker believes nothing of the rest, and the rest must not lean on it.
  const auto is_checker = [](const std::string& file) { return file.starts_with("verification/checker/"); };
  if (is_checker(include.file) || is_checker(include.target))
    return is_checker(include.file) && is_checker(include.target);
  if (is_data(include.file)) return is_data(include.target);
  if (from == "bench") return to != "tests";
  if (to == "bench") return false;
  if (from == "cli") return product_folders.contains(to);
  // What a library's user does not link: programs alone run studies of thousands.
  if (to == "batch" && from != "batch") return false;
  if (from == "api") return to != "cli";
  if (to == "cli" || to == "api" || (to == "include" && from != "include")) return false;
  if (from == "batch")
    return to == "batch" || to == "study" || to == "dsl" || to == "reports" || to == "formats" ||
           is_data(include.target) || reported.contains(include.target);
  if (from == "include") return to != "study" && to != "referee" && to != "formats";
  if (from == "referee") return true;
  if (from == "study") return to != "referee";
  if (from == "reports") return to == "reports" || to == "formats" || reported.contains(include.target);
  if (from == "kernel") return to == "kernel";
  if (from == "stabilizers") return to == "stabilizers" || to == "kernel";
  return to == from || is_data(include.target);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word_character(text[end])) ++end;
    if (end > i) words.emplace_back(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

const std::map<std::string, std::set<std::string>> allowed_links{
    {"perpend_data", {"perpend_options"}},
    {"perpend_kernel", {"perpend_options", "perpend_data"}},
    {"perpend_stabilizers", {"perpend_options", "perpend_data", "perpend_kernel"}},
    {"perpend_verification", {"perpend_options", "perpend_data"}},
    {"perpend_statements", {"perpend_options", "perpend_data", "perpend_verification"}},
    {"perpend_cases", {"perpend_options", "perpend_data", "perpend_verification"}},
    {"perpend_dsl", {"perpend_options", "perpend_data"}},
    {"perpend_formats", {"perpend_options", "perpend_data"}},
    {"perpend_reports", {"perpend_options", "perpend_data", "perpend_formats", "perpend_statements"}},
    {"perpend_checker", {}}};

}  // namespace

Violations include_violations(const SourceTree& tree) {
  Violations violations;
  const std::vector<Include> includes = product_includes(tree);
  std::set<std::string> reported = closure_of("kernel/model/scene/record.hpp", includes);
  reported.merge(closure_of("verification/statements/statement.hpp", includes));
  reported.merge(closure_of("kernel/model/scene/margins.hpp", includes));
  reported.insert("kernel/model/numbers/quantile.hpp");  // figures take quantiles of runs
  for (const Include& include : includes) {
    if (!include.is_quoted) continue;
    if (!tree.contains(include.target))
      violations.push_back({include.file, include.line, "\"" + include.target + "\" is no path from the root"});
    else if (!is_allowed(include, reported))
      violations.push_back({include.file, include.line, "may not include " + include.target});
  }
  return violations;
}

Violations library_violations(const SourceTree& tree) {
  // Verification judges solvers: it holds none. Core and an ordering of a pattern are data handling.
  // A rounded factor from which a proof starts is a witness: nothing is believed of it.
  const std::set<std::string> witness_makers{"Eigen/Cholesky", "Eigen/SparseCholesky", "Eigen/LU", "Eigen/QR",
                                             "Eigen/Eigenvalues"};
  const auto makes_witnesses = [](const std::string& file) {
    return file == "verification/arithmetic/factors.cpp" || file == "verification/arithmetic/orthogonal_factors.cpp" ||
           file == "verification/arithmetic/eigenvalues.cpp" ||
           file == "verification/statements/shifted_cholesky.cpp" || file == "verification/lcp/lcp_enclosures.cpp" ||
           file == "verification/arithmetic/plain_numerics.cpp";  // shown next to proofs
  };
  const std::set<std::string> eigen_without_solvers{"Eigen/Core", "Eigen/Geometry", "Eigen/SparseCore",
                                                    "Eigen/OrderingMethods"};
  Violations violations;
  for (const Include& include : product_includes(tree)) {
    const std::string& target = include.target;
    const bool is_grammar = include.file.starts_with("dsl/grammar/");
    if (target.starts_with("boost/spirit") && !is_grammar)
      violations.push_back({include.file, include.line, "Spirit belongs in dsl/grammar/ alone"});
    if (target.starts_with("dsl/grammar/") && !is_grammar && include.file != "dsl/syntax/parse.cpp")
      violations.push_back(
          {include.file, include.line, "the grammar, and Spirit with it, belongs in dsl/syntax/parse.cpp alone"});
    if (target == "Eigen/Dense" || target == "Eigen/Eigen" || target == "Eigen/Sparse")
      violations.push_back(
          {include.file, include.line, target + " compiles every factorization; name the header needed"});
    if (include.file.starts_with("verification/checker/") &&
        (target.starts_with("Eigen/") || target.starts_with("boost/")))
      violations.push_back({include.file, include.line, target + " is what the checked code computes with"});
    // A Cholesky factorization that runs to its end is what a proof of definiteness is made of.
    const bool is_witness = makes_witnesses(include.file) && witness_makers.contains(target);
    const bool may_solve = include.file.starts_with("kernel/") || include.file.starts_with("bench/");
    if (target.starts_with("Eigen/") && !may_solve && !is_witness && !eigen_without_solvers.contains(target))
      violations.push_back({include.file, include.line, target + " is a solver; factorizations belong in kernel/"});
  }
  return violations;
}

Violations link_violations(const SourceTree& tree) {
  Violations violations;
  for (const auto& [file, text] : tree) {
    if (!file.ends_with("CMakeLists.txt")) continue;
    constexpr std::string_view command = "target_link_libraries(";
    for (std::size_t at = text.find(command); at != std::string::npos; at = text.find(command, at + 1)) {
      const std::size_t start = at + command.size();
      const std::vector<std::string> words =
          words_of(std::string_view(text).substr(start, text.find(')', start) - start));
      const auto row = words.empty() ? allowed_links.end() : allowed_links.find(words.front());
      if (row == allowed_links.end()) continue;
      const int line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
      for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i].starts_with("perpend_") && !row->second.contains(words[i]))
          violations.push_back({file, line, row->first + " may not link " + words[i]});
    }
  }
  return violations;
}

}  // namespace perpend::architecture
