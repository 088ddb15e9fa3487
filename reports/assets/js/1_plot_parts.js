'use strict';
// What stands in a plot with its curves: what claims want, a quantity over the plane, slopes.

// The value of a curve at or next before x; null outside of it.
function valueAt(curve, x) {
  const { x: xs, y: ys } = curve;
  if (xs.length === 0 || x < xs[0] || x > xs[xs.length - 1]) return null;
  let low = 0;
  let high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= x) low = middle; else high = middle;
  }
  return x - xs[low] <= xs[high] - x ? ys[low] : ys[high];
}

const nearestIndex = (values, value) => values.reduce((best, at, i) => (Math.abs(at - value) < Math.abs(values[best] - value) ? i : best), 0);

function fieldText(figure, x, y) {
  const { field } = figure;
  if (!field) return '';
  const value = field.values[nearestIndex(field.y, y)][nearestIndex(field.x, x)];
  return value === null ? '' : `: spectral radius ${numberText(value)}`;
}

function clipToPlot(plot) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
}

// Stable is where the radius is at most 1; beyond, the colour says how far.
function fieldColor(value) {
  if (value === null) return styled('hatch');
  return value <= 1 ? styled('stable') : styled(`unstable${Math.min(3, Math.floor(2 * Math.log2(value)) + 1)}`);
}

function fieldLegend() {
  const legend = element('div', 'legend');
  legend.append(element('span', '', 'spectral radius:'));
  [['stable', 'at most 1'], ['unstable1', 'to 1.4'], ['unstable2', 'to 2'], ['unstable3', 'above']].forEach(([color, text]) => {
    legend.append(element('span', `field-key ${color}`), element('span', '', text));
  });
  return legend;
}

function drawField(plot, field) {
  const { ctx } = plot;
  const edge = (values, i, axis) => plot.valToPos(i === 0 ? values[0] : i === values.length ? values[i - 1] : (values[i - 1] + values[i]) / 2, axis, true);
  field.values.forEach((row, r) => row.forEach((value, c) => {
    ctx.fillStyle = fieldColor(value);
    const [left, right] = [edge(field.x, c, 'x'), edge(field.x, c + 1, 'x')];
    const [low, high] = [edge(field.y, r, 'y'), edge(field.y, r + 1, 'y')];
    ctx.fillRect(Math.floor(left), Math.floor(high), Math.ceil(right) - Math.floor(left), Math.ceil(low) - Math.floor(high));
  }));
}

function drawWanted(plot, wanted) {
  const { ctx, bbox } = plot;
  const place = (value, fallback) => {
    if (value === null || !Number.isFinite(value)) return fallback;
    return Math.max(bbox.top - 2, Math.min(bbox.top + bbox.height + 2, plot.scales.y.distr === 3 && value <= 0 ? fallback : plot.valToPos(value, 'y', true)));
  };
  wanted.forEach((band) => {
    const low = place(band.low, bbox.top + bbox.height);
    const high = place(band.high, bbox.top);
    ctx.fillStyle = styled('wanted');
    ctx.fillRect(bbox.left, high, bbox.width, Math.max(2, low - high));
    ctx.fillStyle = styled('soft');
    ctx.font = `${11 * devicePixelRatio}px ${LABEL_FONT}`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'top';
    ctx.fillText(`wanted: ${band.claim}`, bbox.left + bbox.width - 4 * devicePixelRatio, Math.min(Math.max(high, bbox.top) + 3 * devicePixelRatio, bbox.top + bbox.height - 14 * devicePixelRatio));
  });
}

function drawRegions(plot, regions) {
  const { ctx, bbox } = plot;
  regions.forEach(([low, high]) => {
    const [left, right] = [plot.valToPos(low, 'x', true), plot.valToPos(high, 'x', true)];
    ctx.fillStyle = styled('wanted');
    ctx.fillRect(Math.min(left, right), bbox.top, Math.max(2, Math.abs(right - left)), bbox.height);
  });
}

// Between the ends of what stands about a curve, such as quartiles.
function drawBands(plot, figure, shown) {
  const { ctx } = plot;
  figure.curves.forEach((curve, i) => {
    if (!curve.low || !shown[i]) return;
    const isSeen = (k) => curve.high[k] !== null && curve.low[k] !== null && !(plot.scales[scaleOf(curve)].distr === 3 && curve.low[k] <= 0);
    const known = curve.x.map((x, k) => k).filter(isSeen);
    const place = (values, k) => [plot.valToPos(curve.x[k], 'x', true), plot.valToPos(values[k], scaleOf(curve), true)];
    ctx.beginPath();
    [...known.map((k) => place(curve.high, k)), ...known.reverse().map((k) => place(curve.low, k))].forEach(([x, y], k) => (k === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
    ctx.closePath();
    ctx.globalAlpha = 0.15;
    ctx.fillStyle = colorOf(curve.color);
    ctx.fill();
    ctx.globalAlpha = 1;
  });
}

function drawBehind(plot, figure, shown) {
  if (!figure.field && !figure.wanted && !figure.regions && !figure.curves.some((curve) => curve.low)) return;
  clipToPlot(plot);
  if (figure.field) drawField(plot, figure.field);
  if (figure.wanted) drawWanted(plot, figure.wanted);
  if (figure.regions) drawRegions(plot, figure.regions);
  drawBands(plot, figure, shown);
  plot.ctx.restore();
}

// Under the last third of each curve with a fitted order: a triangle whose hypotenuse has that slope, rounded to a half.
function drawTriangles(plot, figure, shown) {
  const { ctx } = plot;
  const seen = [];
  figure.curves.forEach((curve, i) => {
    if (!shown[i] || !(curve.order > 0.2) || plot.scales.y.distr !== 3) return;
    const slope = Math.round(2 * curve.order) / 2;
    const known = curve.x.map((x, k) => [x, curve.y[k]]).filter(([x, y]) => x > 0 && y > 0);
    if (slope <= 0 || known.length < 2) return;
    const [first, last] = [known[0][0], known[known.length - 1][0]];
    const ratio = (last / first) ** 0.3;
    const right = last / (last / first) ** 0.06;
    const left = right / ratio;
    const at = (x) => {
      let k = 0;
      while (k + 2 < known.length && known[k + 1][0] < x) ++k;
      const [[x0, y0], [x1, y1]] = [known[k], known[k + 1]];
      return y0 * (x / x0) ** (Math.log(y1 / y0) / Math.log(x1 / x0));
    };
    const top = Math.min(at(right), at(left) * ratio ** slope) * 0.55;
    const corners = [[left, top / ratio ** slope], [right, top / ratio ** slope], [right, top]].map(([x, y]) => [plot.valToPos(x, 'x', true), plot.valToPos(y, 'y', true)]);
    // Where two curves lie on each other, one triangle is enough.
    if (seen.some((other) => Math.hypot(other[0] - corners[2][0], other[1] - corners[2][1]) < 24 * devicePixelRatio)) return;
    seen.push(corners[2]);
    clipToPlot(plot);
    ctx.beginPath();
    corners.forEach(([x, y], k) => (k === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
    ctx.closePath();
    ctx.strokeStyle = ctx.fillStyle = styled('axis');
    ctx.lineWidth = devicePixelRatio;
    ctx.stroke();
    ctx.font = `${11 * devicePixelRatio}px ${LABEL_FONT}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillText(String(slope), corners[1][0] + 3 * devicePixelRatio, (corners[1][1] + corners[2][1]) / 2);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    ctx.fillText('1', (corners[0][0] + corners[1][0]) / 2, corners[0][1] + 2 * devicePixelRatio);
    ctx.restore();
  });
}

// The numbers of a figure as a table, for whoever wants to draw them again.
function csvOf(figure) {
  const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const number = (value) => (value === null ? 'nan' : String(value));
  const rows = [];
  // A column a unit; a curve fills its own.
  const labels = figure.y_labels || [figure.y_label];
  if (figure.curves.length > 0) rows.push(['curve', figure.x_label, ...labels]);
  const hasBands = figure.curves.some((curve) => curve.low);
  if (hasBands) rows[0].push('quartile below', 'quartile above');
  const band = (curve, i) => (hasBands ? (curve.low ? [number(curve.low[i]), number(curve.high[i])] : ['', '']) : []);
  figure.curves.forEach((curve) => curve.x.forEach((x, i) => rows.push([curve.label, number(x), ...labels.map((label, axis) => ((curve.axis || 0) === axis ? number(curve.y[i]) : '')), ...band(curve, i)])));
  figure.heat.forEach((panel) => {
    rows.push(['panel', figure.x_label, panel.row_label, labels[panel.axis], 'why none']);
    panel.values.forEach((row, r) => row.forEach((value, c) => rows.push([panel.title, panel.columns[c], panel.rows[r], number(value), panel.reasons[r] ? panel.reasons[r][c] : ''])));
  });
  if (figure.field) {
    rows.push([figure.x_label, figure.y_label, 'spectral radius']);
    figure.field.values.forEach((row, r) => row.forEach((value, c) => rows.push([number(figure.field.x[c]), number(figure.field.y[r]), number(value)])));
  }
  return rows.map((row) => row.map(field).join(',')).join('\r\n') + '\r\n';
}

function addDataButton(box, figure) {
  if (figure.curves.length === 0 && figure.heat.length === 0) return;
  const button = element('button', 'data', 'Data (CSV)');
  button.addEventListener('click', () => {
    const link = element('a');
    link.href = URL.createObjectURL(new Blob([csvOf(figure)], { type: 'text/csv' }));
    link.download = `${figure.title.replace(/[^A-Za-z0-9]+/g, '_')}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  box.querySelector('.files').append(' ', button);
}
