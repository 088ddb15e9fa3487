'use strict';
// Drawing a planar mechanism: equal axes, y up.

function placed(point, pose) {
  const c = Math.cos(pose[2]);
  const s = Math.sin(pose[2]);
  return [pose[0] + c * point[0] - s * point[1], pose[1] + s * point[0] + c * point[1]];
}

const poseOf = (poses, body) => (body < 0 ? [0, 0, 0] : poses.slice(3 * body, 3 * body + 3));
const isPose = (pose) => pose.length === 3 && pose.every((value) => value !== null);

function jointPoint(joint, side, poses) {
  const pose = poseOf(poses, joint.body[side]);
  return isPose(pose) ? placed(joint.anchor[side], pose) : null;
}

function grow(box, point) {
  box.x0 = Math.min(box.x0, point[0]); box.x1 = Math.max(box.x1, point[0]);
  box.y0 = Math.min(box.y0, point[1]); box.y1 = Math.max(box.y1, point[1]);
}

// Between the parts of a compound the pen is lifted: a point of nulls.
const isLifted = (point) => point[0] === null;
const drawnPoints = (body) => body.line.filter((point) => !isLifted(point));

// The rectangle that holds everything in the given frames [m].
function boundsOf(mechanism, frames) {
  const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
  for (const poses of frames) {
    mechanism.bodies.forEach((body, i) => {
      const pose = poseOf(poses, i);
      if (!isPose(pose)) return;
      grow(box, pose);
      drawnPoints(body).forEach((point) => grow(box, placed(point, pose)));
    });
    mechanism.joints.forEach((joint) => [0, 1].forEach((side) => {
      const point = jointPoint(joint, side, poses);
      if (point) grow(box, point);
    }));
  }
  return box.x0 <= box.x1 ? box : { x0: -1, x1: 1, y0: -1, y1: 1 };
}

// Equal axes. `view`: zoom, and the point in the middle where it is not that of the box.
class Camera {
  constructor(box, width, height, view = { zoom: 1, middle: null }) {
    const margin = 18;
    const size = Math.max(box.x1 - box.x0, box.y1 - box.y0) || 1;
    const fitting = Math.min((width - 2 * margin) / Math.max(box.x1 - box.x0, size * 0.05), (height - 2 * margin - 16) / Math.max(box.y1 - box.y0, size * 0.05));
    const [mx, my] = view.middle || [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    this.scale = view.zoom * fitting;
    this.x = width / 2 - this.scale * mx;
    this.y = (height - 16) / 2 + this.scale * my;
  }

  at(point) { return [this.x + this.scale * point[0], this.y - this.scale * point[1]]; }
}

function tracePath(context, camera, body, pose) {
  context.beginPath();
  let isDown = false;
  body.line.forEach((point) => {
    if (!isLifted(point)) {
      const [x, y] = camera.at(placed(point, pose));
      if (isDown) context.lineTo(x, y); else context.moveTo(x, y);
    }
    isDown = !isLifted(point);
  });
}

function drawBody(context, camera, body, pose, style) {
  const color = body.kind === 'fixed' ? styled('ground') : style.color;
  context.strokeStyle = color;
  context.fillStyle = color;
  if (body.line.length === 0) {
    const [x, y] = camera.at(pose);
    context.beginPath();
    context.arc(x, y, body.kind === 'particle' ? 4.5 : 2, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  tracePath(context, camera, body, pose);
  if (body.is_area) {
    context.globalAlpha = 0.18 * style.alpha;
    context.fill();
    context.globalAlpha = style.alpha;
  }
  context.lineWidth = body.is_area ? 1.6 : 3.2;
  context.stroke();
}

function drawJoint(context, camera, mechanism, joint, poses) {
  const isGrounded = joint.body.some((body) => body < 0 || mechanism.bodies[body].kind === 'fixed');
  const points = [0, 1].map((side) => jointPoint(joint, side, poses));
  if (!points[0] || !points[1]) return;
  const pixels = points.map((point) => camera.at(point));
  if (Math.hypot(pixels[0][0] - pixels[1][0], pixels[0][1] - pixels[1][1]) > 1) {  // a distance, or a joint that came apart
    context.beginPath();
    context.moveTo(...pixels[0]);
    context.lineTo(...pixels[1]);
    context.setLineDash([3, 3]);
    context.lineWidth = 1;
    context.stroke();
    context.setLineDash([]);
  }
  pixels.forEach(([x, y]) => {
    context.beginPath();
    context.arc(x, y, 3, 0, 2 * Math.PI);
    context.fillStyle = isGrounded ? styled('ink') : styled('paper');
    context.fill();
    context.lineWidth = 1.2;
    context.stroke();
  });
}

// style: color, alpha, joints (whether to draw them).
function drawMechanism(context, camera, mechanism, poses, style) {
  context.globalAlpha = style.alpha;
  context.lineCap = 'round';
  mechanism.bodies.forEach((body, i) => {
    const pose = poseOf(poses, i);
    const own = style.own_colors && CSS.supports('color', body.color) ? body.color : style.color;
    if (isPose(pose)) drawBody(context, camera, body, pose, { ...style, color: own });
  });
  context.strokeStyle = styled('ink');
  if (style.joints) mechanism.joints.forEach((joint) => drawJoint(context, camera, mechanism, joint, poses));
  context.globalAlpha = 1;
}

function lengthText(metres) {
  if (metres >= 1000) return `${numberText(metres / 1000)} km`;
  if (metres >= 1) return `${numberText(metres)} m`;
  return engineering(metres, 'm');
}

function drawScaleBar(context, camera, height) {
  const wanted = 70 / camera.scale;
  const decade = 10 ** Math.floor(Math.log10(wanted));
  const length = decade * [1, 2, 5].filter((step) => step * decade <= wanted).pop();
  const y = height - 8;
  context.strokeStyle = styled('axis');
  context.fillStyle = styled('axis');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(10, y - 4); context.lineTo(10, y); context.lineTo(10 + length * camera.scale, y); context.lineTo(10 + length * camera.scale, y - 4);
  context.stroke();
  context.font = '11px "DejaVu Sans", sans-serif';
  context.fillText(lengthText(length), 16 + length * camera.scale, y);
}

// Panels next to each other: large when there are few of them.
function arrangePanels(stage, count) { stage.classList.add(count === 1 ? 'one' : count === 2 || count === 4 ? 'few' : 'many'); }

const HIGHEST_PANEL = 320;  // pixels: the summary, a panel and its controls stay on two screens

// A canvas as sharp as the screen, its name, and a line that says what it shows.
class Panel {
  constructor(parent, title, detail) {
    this.box = element('div', 'panel');
    const head = element('h4', '', title);
    head.append(element('small', '', detail));
    this.canvas = element('canvas');
    this.tip = element('div', 'tip');
    this.tip.hidden = true;
    this.facts = element('p', 'facts-line');
    this.box.append(head, this.canvas, this.facts, this.tip);
    parent.append(this.box);
  }

  begin(bounds, view) {
    const aspect = Math.max(0.2, Math.min(1.1, (bounds.y1 - bounds.y0) / (bounds.x1 - bounds.x0 || 1) || 1));
    this.setSize(Math.round(Math.min(HIGHEST_PANEL, (this.canvas.clientWidth || 270) * aspect)) + 40);
    this.camera = new Camera(bounds, this.width, this.height, view);
    return this.context;
  }

  // Clears it too.
  setSize(height) {
    this.width = this.canvas.clientWidth || 270;
    this.height = height;
    const ratio = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(this.width * ratio) || this.canvas.height !== Math.round(this.height * ratio)) {
      this.canvas.width = Math.round(this.width * ratio);
      this.canvas.height = Math.round(this.height * ratio);
      this.canvas.style.height = `${this.height}px`;
    }
    this.context = this.canvas.getContext('2d');
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
  }
}
