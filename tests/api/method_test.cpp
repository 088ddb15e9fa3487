#include "perpend/method.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "perpend/study.hpp"
#include "tests/api/scenes.hpp"

using namespace perpend;

namespace {

/// Feedback on the error of the joints, written again from outside; `rate` [1/s].
class Feedback final : public Stabilizer {
 public:
  explicit Feedback(double rate) : rate_(rate) {}
  Status step(StepContext& context, const State& now, State& next) const override {
    return step_velocity_level(context, now, {.rate = rate_, .contacts = {.keeps_distance = false}}, next);
  }
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }

 private:
  double rate_;
};

/// Gives a state of another size, throws, throws what is no std::exception, or gives what is no number.
enum class Fault { size, thrown, thrown_number, number };

template <Fault fault>
class Faulty final : public Stabilizer {
 public:
  Status step(StepContext& context, const State& now, State& next) const override {
    if (fault == Fault::thrown) throw std::runtime_error("no step");
    if (fault == Fault::thrown_number) throw 42;
    const Status status = step_velocity_level(context, now, {}, next);
    if (fault == Fault::size) next.q.conservativeResize(next.q.size() + 1);
    if (fault == Fault::number) next.v[0] = std::numeric_limits<double>::quiet_NaN();
    return status;
  }
  std::optional<LinearUpdate> linear_update() const override { return std::nullopt; }
};

using Maker = Made<std::shared_ptr<const Stabilizer>> (*)(const Properties&);

Made<std::shared_ptr<const Stabilizer>> make_feedback(const Properties& options) {
  const double rate = options.number("rate");
  if (rate > 1000.0) return FactoryError{"rate", "a rate above 1000/s is no feedback", "use less"};
  return std::make_shared<const Feedback>(rate);
}

template <Fault fault>
Made<std::shared_ptr<const Stabilizer>> make_faulty(const Properties&) {
  return std::make_shared<const Faulty<fault>>();
}

Made<std::shared_ptr<const Stabilizer>> make_by_throwing(const Properties&) {
  throw std::runtime_error("no method today");
}

Made<std::shared_ptr<const Stabilizer>> make_nothing(const Properties&) {
  return std::shared_ptr<const Stabilizer>();
}

constexpr FieldSpec rate_option[] = {{.name = "rate",
                                      .type = FieldType::number,
                                      .dimension = dimension::rate,
                                      .required = true,
                                      .doc = "of the feedback",
                                      .minimum = 0.0}};

MethodType method_row(const char* name, Maker make, std::span<const FieldSpec> options = {}) {
  return {.spec = {.name = name, .summary = "of the tests", .arguments = options, .properties = {}},
          .drift_order = 1,
          .position_order = 1,
          .variants = name,
          .make = make};
}

/// The test program has one registry: each name is given once.
void register_all() {
  static const bool done = [] {
    for (const MethodType& type :
         {method_row("my_feedback", make_feedback, rate_option), method_row("my_sizes", make_faulty<Fault::size>),
          method_row("my_throw", make_faulty<Fault::thrown>),
          method_row("my_throw_number", make_faulty<Fault::thrown_number>),
          method_row("my_nan", make_faulty<Fault::number>), method_row("my_late_throw", make_by_throwing),
          method_row("my_null", make_nothing)})
      BOOST_REQUIRE(!register_method(type));
    return true;
  }();
  (void)done;
}

Result<Scene> scene_with(const std::string& method) {
  register_all();
  return Scene::from_text(test::pendulum(test::two_methods + "\n  method mine = " + method));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(method)

BOOST_AUTO_TEST_CASE(a_method_from_outside_is_compared_and_certified) {
  const auto study = run(scene_with("my_feedback(rate: 20/s)").value()).value();
  BOOST_REQUIRE(study.runs().size() == 3U);
  BOOST_TEST(study.runs()[2].stabilizer == "my_feedback");
  BOOST_TEST(study.measure("mine", "drift")->max < study.measure("plain", "drift")->max);
  BOOST_TEST(study.certificates("mine")->proved >= 100);
  BOOST_TEST(study.certificates("mine")->refuted == 0);
  // At rate 0 it is the method without stabilization, bit for bit.
  const auto idle = run(scene_with("my_feedback(rate: 0/s)").value()).value();
  BOOST_TEST(idle.runs()[2].trajectory_hash == idle.runs()[0].trajectory_hash);
}

BOOST_AUTO_TEST_CASE(its_options_are_checked_like_ours) {
  for (const char* wrong : {"my_feedback", "my_feedback(rate: 20 s)", "my_feedback(rate: -1/s)",
                            "my_feedback(rate: 2000/s)", "my_feedback(rates: 1/s)", "my_null"})
    BOOST_TEST(!scene_with(wrong).has_value(), wrong);
}

BOOST_AUTO_TEST_CASE(what_it_does_wrong_is_a_value) {
  const auto sizes = run(scene_with("my_sizes").value());
  BOOST_REQUIRE(!sizes.has_value());
  BOOST_TEST((sizes.error().kind == ErrorKind::foreign));
  BOOST_TEST(sizes.error().message.find("another size") != std::string::npos);
  BOOST_TEST(run(scene_with("my_throw").value()).error().message == "no step");
  BOOST_TEST((run(scene_with("my_throw_number").value()).error().kind == ErrorKind::foreign));
  BOOST_TEST((scene_with("my_late_throw").error().kind == ErrorKind::foreign));
  const auto nan = run(scene_with("my_nan").value());
  BOOST_REQUIRE(nan.has_value());
  BOOST_TEST((nan->runs()[2].status == RunStatus::not_finite));
  BOOST_TEST(!nan->as_expected());
  BOOST_TEST((nan->runs()[0].status == RunStatus::completed));
}

BOOST_AUTO_TEST_CASE(a_scene_loaded_before_keeps_its_rows) {
  const auto scene = Scene::from_text(test::pendulum()).value();
  const auto before = run(scene).value();
  BOOST_REQUIRE(!register_method(method_row("my_late_one", make_feedback, rate_option)));
  const auto after = run(scene).value();
  for (std::size_t i = 0; i < 2; ++i) BOOST_TEST(after.runs()[i].trajectory_hash == before.runs()[i].trajectory_hash);
}

BOOST_AUTO_TEST_CASE(rows_that_are_wrong_are_not_registered) {
  register_all();
  static constexpr FieldSpec twice[] = {{.name = "rate", .doc = "a"}, {.name = "rate", .doc = "b"}};
  static constexpr FieldSpec body[] = {{.name = "which", .type = FieldType::body, .doc = "a"}};
  static constexpr FieldSpec inverted[] = {{.name = "rate", .doc = "a", .minimum = 2.0, .maximum = 1.0}};
  static constexpr FieldSpec no_choices[] = {{.name = "kind", .type = FieldType::choice, .doc = "a"}};
  MethodType negative = method_row("my_new", make_feedback);
  negative.drift_order = -1;
  MethodType silent = method_row("my_new", make_feedback);
  silent.spec.summary = "";
  for (const MethodType& type :
       {method_row("none", make_feedback), method_row("my_feedback", make_feedback), method_row("", make_feedback),
        method_row("a-b", make_feedback), method_row("2a", make_feedback), method_row("my_new", nullptr),
        method_row("my_new", make_feedback, twice), method_row("my_new", make_feedback, body),
        method_row("my_new", make_feedback, inverted), method_row("my_new", make_feedback, no_choices), negative,
        silent}) {
    const auto error = register_method(type);
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST((error->kind == ErrorKind::argument));
    BOOST_TEST(error->message != "");
  }
}

BOOST_AUTO_TEST_SUITE_END()
