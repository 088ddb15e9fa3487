'use strict';
// The numbers next to the axes of the page: run by Node on the script that the page embeds.
const assert = require('node:assert');
const fs = require('node:fs');
const vm = require('node:vm');

const page = vm.createContext({});
vm.runInContext(fs.readFileSync(process.argv[2], 'utf8'), page);
const labels = (ticks) => Array.from(page.linearTicks(ticks));
const ticksOf = (first, increment, count) => Array.from({ length: count }, (_, i) => first + i * increment);
const superscript = (exponent) => String(exponent).replace(/./g, (c) => '\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'['-0123456789'.indexOf(c)]);
const numberOf = (label) => {
  const [mantissa, power] = label.split('\u00b710');
  if (power === undefined) return Number(mantissa);
  for (let exponent = -330; exponent < 330; ++exponent)
    if (superscript(exponent) === power) return Number(`${mantissa}e${exponent}`);
  return NaN;
};

const logLabels = (ticks, placeOf, room) => Array.from(page.logTicks(ticks, placeOf, room));

const tests = {
  a_clock_shows_a_thousandth_of_its_motion() {
    assert.strictEqual(page.clockText(0.5, 75), '0.50 s');
    assert.strictEqual(page.clockText(7.5, 8), '7.500 s');
    assert.strictEqual(page.clockText(0.4, 0.8), '400.0 ms');
    assert.strictEqual(page.clockText(0.005, 0.01), '5.00 ms');
    assert.strictEqual(page.clockText(0.0005, 0.001), '0.500 ms');
    assert.strictEqual(page.clockText(2e-7, 1e-6), '0.200 \u00b5s');
    for (const end of [1e-6, 3e-4, 1e-3, 0.2, 0.8, 1, 9.5, 75, 1e4])
      assert.notStrictEqual(page.clockText(0.5 * end, end), page.clockText(0.502 * end, end), String(end));
  },
  a_logarithmic_axis_of_less_than_two_decades_labels_round_numbers_that_have_room() {
    const ticks = [0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
    assert.deepStrictEqual(logLabels(ticks).filter((label) => label === null), []);
    const place = (value) => 300 * Math.log10(value);
    const shown = logLabels(ticks, place, 40);
    assert.deepStrictEqual(shown.filter((label) => label !== null), ['0.05', '0.07', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.8'].filter((label) => shown.includes(label)));
    for (const label of ['0.05', '0.1', '0.2', '0.5']) assert.ok(shown.includes(label), label);
    const places = ticks.filter((value, i) => shown[i] !== null).map(place);
    places.slice(1).forEach((at, i) => assert.ok(at - places[i] >= 40));
    assert.deepStrictEqual(logLabels([0.1, 0.2, 1, 2, 10], place, 40).filter((label) => label !== null).length, 3);
  },
  a_logarithmic_axis_of_any_range_has_at_least_two_ticks() {
    assert.deepStrictEqual(Array.from(page.logSplits(1, 100)).slice(0, 3), [1, 2, 3]);
    assert.deepStrictEqual(logLabels(Array.from(page.logSplits(1.1, 1.65))), ['1.2', '1.4', '1.6']);
    for (let least = 1e-3; least < 1e3; least *= 1.37)
      for (const ratio of [1.001, 1.05, 1.5, 2, 3, 9, 11, 1e3, 1e15]) {
        const ticks = Array.from(page.logSplits(least, least * ratio));
        assert.ok(ticks.length >= 2 && ticks.length <= 120, `${least} to ${least * ratio}: ${ticks}`);
        ticks.forEach((tick) => assert.ok(tick >= least * (1 - 1e-9) && tick <= least * ratio * (1 + 1e-9), `${tick}`));
      }
  },
  a_label_says_its_tick_in_full() {
    assert.deepStrictEqual(labels([0, 2.5, 5, 7.5]), ['0.0', '2.5', '5.0', '7.5']);
    assert.deepStrictEqual(labels([0, 0.1, 0.2, 0.30000000000000004]), ['0.0', '0.1', '0.2', '0.3']);
    assert.deepStrictEqual(labels([0, 0.25, 0.5]), ['0.00', '0.25', '0.50']);
    assert.deepStrictEqual(labels([0, 0.125, 0.25]), ['0.000', '0.125', '0.250']);
    assert.deepStrictEqual(labels([100, 200, 300]), ['100', '200', '300']);
    assert.deepStrictEqual(labels([-4, -2, 0, 2]), ['-4', '-2', '0', '2']);
  },
  small_and_huge_values_have_a_power_of_ten() {
    assert.deepStrictEqual(labels([0, 1e-7, 2e-7]), ['0', '1\u00b710\u207b\u2077', '2\u00b710\u207b\u2077']);
    assert.deepStrictEqual(labels([0, 2.5e-4, 5e-4]), ['0', '2.5\u00b710\u207b\u2074', '5.0\u00b710\u207b\u2074']);
    assert.deepStrictEqual(labels([0, 5e11, 1e12]), ['0', '0.5\u00b710\u00b9\u00b2', '1.0\u00b710\u00b9\u00b2']);
  },
  what_rounding_leaves_of_zero_is_zero() {
    assert.deepStrictEqual(labels([-0.1, -2.7755575615628914e-17, 0.1]), ['-0.1', '0.0', '0.1']);
    assert.deepStrictEqual(labels([-1e-5, 1e-21, 1e-5]), ['-1\u00b710\u207b\u2075', '0', '1\u00b710\u207b\u2075']);
  },
  ticks_close_together_are_told_apart() {
    assert.deepStrictEqual(labels([1, 1.0000000001, 1.0000000002]), ['1.0000000000', '1.0000000001', '1.0000000002']);
    assert.deepStrictEqual(labels([1e6, 1e6 + 0.1, 1e6 + 0.2]).map(numberOf), [1e6, 1000000.1, 1000000.2]);
  },
  one_tick_or_none_has_a_label_too() {
    assert.deepStrictEqual(labels([]), []);
    assert.deepStrictEqual(labels([2.5]), ['2.5']);
    assert.deepStrictEqual(labels([1 / 3]), ['0.3333']);
    assert.deepStrictEqual(labels([0]), ['0']);
  },
  // Over all steps that plots choose, every decade, and ranges on either side of zero.
  labels_are_the_ticks_to_a_hundredth_of_their_spacing() {
    for (const step of [1, 2, 2.5, 5])
      for (let exponent = -16; exponent <= 15; ++exponent)
        for (const first of [-7, -3, 0, 4, 1000]) {
          const increment = step * 10 ** exponent;
          const ticks = ticksOf(first * increment, increment, 8);
          const texts = labels(ticks);
          texts.forEach((text, i) =>
            assert.ok(Math.abs(numberOf(text) - ticks[i]) < 1e-2 * increment, `${text} for ${ticks[i]}`));
          assert.strictEqual(new Set(texts).size, ticks.length);
        }
  },
  a_decade_is_labelled_by_its_power_and_a_hole_stays_one() {
    assert.deepStrictEqual(Array.from(page.logTicks([1e-3, 2e-3, 1e-2, null])), ['10\u207b\u00b3', null, '10\u207b\u00b2', null]);
    assert.deepStrictEqual(Array.from(page.logTicks([0.02, 0.05])), ['0.02', '0.05']);
  },
};

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
  } catch (error) {
    ++failures;
    console.error(`${name}: ${error.message}`);
  }
}
console.log(`${Object.keys(tests).length - failures} of ${Object.keys(tests).length} passed`);
process.exitCode = failures === 0 ? 0 : 1;
