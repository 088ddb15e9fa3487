'use strict';
// node every_report.js FOLDER [NAME]...: all pages under it, these among them.
const fs = require('node:fs');
const path = require('node:path');
const { openBrowser, checkPage, checkTheChecks } = require('./page_checks');

function pagesUnder(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return pagesUnder(place);
    return entry.name.endsWith('.html') ? [place] : [];
  }).sort();
}

async function main() {
  const pages = pagesUnder(path.resolve(process.argv[2]));
  if (pages.length === 0) throw new Error(`no page under ${process.argv[2]}`);
  for (const name of process.argv.slice(3))
    if (!pages.some((page) => path.basename(page) === name)) throw new Error(`no ${name} under ${process.argv[2]}`);
  const browser = await openBrowser();
  await checkTheChecks(browser);
  let failures = 0;
  for (const page of pages) {
    const begin = performance.now();
    try {
      await checkPage(browser, page);
      console.log(`passed ${page} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED ${error.message}\n${error.stack}`);
    }
  }
  await browser.close();
  console.log(`${pages.length - failures} of ${pages.length} pages passed`);
  if (failures > 0) process.exit(1);
}

main().catch((error) => { console.log(error.stack); process.exit(1); });
