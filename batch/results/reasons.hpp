// Why a run of a plan stays, or has to be made: what a study's file has of it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "batch/database.hpp"
#include "batch/results/file.hpp"

namespace perpend::batch {

/// Reads what the file has, for one plan and the limits that its runs would have. Throws DatabaseError.
class FileReasons {
 public:
  FileReasons(Database& database, const StudyPlan& plan, const StudyFile::Limits& limits);

  struct Reason {
    bool stays = false;
    std::string words;  ///< "in the file of the study", "its process crashed"
  };
  /// `run`: its number in the plan. Nothing where the file has nothing to say of it.
  [[nodiscard]] std::optional<Reason> of(std::int64_t run, const RunKey& key);
  /// What the refinement of its sweep sees of the run; empty where this plan's file does not have it.
  [[nodiscard]] std::string outcome(const PlannedSweep& sweep, std::int64_t run, const RunKey& key);

 private:
  Database& database_;
  StudyFile::Limits limits_;
  bool is_same_plan_;
  std::optional<Query> find_, other_;
  std::map<const PlannedSweep*, Query> outcomes_;
};

}  // namespace perpend::batch
