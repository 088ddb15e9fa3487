'use strict';
// Puts everything in its place. The fragment of the address chooses a view: #time=0.4 and #scale=log; in space
// #view=top too.

const redraws = [];

function drawFigure(box, figure, mechanism) {
  const parent = box.querySelector('.drawing');
  if (figure.ledgers) drawLedgers(parent, figure);
  else if (figure.y_labels && !figure.has_sides) figure.y_labels.forEach((label, i) => { if (ofAxis(figure, i).curves.length > 0) new CurvesPlot(parent, ofAxis(figure, i)); });
  else if (figure.curves.length > 0) new CurvesPlot(parent, figure);
  if (figure.differences) drawDifferences(parent, figure);
  addDataButton(box, figure);
  if (figure.heat.length > 0) (figure.y_labels || [figure.y_label]).forEach((label, i) => drawHeat(parent, { ...figure, y_label: label, heat: figure.heat.filter((panel) => panel.axis === i) }));
  if (figure.snapshots.length > 0) (mechanism.shapes ? drawSpaceSnapshots : drawSnapshots)(parent, figure, mechanism);
}

// Curves that lie on each other, less the first of them.
function drawDifferences(parent, figure) {
  parent.append(element('h4', '', 'Curves that coincide above, less the first one'));
  new CurvesPlot(parent, { ...figure, curves: figure.differences, y_label: figure.difference_label, log_y: false, y_range: undefined, wanted: undefined, differences: undefined });
}

function applyFragment(animation) {
  const view = new URLSearchParams(location.hash.slice(1));
  if (view.has('scale')) livePlots.forEach((plot) => { if (plot.figure.field || plot.panel) return; plot.isLog = view.get('scale') === 'log'; plot.draw(); });
  const time = Number(view.get('time'));
  if (animation && view.has('time') && Number.isFinite(time)) animation.show(Math.max(0, Math.min(time, animation.end)));
  if (animation && animation.applyFragment) animation.applyFragment(view);
}

// A link to a folded part unfolds it.
function unfold() {
  const part = document.getElementById(location.hash.slice(1));
  if (part && part.tagName === 'DETAILS') { part.open = true; part.scrollIntoView(); }
}

// Keys scroll what does not fit.
function reachScrolled() {
  document.querySelectorAll('.scroll').forEach((box) => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else if (!box.getAttribute('role')) box.removeAttribute('tabindex');
  });
}

function start() {
  reachScrolled();
  window.addEventListener('resize', reachScrolled);
  document.querySelectorAll('table.sortable').forEach(makeSortable);
  const field = document.getElementById('filter');
  if (field) makeFilterable(field, document.getElementById('scene-table'), document.getElementById('filter-count'));
  const source = document.getElementById('data');
  if (!source) return;
  const data = JSON.parse(source.textContent);
  document.querySelectorAll('[data-figure]').forEach((box) => drawFigure(box, data.figures[Number(box.dataset.figure)], data.mechanism));
  const stage = document.getElementById('stage');
  const Motion = stage && data.mechanism.shapes ? SpaceAnimation : Animation;
  const animation = stage && new Motion(data.mechanism, document.getElementById('animation-controls'), stage, document.getElementById('stage-hint'));
  if (animation) redraws.push(() => animation.show(animation.time));
  const fit = () => { livePlots.forEach((plot) => plot.resize()); redraws.forEach((draw) => draw()); };
  window.addEventListener('resize', fit);
  // Print counts as light: what is drawn has to change with the style sheet.
  matchMedia('screen and (prefers-color-scheme: dark)').addEventListener('change', () => {
    knownColors = {};
    livePlots.forEach((plot) => plot.draw());
    redraws.forEach((draw) => draw());
  });
  // A sheet of A4 is about 700 pixels wide.
  window.addEventListener('beforeprint', () => livePlots.forEach((plot) => plot.resize(680)));
  window.addEventListener('afterprint', fit);
  applyFragment(animation);
  unfold();
  window.addEventListener('hashchange', unfold);
  document.documentElement.dataset.ready = 'yes';
}

// The scripts for space follow this one.
document.addEventListener('DOMContentLoaded', start);
