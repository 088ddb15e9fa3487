'use strict';
// All methods side by side in one time.

// Angles are not wrapped: the record counts whole turns.
function mixPoses(low, high, weight) {
  return low.map((value, i) => (value === null || high[i] === null ? null : value + weight * (high[i] - value)));
}

// Poses between two frames.
function posesAt(run, time, mix) {
  const { times, poses } = run;
  if (time >= times[times.length - 1]) return poses[poses.length - 1];
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle; else high = middle;
  }
  const weight = (time - times[low]) / (times[high] - times[low] || 1);
  return mix(poses[low], poses[high], weight);
}

// A panel of the plane: drag moves the picture, wheel and + - zoom it, 0 shows all again.
class PlanarPanel extends Panel {
  constructor(parent, title, detail, animation) {
    super(parent, title, detail);
    this.animation = animation;
    const listen = (name, handle, options) => this.canvas.addEventListener(name, handle, options);
    listen('pointerdown', (event) => { this.canvas.setPointerCapture(event.pointerId); this.held = [event.offsetX, event.offsetY]; });
    listen('pointermove', (event) => this.drag(event));
    ['pointerup', 'pointercancel'].forEach((name) => listen(name, () => { this.held = null; }));
    listen('wheel', (event) => this.turnWheel(event), { passive: false });
  }

  drag(event) {
    if (!this.held) return;
    const moved = [event.offsetX - this.held[0], event.offsetY - this.held[1]];
    if (Math.hypot(...moved) < 2) return;
    this.held = [event.offsetX, event.offsetY];
    this.animation.pan(-moved[0] / this.camera.scale, moved[1] / this.camera.scale);
  }

  // Without a click before, the wheel goes on scrolling the page.
  turnWheel(event) {
    if (document.activeElement !== this.canvas && !event.ctrlKey) return;
    event.preventDefault();
    this.animation.zoomBy(Math.exp(-0.0015 * event.deltaY));
  }

  // Whether the key did something here.
  pressKey(key) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const zooms = { '+': 1.25, '=': 1.25, '-': 0.8 };
    if (steps[key]) this.animation.pan(...steps[key].map((step) => step * 40 / this.camera.scale));
    else if (zooms[key]) this.animation.zoomBy(zooms[key]);
    else if (key === '0') this.animation.showAll();
    else return false;
    return true;
  }
}

const MANY_RUNS = 4;  // more of them lie over each other at first: side by side each would be small

class Animation {
  constructor(mechanism, controls, stage, hint) {
    this.mechanism = mechanism;
    this.reference = mechanism.runs.find((run) => run.is_reference);
    this.end = Math.max(...mechanism.runs.map((run) => run.times[run.times.length - 1]));
    this.time = 0;
    this.speed = 1;
    this.mix = mixPoses;
    this.showsGhost = true;
    this.follow = -1;
    this.shown = mechanism.runs.map(() => true);
    this.isOverlaid = mechanism.runs.length > MANY_RUNS;
    arrangePanels(stage, mechanism.runs.length);
    this.prepare(stage);
    this.marks = new Marks(mechanism, this.sizeOfMotion());
    this.overlay = this.makePanel(stage, 'All methods', '');
    this.overlay.box.classList.add('all');
    mechanism.runs.forEach((run, i) => this.overlay.box.querySelector('h4').append(this.nameButton(run, i)));
    this.listenTo(this.overlay, () => mechanism.runs[Math.max(0, this.shown.indexOf(true))], 'all methods over each other');
    this.panels = mechanism.runs.map((run) => this.addPanel(stage, run));
    this.addControls(controls);
    this.words = element('p', 'unseen');
    this.words.setAttribute('aria-live', 'polite');
    stage.after(this.words);
    hint.textContent = this.hintText();
    hint.after(element('p', 'hint live', this.controlText()));
    shownTime.followers.push({ owner: this, follow: (time) => { if (this.frame) return; this.isFresh = false; this.show(Math.max(0, Math.min(time, this.end)), false); } });
    // A picture that says something, until somebody plays it from the start.
    this.isFresh = true;
    this.show(this.marks.busiestTime);
  }

  prepare() {
    const { runs } = this.mechanism;
    const complete = runs.filter((run) => run.is_complete);
    // A run that flies off must not shrink the others to a dot.
    this.bounds = boundsOf(this.mechanism, complete.length > 0 ? complete.flatMap((run) => run.poses) : runs.map((run) => run.poses[0]));
    this.showAllView();
  }

  sizeOfMotion() { return Math.max(this.bounds.x1 - this.bounds.x0, this.bounds.y1 - this.bounds.y0) || 1; }

  showAllView() { this.view = { zoom: 1, middle: null }; }

  showAll() { this.showAllView(); this.redraw(); }

  zoomBy(factor) {
    this.view.zoom = Math.max(0.05, Math.min(1e4, this.view.zoom * factor));
    this.redraw();
  }

  pan(dx, dy) {
    const { x0, x1, y0, y1 } = this.bounds;
    const [mx, my] = this.view.middle || [(x0 + x1) / 2, (y0 + y1) / 2];
    this.view.middle = [mx + dx, my + dy];
    if (this.follow >= 0) this.chooseBody(-1);
    this.redraw();
  }

  // What the camera looks at: the body that it follows, in this run.
  viewOf(run) {
    const pose = this.follow >= 0 ? poseOf(this.posesOf(run), this.follow) : [];
    return isPose(pose) ? { zoom: this.view.zoom, middle: pose.slice(0, 2) } : this.view;
  }

  redraw() { this.waiting ??= requestAnimationFrame(() => { this.waiting = null; this.show(this.time, false); }); }

  hintText() { return `Filled dots are fixed to the ground.${this.reference ? ' Grey: the reference run at the same time.' : ''}${this.marksText()}`; }

  controlText() {
    return 'Point at a body or joint to read its name. Click a picture, then: space plays, comma and full stop step, arrows move, + and - zoom, 0 shows all.';
  }

  marksText() {
    return (this.marks.largestGaps.length > 0 ? ' Arrows at joints: how the second body would have to move to close the gap, enlarged as chosen.' : '')
      + (this.marks.hasContacts ? ' Dots with a dashed line: contacts and their normals; arrows there: impulses of the step on the second body.' : '');
  }

  posesOf(run) { return posesAt(run, this.time, this.mix); }

  makePanel(stage, title, detail) { return new PlanarPanel(stage, title, detail, this); }

  addPanel(stage, run) {
    const panel = this.makePanel(stage, run.method, run.is_complete ? '' : run.status);
    this.listenTo(panel, () => run, `${run.method}, ${run.status}`);
    return panel;
  }

  listenTo(panel, runOf, what) {
    panel.canvas.tabIndex = 0;
    panel.canvas.setAttribute('role', 'img');
    panel.canvas.setAttribute('aria-label', `Motion under ${what}. Space plays, comma and full stop step through it.`);
    panel.canvas.addEventListener('mousemove', (event) => this.showName(panel, runOf(), event));
    panel.canvas.addEventListener('mouseleave', () => { panel.tip.hidden = true; });
    panel.canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.pressKey(event.key) || panel.pressKey(event.key)) event.preventDefault();
    });
  }

  pressKey(key) {
    const step = this.end / 200;
    if (key === ' ') { if (this.frame) this.pause(); else this.play(); }
    else if (key === ',' || key === '.') this.scrub(this.time + (key === '.' ? step : -step));
    else if (key === 'Home' || key === 'End') this.scrub(key === 'End' ? this.end : 0);
    else return false;
    return true;
  }

  scrub(time) {
    this.isFresh = false;
    this.pause();
    this.show(Math.max(0, Math.min(time, this.end)));
  }

  nameButton(run, index) {
    const button = element('button', 'name', run.method);
    button.classList.add(`edge${run.color % NUM_COLORS}`);
    button.setAttribute('aria-pressed', 'true');
    button.addEventListener('click', () => {
      this.shown[index] = !this.shown[index];
      button.setAttribute('aria-pressed', String(this.shown[index]));
      this.redraw();
    });
    return button;
  }

  chooser(parent, label, options, chosen, choose) {
    const select = element('select');
    select.setAttribute('aria-label', label);
    options.forEach(([text, value]) => {
      const option = element('option', '', text);
      option.value = value;
      option.selected = value === chosen;
      select.append(option);
    });
    select.addEventListener('change', () => choose(Number(select.value)));
    parent.append(select);
    return select;
  }

  toggle(parent, text, isOn, change) {
    const button = element('button', '', text);
    button.setAttribute('aria-pressed', String(isOn));
    button.addEventListener('click', () => {
      const now = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(now));
      change(now);
      this.redraw();
    });
    parent.append(button);
    return button;
  }

  addControls(parent) {
    this.button = element('button', 'play', 'Play');
    this.button.addEventListener('click', () => (this.frame ? this.pause() : this.play()));
    this.slider = element('input');
    Object.assign(this.slider, { type: 'range', min: 0, max: 1000, value: 0 });
    this.slider.setAttribute('aria-label', 'time');
    this.slider.addEventListener('input', () => this.scrub(this.end * this.slider.value / 1000));
    this.clock = element('span', 'time');
    parent.append(this.button, this.slider, this.clock);
    const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
    // What is over in less than a second is slowed down until it takes one.
    this.speed = speeds.filter((speed) => speed <= 1 && this.end / speed >= 1).pop() ?? speeds[0];
    this.chooser(parent, 'speed', speeds.map((speed) => [`${speed} \u00d7`, speed]), this.speed, (speed) => { this.speed = speed; });
    if (this.mechanism.runs.length > 1)
      this.overlayButton = this.toggle(parent, 'Overlay', this.isOverlaid, (isOn) => { this.isOverlaid = isOn; });
    if (this.reference && this.mechanism.runs.length > 1) this.toggle(parent, 'Reference', true, (isOn) => { this.showsGhost = isOn; });
    if (this.marks.hasContacts) this.toggle(parent, 'Contacts', true, (isOn) => { this.marks.showsContacts = isOn; });
    if (this.marks.largestGaps.length > 0)
      this.chooser(parent, 'enlargement of gaps', this.marks.factors.map((factor) => [factor === 0 ? 'gaps hidden' : `gaps \u00d7 ${numberText(factor)}`, factor]),
        this.marks.gapFactor, (factor) => { this.marks.gapFactor = factor; this.redraw(); });
    const bodies = this.mechanism.bodies.map((body, i) => [`follow ${body.name}`, i]).filter(([, i]) => this.mechanism.bodies[i].kind !== 'fixed');
    if (bodies.length <= 400)
      this.follower = this.chooser(parent, 'camera', [['whole motion', -1], ...bodies], -1, (body) => this.chooseBody(body));
  }

  chooseBody(body) {
    if (body >= 0 && this.follow < 0) this.view.zoom = Math.max(this.view.zoom, 2);
    this.follow = body;
    if (this.follower) this.follower.value = String(body);
    if (body < 0 && this.view.middle === null) this.view.zoom = 1;
    this.redraw();
  }

  // What the fragment of the address asks for: #overlay=yes or no.
  applyFragment(fragment) {
    if (fragment.has('overlay')) this.isOverlaid = fragment.get('overlay') === 'yes' && this.mechanism.runs.length > 1;
    this.show(this.time);
  }

  play() {
    if (this.isFresh || this.time >= this.end) this.time = 0;
    this.isFresh = false;
    this.button.textContent = 'Pause';
    let last = performance.now();
    const advance = (now) => {
      const time = this.time + (now - last) / 1000 * this.speed;
      last = now;
      this.show(Math.min(time, this.end));
      if (this.time >= this.end) this.pause(); else this.frame = requestAnimationFrame(advance);
    };
    this.frame = requestAnimationFrame(advance);
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    this.button.textContent = 'Play';
    this.tellWords();
  }

  // For those who do not see the pictures; not while it plays.
  tellWords() {
    this.words.textContent = `At ${this.clock.textContent}: ${this.mechanism.runs.map((run) => `${run.method}: ${this.marks.text(run, this.time) || run.status}`).join('. ')}.`;
  }

  // tells: whether the plots move their line to this time, too.
  show(time, tells = true) {
    this.time = time;
    if (tells) shownTime.set(time, this);
    this.slider.value = Math.round(1000 * time / (this.end || 1));
    this.clock.textContent = clockText(time, this.end);
    this.slider.setAttribute('aria-valuetext', this.clock.textContent);
    this.overlay.box.hidden = !this.isOverlaid;
    this.panels.forEach((panel) => { panel.box.hidden = this.isOverlaid; });
    if (this.overlayButton) this.overlayButton.setAttribute('aria-pressed', String(this.isOverlaid));
    if (this.isOverlaid) this.drawOverlay();
    else this.mechanism.runs.forEach((run, i) => {
      this.drawRun(this.panels[i], run);
      this.panels[i].facts.textContent = this.marks.text(run, time);
    });
  }

  hasEnded(run) { return this.time > run.times[run.times.length - 1] * (1 + 1e-6); }

  drawMarks(panel, run, color) {
    const poses = this.posesOf(run);
    this.marks.draw(panel.context, run, this.time, (point) => panel.camera.at(point), (joint) => jointPoint(joint, 1, poses), color);
  }

  drawRun(panel, run) {
    const context = panel.begin(this.bounds, this.viewOf(run));
    const ended = this.hasEnded(run);
    if (this.showsGhost && this.reference && run !== this.reference)
      drawMechanism(context, panel.camera, this.mechanism, this.posesOf(this.reference), { color: styled('ghost'), alpha: 0.55, joints: false });
    drawMechanism(context, panel.camera, this.mechanism, this.posesOf(run), { color: colorOf(run.color), alpha: ended ? 0.35 : 1, joints: true, own_colors: true });
    if (!ended) this.drawMarks(panel, run);
    drawScaleBar(context, panel.camera, panel.height);
    if (ended) this.writeEnd(context, run);
  }

  // The reference lies under the others.
  overlaidRuns() {
    const shown = this.mechanism.runs.filter((run, i) => this.shown[i] && (this.showsGhost || run !== this.reference));
    return [...shown.filter((run) => run === this.reference), ...shown.filter((run) => run !== this.reference)];
  }

  drawOverlay() {
    const runs = this.overlaidRuns();
    const context = this.overlay.begin(this.bounds, this.viewOf(runs[runs.length - 1] || this.mechanism.runs[0]));
    runs.forEach((run) => {
      const isGhost = run === this.reference;
      drawMechanism(context, this.overlay.camera, this.mechanism, this.posesOf(run), { color: isGhost ? styled('ghost') : colorOf(run.color), alpha: this.hasEnded(run) ? 0.3 : 0.85, joints: runs.length === 1 });
      if (!this.hasEnded(run)) this.drawMarks(this.overlay, run, colorOf(run.color));
    });
    drawScaleBar(context, this.overlay.camera, this.overlay.height);
    this.overlay.facts.textContent = '';
  }

  writeEnd(context, run) {
    context.fillStyle = styled('bad');
    context.font = '11px "DejaVu Sans", sans-serif';
    context.fillText(`ended at ${numberText(run.times[run.times.length - 1])} s`, 8, 14);
  }

  nameAt(panel, run, event) {
    const poses = this.posesOf(run);
    const near = (point) => Math.hypot(...panel.camera.at(point).map((value, i) => value - [event.offsetX, event.offsetY][i]));
    const named = [];
    this.mechanism.joints.forEach((joint) => [0, 1].forEach((side) => {
      const point = jointPoint(joint, side, poses);
      if (point) named.push({ name: `${joint.name} (${joint.type})`, distance: near(point) });
    }));
    this.mechanism.bodies.forEach((body, i) => {
      const pose = poseOf(poses, i);
      if (!isPose(pose)) return;
      const outline = body.line.length > 1 ? drawnPoints(body).map((point) => placed(point, pose)) : [pose];
      for (let k = 0; k <= 8; ++k) {
        const last = outline[outline.length - 1];
        outline.push([outline[0][0] + (last[0] - outline[0][0]) * k / 8, outline[0][1] + (last[1] - outline[0][1]) * k / 8]);
      }
      named.push({ name: body.name, distance: 1 + Math.min(near(pose), ...outline.map(near)) });
    });
    return named.reduce((a, b) => (b.distance < a.distance ? b : a), { distance: 14 }).name;
  }

  showName(panel, run, event) {
    if (!panel.camera && !panel.view) return;
    const name = this.nameAt(panel, run, event);
    panel.tip.hidden = name === undefined;
    if (panel.tip.hidden) return;
    panel.tip.textContent = name;
    panel.tip.style.left = `${Math.min(event.offsetX + 16, panel.width - 90)}px`;
    panel.tip.style.top = `${event.offsetY + 18}px`;
  }
}

// Several times in one picture differ by colour; one alone has that of its method.
const snapshotIndex = (snapshot, i) => (snapshot.poses.length === 1 ? snapshot.color : i) % NUM_COLORS;
const snapshotColor = (snapshot, i) => colorOf(snapshotIndex(snapshot, i));

function addSnapshotLabels(panel, snapshot) {
  snapshot.labels.forEach((time, i) => {
    panel.box.querySelector('h4').append(' ', element('span', `swatch time-key color${snapshotIndex(snapshot, i)}`), element('small', '', `${time} s`));
  });
}

function drawSnapshots(parent, figure, mechanism) {
  const stage = element('div', 'stage');
  parent.append(stage);
  arrangePanels(stage, figure.snapshots.length);
  const bounds = boundsOf(mechanism, figure.snapshots.flatMap((snapshot) => snapshot.poses));
  figure.snapshots.forEach((snapshot) => {
    const panel = new Panel(stage, snapshot.method, '');
    panel.canvas.setAttribute('role', 'img');
    panel.canvas.setAttribute('aria-label', `${figure.title}: ${snapshot.method} at ${snapshot.labels.join(', ')} s`);
    addSnapshotLabels(panel, snapshot);
    const draw = () => {
      const context = panel.begin(bounds);
      snapshot.poses.forEach((poses, i) => drawMechanism(context, panel.camera, mechanism, poses,
        { color: snapshotColor(snapshot, i), alpha: 0.4 + 0.6 * (i + 1) / snapshot.poses.length, joints: true, own_colors: snapshot.poses.length === 1 }));
      drawScaleBar(context, panel.camera, panel.height);
    };
    draw();
    redraws.push(draw);
  });
}
