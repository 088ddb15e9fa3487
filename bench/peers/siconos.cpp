// Siconos numerics: solvers alone, whose programs are in scenes/verification/solvers. Here its version, and what it is
// not.
#include "bench/peers/peer.hpp"

int main(int argc, char** argv) {
  const char* reason = "its numerics are solvers of problems, not of motions";
  const peers::Engine engine{"Siconos",
                             PEER_SICONOS_LIBRARY,
                             {},
                             {{"chain", "hinge", reason},
                              {"chain", "ball", reason},
                              {"wp", "hinge", reason},
                              {"wp", "ball", reason},
                              {"grains", "disks", reason}}};
  return peers::run_peer(argc, argv, engine);
}
