#include "study/runs/law_words.hpp"

#include <fmt/format.h>

#include <functional>
#include <string>

#include "kernel/simulation/law_faults.hpp"

namespace perpend {

namespace {

/// Calls visit(words, sign) for every law that a text names by its force, joint or constraint.
template <class Visit>
void for_each_law(const Model& model, const std::string& text, const Visit& visit) {
  const auto show = [&](const std::string& owner, const char* kind, std::size_t number, const TimeFunction& law) {
    const std::string words = describe_law(law), name = fmt::format("'{}'", owner);
    if (!words.empty() && text.find(name) != std::string::npos)
      visit(words, fmt::format("[law {} of {} {}]", number, kind, name));
  };
  for (const Force& force : model.forces) {
    std::size_t number = 0;
    for (const TimeFunction* law : laws_of(force)) show(force.name, "force", ++number, *law);
  }
  for (const Joint& joint : model.joints)
    for (std::size_t k = 0; k < joint.drive.size(); ++k) show(joint.name, "joint", k + 1, joint.drive[k]);
}

void replace(const std::string& from, const std::string& to, std::string& text) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

void for_each_text(MethodRun& run, const std::function<void(std::string&)>& call) {
  call(run.message);
  for (std::string& note : run.notes) call(note);
}

}  // namespace

void leave_out_laws(const Model& model, MethodRun& run) {
  for_each_text(run, [&](std::string& text) {
    for_each_law(model, std::string(text),
                 [&](const std::string& words, const std::string& sign) { replace(words, sign, text); });
  });
}

void put_in_laws(const Model& model, MethodRun& run) {
  for_each_text(run, [&](std::string& text) {
    if (text.find("[law ") == std::string::npos) return;
    for_each_law(model, std::string(text),
                 [&](const std::string& words, const std::string& sign) { replace(sign, words, text); });
  });
}

}  // namespace perpend
