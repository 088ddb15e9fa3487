'use strict';
// node study_points.js STUDY: on the page of a study cells and points say which run they are, by the mouse and by keys,
// and show the commands that make it; tables do so without scripts.
const assert = require('node:assert');
const path = require('node:path');
const { openBrowser, open, checkLayout, checkAccess } = require('./page_checks');

async function checkPoints(page) {
  const aims = page.locator('.aim');
  assert.ok(await aims.count() >= 4, 'maps and curves can be pointed at');
  for (const aim of await aims.all()) {
    await aim.scrollIntoViewIfNeeded();
    await aim.focus();
    await page.keyboard.press('ArrowRight');
    const tip = await aim.locator('.tip').textContent();
    assert.match(tip, /=|from/, 'it says which run it is');
    await page.keyboard.press('Enter');
    const commands = await page.locator('#chosen code').allTextContents();
    assert.ok(commands.length >= 1 && commands.every((one) => /^perpend (run|query) /.test(one)), commands.join('\n'));
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('#chosen').isHidden());
    assert.ok(await aim.evaluate((node) => node === document.activeElement), 'the focus is back where it was');
  }
}

// The cell in the middle of the first map, by the mouse: its values are those of its place.
async function checkMouse(page) {
  const aim = page.locator('.aim').first();
  await aim.scrollIntoViewIfNeeded();
  const box = await aim.boundingBox();
  await page.mouse.click(box.x + 0.99 * box.width, box.y + 0.01 * box.height);
  const [run] = await page.locator('#chosen code').allTextContents();
  assert.match(run, /--set "a = 0.5" --set "b = 3" --methods held /, run);
  await page.locator('#chosen .close').click();
}

async function main() {
  const file = path.resolve(process.argv[2]);
  const browser = await openBrowser();
  for (const width of [1280, 400]) {
    for (const scheme of ['light', 'dark']) {
      const seen = await open(browser, file, { width, scheme });
      await seen.page.waitForSelector('.aim');
      await checkLayout(seen.page, width);
      await checkAccess(seen.page);
      if (width === 1280 && scheme === 'light') {
        await checkPoints(seen.page);
        await checkMouse(seen.page);
      }
      assert.deepStrictEqual(seen.troubles, []);
      await seen.close();
    }
  }
  const plain = await open(browser, file, { scripts: false });
  await plain.page.locator('details.commands summary').first().click();
  assert.match(await plain.page.locator('details.commands[open] code').first().textContent(), /^perpend /);
  await plain.close();
  await browser.close();
}

main().catch((error) => { console.error(error); process.exit(1); });
