'use strict';
// The motion in space: the controls of the plane, one view that all panels share, methods side by side or one over the other.

const WHEEL_STEP = 0.0015;

// One finger or button turns, two fingers or the right button move and zoom.
class SpacePanel extends Panel {
  constructor(parent, title, detail, view, redraw) {
    super(parent, title, detail);
    this.view = view;
    this.redraw = redraw;
    this.pointers = new Map();
    const listen = (name, handle) => this.canvas.addEventListener(name, (event) => handle.call(this, event));
    listen('pointerdown', this.press);
    listen('pointermove', this.drag);
    ['pointerup', 'pointercancel'].forEach((name) => listen(name, (event) => this.pointers.delete(event.pointerId)));
    listen('contextmenu', (event) => event.preventDefault());
    this.canvas.addEventListener('wheel', (event) => this.turnWheel(event), { passive: false });
  }

  press(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.tip.hidden = true;
  }

  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.offsetX, event.offsetY];
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.pointers.set(event.pointerId, now);
    const moved = now.map((value, i) => value - before[i]);
    if (others.length > 0) {
      const apart = (point) => Math.hypot(point[0] - others[0][0], point[1] - others[0][1]) || 1;
      this.view.zoomBy(apart(now) / apart(before));
      this.view.pan(moved[0] / 2, moved[1] / 2);
    } else if (event.buttons & 2 || event.shiftKey) {
      this.view.pan(...moved);
    } else {
      this.view.orbit(...moved);
    }
    this.redraw();
  }

  // Without a click before, the wheel still scrolls the page.
  turnWheel(event) {
    if (document.activeElement !== this.canvas && !event.ctrlKey) return;
    event.preventDefault();
    this.view.zoomBy(Math.exp(-WHEEL_STEP * event.deltaY));
    this.redraw();
  }

  // Whether the key did something here.
  pressKey(key) {
    const turns = { ArrowLeft: [12, 0], ArrowRight: [-12, 0], ArrowUp: [0, 12], ArrowDown: [0, -12] };
    const zooms = { '+': 1.25, '=': 1.25, '-': 0.8 };
    if (turns[key]) this.view.orbit(...turns[key]);
    else if (zooms[key]) this.view.zoomBy(zooms[key]);
    else if (key === '0') this.view.turnTo(this.view.azimuth, this.view.elevation);
    else return false;
    this.redraw();
    return true;
  }

  paint(mechanism, solids, layers) {
    this.setSize(Math.round(Math.max(230, Math.min(540, 0.74 * (this.canvas.clientWidth || 340)))));
    const { context, view } = this;
    view.setScreen(this.width, this.height);
    const { ground } = view;
    const isAbove = view.elevation >= 0;
    if (isAbove) drawGround(context, view, ground);
    drawAxes(context, view, ground);
    layers.slice(0, 1).forEach((layer) => drawWalls(context, view, mechanism, layer));
    solids.draw(context, view, layers);
    layers.forEach((layer) => drawJointsInSpace(context, view, mechanism, layer));
    if (isAbove) return;
    context.globalAlpha = 0.6;
    drawGround(context, view, ground);
    context.globalAlpha = 1;
  }
}

// The stage of a page: what draws the solids, and what must be drawn again when that changes.
class SpaceStage {
  constructor(mechanism) {
    this.mechanism = mechanism;
    this.solids = makeSolids(mechanism, () => {
      this.solids = new FlatSolids(mechanism);
      redraws.forEach((draw) => draw());
    });
  }

  get isFlat() { return this.solids instanceof FlatSolids; }

  paint(panel, layers) { panel.paint(this.mechanism, this.solids, layers); }

  static of(mechanism) {
    mechanism.stage ??= new SpaceStage(mechanism);
    return mechanism.stage;
  }
}

class SpaceAnimation extends Animation {
  prepare(stage) {
    this.stageBox = stage;
    stage.classList.add('space');
    this.space = SpaceStage.of(this.mechanism);
    const { runs } = this.mechanism;
    const complete = runs.filter((run) => run.is_complete);
    this.view = new SpaceView(spaceBox(this.mechanism, complete.length > 0 ? complete.flatMap((run) => run.poses) : runs.map((run) => run.poses[0])));
    this.mix = mixInSpace;
  }

  sizeOfMotion() { return this.view.size; }

  hintText() {
    return `Black dots are joints to the ground, white ones between bodies; a bar is the axis of a joint.${this.reference ? ' Grey: the reference run at the same time.' : ''}${this.marksText()}`;
  }

  controlText() {
    return 'Drag to turn, with the right button or Shift to move; on a touch screen two fingers move and zoom. Point at a body or joint to read its name. '
      + 'Click a picture, then: space plays, comma and full stop step, arrows turn, wheel, + and - zoom, 0 shows all.';
  }

  makePanel(stage, title, detail) { return new SpacePanel(stage, title, detail, this.view, () => this.redraw()); }

  addControls(parent) {
    super.addControls(parent);
    Object.entries(VIEWS).forEach(([name, angles]) => {
      const button = element('button', '', name);
      button.title = `seen from azimuth ${angles[0]}\u00b0, elevation ${angles[1]}\u00b0`;
      button.addEventListener('click', () => { this.view.turnTo(...angles); this.redraw(); });
      parent.append(button);
    });
  }

  // What the fragment of the address asks for: #view=top, #view=-30,15 and #overlay=yes.
  applyFragment(fragment) {
    const asked = fragment.get('view') || '';
    const angles = VIEWS[asked] || asked.split(',').map(Number);
    if (angles.length === 2 && angles.every(Number.isFinite)) this.view.turnTo(...angles);
    super.applyFragment(fragment);
  }

  show(time, tells = true) {
    this.stageBox.dataset.renderer = this.space.isFlat ? 'canvas' : 'webgl';
    this.flatNote ??= this.stageBox.parentNode.insertBefore(element('p', 'hint', 'Drawn without WebGL, which this browser does not offer: outlines, the nearer bodies over the farther ones.'), this.stageBox);
    this.flatNote.hidden = !this.space.isFlat;
    super.show(time, tells);
  }

  chooseBody(body) {
    if (body < 0 && this.follow >= 0) this.view.turnTo(this.view.azimuth, this.view.elevation);
    if (body >= 0 && this.follow < 0) this.view.zoomBy(2);
    this.follow = body;
    this.redraw();
  }

  aimAt(run) {
    const frame = this.follow >= 0 ? frameOf(this.posesOf(run), this.follow) : null;
    if (frame) this.view.target = frame.origin;
  }

  layerOf(run, isAlone) {
    return { poses: this.posesOf(run), color: colorOf(run.color), alpha: this.hasEnded(run) ? 0.35 : isAlone ? 1 : 0.75, joints: isAlone, own_colors: isAlone };
  }

  drawMarks(panel, run, color) {
    const poses = this.posesOf(run);
    const anchor = (joint) => {
      const frame = frameOf(poses, joint.body[1]);
      return frame ? putIn(frame, joint.anchor[1]) : null;
    };
    this.marks.draw(panel.context, run, this.time, (point) => panel.view.at(point), anchor, color);
  }

  drawRun(panel, run) {
    this.aimAt(run);
    const layers = [this.layerOf(run, true)];
    if (this.showsGhost && this.reference && run !== this.reference) layers.push({ poses: this.posesOf(this.reference), color: styled('ghost'), alpha: 0.45, joints: false });
    this.space.paint(panel, layers);
    if (this.hasEnded(run)) this.writeEnd(panel.context, run); else this.drawMarks(panel, run);
  }

  drawOverlay() {
    const runs = this.overlaidRuns();
    if (runs.length > 0) this.aimAt(runs[runs.length - 1]);
    this.space.paint(this.overlay, runs.map((run) => this.layerOf(run, runs.length === 1)));
    runs.filter((run) => !this.hasEnded(run)).forEach((run) => this.drawMarks(this.overlay, run, colorOf(run.color)));
    this.overlay.facts.textContent = '';
  }

  nameAt(panel, run, event) {
    if (panel.pointers.size > 0) return undefined;
    panel.view.setScreen(panel.width, panel.height);
    return nameUnder(panel.view, this.mechanism, this.posesOf(run), event.offsetX, event.offsetY);
  }
}

function drawSpaceSnapshots(parent, figure, mechanism) {
  const box = element('div', 'stage space');
  parent.append(box);
  arrangePanels(box, figure.snapshots.length);
  const stage = SpaceStage.of(mechanism);
  const view = new SpaceView(spaceBox(mechanism, figure.snapshots.flatMap((snapshot) => snapshot.poses)));
  const draws = [];
  const redraw = () => draws.forEach((draw) => draw());
  figure.snapshots.forEach((snapshot) => {
    const panel = new SpacePanel(box, snapshot.method, '', view, redraw);
    addSnapshotLabels(panel, snapshot);
    panel.canvas.tabIndex = 0;
    panel.canvas.setAttribute('role', 'img');
    panel.canvas.setAttribute('aria-label', `${figure.title}: ${snapshot.method} at ${snapshot.labels.join(', ')} s; arrow keys turn, + and - zoom`);
    panel.canvas.addEventListener('keydown', (event) => { if (panel.pressKey(event.key)) event.preventDefault(); });
    draws.push(() => stage.paint(panel, snapshot.poses.map((poses, i) => ({ poses, color: snapshotColor(snapshot, i), own_colors: snapshot.poses.length === 1, alpha: 0.45 + 0.55 * (i + 1) / snapshot.poses.length, joints: i + 1 === snapshot.poses.length }))));
  });
  redraw();
  redraws.push(redraw);
}
