#include "reports/text/citations.hpp"

#include <algorithm>
#include <array>

namespace perpend::reports {

namespace {

constexpr std::array rows{
    Citation{"ClinePai03",
             "M. B. Cline, D. K. Pai: Post-stabilization for rigid body simulation with contact and constraints. "
             "Proceedings of the IEEE International Conference on Robotics and Automation (ICRA), 2003.",
             "10.1109/ROBOT.2003.1242171"},
    Citation{"Hong06",
             "M. Hong, S. Welch, J. Trapp, M.-H. Choi: Implicit constraint enforcement for rigid body dynamic "
             "simulation. Computational Science, ICCS 2006, Lecture Notes in Computer Science 3991, Springer, 2006.",
             ""},
    Citation{
        "HartAnitescu03",
        "G. D. Hart, M. Anitescu: A hard-constraint time-stepping approach for rigid multibody dynamics with joints, "
        "contact, and friction. Proceedings of the 2003 Conference on Diversity in Computing (TAPIA), ACM, 2003.",
        ""},
    Citation{"CfmBlog05",
             "Two entries of a blog of 26 October 2005: \"Constraint Force Mixing\", and \"Linear-Time Dynamics using "
             "Lagrange Multipliers\". The author is not named in the text at hand.",
             ""},
    Citation{"DrakeStab",
             "Drake (model-based design and verification for robotics): \"Constraint stabilization\", a page of its "
             "documentation.",
             ""},
    Citation{"Andersen83",
             "H. C. Andersen: RATTLE: a \"velocity\" version of the SHAKE algorithm for molecular dynamics "
             "calculations. Journal of Computational Physics 52, 24-34, 1983.",
             "10.1016/0021-9991(83)90014-1"},
    Citation{"AnitescuPotra97",
             "M. Anitescu, F. A. Potra: Formulating dynamic multi-rigid-body contact problems with friction as "
             "solvable linear complementarity problems. Nonlinear Dynamics 14, 231-247, 1997.",
             "10.1023/A:1008292328909"},
    Citation{"BraseyHairer93",
             "V. Brasey, E. Hairer: Half-explicit Runge-Kutta methods for differential-algebraic systems of index 2. "
             "SIAM Journal on Numerical Analysis 30, 538-552, 1993.",
             "10.1137/0730025"},
    Citation{"Gonzalez06",
             "M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado: A benchmarking system for MBS simulation software: "
             "problem standardization and performance measurement. Multibody System Dynamics 16, 179-190, 2006. "
             "Problems A01 to A05 of its library.",
             ""},
    Citation{"HairerNorsettWanner93",
             "E. Hairer, S. P. Norsett, G. Wanner: Solving Ordinary Differential Equations I. Nonstiff Problems. "
             "Second edition, Springer, 1993.",
             "10.1007/978-3-540-78862-1"},
    Citation{"Haug89",
             "E. J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems, volume 1: Basic Methods. Allyn "
             "and Bacon, 1989.",
             ""},
    Citation{"MazziaMagherini08",
             "F. Mazzia, C. Magherini: Test Set for Initial Value Problem Solvers, release 2.4. Department of "
             "Mathematics, University of Bari, 2008.",
             ""},
    Citation{"Painleve1895",
             "P. Painlevé: Sur les lois du frottement de glissement. Comptes rendus de l'Académie des Sciences 121, "
             "112-115, 1895.",
             ""},
    Citation{"RyckaertCiccottiBerendsen77",
             "J.-P. Ryckaert, G. Ciccotti, H. J. C. Berendsen: Numerical integration of the cartesian equations of "
             "motion of a system with constraints. Journal of Computational Physics 23, 327-341, 1977.",
             "10.1016/0021-9991(77)90098-5"}};

}  // namespace

std::span<const Citation> citations() {
  return rows;
}

std::string_view citation_key(std::string_view source) {
  return source.substr(0, source.find_first_of(" ,;:"));
}

const Citation* find_citation(std::string_view source) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [key = citation_key(source)](const Citation& row) { return row.key == key; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace perpend::reports
