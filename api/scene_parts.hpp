// What a Scene is made of.
#pragma once

#include "dsl/load.hpp"
#include "perpend/scene.hpp"

namespace perpend {

struct Scene::Parts {
  std::shared_ptr<const dsl::Document> document;
  std::vector<dsl::Override> overrides;
  std::vector<std::string> methods;  ///< that will run; empty: all
  Experiment experiment;
  std::vector<Diagnostic> warnings;
  std::string file;
};

}  // namespace perpend
