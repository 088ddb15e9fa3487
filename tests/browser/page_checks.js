'use strict';
// What every page must do in a browser, at each width, in both colour schemes, with and without scripts.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

const packages = process.env.PERPEND_BROWSER_PACKAGES;
const { chromium } = require(path.join(packages, 'playwright-core'));
const axe = fs.readFileSync(path.join(packages, 'axe-core', 'axe.min.js'), 'utf8');

const WIDTHS = [1280, 400];
const SCHEMES = ['light', 'dark'];
// A driver in software remarks that it is slow: the page cannot help that.
const isRemark = (text) => text.includes('GL Driver Message (OpenGL, Performance');

async function openBrowser() {
  return chromium.launch({ executablePath: process.env.PERPEND_CHROMIUM, args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
}

// A page with a record of what it must not do: complain, or ask for anything but itself and pictures next to it.
async function open(browser, file, { width = 1280, scheme = 'light', scripts = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, javaScriptEnabled: scripts });
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (message) => { if (!isRemark(message.text())) troubles.push(`console: ${message.text()}`); });
  page.on('pageerror', (error) => troubles.push(`error: ${error.stack}`));
  page.on('request', (request) => {
    const url = request.url();
    const isOwn = url === `file://${encodeURI(file)}` || (path.basename(file) === 'index.html' && url.startsWith('file:') && url.endsWith('.svg'));
    if (!isOwn && !url.startsWith('blob:')) troubles.push(`request: ${url}`);
  });
  const begin = performance.now();
  await page.goto(`file://${encodeURI(file)}`);
  const seconds = (performance.now() - begin) / 1000;
  return { page, troubles, seconds, close: () => context.close() };
}

async function checkLayout(page, width) {
  const [wide, cut] = await page.evaluate(() => {
    // Text that a box cuts off; what scrolls shows a shadow there.
    const isCut = (node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX === 'hidden' && !node.closest('.unseen, .tip') && node.clientWidth > 0;
    return [document.documentElement.scrollWidth, [...document.querySelectorAll('body *')].filter(isCut).map((node) => node.className || node.tagName)];
  });
  assert.ok(wide <= width, `the page is ${wide} pixels wide on a screen of ${width}`);
  assert.deepStrictEqual(cut.filter((name) => typeof name === 'string' && !name.startsWith('u-')), [], 'text is cut off');
}

async function checkAccess(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = result.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
  assert.deepStrictEqual(serious.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`), []);
}

// Checks that find nothing must be able to find something.
async function checkTheChecks(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent('<html><body><p style="color:#ccc;background:#fff">pale</p><button></button><div style="width:3000px">wide</div></body></html>');
  await assert.rejects(checkAccess(page), /color-contrast/);
  await assert.rejects(checkLayout(page, 1280), /pixels wide/);
  await context.close();
}

const timesOfMarkers = (page) => page.$$eval('.now', (markers) => markers.filter((marker) => !marker.hidden).length);

// The policy of the pages refuses what playwright polls with.
async function waitForChange(locator, before) {
  for (const begin = performance.now(); performance.now() - begin < 10_000;) {
    if (await locator.textContent() !== before) return;
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
  assert.fail(`it still says ${before}`);
}

// Played, scrubbed, stepped by keys, toggled; and the plots and the motion follow each other.
async function checkMotion(page) {
  if (await page.locator('#stage').count() === 0) return;
  const clock = page.locator('#animation-controls .time');
  const before = await clock.textContent();
  await page.locator('#animation-controls .play').click();
  await waitForChange(clock, before);
  const button = page.locator('#animation-controls .play');
  if (await button.textContent() === 'Pause') await button.click();
  const slider = page.locator('#animation-controls input[type="range"]');
  await slider.evaluate((node) => { node.value = 500; node.dispatchEvent(new Event('input')); });
  const middle = await clock.textContent();
  assert.notStrictEqual(middle, before, 'scrubbing moves the time');
  const isOverTime = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent).figures.some((figure) => figure.time_per_x > 0 && figure.curves.length > 0));
  if (isOverTime) {
    assert.ok(await timesOfMarkers(page) > 0, 'a plot over time shows the time of the motion');
    const plot = page.locator('.figure .u-over').filter({ has: page.locator('.now') }).first();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.5 * box.height);
    await waitForChange(clock, middle);
  }
  const canvas = page.locator('#stage .panel:not([hidden]) canvas').first();
  await canvas.focus();
  for (const key of ['End', 'Home', '.', '+', 'ArrowLeft', '0']) await page.keyboard.press(key);
  for (const toggle of await page.locator('#animation-controls button[aria-pressed]').all()) {
    const was = await toggle.getAttribute('aria-pressed');
    await toggle.click();
    assert.notStrictEqual(await toggle.getAttribute('aria-pressed'), was, 'a toggle toggles');
    await toggle.click();
  }
  for (const select of await page.locator('#animation-controls select').all()) await select.selectOption({ index: 0 });
  await page.waitForTimeout(50);
}

// What the data of a figure has is drawn, and can be taken away as numbers.
async function checkFigures(page) {
  const wrong = await page.evaluate(() => {
    const { figures } = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
    return [...document.querySelectorAll('[data-figure]')].flatMap((box) => {
      const figure = figures[Number(box.dataset.figure)];
      const hasNumbers = figure.curves.length > 0 || figure.heat.length > 0;
      const troubles = [];
      if (hasNumbers && box.querySelector('.drawing canvas') === null) troubles.push('is not drawn');
      if (hasNumbers && box.querySelector('button.data') === null) troubles.push('has no button for its data');
      return troubles.map((trouble) => `${figure.title} ${trouble}`);
    });
  });
  assert.deepStrictEqual(wrong, []);
}

async function checkSorting(page) {
  for (const sorter of await page.locator('table.sortable .sorter').all()) {
    await sorter.click();
    assert.strictEqual(await sorter.locator('..').getAttribute('aria-sort'), 'ascending', 'a heading sorts its column');
  }
}

async function checkPlots(page) {
  const switches = page.locator('.switch');
  if (await switches.count() > 0) {
    await switches.first().focus();
    await page.keyboard.press('Enter');
    assert.strictEqual(await switches.first().getAttribute('aria-checked'), 'false');
    await page.keyboard.press('Enter');
    assert.strictEqual(await switches.first().getAttribute('aria-checked'), 'true');
  }
  const scales = page.locator('.figure .controls button[aria-pressed="false"]');
  if (await scales.count() > 0) await scales.first().click();
  const unnamed = await page.$$eval('canvas', (all) => all.filter((canvas) => canvas.getAttribute('role') !== 'img' || !canvas.getAttribute('aria-label')).length);
  assert.strictEqual(unnamed, 0, 'each canvas has a role and a text');
}

async function checkPrint(page) {
  await page.emulateMedia({ media: 'print' });
  const shown = await page.evaluate(() => {
    const isShown = (node) => node.getClientRects().length > 0;
    return { controls: [...document.querySelectorAll('.controls, .value, .hint.live')].filter(isShown).length,
      background: getComputedStyle(document.body).backgroundColor };
  });
  assert.strictEqual(shown.controls, 0, 'what only a screen can use is not printed');
  assert.strictEqual(shown.background, 'rgb(255, 255, 255)', 'paper is white');
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok(pdf.length > 1000);
  await page.emulateMedia({ media: 'screen' });
}

async function checkWithScripts(browser, file, width, scheme, isDeep) {
  const seen = await open(browser, file, { width, scheme });
  try {
    const { page } = seen;
    if (await page.locator('#data').count() > 0) await page.waitForSelector('html[data-ready="yes"]', { state: 'attached' });
    await checkLayout(page, width);
    if (isDeep) {
      await checkAccess(page);
      await checkFigures(page);
      await checkSorting(page);
      await checkPlots(page);
      await checkMotion(page);
      await checkPrint(page);
    }
    assert.deepStrictEqual(seen.troubles, []);
  } finally {
    await seen.close();
  }
}

// The motion at several times, the claims and the tables do without.
async function checkWithoutScripts(browser, file, width) {
  const seen = await open(browser, file, { width, scripts: false });
  try {
    const { page } = seen;
    assert.ok((await page.locator('h1').textContent()).length > 0);
    const frames = page.locator('.frames');
    for (const frame of await frames.all()) assert.ok(await frame.isVisible(), 'key frames are pictures of the page itself');
    if (await page.locator('noscript').count() > 0) assert.match(await page.content(), /need scripts/);
    assert.deepStrictEqual(seen.troubles, []);
  } finally {
    await seen.close();
  }
}

async function checkPage(browser, file) {
  for (const width of WIDTHS)
    for (const scheme of SCHEMES) {
      try {
        // Each width and each scheme once with everything, and the other two pairs as they open.
        await checkWithScripts(browser, file, width, scheme, (width === 1280) === (scheme === 'light'));
      } catch (error) {
        error.message = `${file} at ${width} px, ${scheme}: ${error.message}`;
        throw error;
      }
    }
  await checkWithoutScripts(browser, file, 1280);
}

module.exports = { openBrowser, open, checkPage, checkTheChecks, checkLayout, checkAccess };
