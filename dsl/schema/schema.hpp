// The blocks that belong to the language itself, as rows: the checker and the manual read the same table.
#pragma once

#include <span>
#include <string_view>

#include "kernel/model/model.hpp"
#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/schema.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::dsl {

/// A property of a block. Where `syntax` is given it is read by a rule of its own, which `syntax` shows in the manual;
/// otherwise `spec.type` decides.
struct LanguageField {
  FieldSpec spec;
  std::string_view syntax = "";
};

struct BlockSpec {
  std::string_view kind;
  std::string_view form;  ///< "figure name { ... }"
  std::string_view summary;
  std::string_view inside;  ///< kind of the block that it stands in; empty: the file itself
  std::span<const LanguageField> fields;
  /// Fields in a spatial world, where they differ from those of the plane.
  std::span<const LanguageField> spatial_fields = {};
};

/// The block as a world of that space has it: its fields in `fields`, those of the other space in `spatial_fields`.
[[nodiscard]] BlockSpec block_in(const BlockSpec& block, Space space);

extern const BlockSpec experiment_block;
extern const BlockSpec param_block;
extern const BlockSpec world_block;
extern const BlockSpec body_block;
extern const BlockSpec shape_block;
extern const BlockSpec part_block;
extern const BlockSpec instance_block;
extern const BlockSpec particle_block;
extern const BlockSpec fixed_block;
extern const BlockSpec joint_block;
extern const BlockSpec drive_block;
extern const BlockSpec constraint_block;
extern const BlockSpec force_block;
extern const BlockSpec contacts_block;
extern const BlockSpec contact_block;
extern const BlockSpec linear_block;
extern const BlockSpec run_block;
extern const BlockSpec method_block;
extern const BlockSpec measure_block;
extern const BlockSpec figure_block;
extern const BlockSpec claim_block;
extern const BlockSpec sweep_block;
extern const BlockSpec fit_block;
extern const BlockSpec datum_block;
extern const BlockSpec verify_block;

/// The block of this kind; null: there is none.
[[nodiscard]] const BlockSpec* find_block(std::string_view kind);

/// All of them in the order of the manual.
[[nodiscard]] std::span<const BlockSpec* const> block_specs();

/// What brings the components of a signal to one number.
struct ReductionName {
  std::string_view name;
  Reduction reduction;
  std::string_view doc;
};

[[nodiscard]] std::span<const ReductionName> reductions();

/// The dimension of a signal whose rows are all angles; `dimension` of the signal is for lengths.
[[nodiscard]] Dimension dimension_of_angles(const SignalType& signal);

}  // namespace perpend::dsl
