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

class Animation {
  constructor(mechanism, controls, stage, hint) {
    this.mechanism = mechanism;
    this.reference = mechanism.runs.find((run) => run.is_reference);
    this.end = Math.max(...mechanism.runs.map((run) => run.times[run.times.length - 1]));
    this.time = 0;
    this.speed = 1;
    this.mix = mixPoses;
    arrangePanels(stage, mechanism.runs.length);
    this.prepare(stage);
    this.panels = mechanism.runs.map((run) => this.addPanel(stage, run));
    this.addControls(controls);
    hint.textContent = this.hintText();
    shownTime.followers.push({ owner: this, follow: (time) => { if (!this.frame) this.show(Math.max(0, Math.min(time, this.end)), false); } });
    this.show(0);
  }

  prepare() {
    const { runs } = this.mechanism;
    const complete = runs.filter((run) => run.is_complete);
    // A run that flies off must not shrink the others to a dot.
    this.bounds = boundsOf(this.mechanism, complete.length > 0 ? complete.flatMap((run) => run.poses) : runs.map((run) => run.poses[0]));
  }

  hintText() {
    return `Filled dots are fixed to the ground.${this.reference ? ' Grey: the reference run at the same time.' : ''} Point at a body or joint to read its name.`;
  }

  posesOf(run) { return posesAt(run, this.time, this.mix); }

  addPanel(stage, run) {
    const panel = new Panel(stage, run.method, run.is_complete ? '' : run.status);
    panel.canvas.setAttribute('role', 'img');
    panel.canvas.setAttribute('aria-label', `Motion under ${run.method}, ${run.status}`);
    panel.canvas.addEventListener('mousemove', (event) => this.showName(panel, run, event));
    panel.canvas.addEventListener('mouseleave', () => { panel.tip.hidden = true; });
    return panel;
  }

  addControls(parent) {
    this.button = element('button', '', 'Play');
    this.button.addEventListener('click', () => (this.frame ? this.pause() : this.play()));
    this.slider = element('input');
    Object.assign(this.slider, { type: 'range', min: 0, max: 1000, value: 0 });
    this.slider.setAttribute('aria-label', 'time');
    this.slider.addEventListener('input', () => { this.pause(); this.show(this.end * this.slider.value / 1000); });
    this.clock = element('span', 'time');
    const speeds = element('select');
    speeds.setAttribute('aria-label', 'speed');
    [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10].forEach((speed) => {
      const option = element('option', '', `${speed} \u00d7`);
      option.value = speed;
      option.selected = speed === 1;
      speeds.append(option);
    });
    speeds.addEventListener('change', () => { this.speed = Number(speeds.value); });
    parent.append(this.button, this.slider, this.clock, speeds);
  }

  play() {
    if (this.time >= this.end) this.time = 0;
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
  }

  // tells: whether the plots move their line to this time, too.
  show(time, tells = true) {
    this.time = time;
    if (tells) shownTime.set(time, this);
    this.slider.value = Math.round(1000 * time / (this.end || 1));
    this.clock.textContent = `${time.toFixed(this.end < 10 ? 3 : 2)} s`;
    this.mechanism.runs.forEach((run, i) => this.drawRun(this.panels[i], run));
  }

  drawRun(panel, run) {
    const context = panel.begin(this.bounds);
    const ended = this.time > run.times[run.times.length - 1] * (1 + 1e-6);
    if (this.reference && run !== this.reference)
      drawMechanism(context, panel.camera, this.mechanism, this.posesOf(this.reference), { color: styled('ghost'), alpha: 0.55, joints: false });
    drawMechanism(context, panel.camera, this.mechanism, this.posesOf(run), { color: colorOf(run.color), alpha: ended ? 0.35 : 1, joints: true, own_colors: true });
    drawScaleBar(context, panel.camera, panel.height);
    if (ended) this.writeEnd(context, run);
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
      const outline = body.line.length > 1 ? body.line.map((point) => placed(point, pose)) : [pose];
      for (let k = 0; k <= 8; ++k) {
        const last = outline[outline.length - 1];
        outline.push([outline[0][0] + (last[0] - outline[0][0]) * k / 8, outline[0][1] + (last[1] - outline[0][1]) * k / 8]);
      }
      named.push({ name: body.name, distance: 1 + Math.min(near(pose), ...outline.map(near)) });
    });
    return named.reduce((a, b) => (b.distance < a.distance ? b : a), { distance: 14 }).name;
  }

  showName(panel, run, event) {
    const name = this.nameAt(panel, run, event);
    panel.tip.hidden = name === undefined;
    if (panel.tip.hidden) return;
    panel.tip.textContent = name;
    panel.tip.style.left = `${Math.min(event.offsetX + 16, panel.width - 90)}px`;
    panel.tip.style.top = `${event.offsetY + 18}px`;
  }
}

// Several times in one picture differ by colour; one alone has that of its method.
const snapshotColor = (snapshot, i) => colorOf(snapshot.poses.length === 1 ? snapshot.color : i);

function addSnapshotLabels(panel, snapshot) {
  snapshot.labels.forEach((time, i) => {
    const label = element('small', '', `${time} s`);
    label.style.color = snapshotColor(snapshot, i);
    panel.box.querySelector('h4').append(label);
  });
}

function drawSnapshots(parent, figure, mechanism) {
  const stage = element('div', 'stage');
  parent.append(stage);
  arrangePanels(stage, figure.snapshots.length);
  const bounds = boundsOf(mechanism, figure.snapshots.flatMap((snapshot) => snapshot.poses));
  figure.snapshots.forEach((snapshot) => {
    const panel = new Panel(stage, snapshot.method, '');
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
