#include "dsl/explanation.hpp"

namespace perpend::dsl {

std::span<const Explanation> explanations() {
  static const Explanation rows[] = {
      {.code = "S001",
       .story = "A scene, or a file that it includes, does not exist, is a folder, or may not be read. Paths of "
                "include are relative to the file that they stand in.",
       .example = R"(include "nothing.scene")"},
      {.code = "S002",
       .story = "Scenes are text in UTF-8. This comes with files of editors that save in another encoding, and with "
                "binary files. Save the file as UTF-8.",
       .example = R"(include "latin.scene")",
       .file_name = "latin.scene",
       .file_bytes = "# \xE9t\xE9"},
      {.code = "S003",
       .story = "All files of a scene together may have 64 MB, so that a mistaken path does not fill the memory. Write "
                "what repeats with for. (The example runs under a limit of 100 bytes.)",
       .example = R"(let list = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])",
       .limits = {.file_bytes = 100}},
      {.code = "S004",
       .story = "An include is followed inside the folder of the scene only, at most 16 files deep, and never in a "
                "circle. Move the file into the folder of the scene.",
       .example = R"(include "../elsewhere.scene")"},
      {.code = "S005",
       .story = "At this place the text does not read as a statement or a value: a bracket that is not closed, a comma "
                "too many, a word where a sign is needed. The caret shows where reading stopped and the message what "
                "could have stood there; the mistake may be a little before it. A statement ends at a new line, at ; "
                "or at the } of its block.",
       .example = R"(let a = (1 + 2)"},
      {.code = "S006",
       .story = "Brackets, blocks or operators are inside each other deeper than any scene that people write: 200 "
                "levels, 1,000 operators in a chain. Give parts of an expression a name with let. (The example runs "
                "under a limit of 6 levels.)",
       .example = R"(let a = ((((((((1)))))))))",
       .limits = {.nesting = 6}},
      {.code = "S007",
       .story = "Numbers have 64 bits: magnitudes from 4.9e-324 to 1.8e308, and whole numbers that are exact up to "
                "2^53. A whole number beyond that is an error where it would silently become another one.",
       .example = R"(let big = 1e999)"},
      {.code = "S008",
       .story = "A string ends on the line on which it begins. Its escapes are \\n, \\t, \\\", \\\\ and \\u{1F600}.",
       .example = R"(let a = "one \q two")"},
      {.code = "S009",
       .story = "let, param and for name values, and such a name would collide: with a unit, for 2 m is two metres, or "
                "with a word of the language. Bodies, joints, methods and measures may bear names of units, because "
                "they never stand behind a number.",
       .example = R"(let m = 1 kg)"},
      {.code = "S010",
       .story = "A scene file has exactly one experiment. A file without one is a part that others include.",
       .example = R"(# nothing but a comment)",
       .frame = ExampleFrame::file},
      {.code = "S011",
       .story = "The word is no kind of declaration, or its block belongs elsewhere: measures stand in the experiment, "
                "contacts in the world. The manual shows as a figure which block stands inside which.",
       .example = R"(contacts { friction = 0.3 })"},
      {.code = "S012",
       .story = "The block, type or method has no field, argument or option of this name. The message names the "
                "nearest one; perpend list and the manual have all of them.",
       .example = R"(method a = baumgarte(alfa: 10/s))"},
      {.code = "S013",
       .story = "A field or an argument without a default is missing.",
       .example = R"(body a = rod(length: 1 m) { mass = 1 kg }
joint guide = prismatic(world, a))",
       .frame = ExampleFrame::world},
      {.code = "S014",
       .story = "A field is given twice in one block. Take one of them away; a param and --set change a value without "
                "a second line.",
       .example = R"(method a = none { step = 1 ms; step = 2 ms })"},
      {.code = "S015",
       .story = "A name is declared twice. No name hides another, so that each has one meaning everywhere. In loops "
                "give names an index: body link[i].",
       .example = R"(let a = 1
let a = 2)"},
      {.code = "S016",
       .story = "There is no type, method, signal, solver or part of this name. perpend list methods, joints, shapes, "
                "signals and so on print what there is.",
       .example = R"(method a = baumgart(alpha: 10/s))"},
      {.code = "S017",
       .story = "Nothing is declared under this name here. Bodies come before the joints that name them; names of let "
                "end with their block; a name with indices needs as many as it was declared with.",
       .example = R"(let a = b + 1)"},
      {.code = "S018",
       .story = "The function does not exist, or takes other arguments: their count, or numbers where a vector stands.",
       .example = R"(let a = sqrt(1, 2))"},
      {.code = "S019",
       .story = "The word behind a number is no unit. To multiply by a name write *: 2 * length.",
       .example = R"(let a = 3 metre)"},
      {.code = "S020",
       .story = "A declaration reads: kind name = type(arguments) { properties }. This one lacks a part that its kind "
                "needs, or has one that it has no use for. The hint shows the form.",
       .example = R"(measure = total_energy)"},
      {.code = "S021",
       .story = "A value of another type is needed here: a number where a list stands, a vector where a number stands, "
                "the name of a body where an expression stands.",
       .example = R"(let a = 1 + "two")"},
      {.code = "S022",
       .story = "The field takes one of a few words, and this is none of them.",
       .example = R"(method a = none { expect = explodes })"},
      {.code = "S023",
       .story = "The value lies outside of the range that makes sense: a mass below zero, a coefficient of restitution "
                "above 1, an element behind the end of a list.",
       .example = R"(body a = rod(length: -1 m) { mass = 1 kg })",
       .frame = ExampleFrame::world},
      {.code = "S024",
       .story = "Counts, indices and ends of ranges are whole numbers.",
       .example = R"(for i in 1..2.5 { })"},
      {.code = "S025",
       .story = "Loops may repeat a million times in all, and ten million statements may be carried out.",
       .example = R"(for i in 1..2000000 { })"},
      {.code = "S026",
       .story = "A division by zero, the root of a negative number, or an overflow. The message shows the operands.",
       .example = R"(let a = 1 / (2 - 2))"},
      {.code = "S027",
       .story = "A rotation needs an axis that is not zero, a quaternion that is not zero, or three axes of which "
                "neighbours differ.",
       .example = R"(body a = sphere(radius: 1 m) { mass = 1 kg; rotation = axis_angle((0, 0, 0), 30 deg) })",
       .frame = ExampleFrame::space},
      {.code = "S028",
       .story = "A value would need itself: a function of the scene that calls itself, at once or through others, or a "
                "law of a force that reads what the step has yet to work out, such as the force of a joint or an "
                "acceleration. A drive, too, needs its own value where its law reads what it moves: through other "
                "drives, a body that it carries or a linkage that leaves no other motion. The message shows the "
                "circle. Laws read positions, angles, velocities, rates and t.",
       .example = R"(fn f(x) = 2 * g(x)
fn g(x) = f(x) + 1
let a = f(1))"},
      {.code = "S029",
       .story = "A table is a CSV file: a first line with the names of two columns and their units in square brackets, "
                "then at least two rows of two finite numbers, the first of them ascending. The message names the "
                "line.",
       .example = R"(let a = table("push.csv", 1 s))",
       .file_name = "push.csv",
       .file_bytes = "t [s],F [N]\n0,1\n2,3\n1,2\n"},
      {.code = "S031",
       .story = "The field is measured in another dimension: a rate where a time stands. Angles count as pure numbers. "
                "Often the unit is missing, or stands on the wrong side of a /: 50/s is a rate, 50 s is not.",
       .example = R"(method a = baumgarte(alpha: 50 s))"},
      {.code = "S032",
       .story = "Terms of a sum, sides of a comparison and components of a vector have one dimension. A zero fits "
                "every dimension.",
       .example = R"(let a = 1 m + 2 s)"},
      {.code = "S041",
       .story = "A body that moves has a mass, and a rigid one an inertia. It comes from mass or density and the "
                "shape, or from custom(inertia: ...).",
       .example = R"(body a = rod(length: 1 m) { })",
       .frame = ExampleFrame::world},
      {.code = "S042",
       .story = "Each of the values is fine, and together they make no sense: a mass and a density, a density of a "
                "line, a joint that needs angles on a particle, limits that the start does not lie within.",
       .example = R"(body a = rod(length: 1 m) { density = 3 kg/m^2 })",
       .frame = ExampleFrame::world},
      {.code = "S043",
       .story = "The points or axes that a joint holds together lie apart at the start. The methods start from this "
                "error: some take it away slowly, some with a jolt, some keep it. Mend the poses, or write start = "
                "assemble, which moves the bodies to where all joints close.",
       .example = R"(body a = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m }
joint pin = revolute(world, a) { at_first = (0, 0.5) m; at_second = (0, 0) m })",
       .frame = ExampleFrame::world},
      {.code = "S044",
       .story = "A joint connects two different bodies of which at least one can move, and a drive is put on a joint "
                "that has a free coordinate.",
       .example = R"(body a = rod(length: 1 m) { mass = 1 kg }
joint pin = revolute(a, a) { at = (0, 0) m })",
       .frame = ExampleFrame::world},
      {.code = "S045",
       .story = "There are joints, and this body is in none of them, nor in a force or a contact: it flies off alone. "
                "That may be meant; more often a joint names another body than it should.",
       .example = R"(body a = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m }
body free = rod(length: 1 m) { mass = 1 kg }
joint pin = revolute(world, a) { at = (0, 0) m })",
       .frame = ExampleFrame::world},
      {.code = "S046",
       .story =
           "An experiment needs a world or a linear system, a world a run and something that moves, and each a method.",
       .example = R"(experiment example { })",
       .frame = ExampleFrame::file},
      {.code = "S047",
       .story = "The step is longer than the run, or does not fit it.",
       .example = R"(experiment example {
  world planar { particle bob { mass = 1 kg } }
  run { step = 2 s; duration = 1 s }
  method plain = none
})",
       .frame = ExampleFrame::file},
      {.code = "S048",
       .story = "Rows of one matrix have one length, and the matrices of a linear system fit each other.",
       .example = R"(body a = rod(length: 1 m) { mass = 1 kg }
constraint c = linear(a, world, rows: [[1, 0, 0], [0, 1]]))",
       .frame = ExampleFrame::world},
      {.code = "S049",
       .story = "The velocities of the bodies at the start are not those that the joints allow. The first step takes "
                "the difference away with a jolt, which changes the energy. Give velocity and spin that fit, or write "
                "start = assemble_velocities.",
       .example = R"(body a = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m; velocity = (1, 0) m/s }
joint pin = revolute(world, a) { at = (0, 0) m })",
       .frame = ExampleFrame::world},
      {.code = "S050",
       .story = "start = assemble looked for poses near those of the sketch in which all joints hold, and there are "
                "none: the lengths of a loop contradict each other, or the sketch is too far from a pose that closes.",
       .example = R"(start = assemble
body a = rod(length: 1 m) { mass = 1 kg; at = (0.5, 0) m }
joint pin = revolute(world, a) { at = (0, 0) m; on_second = (-0.5, 0) m }
joint far = revolute(world, a) { at_first = (3, 0) m; on_second = (0.5, 0) m })",
       .frame = ExampleFrame::world},
      {.code = "S051",
       .story = "A measure is one number at each step. A signal with several components needs a reduction: max_abs, "
                "norm, x, y, z; a signal of one body or joint needs its name.",
       .example = R"(measure e = constraint_error)"},
      {.code = "S052",
       .story = "A figure draws measures over the time, the step, a swept key or another measure; something of that is "
                "missing, unknown or does not go together.",
       .example = R"(measure e = total_energy
sweep s { step = [1, 2] ms }
figure f { y = e; x = s.duration })"},
      {.code = "S053",
       .story = "A claim says in which range its value lies: exactly one of in = [lo, hi], near = x within dx, below = "
                "x, above = x or is = x. A claim in the words of a source needs the source.",
       .example = R"(measure e = total_energy
claim c "it stays" { value = max(e, plain) })"},
      {.code = "S054",
       .story =
           "A query of a claim asks the runs: max(measure, method), at(measure, method, time: t), order(measure, "
           "method, over: sweep.key) and so on. The hint shows its form. stop_when of a run takes a condition on t, "
           "signals and measures, which changes during the run.",
       .example = R"(measure e = total_energy
claim c "it stays" { value = max(e); below = 1 J })"},
      {.code = "S055",
       .story = "A sweep gives values to a param, to step or to duration: a list, a range, log_range(a, b, n), "
                "random(a, b, n). A param that holds a choice is swept over words.",
       .example = R"(sweep s { gravitation = [1, 2] })"},
      {.code = "S056",
       .story = "A fit compares numbers of a source with the runs of a sweep. It needs a grid of one or two keys that "
                "are numbers, at least as many data as keys, and of each datum a value of single runs, a number, and "
                "its standard deviation above 0.",
       .example = R"(param length = 1 m
measure e = total_energy
sweep s { length = [1, 2, 3] m }
fit f { over = s })"},
      {.code = "S061",
       .story = "What --set names is no param of the scene, nor the step or duration of its run.",
       .example = R"(param length = 1 m)",
       .set = "lenght = 2 m"},
      {.code = "S062",
       .story = "--set reads name = value, and the value has the type and dimension of the param that it replaces.",
       .example = R"(param length = 1 m)",
       .set = "length = 2 s"},
      {.code = "S063",
       .story = "Between two steps the drive goes forth and back, or jumps, and no step shows it: the run would be "
                "that of another drive. Take the step that the hint names, or a slower function.",
       .example = R"(body a = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m }
joint pin = revolute(world, a) { at = (0, 0) m }
drive d = angle(pin) { value = 0.1 rad * (1 - cos(10000 rad/s * t)) })",
       .frame = ExampleFrame::world},
      {.code = "S064",
       .story = "No method of the scene can run this mechanism: a method without positions to correct has nothing to "
                "do with a compliance, one for smooth motions does not take contacts. Where another method can run, "
                "this is the warning S074.",
       .example = R"(experiment example {
  world planar {
    body a = disk(radius: 1 m) { mass = 1 kg; at = (0, 2) m }
    fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
    contacts { }
  }
  run { step = 1 ms; duration = 1 s }
  method exact = rattle
})",
       .frame = ExampleFrame::file},
      {.code = "S065",
       .story = "A choice has no effect where it stands: a solver of contacts in a world without contacts, an update "
                "of rotations in a method that goes its own way, a law of contacts for one that has its own, "
                "such as reference and small_steps. Leave it out, so that reports do not show what nothing follows.",
       .example = R"(method a = none { solver = lemke })"},
      {.code = "S066",
       .story = "Bodies that can touch overlap at the start. The notes of a run say what each method makes of it: some "
                "push them apart within a step, which gives them a speed, some keep the depth.",
       .example = R"(body a = disk(radius: 1 m) { mass = 1 kg; at = (0, 0.5) m }
fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
contacts { })",
       .frame = ExampleFrame::world},
      {.code = "S067",
       .story = "This pair cannot touch: one of the two has no surface, both stand still, or the program has no "
                "contact between such shapes. The manual has a table of the shapes that touch.",
       .example = R"(body a = disk(radius: 1 m) { mass = 1 kg }
contact c = between(a, world))",
       .frame = ExampleFrame::world},
      {.code = "S068",
       .story = "The world has contacts, and no pair of its bodies is ever looked at: no pair is named, or no two of "
                "the shapes touch.",
       .example = R"(body a = disk(radius: 1 m) { mass = 1 kg }
fixed ground = halfplane(point: (0, -2) m, normal: (0, 1))
contacts { pairs = named })",
       .frame = ExampleFrame::world},
      {.code = "S069",
       .story =
           "Contacts are found between convex shapes. Make a compound of convex shapes, or of a fixed outline a chain.",
       .example = R"(body arrow = polygon(vertices: [(0, 0), (2, 1), (0, 2), (1, 1)] m) { mass = 1 kg; at = (0, 5) m }
fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
contacts { })",
       .frame = ExampleFrame::world},
      {.code = "S070",
       .story = "The route of this method makes a dense matrix of all rows, and its factorizations will take long: "
                "their cost grows with the third power of the rows. route = kkt and route = baraff keep it sparse.",
       .example = R"(experiment example {
  world planar {
    for i in 1..1000 { body link[i] = rod(length: 1 m) { mass = 1 kg; at = (i - 0.5, 0) * 1 m } }
    joint pin[1] = revolute(world, link[1]) { at = (0, 0) m }
    for i in 2..1000 { joint pin[i] = revolute(link[i - 1], link[i]) { at = (i - 1, 0) * 1 m } }
  }
  run { step = 1 ms; duration = 1 s }
  method dense = none { route = smith }
})",
       .frame = ExampleFrame::file},
      {.code = "S071",
       .story = "A gear counts the angles of its wheels against the body that carries their axes. That is the world "
                "only where joints to the world hold both; otherwise name it: carrier = arm.",
       .example = R"(body sun = disk(radius: 1 m) { mass = 1 kg }
body arm = rod(length: 2 m) { mass = 1 kg; at = (1, 0) m }
body planet = disk(radius: 1 m) { mass = 1 kg; at = (2, 0) m }
joint a = revolute(world, sun) { at = (0, 0) m }
joint b = revolute(world, arm) { at = (0, 0) m }
joint c = revolute(arm, planet) { at = (2, 0) m }
joint mesh = gear(sun, planet) { ratio = 1 })",
       .frame = ExampleFrame::world},
      {.code = "S072",
       .story = "A number without a unit counts as radians, and this one is more than a whole turn and has few digits, "
                "as degrees have. Write the unit: 90 deg, or 90 rad where it is meant.",
       .example = R"(body a = rod(length: 1 m) { mass = 1 kg; angle = 90 })",
       .frame = ExampleFrame::world},
      {.code = "S073",
       .story = "A part has names of its own. export = [...] says which of them can be used outside, and each of them "
                "must be there; a part cannot hold an instance of itself.",
       .example =
           R"(part arm(length: 1 m) { body rod = rod(length: length) { mass = 1 kg }; body bob = disk(radius: 0.1 m) { mass = 1 kg }; export = [bob] }
instance left = arm(length: 2 m)
joint pin = revolute(world, left.rod) { at = (0, 0) m })",
       .frame = ExampleFrame::world},
      {.code = "S074",
       .story = "One method cannot run this mechanism, and others can. They run; this one has a row that says so, and "
                "is not as expected. Take the method out of the scene, or write expect = any where the row is wanted.",
       .example = R"(experiment example {
  world planar {
    body a = disk(radius: 1 m) { mass = 1 kg; at = (0, 2) m }
    fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))
    contacts { }
  }
  run { step = 1 ms; duration = 1 s }
  method exact = rattle
  method plain = none
})",
       .frame = ExampleFrame::file},
      {.code = "S075",
       .story =
           "A mesh is a file of triangles, OBJ or STL, that close the surface of one convex solid and are "
           "counter-clockwise as seen from outside. The message says where it has a hole, a notch or a triangle the "
           "wrong way round.",
       .example = R"(body a = hull(points: mesh("open.obj", 1 mm)) { mass = 1 kg })",
       .frame = ExampleFrame::space,
       .file_name = "open.obj",
       .file_bytes = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"},
      {.code = "S076",
       .story = "A measure may take the name of a signal. Claims, figures and measures below it then mean the measure, "
                "and a measure above it still means the signal: one word with two meanings. Put the measure first, or "
                "give it another name.",
       .example = R"(experiment example {
  world planar { particle bob { mass = 1 kg; velocity = (1, 0) m/s } }
  run { step = 1 ms; duration = 1 s }
  method plain = none
  measure share        = total_energy / 1 J
  measure total_energy = 2 * total_energy
})",
       .frame = ExampleFrame::file},
  };
  return rows;
}

}  // namespace perpend::dsl
