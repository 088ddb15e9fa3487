// MuJoCo: trees in joint coordinates, read from its XML.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "bench/peers/peer.hpp"

namespace {

using namespace peers;

/// The XML reader of Debian takes no more than 100 elements inside each other, and a chain is that.
constexpr long most_links = 97;

std::string text(const Vec& v) {
  char line[96];
  std::snprintf(line, sizeof line, "%.17g %.17g %.17g", v[0], v[1], v[2]);
  return line;
}

std::string text(double value) {
  char line[32];
  std::snprintf(line, sizeof line, "%.17g", value);
  return line;
}

/// Each body has its frame at its joint with the previous one.
std::string xml_of(const Chain& chain, const std::string& integrator) {
  const std::string size = std::to_string(chain.links.size());
  std::string xml =
      "<mujoco><compiler autolimits=\"false\" inertiafromgeom=\"false\" boundmass=\"0\" boundinertia=\"0\"/><option "
      "timestep=\"" +
      text(chain.step) + "\" gravity=\"" + text(chain.gravity) + "\" integrator=\"" + integrator + "\"/><worldbody>";
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Link& link = chain.links[i];
    xml += "<body pos=\"" + text(i == 0 ? link.from : link.from - chain.links[i - 1].from) + "\"><inertial pos=\"" +
           text(link.center - link.from) + "\" mass=\"" + text(link.mass) + "\" diaginertia=\"" + text(link.inertia) +
           "\"/>" + (chain.is_hinged ? "<joint type=\"hinge\" axis=\"0 0 1\"/>" : "<joint type=\"ball\"/>");
  }
  for (std::size_t i = 0; i < chain.links.size(); ++i) xml += "</body>";
  return xml + "</worldbody></mujoco>";
}

Answer step(const Chain& chain, const std::string& integrator) {
  const std::string xml = xml_of(chain, integrator);
  mjVFS files;
  mj_defaultVFS(&files);
  if (mj_makeEmptyFileVFS(&files, "chain.xml", static_cast<int>(xml.size())) != 0)
    throw std::runtime_error("MuJoCo takes no file of this size");
  xml.copy(static_cast<char*>(files.filedata[files.nfile - 1]), xml.size());
  char error[1000] = "";
  mjModel* model = mj_loadXML("chain.xml", &files, error, sizeof error);
  mj_deleteVFS(&files);
  Answer answer;
  if (model == nullptr) {
    answer.status = "failed";
    answer.note = std::string("MuJoCo: ") + error;
    return answer;
  }
  mjData* data = mj_makeData(model);
  time_steps(answer, [&] {
    for (long s = 0; s < chain.num_steps; ++s) mj_step(model, data);
  });
  if (data->warning[mjWARN_BADQPOS].number + data->warning[mjWARN_BADQVEL].number +
          data->warning[mjWARN_BADQACC].number >
      0) {
    answer.status = "failed";
    answer.note = "MuJoCo found the state bad and reset it";
  }
  mj_kinematics(model, data);
  for (int body = 1; body < model->nbody; ++body) {
    const mjtNum* at = data->xipos + 3 * body;
    const mjtNum* turn = data->xquat + 4 * body;
    answer.poses.push_back({{at[0], at[1], at[2]}, {turn[0], turn[1], turn[2], turn[3]}});
  }
  mj_deleteData(data);
  mj_deleteModel(model);
  return answer;
}

void fail(const char* message) {
  std::fprintf(stderr, "MuJoCo: %s\n", message);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  mju_user_error = fail;
  mju_user_warning = [](const char*) {};
  Engine engine{"MuJoCo",
                mj_versionString(),
                {},
                {{"chain", "longer", "more than 97 links: its XML reader takes 100 elements inside each other"},
                 {"grains", "disks", "soft contacts of bodies of space; no rigid disks in a plane"}}};
  for (const char* kind : {"hinge", "ball"})
    for (const char* suite : {"chain", "wp"}) {
      engine.abilities.push_back({suite,
                                  kind,
                                  "euler",
                                  most_links,
                                  1,
                                  "joint coordinates, semi-implicit Euler",
                                  [](const Chain& chain) { return step(chain, "Euler"); },
                                  {}});
      if (std::string(suite) == "wp")
        engine.abilities.push_back({suite,
                                    kind,
                                    "rk4",
                                    most_links,
                                    4,
                                    "joint coordinates, Runge-Kutta of order 4",
                                    [](const Chain& chain) { return step(chain, "RK4"); },
                                    {}});
    }
  return run_peer(argc, argv, engine);
}
