'use strict';
// Curves with uPlot.

const livePlots = [];

// The time in sight [s]: the motion and the plots over time follow it, whoever sets it.
const shownTime = {
  followers: [],
  set(time, setter) { this.followers.forEach((follower) => { if (follower.owner !== setter) follower.follow(time); }); },
};

// Scales of the axes of a plot: below, on the left, on the right.
const SCALES = ['x', 'y', 'y2'];
const scaleOf = (curve) => SCALES[1 + (curve.axis || 0)];

function axis(label, isLog) {
  const labelled = {
    label, labelSize: label ? 26 : 0, labelFont: `${LABEL_SIZE}px ${LABEL_FONT}`, font: `11px ${LABEL_FONT}`, stroke: styled('axis'),
    grid: { stroke: styled('grid'), width: 1 }, ticks: { stroke: styled('edge'), width: 1, size: 5 },
    values: (plot, ticks, index) => (isLog ? logTicks(ticks, (value) => plot.valToPos(value, SCALES[index]), index === 0 ? 40 : 14) : linearTicks(ticks)),
  };
  if (isLog) {
    labelled.splits = (plot, index, least, largest) => logSplits(least, largest);
    labelled.filter = (plot, ticks) => ticks;
  }
  return labelled;
}

// Pixels from tick to tick along x: labels with a power of ten are longer.
function tickSpace(plot, index, least, largest) {
  const size = Math.max(Math.abs(least), Math.abs(largest));
  return size >= 1e6 || size < 1e-2 ? 100 : 50;
}

// On a logarithmic axis a value that is not positive is a hole.
function positive(values, isLog) {
  return isLog ? values.map((value) => (value > 0 ? value : null)) : values;
}

function markPath(path, x, y, size) {
  path.moveTo(x + size, y);
  path.arc(x, y, size, 0, 2 * Math.PI);
}

// Curves that may run back and forth in x: one path of our own through the points.
function freePath(markSize, isOutline, scale) {
  return (plot, seriesIndex) => {
    const [xs, ys] = plot.data[seriesIndex];
    const stroke = new Path2D();
    const marks = new Path2D();
    let isDrawing = false;
    xs.forEach((x, i) => {
      if (x === null || ys[i] === null) { isDrawing = false; return; }
      const px = plot.valToPos(x, 'x', true);
      const py = plot.valToPos(ys[i], scale, true);
      if (isDrawing) stroke.lineTo(px, py); else stroke.moveTo(px, py);
      if (markSize > 0 && !isOutline) markPath(marks, px, py, markSize * devicePixelRatio);
      isDrawing = true;
    });
    return { stroke, fill: marks, clip: null, flags: 3 };
  };
}

// A run that stopped early, often by growing without limit, must not flatten the others.
function setsRange(curve, figure) {
  return curve.is_complete || !figure.curves.some((other) => other.is_complete);
}

function plotSeries(curve, figure, isShown) {
  const series = {
    auto: setsRange(curve, figure), scale: scaleOf(curve),
    label: curve.label, stroke: curve.is_outline ? styled('ground') : colorOf(curve.color), width: curve.is_outline ? 3 : 1.6,
    dash: curve.is_outline ? [] : dashOf(curve), show: isShown,
    value: (plot, value) => numberText(value),
  };
  if (figure.is_function) {
    series.points = { show: figure.has_marks, size: 7, width: 1.5, fill: styled('paper') };
  } else {
    series.facets = [{ scale: 'x', auto: true }, { scale: scaleOf(curve), auto: setsRange(curve, figure) }];
    series.paths = freePath(figure.field ? 6 : figure.has_marks ? 4 : 0, curve.is_outline, scaleOf(curve));
    series.points = { show: false };
    series.fill = colorOf(curve.color);
    series.value = () => '';
  }
  return series;
}

function plotData(figure, isLog) {
  const tables = figure.curves.map((curve) => [positive(curve.x, figure.log_x), positive(curve.y, isLog)]);
  return figure.is_function ? uPlot.join(tables) : [null, ...tables];
}

// Less than the rounding of the largest value in sight: it would only press the rest together.
const SMALLEST_SHARE = 1e-16;

function isBelowSight(figure) {
  const inRange = figure.curves.filter((curve) => setsRange(curve, figure)).flatMap((curve) => curve.y.filter((value) => value > 0));
  const largest = inRange.reduce((a, b) => Math.max(a, b), 0);
  return inRange.some((value) => value < largest * SMALLEST_SHARE);
}

// Room on both sides, so that no curve hides in the frame.
function range(isLog, isClipped, asked, banded = []) {
  return (plot, ...found) => {
    if (asked && (!isLog || asked[0] > 0)) return [...asked];
    const bands = banded.flatMap((curve) => [...curve.low, ...curve.high]).filter((value) => value !== null && (!isLog || value > 0));
    const [least, largest] = bands.length > 0 && found[0] !== null ? [Math.min(found[0], ...bands), Math.max(found[1], ...bands)] : found;
    if (least === null || largest === null || !Number.isFinite(least)) return isLog ? [0.1, 1] : [0, 1];
    if (!isLog) {
      const margin = (largest - least || Math.abs(largest) || 1) * 0.04;
      return [least === 0 ? 0 : least - margin, largest + margin];
    }
    const low = isClipped ? Math.max(least, largest * SMALLEST_SHARE) : least;
    const factor = Math.max(largest / low, 2) ** 0.04;
    return [low / factor, largest * factor];
  };
}

function zoomableRange(isLog, asked, state) {
  return (plot, least, largest) => {
    // The whole as the scene asks; a part of it as people drag.
    if (asked && !state.isZoomed) return [...asked];
    if (least === null || least === undefined) return [isLog ? 0.1 : 0, 1];
    if (largest > least) return [least, largest];
    return isLog ? [least / 2, least * 2] : [least - 0.5, least + 0.5];
  };
}

// Which part of its figure a plot shows: curves of one unit.
const ofAxis = (figure, axis) => ({
  ...figure, y_labels: undefined, y_label: figure.y_labels[axis], y_range: [figure.y_range, figure.y2_range][axis],
  y2_range: undefined,
  curves: figure.curves.filter((curve) => (curve.axis || 0) === axis).map((curve) => ({ ...curve, axis: 0 })),
});
const legendLabel = (curve, figure) => (figure.has_sides ? `${curve.label} (${curve.axis ? 'right' : 'left'} axis)` : curve.label);

// The sample of a line with its dash, for legends.
function lineSample(curve) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  Object.entries({ viewBox: '0 0 34 10', width: 34, height: 10, 'aria-hidden': 'true' }).forEach(([name, value]) => svg.setAttribute(name, value));
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', curve.x.length === 1 ? 'M13 5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0' : 'M1 5H33');
  line.setAttribute('class', curve.is_outline ? 'outline' : `line${curve.color % NUM_COLORS}`);
  if (!curve.is_outline && curve.x.length > 1) line.setAttribute('stroke-dasharray', dashOf(curve).join(' '));
  svg.append(line);
  return svg;
}

// What a plot over time is and what its curves do, in one sentence for those who do not see it.
function plotText(figure) {
  const of = (curve) => {
    const values = curve.y.filter((value) => value !== null);
    if (values.length === 0) return `${curve.label}, no values`;
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return `${curve.label} from ${numberText(least)} to ${numberText(most)}`;
  };
  return `${figure.title}: ${figure.y_label} over ${figure.x_label}. ${figure.curves.map(of).join('; ')}.`;
}

class CurvesPlot {
  constructor(parent, figure) {
    this.figure = figure;
    this.isLog = figure.log_y;
    this.isZoomed = false;
    this.shown = figure.curves.map(() => true);
    this.controls = element('div', 'controls');
    this.parent = parent;
    parent.append(this.controls);
    if (!figure.field) this.addScaleButtons(); else this.buttons = [];
    this.readout = element('span', 'hint live');
    this.controls.append(this.readout);
    this.holder = element('div', 'plot');
    parent.append(this.holder);
    this.addLegend();
    this.clipNote = element('p', 'hint', `Shown down to ${powerOfTen(-16)} of the largest value in sight; zoom in on a part to see smaller ones.`);
    this.isBelowSight = isBelowSight(figure);
    const hidden = figure.hidden_by_log;
    this.hiddenNote = element('p', 'hint', hidden && `${hidden[0].toUpperCase()}${hidden.slice(1)}.`);
    parent.append(this.clipNote, this.hiddenNote);
    this.addRangeNote();
    this.addThinningNote();
    this.draw();
    livePlots.push(this);
    if (figure.time_per_x > 0) shownTime.followers.push({ owner: this, follow: (time) => this.markTime(time) });
  }

  // A line at the time of the motion.
  markTime(time) {
    this.time = time;
    if (!this.marker || this.marker.parentNode !== this.plot.over) {
      this.marker = element('div', 'now');
      this.plot.over.append(this.marker);
    }
    const left = time === null ? -1 : this.plot.valToPos(time / this.figure.time_per_x, 'x');
    this.marker.hidden = !(left >= 0 && left <= this.plot.over.clientWidth);
    this.marker.style.left = `${left}px`;
    this.showValues(time === null ? null : time / this.figure.time_per_x);
  }

  // Names are switches that keys reach, each with the line that it names.
  addLegend() {
    this.values = [];
    const list = element('ul', 'names');
    this.figure.curves.forEach((curve, i) => {
      const item = element('li');
      const button = element('button', 'switch');
      button.setAttribute('role', 'switch');
      button.setAttribute('aria-checked', 'true');
      button.append(lineSample(curve), element('span', '', legendLabel(curve, this.figure)));
      button.addEventListener('click', () => {
        this.shown[i] = !this.shown[i];
        button.setAttribute('aria-checked', String(this.shown[i]));
        this.plot.setSeries(i + 1, { show: this.shown[i] });
      });
      this.values.push(element('output', 'value'));
      item.append(button, this.values[i]);
      list.append(item);
    });
    this.parent.append(list);
    if (this.figure.field) this.parent.append(fieldLegend());
  }

  // Curves over time: shows their values at one x.
  showValues(x) {
    if (!this.figure.is_function) return;
    this.figure.curves.forEach((curve, i) => {
      if (x === null) { this.values[i].textContent = ''; return; }
      const value = valueAt(curve, x);
      this.values[i].textContent = value === null ? '' : numberText(value);
    });
  }

  describe() {
    this.plot.ctx.canvas.setAttribute('role', 'img');
    this.plot.ctx.canvas.setAttribute('aria-label', plotText(this.figure));
  }

  addScaleButtons() {
    this.buttons = [['Linear', false], ['Logarithmic', true]].map(([text, isLog]) => {
      const button = element('button', '', text);
      button.addEventListener('click', () => { this.isLog = isLog; this.draw(); });
      this.controls.append(button);
      return button;
    });
  }

  addRangeNote() {
    if (this.figure.y_range) return;
    const names = this.figure.curves.filter((curve) => !setsRange(curve, this.figure)).map((curve) => curve.label);
    if (names.length > 0) this.parent.append(element('p', 'hint', `May leave the plot: ${names.join(', ')}. The range is that of the runs that reached their end.`));
  }

  addThinningNote() {
    const longest = this.figure.curves.reduce((a, b) => (b.rows > a.rows ? b : a), this.figure.curves[0]);
    if (longest.x.length >= longest.rows) return;
    this.parent.append(element('p', 'hint', `Shown thinned, peaks kept (${longest.x.length} of ${longest.rows} rows a line); series.csv has every row.`));
  }

  width() {
    return Math.max(260, Math.min(this.parent.clientWidth, 1150));
  }

  height() {
    const share = this.figure.field ? 0.62 : 0.42;
    return Math.round(Math.max(260, Math.min(this.figure.field ? 560 : 420, this.width() * share)));
  }

  options() {
    const { figure } = this;
    const banded = (side) => figure.curves.filter((curve) => curve.low && (curve.axis || 0) === side);
    const [left, right] = figure.has_sides ? figure.y_labels : [figure.y_label];
    return {
      mode: figure.is_function ? 1 : 2, width: this.width(), height: this.height(),
      scales: {
        x: { time: false, distr: figure.log_x ? 3 : 1, range: figure.is_function ? zoomableRange(figure.log_x, figure.x_range, this) : range(figure.log_x, false, figure.x_range) },
        y: { distr: this.isLog ? 3 : 1, range: range(this.isLog, true, figure.y_range, banded(0)) },
        ...(figure.has_sides && { y2: { distr: this.isLog ? 3 : 1, range: range(this.isLog, true, figure.y2_range, banded(1)) } }),
      },
      axes: [{ ...axis(figure.x_label, figure.log_x), size: 36, space: tickSpace }, { ...axis('', this.isLog), size: (plot) => 68 + labelRoom(plot, left) },
        ...(figure.has_sides ? [{ ...axis('', this.isLog), scale: 'y2', side: 1, grid: { show: false }, size: (plot) => 68 + labelRoom(plot, right) }] : [])],
      series: [{ label: figure.x_label, value: (plot, value) => numberText(value, 6) },
        ...figure.curves.map((curve, i) => plotSeries(curve, figure, this.shown[i]))],
      cursor: { drag: { x: true, y: false, setScale: true }, points: { size: 7 } },
      legend: { show: false },
      hooks: {
        setSelect: [() => { this.isZoomed = true; }],
        setScale: [(plot, key) => { if (key === 'x' && this.plot === plot && this.time !== undefined) this.markTime(this.time); }],
        drawClear: [(plot) => drawBehind(plot, figure, this.shown)],
        drawAxes: [(plot) => { drawLabel(plot, left); drawLabel(plot, right, true); }],
        draw: [(plot) => drawTriangles(plot, figure, this.shown)],
        setCursor: [(plot) => this.showCursor(plot)],
      },
    };
  }

  // The point under the cursor, for a curve that says what its points are.
  pointText(plot) {
    const { left, top } = plot.cursor;
    const found = { distance: 20, text: '' };
    this.figure.curves.forEach((curve, c) => (this.shown[c] && curve.points ? curve.points : []).forEach((name, i) => {
      if (curve.x[i] === null || curve.y[i] === null) return;
      const distance = Math.hypot(plot.valToPos(curve.x[i], 'x') - left, plot.valToPos(curve.y[i], scaleOf(curve)) - top);
      if (distance < found.distance) Object.assign(found, { distance, text: `${curve.label}, ${name}: ${numberText(curve.x[i])}, ${numberText(curve.y[i])}` });
    }));
    return found.text;
  }

  showCursor(plot) {
    const { left, top } = plot.cursor;
    if (left < 0) { this.readout.textContent = ''; return; }
    const [x, y] = [plot.posToVal(left, 'x'), plot.posToVal(top, 'y')];
    const ys = this.figure.has_sides ? `${numberText(y)} (left), ${numberText(plot.posToVal(top, 'y2'))} (right)` : numberText(y);
    this.readout.textContent = this.pointText(plot) || `${numberText(x)}, ${ys}${fieldText(this.figure, x, y)}`;
    this.showValues(x);
    if (this.figure.time_per_x > 0) shownTime.set(x * this.figure.time_per_x, this);
  }

  draw() {
    if (this.plot) this.plot.destroy();
    this.isZoomed = false;
    this.plot = new uPlot(this.options(), plotData(this.figure, this.isLog), this.holder);
    this.plot.over.addEventListener('dblclick', () => { this.isZoomed = false; });
    this.describe();
    if (this.time !== undefined) this.markTime(this.time);
    this.buttons.forEach((button, i) => button.setAttribute('aria-pressed', String((i === 1) === this.isLog)));
    const lost = this.isLog && this.figure.curves.some((curve) => curve.y.some((value) => value !== null && value <= 0));
    this.hiddenNote.hidden = !(this.isLog && this.figure.hidden_by_log);
    this.clipNote.hidden = !(this.isLog && this.isBelowSight);
    this.controls.title = lost ? 'Values that are not positive cannot be shown on a logarithmic axis' : '';
  }

  resize(width = this.width()) {
    if (this.plot.width !== width) this.plot.setSize({ width, height: this.height() });
    if (this.time !== undefined) this.markTime(this.time);
  }
}
