'use strict';
// Space on a flat screen: poses as frames, the box that holds a motion, and an orthographic view of it. z is up.

const POSE_NUMBERS = 7;  // x, y, z [m], quaternion w, x, y, z
const WORLD_FRAME = { origin: [0, 0, 0], turn: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// Origin and rotation matrix (rows) of a body; null where the record has no number.
function frameOf(poses, body) {
  if (body < 0) return WORLD_FRAME;
  const pose = poses.slice(POSE_NUMBERS * body, POSE_NUMBERS * (body + 1));
  const size = Math.hypot(...pose.slice(3));
  if (pose.length < POSE_NUMBERS || pose.includes(null) || !(size > 0)) return null;
  const [w, x, y, z] = pose.slice(3).map((value) => value / size);
  return {
    origin: pose.slice(0, 3),
    turn: [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  };
}

function turned(frame, vector) {
  const { turn } = frame;
  return [0, 3, 6].map((row) => turn[row] * vector[0] + turn[row + 1] * vector[1] + turn[row + 2] * vector[2]);
}

function putIn(frame, point) {
  return turned(frame, point).map((value, i) => value + frame.origin[i]);
}

// Poses between two frames: the shorter way between two quaternions, which frameOf makes unit again.
function mixInSpace(low, high, weight) {
  const mixed = mixPoses(low, high, weight);
  for (let at = 0; at + POSE_NUMBERS <= mixed.length; at += POSE_NUMBERS) {
    let product = 0;
    for (let k = 3; k < POSE_NUMBERS; ++k) product += low[at + k] * high[at + k];
    if (product >= 0) continue;
    for (let k = 3; k < POSE_NUMBERS; ++k) if (mixed[at + k] !== null) mixed[at + k] = low[at + k] - weight * (high[at + k] + low[at + k]);
  }
  return mixed;
}

// Half lengths of the box around a shape, in the frame of the body [m].
function halfBox(shape) {
  return [0, 1, 2].map((axis) => shape.lines.flat().reduce((most, point) => Math.max(most, Math.abs(point[axis])), 0));
}

const MOST_POSES = 40000;  // looked at to find the box: more would delay the page

function spaceBox(mechanism, frames) {
  const box = { least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity] };
  const hold = (point, margin) => point.forEach((value, i) => {
    box.least[i] = Math.min(box.least[i], value - margin[i]);
    box.most[i] = Math.max(box.most[i], value + margin[i]);
  });
  const halves = mechanism.shapes.map(halfBox);
  const stride = Math.ceil(frames.length * mechanism.bodies.length / MOST_POSES) || 1;
  frames.filter((poses, i) => i % stride === 0).forEach((poses) => {
    mechanism.bodies.forEach((body, i) => {
      const frame = frameOf(poses, i);
      if (!frame || isWall(mechanism, body)) return;
      const half = halves[body.shape];
      hold(frame.origin, [0, 3, 6].map((row) => [0, 1, 2].reduce((sum, k) => sum + Math.abs(frame.turn[row + k]) * half[k], 0)));
    });
    mechanism.joints.forEach((joint) => joint.body.forEach((body, side) => {
      const frame = frameOf(poses, body);
      if (frame) hold(putIn(frame, joint.anchor[side]), [0, 0, 0]);
    }));
  });
  return box.least[0] <= box.most[0] ? box : { least: [-1, -1, -1], most: [1, 1, 1] };
}

const VIEWS = { '3D': [-60, 22], front: [-90, 0], side: [0, 0], top: [-90, 90] };

// Seen from azimuth and elevation [degrees], without perspective: lengths across the view compare.
class SpaceView {
  constructor(box) {
    this.box = box;
    this.middle = box.most.map((value, i) => (value + box.least[i]) / 2);
    this.size = Math.max(...box.most.map((value, i) => value - box.least[i])) || 1;
    this.ground = groundUnder(box, this.size);
    const { x, y, up } = this.ground;
    this.room = { least: [x[0], y[0], this.ground.z], most: [x, y, up].map((ticks) => ticks[ticks.length - 1]) };
    this.turnTo(...VIEWS['3D']);
  }

  turnTo(azimuth, elevation) {
    this.setAngles(azimuth, elevation);
    this.zoom = 1;
    this.target = this.room.most.map((value, i) => (value + this.room.least[i]) / 2);
    this.fitted = this.extent();
  }

  setAngles(azimuth, elevation) {
    this.azimuth = azimuth;
    this.elevation = Math.max(-90, Math.min(90, elevation));
    const [sa, ca, se, ce] = [azimuth, this.elevation].flatMap((angle) => [Math.sin(angle * Math.PI / 180), Math.cos(angle * Math.PI / 180)]);
    this.right = [-sa, ca, 0];
    this.up = [-se * ca, -se * sa, ce];
    this.toEye = [ce * ca, ce * sa, se];
  }

  // Width and height of motion and ground as seen.
  extent() {
    const lengths = this.room.most.map((value, i) => value - this.room.least[i]);
    return [this.right, this.up].map((across) => Math.max(dot(across.map(Math.abs), lengths), 0.25 * this.size));
  }

  setScreen(width, height) {
    this.width = width;
    this.height = height;
    this.scale = this.zoom * Math.min((width - 84) / this.fitted[0], (height - 56) / this.fitted[1]);
  }

  at(point) {
    const from = point.map((value, i) => value - this.target[i]);
    return [this.width / 2 + this.scale * dot(from, this.right), this.height / 2 - this.scale * dot(from, this.up)];
  }

  depth(point) { return dot(point, this.toEye); }

  orbit(across, down) { this.setAngles(this.azimuth - 0.4 * across, this.elevation + 0.4 * down); }

  pan(across, down) {
    this.target = this.target.map((value, i) => value - (across * this.right[i] - down * this.up[i]) / this.scale);
  }

  zoomBy(factor) { this.zoom = Math.max(0.02, Math.min(500, this.zoom * factor)); }
}
