'use strict';
// Causes of one change, stacked: what adds goes up, what takes away goes down, and the line is their sum.

class LedgerPlot {
  constructor(parent, figure, panel) {
    this.figure = figure;
    this.panel = panel;
    this.parent = parent;
    this.sum = panel.x.map((x, row) => panel.values.reduce((sum, cause) => sum + cause[row], 0));
    this.layers = this.stack();
    parent.append(element('h4', '', panel.title));
    this.readout = element('span', 'hint live');
    this.holder = element('div', 'plot');
    parent.append(this.readout, this.holder);
    const list = element('ul', 'names');
    panel.causes.forEach((cause, i) => {
      const item = element('li');
      item.append(element('span', `swatch color${i % NUM_COLORS}`), element('span', '', cause));
      list.append(item);
    });
    const sum = element('li');
    sum.append(element('span', 'swatch sum'), element('span', '', 'sum'));
    list.append(sum);
    parent.append(list);
    this.draw();
    livePlots.push(this);
    if (figure.time_per_x > 0) shownTime.followers.push({ owner: this, follow: (time) => this.markTime(time) });
  }

  // For each cause its lower and upper edge: positive parts on each other from 0 up, negative ones from 0 down.
  stack() {
    const up = this.panel.x.map(() => 0);
    const down = this.panel.x.map(() => 0);
    return this.panel.values.map((cause) => cause.map((value, row) => {
      const edges = value >= 0 ? [up[row], up[row] + value] : [down[row] + value, down[row]];
      if (value >= 0) up[row] += value; else down[row] += value;
      return edges;
    }));
  }

  markTime(time) { CurvesPlot.prototype.markTime.call(this, time); }

  showValues() {}

  fill(plot) {
    const { ctx } = plot;
    clipToPlot(plot);
    this.layers.forEach((edges, i) => {
      ctx.beginPath();
      edges.forEach(([low], row) => ctx.lineTo(plot.valToPos(this.panel.x[row], 'x', true), plot.valToPos(low, 'y', true)));
      for (let row = edges.length - 1; row >= 0; --row) ctx.lineTo(plot.valToPos(this.panel.x[row], 'x', true), plot.valToPos(edges[row][1], 'y', true));
      ctx.closePath();
      ctx.fillStyle = colorOf(i);
      ctx.globalAlpha = 0.75;
      ctx.fill();
    });
    ctx.restore();
  }

  width() { return Math.max(260, Math.min(this.parent.clientWidth, 1150)); }

  height() { return Math.round(Math.max(220, Math.min(330, this.width() * 0.34))); }

  draw() {
    if (this.plot) this.plot.destroy();
    const { figure, panel } = this;
    const highest = panel.x.map((x, row) => Math.max(0, ...this.layers.map((edges) => edges[row][1])));
    const lowest = panel.x.map((x, row) => Math.min(0, ...this.layers.map((edges) => edges[row][0])));
    const hidden = { stroke: 'transparent', points: { show: false } };
    this.plot = new uPlot({
      width: this.width(), height: this.height(), legend: { show: false }, cursor: { drag: { x: true, y: false }, points: { show: false } },
      scales: { x: { time: false, range: zoomableRange(false) }, y: { range: range(false) } },
      axes: [{ ...axis(figure.x_label, false), size: 36, space: tickSpace }, { ...axis('', false), size: (plot) => 68 + labelRoom(plot, figure.y_label) }],
      series: [{}, { stroke: styled('ink'), width: 1.6, points: { show: false } }, hidden, hidden],
      hooks: {
        drawAxes: [(plot) => { drawLabel(plot, figure.y_label); this.fill(plot); }],
        setScale: [(plot, key) => { if (key === 'x' && this.plot === plot && this.time !== undefined) this.markTime(this.time); }],
        setCursor: [(plot) => this.showCursor(plot)],
      },
    }, [panel.x, this.sum, highest, lowest], this.holder);
    const ends = panel.causes.map((cause, i) => `${cause} ${numberText(panel.values[i][panel.x.length - 1])}`).join(', ');
    this.plot.ctx.canvas.setAttribute('role', 'img');
    this.plot.ctx.canvas.setAttribute('aria-label', `${figure.title}, ${panel.title}: at the end ${ends}, sum ${numberText(this.sum[this.sum.length - 1])}`);
    if (this.time !== undefined) this.markTime(this.time);
  }

  showCursor(plot) {
    const { left, idx } = plot.cursor;
    if (left < 0 || idx === null) { this.readout.textContent = ''; return; }
    const parts = this.panel.causes.map((cause, i) => `${cause} ${numberText(this.panel.values[i][idx])}`);
    this.readout.textContent = `${numberText(this.panel.x[idx])}: ${parts.join(', ')}, sum ${numberText(this.sum[idx])}`;
    if (this.figure.time_per_x > 0) shownTime.set(this.panel.x[idx] * this.figure.time_per_x, this);
  }

  resize(width = this.width()) {
    if (this.plot.width !== width) this.plot.setSize({ width, height: this.height() });
    if (this.time !== undefined) this.markTime(this.time);
  }
}

function drawLedgers(parent, figure) {
  const grid = element('div', 'ledgers');
  parent.append(grid);
  figure.ledgers.forEach((panel) => {
    const box = element('div');
    grid.append(box);
    new LedgerPlot(box, figure, panel);
  });
}
