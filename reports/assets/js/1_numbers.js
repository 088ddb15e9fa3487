'use strict';
// Numbers and colours.

// Colours are those of the style sheet, which has them for light and for dark.
let knownColors = {};
function styled(name) {
  if (!(name in knownColors)) knownColors[name] = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  return knownColors[name];
}
const NUM_COLORS = 12;
const DASHES = [[], [9, 4], [3, 3], [10, 3, 2, 3], [5, 6]];
const SUPERSCRIPT = { '-': '\u207b', 0: '\u2070', 1: '\u00b9', 2: '\u00b2', 3: '\u00b3', 4: '\u2074', 5: '\u2075', 6: '\u2076', 7: '\u2077', 8: '\u2078', 9: '\u2079' };

const colorOf = (index) => styled(`c${index % NUM_COLORS}`);
const dashOf = (curve) => DASHES[(curve.dash + curve.color) % DASHES.length];

function powerOfTen(exponent) {
  return '10' + String(exponent).replace(/./g, (c) => SUPERSCRIPT[c]);
}

// Four significant digits; very small and very large ones with a power of ten.
function numberText(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '\u2013';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e6) return String(Number(value.toPrecision(digits)));
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  return String(Number(mantissa)) + '\u00b7' + powerOfTen(Number(exponent));
}

// Decimals that write the increment of ticks in full: 2.5 needs one, 0.02 two. A double has no more than 15 of its own.
function decimalsOf(increment) {
  let decimals = Math.max(0, -Math.floor(Math.log10(increment) + 1e-9));
  const isWhole = (number) => Math.abs(number - Math.round(number)) <= 1e-6 * number;
  while (decimals < 15 && !isWhole(increment * 10 ** decimals)) decimals += 1;
  return Math.min(decimals, 15);
}

// Labels of equally spaced ticks: all with the same number of digits, and no two alike.
function linearTicks(ticks) {
  if (ticks.length < 2) return ticks.map((value) => numberText(value));
  const largest = Math.max(...ticks.map(Math.abs));
  const increment = Math.abs(ticks[1] - ticks[0]);
  if (!(increment > 0)) return ticks.map((value) => numberText(value));
  const isZero = (value) => Math.abs(value) < 1e-6 * increment;  // what rounding left of a difference
  if (largest >= 1e6 || largest < 1e-2) {
    const exponent = Math.floor(Math.log10(largest) + 1e-9);
    const decimals = decimalsOf(increment / 10 ** exponent);
    return ticks.map((value) => (isZero(value) ? '0' : (value / 10 ** exponent).toFixed(decimals) + '\u00b7' + powerOfTen(exponent)));
  }
  const decimals = decimalsOf(increment);
  return ticks.map((value) => (isZero(value) ? 0 : value).toFixed(decimals));
}

// Decades and what lies between them; of very many decades only some, and of less than a part of one equal steps.
function logSplits(least, largest) {
  const isIn = (value) => value >= least * (1 - 1e-12) && value <= largest * (1 + 1e-12);
  const first = Math.floor(Math.log10(least));
  const last = Math.ceil(Math.log10(largest));
  const stride = Math.ceil((last - first) / 12);
  const splits = [];
  for (let exponent = first; exponent <= last; exponent += stride)
    for (let digit = 1; digit <= (stride === 1 ? 9 : 1); ++digit) splits.push(digit * 10 ** exponent);
  const seen = splits.filter(isIn);
  if (seen.length >= 2 || !(largest > least)) return seen;
  const decade = 10 ** Math.floor(Math.log10((largest - least) / 2));
  const step = decade * [5, 2, 1].find((count) => count * decade <= (largest - least) / 2);
  const steps = [];
  for (let i = Math.ceil(least / step - 1e-9); i * step <= largest * (1 + 1e-12); ++i) steps.push(i * step);
  return steps;
}

// Only decades are labelled, unless there are fewer than two of them in sight: then round numbers first, as far as they
// have `room` pixels, where `placeOf` says where a value stands.
function logTicks(ticks, placeOf, room) {
  const present = ticks.filter((value) => value !== null);
  const isDecade = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
  const isWide = present.filter(isDecade).length >= 2;
  const rank = (value) => [1, 2, 5, 4, 3, 8, 6, 7, 9].indexOf(Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9)));
  const kept = [];
  if (!isWide)
    [...present].sort((a, b) => rank(a) - rank(b)).forEach((value) => {
      if (!placeOf || kept.every((other) => Math.abs(placeOf(other) - placeOf(value)) >= room)) kept.push(value);
    });
  return ticks.map((value) => {
    if (value === null) return null;
    if (!isWide) return kept.includes(value) ? numberText(value) : null;
    return isDecade(value) ? powerOfTen(Math.round(Math.log10(value))) : null;
  });
}

// A time of a motion that ends at `end`, a thousandth of which can be seen.
function clockText(time, end) {
  const [factor, unit] = end >= 1 ? [1, 's'] : end >= 1e-3 ? [1e-3, 'ms'] : [1e-6, '\u00b5s'];
  const decimals = 3 - Math.floor(Math.log10(end / factor));
  return `${(time / factor).toFixed(Math.max(0, Math.min(decimals, 6)))} ${unit}`;
}

function element(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}
