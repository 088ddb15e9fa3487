#include "kernel/linear/route.hpp"

#include <cmath>
#include <cstdio>
#include <numeric>

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

namespace {

bool is_bilateral(const ConstraintRows& layout, const RowBlock& block) {
  if (block.num_rows == 0) return true;
  const RowKind kind = layout.kinds[block.first_row];
  return kind == RowKind::holonomic || kind == RowKind::nonholonomic;
}

/// Parts of the mechanism that the joints so far connect. Entry 0 is the ground, 1 + c the body whose first column is
/// c.
class Parts {
 public:
  explicit Parts(int num_columns) : parent_(num_columns + 1) { std::iota(parent_.begin(), parent_.end(), 0); }

  /// False when a and b were connected already.
  bool connect(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  int root(int part) {
    while (parent_[part] != part) part = parent_[part] = parent_[parent_[part]];
    return part;
  }

  std::vector<int> parent_;
};

/// Whether the run's cfm enters the rows of each block.
std::vector<char> compliant_blocks(const ConstraintRows& layout, const LinearAlgebra& linear_algebra) {
  std::vector<char> all(layout.blocks.size(), 1);
  if (linear_algebra.cfm == 0.0) return std::vector<char>(layout.blocks.size(), 0);
  const bool every_row = linear_algebra.cfm_rows == CfmRows::all ||
                         (linear_algebra.cfm_rows == CfmRows::route && linear_algebra.route != Route::baraff);
  if (every_row) return all;
  const std::vector<char> primary = primary_blocks(layout, Route::baraff);
  for (std::size_t k = 0; k < primary.size(); ++k) all[k] = !primary[k];
  return all;
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// The joints of flagged blocks, and how many bounded rows are among them.
std::string name_blocks(const Model& model, const std::vector<char>& blocks) {
  std::string names;
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    if (blocks[k] && model.joints[k].num_rows > 0) names += (names.empty() ? "" : ", ") + model.joints[k].name;
  long num_bounded = 0;
  for (std::size_t k = model.joints.size(); k < blocks.size(); ++k) num_bounded += blocks[k];
  if (num_bounded == 0) return names;
  if (!names.empty()) names += ", ";
  return names + (num_bounded == 1 ? "1 limit or dry friction" : std::to_string(num_bounded) + " limits and frictions");
}

}  // namespace

std::vector<char> primary_blocks(const ConstraintRows& layout, Route route) {
  std::vector<char> primary(layout.blocks.size(), 0);
  if (route == Route::smith) return primary;
  Parts parts(layout.num_columns);
  for (std::size_t k = 0; k < layout.blocks.size(); ++k) {
    const RowBlock& block = layout.blocks[k];
    if (!is_bilateral(layout, block)) continue;
    const auto part = [&](int side) { return block.num_columns[side] == 0 ? 0 : 1 + block.first_column[side]; };
    // Three bodies make no edge of a tree: with a carrier that moves a row closes a loop.
    primary[k] = route == Route::kkt || (block.num_columns[2] == 0 && parts.connect(part(0), part(1)));
  }
  return primary;
}

int count_rows(const ConstraintRows& layout, const std::vector<char>& blocks) {
  int count = 0;
  for (std::size_t k = 0; k < blocks.size(); ++k)
    if (blocks[k]) count += layout.blocks[k].num_rows;
  return count;
}

void add_compliance(const LinearAlgebra& linear_algebra, ConstraintRows& rows) {
  const std::vector<char> compliant = compliant_blocks(rows, linear_algebra);
  for (std::size_t k = 0; k < compliant.size(); ++k)
    if (compliant[k]) rows.cfm.segment(rows.blocks[k].first_row, rows.blocks[k].num_rows).array() += linear_algebra.cfm;
}

namespace {

/// "cfm of contacts: 1e-06, pad 2e-05". Empty without any.
std::string describe_contact_compliance(const Model& model) {
  if (!model.contacts.enabled) return "";
  std::string text = model.contacts.compliance == 0.0 ? "" : short_number(model.contacts.compliance);
  for (const ContactPair& pair : model.contact_pairs)
    if (pair.enabled && !std::isnan(pair.compliance))
      text += (text.empty() ? "" : ", ") + pair.name + " " + short_number(pair.compliance);
  return text.empty() ? "" : "cfm of contacts: " + text;
}

}  // namespace

std::string describe_compliance(const Model& model, const LinearAlgebra& linear_algebra) {
  std::string text;
  if (linear_algebra.cfm != 0.0) {
    const ConstraintRows layout = allocate_evaluation(model).rows;
    const std::vector<char> compliant = compliant_blocks(layout, linear_algebra);
    const int count = count_rows(layout, compliant);
    const std::string all = std::to_string(layout.num_rows) + " rows";
    text = "cfm " + short_number(linear_algebra.cfm) + " on ";
    if (count == layout.num_rows)
      text += "all " + all;
    else if (count == 0)
      text += "none of " + all;
    else
      text += std::to_string(count) + " of " + all + " (" + name_blocks(model, compliant) + ")";
  }
  std::string own;
  for (const Joint& joint : model.joints)
    if (joint.cfm != 0.0) own += (own.empty() ? "" : ", ") + joint.name + " " + short_number(joint.cfm);
  if (!own.empty()) text += (text.empty() ? "cfm of joints: " : "; cfm of joints: ") + own;
  const std::string contacts = describe_contact_compliance(model);
  return text + (text.empty() || contacts.empty() ? "" : "; ") + contacts;
}

RouteFacts route_facts(const Model& model, const LinearAlgebra& linear_algebra) {
  const ConstraintRows layout = allocate_evaluation(model).rows;
  const int num_primary = count_rows(layout, primary_blocks(layout, linear_algebra.route));
  return {.route = linear_algebra.route,
          .num_primary_rows = num_primary,
          .num_auxiliary_rows = layout.num_rows - num_primary,
          .compliance = describe_compliance(model, linear_algebra)};
}

const char* to_string(Route route) {
  switch (route) {
    case Route::kkt:
      return "kkt";
    case Route::baraff:
      return "baraff";
    case Route::smith:
      return "smith";
  }
  return "unknown";
}

}  // namespace perpend
