// What a paper takes from a run: tables in LaTeX with booktabs, and the entries of BibTeX that they cite.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "kernel/model/scene/record.hpp"

namespace perpend::reports {

/// Words as TeX prints them: powers of units raised, and no character that is a command.
[[nodiscard]] std::string latex_text(std::string_view text);
/// "$2.73$", "$1.4\times10^{-5}$", "--" for NaN.
[[nodiscard]] std::string latex_number(double value, int digits = 3);

/// Tabulars of methods by measures, the smallest error of each in bold: as many as fit in the width of a page. Needs
/// booktabs.
[[nodiscard]] std::string measures_latex(const ExperimentRecord& record);
/// A tabular of claims with verdicts, as wide as the line. Needs booktabs and array.
[[nodiscard]] std::string claims_latex(const ExperimentRecord& record);

/// The citation keys of the scene, its claims and the theorems of its certificates.
[[nodiscard]] std::set<std::string> cited_keys(const ExperimentRecord& record);
/// The entries of docs/references.bib with these keys, in its order.
[[nodiscard]] std::string bibliography(const std::set<std::string>& keys);

}  // namespace perpend::reports
