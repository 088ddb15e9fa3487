'use strict';
// The runs behind the cells and points of a study's page: pointed at, they say what they are; chosen, they show the
// commands that make them alone and ask the study for them.

const { palette, sections } = JSON.parse(document.getElementById('points').textContent);

const decimals = (value) => (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5 ? String(Number(value.toPrecision(4))) : String(Number(value.toPrecision(4))).replace('e+', 'e'));
// "0.15" of "0.14999999999999997": what is shown; commands have all digits.
const short = (text) => text.replace(/^-?[\d.]+(e[+-]?\d+)?/, (number) => String(Number(Number(number).toPrecision(6))));
const list = (names, texts) => names.map((name, i) => `${name} = ${short(texts[i])}`).join(', ');

function add(parent, tag, className, text) {
  const node = parent.appendChild(document.createElement(tag));
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

const asked = (commands, conditions, tail = '') => `${commands.query} "select * from ${commands.view} where ${conditions.join(' and ')}${tail}"`;

// What a run is called, what made it and what the study knows of it.
function runOf(commands, method, number, texts) {
  const { name, word } = commands.methods[method];
  const sets = commands.keys.map((key, i) => ` --set "${key.name} = ${texts[i]}"`).join('');
  const folder = `${commands.out}/${commands.sweep}-${number}-${name}`;
  const isPlain = /^[\w\-./,:=+@%]+$/.test(folder);
  return {
    title: `${list(commands.keys.map((key) => key.name), texts)}, ${name}`,
    commands: [
      ['Make this run alone, with a report', `${commands.run}${sets} --methods ${word} --out ${isPlain ? folder : `'${folder.replaceAll("'", "'\\''")}'`}`],
      ['What the study has of it', asked(commands, [`point = ${number}`, `method = '${name}'`])],
    ],
  };
}

const panel = add(document.body, 'aside');
panel.id = 'chosen';
panel.hidden = true;
panel.setAttribute('aria-label', 'The chosen run');
let opener = null;

function close() {
  panel.hidden = true;
  document.body.style.paddingBottom = '';
  if (opener) opener.focus();
}

async function copy(code, button) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {  // a page without the right: selected, so that the keys of the system copy it
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected';
  }
}

function show(chosen, from) {
  opener = from;
  panel.replaceChildren();
  add(panel, 'h2', '', chosen.title);
  if (chosen.value) add(panel, 'p', '', chosen.value);
  chosen.commands.forEach(([what, command]) => {
    add(panel, 'small', '', what);
    const line = add(panel, 'div', 'copied');
    const code = add(line, 'code', '', command);
    const button = add(line, 'button', '', 'Copy');
    button.type = 'button';
    button.setAttribute('aria-label', `copy: ${what}`);
    button.addEventListener('click', () => copy(code, button));
  });
  const button = add(panel, 'button', 'close', 'Close');
  button.type = 'button';
  button.addEventListener('click', close);
  panel.hidden = false;
  document.body.style.paddingBottom = `${panel.offsetHeight + 20}px`;
  panel.querySelector('button').focus({ preventScroll: true });
}

document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && !panel.hidden) close(); });

// A layer over a picture. `places`: how many there are; `nearest(x, y)`, in shares of the layer: number of a place, or -1;
// `step(place, dx, dy)`: its neighbour; `at(place)`: where it is; `describe(place)`: as runOf, with `value`.
function aim(field, box, isRound, source) {
  const layer = add(field, 'div', isRound ? 'aim round' : 'aim');
  Object.assign(layer.style, { left: `${100 * box[0]}%`, top: `${100 * box[1]}%`, width: `${100 * box[2]}%`, height: `${100 * box[3]}%` });
  layer.tabIndex = 0;
  layer.setAttribute('role', 'application');
  const name = field.closest('figure').querySelector('h3').textContent;
  layer.setAttribute('aria-label', `${name}: runs; arrow keys go from one to the next, Enter shows its commands`);
  const mark = add(layer, 'i');
  const tip = add(layer, 'span', 'tip');
  tip.setAttribute('aria-live', 'polite');
  let place = -1;
  function go(next) {
    place = next;
    layer.classList.toggle('has-place', place >= 0);
    if (place < 0) return;
    const [x, y] = source.at(place);
    Object.assign(mark.style, { left: `${100 * x}%`, top: `${100 * y}%` });
    const { title, value } = source.describe(place);
    tip.textContent = value ? `${title}: ${value}` : title;
    // To the side where there is room.
    Object.assign(tip.style, { left: x < 0.5 ? `${100 * x}%` : 'auto', right: x < 0.5 ? 'auto' : `${100 * (1 - x) + 4}%`, top: `${100 * y}%` });
  }
  const choose = () => { if (place >= 0) show(source.describe(place), layer); };
  const pointed = (event) => {
    const { left, top, width, height } = layer.getBoundingClientRect();
    return source.nearest((event.clientX - left) / width, (event.clientY - top) / height, width, height);
  };
  layer.addEventListener('pointermove', (event) => go(pointed(event)));
  layer.addEventListener('click', (event) => { go(pointed(event)); choose(); });
  layer.addEventListener('focus', () => { if (place < 0 && source.places > 0) go(0); });
  layer.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (by) go(source.step(Math.max(place, 0), ...by));
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(source.places - 1);
    else if (event.key === 'Enter' || event.key === ' ') choose();
    else return;
    event.preventDefault();
  });
}

// The colours of a map's cells, which its picture has, as numbers 0xrrggbb.
async function colorsOf(href, columns, rows) {
  const image = new Image();
  image.src = href;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [columns, rows];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return (column, row) => {
    const [red, green, blue] = context.getImageData(column, rows - 1 - row, 1, 1).data;
    return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
  };
}

const tooSmall = 'did not end, or has no value';

function scaleText(scale, color) {
  const index = palette.indexOf(color);
  if (index <= 0) return tooSmall;
  const share = (index - 1) / 254;
  const value = scale.is_log ? scale.low * (scale.high / scale.low) ** share : scale.low + (scale.high - scale.low) * share;
  return `about ${decimals(value)}${scale.unit ? ` ${scale.unit}` : ''}`;
}

function describeBin(commands, map, column, row) {
  const { bins } = map;
  const key = commands.keys[bins.key];
  const method = commands.methods[map.method].name;
  const count = bins.counts[row * map.columns + column];
  const within = (what, edges, i) => [`${what} >= ${edges[i]}`, `${what} ${i + 2 === edges.length ? '<=' : '<'} ${edges[i + 1]}`];
  return {
    title: `${key.name} from ${bins.x_texts[column]} to ${bins.x_texts[column + 1]}, ${bins.measure} from ${bins.y_texts[row]} to ${bins.y_texts[row + 1]}, ${method}`,
    value: `${count} run${count === 1 ? '' : 's'}`,
    commands: [['The runs of this cell', asked(commands, [`measure = '${bins.measure}'`, `method = '${method}'`, ...within(key.column, bins.x, column), ...within(bins.column, bins.y, row)], ' limit 20')]],
  };
}

async function aimAtMap(figure, commands, map) {
  const field = figure.querySelector('.field');
  const color = await colorsOf(field.querySelector('image').getAttribute('href'), map.columns, map.rows);
  const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
  const describe = (place) => {
    const [column, row] = [place % map.columns, Math.floor(place / map.columns)];
    if (map.bins) return describeBin(commands, map, column, row);
    const keys = commands.keys.slice(0, 2);
    const run = runOf(commands, map.method, keys[0].offsets[column] + keys[1].offsets[row], [keys[0].texts[column], keys[1].texts[row]]);
    const seen = color(column, row);
    return { ...run, value: map.scale ? scaleText(map.scale, seen) : map.colors[seen] ?? tooSmall };
  };
  aim(field, map.box, false, {
    places: map.columns * map.rows,
    at: (place) => [(place % map.columns + 0.5) / map.columns, 1 - (Math.floor(place / map.columns) + 0.5) / map.rows],
    nearest: (x, y) => clamp(Math.floor((1 - y) * map.rows), map.rows) * map.columns + clamp(Math.floor(x * map.columns), map.columns),
    step: (place, dx, dy) => clamp(Math.floor(place / map.columns) + dy, map.rows) * map.columns + clamp(place % map.columns + dx, map.columns),
    describe,
  });
}

function aimAtCurves(figure, commands, curves) {
  const { points } = curves;
  const reach = 24;  // pixels
  const isKey = commands.keys.some(({ name }) => curves.x === name || curves.x.startsWith(`${name} [`) || curves.x.startsWith(`${name}: `));
  const describe = (place) => {
    const [, , method, number, texts, x, y] = points[place];
    return { ...runOf(commands, method, number, texts), value: isKey ? `${curves.y}: ${y}` : `${curves.x}: ${x}, ${curves.y}: ${y}` };
  };
  aim(figure.querySelector('.field'), [0, 0, 1, 1], true, {
    places: points.length,
    at: (place) => points[place],
    nearest: (x, y, width, height) => {
      let best = -1;
      let least = reach * reach;
      points.forEach(([px, py], i) => {
        const far = ((px - x) * width) ** 2 + ((py - y) * height) ** 2;
        if (far < least) [best, least] = [i, far];
      });
      return best;
    },
    step: (place, dx, dy) => Math.min(Math.max(place + (dx || dy), 0), points.length - 1),
    describe,
  });
}

document.querySelectorAll('section.has-points').forEach((section, i) => {
  const { commands, maps, curves } = sections[i];
  section.querySelectorAll('figure.cells').forEach((figure, k) => { if (maps[k]) aimAtMap(figure, commands, maps[k]); });
  section.querySelectorAll('figure.curves-of').forEach((figure, k) => { if (curves[k]?.points.length) aimAtCurves(figure, commands, curves[k]); });
});
