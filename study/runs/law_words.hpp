// Laws in the messages and notes of a run: as this scene writes them, and where. A run of the cache may have been made
// for another scene, which writes the same laws otherwise, at other places.
#pragma once

#include "kernel/model/model.hpp"
#include "kernel/model/scene/method_run.hpp"

namespace perpend {

/// Puts a sign for each law in the place of its words, as a cache keeps the run.
void leave_out_laws(const Model& model, MethodRun& run);

/// And the words of the laws of this model in the place of the signs.
void put_in_laws(const Model& model, MethodRun& run);

}  // namespace perpend
