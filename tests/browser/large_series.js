'use strict';
// node large_series.js REPORT: of a run of a million steps, below 5 MB, opens in a second.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { openBrowser, open } = require('./page_checks');

const MOST_BYTES = 5e6;
const MOST_SECONDS = 1;

async function main() {
  const file = path.resolve(process.argv[2]);
  const { size } = fs.statSync(file);
  assert.ok(size < MOST_BYTES, `the page has ${size} bytes`);
  const browser = await openBrowser();
  // The best of three: other tests run at the same time.
  let best = Infinity;
  for (let i = 0; i < 3; ++i) {
    const seen = await open(browser, file);
    const ready = await seen.page.evaluate(() => document.documentElement.dataset.ready);
    assert.strictEqual(ready, 'yes', 'drawn when it is loaded');
    assert.deepStrictEqual(seen.troubles, []);
    best = Math.min(best, seen.seconds);
    await seen.close();
  }
  await browser.close();
  console.log(`${size} bytes, drawn in ${best.toFixed(2)} s`);
  assert.ok(best < MOST_SECONDS, `opening took ${best} s`);
}

main().catch((error) => { console.log(error.stack); process.exit(1); });
