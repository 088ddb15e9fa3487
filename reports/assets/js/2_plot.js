'use strict';
// Curves with uPlot.

const livePlots = [];

// The time in sight [s]: the motion and the plots over time follow it, whoever sets it.
const shownTime = {
  followers: [],
  set(time, setter) { this.followers.forEach((follower) => { if (follower.owner !== setter) follower.follow(time); }); },
};

// Decades and what lies between them; of very many decades only some.
function logSplits(least, largest) {
  const first = Math.floor(Math.log10(least));
  const last = Math.ceil(Math.log10(largest));
  const stride = Math.ceil((last - first) / 12);
  const splits = [];
  for (let exponent = first; exponent <= last; exponent += stride)
    for (let digit = 1; digit <= (stride === 1 ? 9 : 1); ++digit) splits.push(digit * 10 ** exponent);
  return splits.filter((value) => value >= least * (1 - 1e-12) && value <= largest * (1 + 1e-12));
}

function axis(label, isLog) {
  const labelled = {
    label, labelSize: label ? 26 : 0, labelFont: `${LABEL_SIZE}px ${LABEL_FONT}`, font: `11px ${LABEL_FONT}`, stroke: styled('axis'),
    grid: { stroke: styled('grid'), width: 1 }, ticks: { stroke: styled('edge'), width: 1, size: 5 },
    values: (plot, ticks) => (isLog ? logTicks(ticks) : linearTicks(ticks)),
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
function freePath(hasMarks) {
  return (plot, seriesIndex) => {
    const [xs, ys] = plot.data[seriesIndex];
    const stroke = new Path2D();
    const marks = new Path2D();
    let isDrawing = false;
    xs.forEach((x, i) => {
      if (x === null || ys[i] === null) { isDrawing = false; return; }
      const px = plot.valToPos(x, 'x', true);
      const py = plot.valToPos(ys[i], 'y', true);
      if (isDrawing) stroke.lineTo(px, py); else stroke.moveTo(px, py);
      if (hasMarks) markPath(marks, px, py, 4 * devicePixelRatio);
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
    auto: setsRange(curve, figure),
    label: curve.label, stroke: colorOf(curve.color), width: 1.6, dash: dashOf(curve), show: isShown,
    value: (plot, value) => numberText(value),
  };
  if (figure.is_function) {
    series.points = { show: figure.has_marks, size: 7, width: 1.5, fill: styled('paper') };
  } else {
    series.facets = [{ scale: 'x', auto: true }, { scale: 'y', auto: setsRange(curve, figure) }];
    series.paths = freePath(figure.has_marks);
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
function range(isLog, isClipped) {
  return (plot, least, largest) => {
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

function zoomableRange(isLog) {
  return (plot, least, largest) => {
    if (least === null || least === undefined) return [isLog ? 0.1 : 0, 1];
    if (largest > least) return [least, largest];
    return isLog ? [least / 2, least * 2] : [least - 0.5, least + 0.5];
  };
}

class CurvesPlot {
  constructor(parent, figure) {
    this.figure = figure;
    this.isLog = figure.log_y;
    this.shown = figure.curves.map(() => true);
    this.controls = element('div', 'controls');
    this.parent = parent;
    parent.append(this.controls);
    this.addScaleButtons();
    this.readout = element('span', 'hint');
    this.controls.append(this.readout);
    this.holder = element('div');
    parent.append(this.holder);
    const marks = figure.curves.some((curve) => curve.points) ? ' Point at a mark to read which run it is.' : '';
    parent.append(element('p', 'hint live', `Drag across the plot to zoom in, double click to see all. A click on a name hides or shows its line.${figure.time_per_x > 0 ? ' The motion follows the cursor.' : ''}${marks}`));
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
  }

  // What the canvas shows, in words; a name of the legend is a switch that keys reach.
  describe() {
    const { figure } = this;
    this.plot.ctx.canvas.setAttribute('role', 'img');
    this.plot.ctx.canvas.setAttribute('aria-label', `${figure.title}: ${figure.y_label} over ${figure.x_label}; ${figure.curves.map((curve) => curve.label).join(', ')}`);
    this.holder.querySelectorAll('.u-legend .u-series').forEach((row, i) => {
      const name = row.querySelector('th');
      if (i === 0 || !name) return;
      Object.assign(name, { tabIndex: 0 });
      name.setAttribute('role', 'switch');
      name.setAttribute('aria-checked', String(this.shown[i - 1]));
      name.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        this.plot.setSeries(i, { show: !this.shown[i - 1] });
      });
    });
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
    const names = this.figure.curves.filter((curve) => !setsRange(curve, this.figure)).map((curve) => curve.label);
    if (names.length > 0) this.parent.append(element('p', 'hint', `May leave the plot: ${names.join(', ')}. The range is that of the runs that reached their end.`));
  }

  addThinningNote() {
    const longest = this.figure.curves.reduce((a, b) => (b.rows > a.rows ? b : a), this.figure.curves[0]);
    if (longest.x.length >= longest.rows) return;
    this.parent.append(element('p', 'hint', `Shown thinned, peaks kept (${longest.x.length} of ${longest.rows} rows a line); series.csv has every row.`));
  }

  width() {
    return Math.max(280, Math.min(this.parent.clientWidth, 1150));
  }

  height() {
    return Math.round(Math.max(260, Math.min(420, this.width() * 0.42)));
  }

  options() {
    const { figure } = this;
    return {
      mode: figure.is_function ? 1 : 2, width: this.width(), height: this.height(),
      scales: {
        x: { time: false, distr: figure.log_x ? 3 : 1, range: figure.is_function ? zoomableRange(figure.log_x) : range(figure.log_x) },
        y: { distr: this.isLog ? 3 : 1, range: range(this.isLog, true) },
      },
      axes: [{ ...axis(figure.x_label, figure.log_x), size: 36, space: tickSpace }, { ...axis('', this.isLog), size: (plot) => 68 + labelRoom(plot, figure.y_label) }],
      series: [{ label: figure.x_label, value: (plot, value) => numberText(value, 6) },
        ...figure.curves.map((curve, i) => plotSeries(curve, figure, this.shown[i]))],
      cursor: { drag: { x: true, y: false, setScale: true }, points: { size: 7 } },
      legend: { live: figure.is_function, markers: { width: 3, dash: (plot, index) => (index > 0 && dashOf(figure.curves[index - 1]).length > 0 ? 'dashed' : 'solid') } },
      hooks: {
        setSeries: [(plot, index) => {
          if (!(index > 0)) return;
          this.shown[index - 1] = plot.series[index].show;
          const name = this.holder.querySelectorAll('.u-legend .u-series')[index];
          if (name) name.querySelector('th').setAttribute('aria-checked', String(plot.series[index].show));
        }],
        setScale: [(plot, key) => { if (key === 'x' && this.plot === plot && this.time !== undefined) this.markTime(this.time); }],
        drawAxes: [(plot) => drawLabel(plot, figure.y_label)],
        setCursor: [(plot) => this.showCursor(plot)],
      },
    };
  }

  // Of a curve that says what its points are: the one under the cursor.
  pointText(plot) {
    const { left, top } = plot.cursor;
    const found = { distance: 20, text: '' };
    this.figure.curves.forEach((curve, c) => (this.shown[c] && curve.points ? curve.points : []).forEach((name, i) => {
      if (curve.x[i] === null || curve.y[i] === null) return;
      const distance = Math.hypot(plot.valToPos(curve.x[i], 'x') - left, plot.valToPos(curve.y[i], 'y') - top);
      if (distance < found.distance) Object.assign(found, { distance, text: `${curve.label}, ${name}: ${numberText(curve.x[i])}, ${numberText(curve.y[i])}` });
    }));
    return found.text;
  }

  showCursor(plot) {
    const { left, top } = plot.cursor;
    const text = left < 0 ? '' : this.pointText(plot);
    if (text !== '') { this.readout.textContent = text; return; }
    this.readout.textContent = left < 0 ? '' :
      `cursor: ${numberText(plot.posToVal(left, 'x'))}, ${numberText(plot.posToVal(top, 'y'))}`;
    if (left >= 0 && this.figure.time_per_x > 0) shownTime.set(plot.posToVal(left, 'x') * this.figure.time_per_x, this);
  }

  draw() {
    if (this.plot) this.plot.destroy();
    this.plot = new uPlot(this.options(), plotData(this.figure, this.isLog), this.holder);
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
