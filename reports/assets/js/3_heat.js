'use strict';
// Heat maps as tables: they can be read, copied and printed.

const RAMP = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

function rampColor(fraction) {
  const position = Math.max(0, Math.min(1, fraction)) * (RAMP.length - 1);
  const index = Math.min(RAMP.length - 2, Math.floor(position));
  return RAMP[index].map((value, i) => Math.round(value + (position - index) * (RAMP[index + 1][i] - value)));
}

function heatScale(panels, isLog) {
  const values = panels.flatMap((panel) => panel.values.flat()).filter((value) => value !== null && (!isLog || value > 0));
  const least = Math.min(...values);
  const largest = Math.max(...values);
  const place = isLog ? Math.log : (value) => value;
  const fraction = (value) => (largest > least ? (place(value) - place(least)) / (place(largest) - place(least)) : 0.5);
  return { least, largest, fraction, isEmpty: values.length === 0 };
}

// Why cells have no value, each with a letter; a cell without a reason has a value that no logarithm takes.
const NO_LOGARITHM = 'not positive';

function holeReasons(panels, isLog) {
  const reasons = [];
  panels.forEach((panel) => panel.values.forEach((row, r) => row.forEach((value, c) => {
    const reason = value === null ? (panel.reasons[r] || [])[c] || 'no value' : isLog && value <= 0 ? NO_LOGARITHM : null;
    if (reason !== null && !reasons.includes(reason)) reasons.push(reason);
  })));
  return reasons;
}

const letterOf = (reasons, reason) => (reasons.indexOf(reason) < 26 ? String.fromCharCode(65 + reasons.indexOf(reason)) : '*');

function heatCell(value, scale, figure, isDense, name, reason, reasons) {
  const cell = element('td');
  const why = value === null ? reason || 'no value' : figure.log_y && value <= 0 ? NO_LOGARITHM : null;
  if (why !== null) {
    cell.className = 'hole';
    cell.textContent = letterOf(reasons, why);
    cell.title = `${name}: ${why}`;
    return cell;
  }
  const color = rampColor(scale.fraction(value));
  const isLight = color[0] * 0.299 + color[1] * 0.587 + color[2] * 0.114 > 115;
  cell.style.background = `rgb(${color.join(',')})`;
  cell.style.color = isLight ? '#000' : '#fff';
  cell.title = `${name}: ${numberText(value)}`;
  if (!isDense) cell.textContent = numberText(value, 2);
  return cell;
}

// A line across the cell in which the middle of the interval lies, as wide as the interval, but never too thin to see.
function heatMark(mark, table, rows) {
  const x = (mark.left + mark.right) / 2;
  const y = (mark.low + mark.high) / 2;
  const cell = table.rows[rows - 1 - Math.floor(y)].cells[1 + Math.floor(x)];
  const line = element('span', mark.is_level ? 'edge level' : 'edge');
  if (mark.is_level) {
    line.style.bottom = `${100 * (y - Math.floor(y))}%`;
    line.style.height = `max(3px, ${100 * (mark.high - mark.low)}%)`;
  } else {
    line.style.left = `${100 * (x - Math.floor(x))}%`;
    line.style.width = `max(3px, ${100 * (mark.right - mark.left)}%)`;
  }
  line.title = mark.text;
  cell.append(line);
}

function heatTable(panel, figure, scale, reasons) {
  const isDense = panel.columns.length > 16;
  const box = element('div', isDense ? 'heat dense' : 'heat');
  if (panel.title) box.append(element('h4', '', panel.title));
  const table = element('table');
  for (let r = panel.rows.length - 1; r >= 0; --r) {
    const row = table.insertRow();
    const head = element('th', '', panel.rows[r]);
    head.scope = 'row';
    row.append(head);
    panel.values[r].forEach((value, c) => row.append(heatCell(value, scale, figure, isDense, `${panel.rows[r]}, ${panel.columns[c]}`, (panel.reasons[r] || [])[c], reasons)));
  }
  panel.marks.forEach((mark) => heatMark(mark, table, panel.rows.length));
  const last = table.insertRow();
  last.append(element('th', '', panel.row_label === 'method' ? '' : panel.row_label));
  const stride = isDense ? Math.ceil(panel.columns.length / 12) : 1;
  panel.columns.forEach((text, c) => last.append(element('th', '', c % stride === 0 ? text : '')));
  const label = table.insertRow();
  const cell = element('th', '', figure.x_label);
  cell.colSpan = panel.columns.length + 1;
  label.append(cell);
  box.append(table);
  return box;
}

function drawHeat(parent, figure) {
  const scale = heatScale(figure.heat, figure.log_y);
  if (scale.isEmpty) {
    parent.append(element('p', 'hint', 'No run of the sweep gave a value to colour.'));
    return;
  }
  const reasons = holeReasons(figure.heat, figure.log_y);
  const holder = element('div', 'heats scroll');
  holder.tabIndex = 0;
  holder.setAttribute('role', 'region');
  holder.setAttribute('aria-label', figure.title);
  figure.heat.forEach((panel) => holder.append(heatTable(panel, figure, scale, reasons)));
  const legend = element('div', 'legend');
  legend.append(element('span', '', numberText(scale.least)), element('span', 'ramp'), element('span', '', numberText(scale.largest)),
    element('span', '', `${figure.y_label}${figure.log_y ? ', logarithmic' : ''}`));
  reasons.forEach((reason) => {
    legend.append(element('span', 'hole-key', letterOf(reasons, reason)), element('span', '', reason));
  });
  if (figure.marks_text) legend.append(element('span', 'swatch edge-key'), element('span', '', figure.marks_text));
  parent.append(holder, legend);
}
