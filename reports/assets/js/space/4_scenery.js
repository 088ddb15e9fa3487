'use strict';
// Around the bodies: the ground as a grid with its axes, joints on top, names.

function niceStep(wanted) {
  const decade = 10 ** Math.floor(Math.log10(wanted));
  return decade * ([1, 2, 5].find((step) => step * decade >= wanted * (1 - 1e-9)) || 10);
}

// The unit that gives short numbers.
function lengthUnit(size) {
  if (size < 1e-6) return { name: 'm', factor: 1 };
  const [factor, name] = [[1e3, 'km'], [1, 'm'], [1e-3, 'mm']].find(([least]) => size >= 1.5 * least) || [1e-6, '\u00b5m'];
  return { name, factor };
}

function ticksBetween(least, most, step) {
  const ticks = [];
  for (let i = Math.floor(least / step + 1e-6); i <= Math.ceil(most / step - 1e-6); ++i) ticks.push(i * step);
  return ticks.slice(0, 60);
}

// Lines of the ground, under everything and at least two squares wide, and the numbers of the upright axis.
function groundUnder(box, size) {
  const step = niceStep(size / 8);
  const [x, y] = [0, 1].map((axis) => {
    const middle = (box.least[axis] + box.most[axis]) / 2;
    return ticksBetween(Math.min(box.least[axis], middle - step / 2), Math.max(box.most[axis], middle + step / 2), step);
  });
  const z = box.least[2];
  const up = ticksBetween(z, Math.max(box.most[2], z + step), step).filter((at) => at >= z - 1e-9 * size);
  return { x, y, z, up };
}

function strokeBetween(context, view, a, b) {
  context.beginPath();
  context.moveTo(...view.at(a));
  context.lineTo(...view.at(b));
  context.stroke();
}

const ends = (ticks) => [ticks[0], ticks[ticks.length - 1]];

function drawGround(context, view, ground) {
  context.strokeStyle = styled('grid');
  context.lineWidth = 1;
  const [x, y] = [ends(ground.x), ends(ground.y)];
  ground.x.forEach((at) => strokeBetween(context, view, [at, y[0], ground.z], [at, y[1], ground.z]));
  ground.y.forEach((at) => strokeBetween(context, view, [x[0], at, ground.z], [x[1], at, ground.z]));
}

// A body without an end: drawn as a part of its plane, not as a solid.
function isWall(mechanism, body) { return mechanism.shapes[body.shape].kind === 'halfspace'; }

const WALL_SQUARES = 8;

// A net in the plane of a wall as large as the motion, about the foot of its middle; z of the frame is the normal.
function drawWall(context, view, frame) {
  const [x, y, normal] = [0, 1, 2].map((axis) => turned(frame, [0, 1, 2].map((k) => (k === axis ? 1 : 0))));
  const height = dot(view.middle.map((value, i) => value - frame.origin[i]), normal);
  const foot = view.middle.map((value, i) => value - height * normal[i]);
  const half = 0.6 * view.size;
  const at = (u, v) => foot.map((value, i) => value + u * x[i] + v * y[i]);
  for (let i = 0; i <= WALL_SQUARES; ++i) {
    const across = half * (2 * i / WALL_SQUARES - 1);
    strokeBetween(context, view, at(across, -half), at(across, half));
    strokeBetween(context, view, at(-half, across), at(half, across));
  }
}

function drawWalls(context, view, mechanism, layer) {
  context.strokeStyle = styled('edge');
  context.lineWidth = 0.8;
  mechanism.bodies.forEach((body, i) => {
    const frame = isWall(mechanism, body) ? frameOf(layer.poses, i) : null;
    if (frame) drawWall(context, view, frame);
  });
}

const AXIS_FONT = '10.5px "DejaVu Sans", sans-serif';
const LABEL_ROOM = { wide: 40, high: 16 };  // pixels from one number to the next

// Numbers along one edge. `out`: direction away from the ground, in pixels; `first`: tick that has a number.
function drawAxis(context, view, name, ticks, pointAt, out, first = 0) {
  const [a, b] = ends(ticks).map((at) => view.at(pointAt(at)));
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  if (!(Math.hypot(dx, dy) > 30) || ticks.length < 2) return;  // seen from its end
  const unit = lengthUnit(view.size);
  const room = Math.max(Math.abs(dx) / LABEL_ROOM.wide, Math.abs(dy) / LABEL_ROOM.high);
  const stride = Math.max(1, Math.ceil((ticks.length - 1) / room));
  const texts = linearTicks(ticks.map((at) => at / unit.factor));
  context.strokeStyle = styled('ground');
  strokeBetween(context, view, pointAt(ticks[0]), pointAt(ticks[ticks.length - 1]));
  context.fillStyle = styled('axis');
  context.textAlign = out[0] < -0.5 ? 'right' : out[0] > 0.5 ? 'left' : 'center';
  context.textBaseline = 'middle';
  ticks.forEach((at, i) => {
    if (i < first || i % stride !== 0) return;
    const [x, y] = view.at(pointAt(at));
    context.fillText(texts[i], x + 7 * out[0], y + 10 * out[1]);
  });
  const isTop = name === 'z';
  const far = isTop ? b : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  context.font = 'bold 11px "DejaVu Sans", sans-serif';
  context.fillText(`${name} [${unit.name}]`, far[0] + (isTop ? 0 : 26 * out[0]), Math.max(8, far[1] + (isTop ? -14 : 24 * out[1])));
  context.font = AXIS_FONT;
}

// Away from the middle of the ground on the screen.
function outward(view, ground, pointAt, ticks) {
  const [from, to] = [[...[ground.x, ground.y].map((t) => (ends(t)[0] + ends(t)[1]) / 2), ground.z], pointAt((ends(ticks)[0] + ends(ticks)[1]) / 2)].map((p) => view.at(p));
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  return length > 4 ? [dx / length, dy / length] : [0, 1];
}

function drawAxes(context, view, ground) {
  const [x, y] = [ends(ground.x), ends(ground.y)];
  const side = view.elevation >= 0 ? 1 : -1;  // of the ground that is lower on the screen
  const near = [side * view.toEye[0] > 0 ? x[1] : x[0], side * view.toEye[1] > 0 ? y[1] : y[0]];
  const alongX = (at) => [at, near[1], ground.z];
  const alongY = (at) => [near[0], at, ground.z];
  context.font = AXIS_FONT;
  drawAxis(context, view, 'x', ground.x, alongX, outward(view, ground, alongX, ground.x));
  drawAxis(context, view, 'y', ground.y, alongY, outward(view, ground, alongY, ground.y));
  const corners = x.flatMap((cx) => y.map((cy) => [cx, cy]));
  const left = corners.reduce((a, b) => (view.at([...b, 0])[0] < view.at([...a, 0])[0] - 1e-6 ? b : a));
  drawAxis(context, view, 'z', ground.up, (z) => [...left, z], [-1, 0], 1);  // the lowest number would run into those of the ground
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
}

const AXIS_PIXELS = 10;   // half the bar of a joint's axis
const MANY_JOINTS = 60;   // marks of more would hide the bodies: they are small dots

function jointFrames(joint, poses) { return joint.body.map((body) => frameOf(poses, body)); }

function drawJointInSpace(context, view, mechanism, joint, poses) {
  const frames = jointFrames(joint, poses);
  if (!frames[0] || !frames[1]) return;
  const isGrounded = joint.body.some((body) => body < 0 || mechanism.bodies[body].kind === 'fixed');
  const points = frames.map((frame, side) => putIn(frame, joint.anchor[side]));
  const pixels = points.map((point) => view.at(point));
  context.lineWidth = 1;
  if (Math.hypot(pixels[0][0] - pixels[1][0], pixels[0][1] - pixels[1][1]) > 1) {  // a distance, or a joint that came apart
    context.setLineDash([3, 3]);
    strokeBetween(context, view, ...points);
    context.setLineDash([]);
  }
  const isOneOfMany = mechanism.joints.length > MANY_JOINTS;
  const axis = turned(frames[0], joint.axis[0]).map((value) => value * AXIS_PIXELS / view.scale);
  context.lineWidth = 1.6;
  if (!isOneOfMany && axis.some((value) => value !== 0)) strokeBetween(context, view, ...[-1, 1].map((sign) => points[0].map((value, i) => value + sign * axis[i])));
  pixels.forEach(([x, y]) => {
    context.beginPath();
    context.arc(x, y, isOneOfMany ? 1.2 : 2.8, 0, 2 * Math.PI);
    context.fillStyle = isGrounded || isOneOfMany ? styled('ink') : styled('paper');
    context.fill();
    context.lineWidth = 1.2;
    if (!isOneOfMany) context.stroke();
  });
}

// From the centre of a body without an outline to where joints hold it, for otherwise nothing shows how things hang together.
function drawStays(context, view, mechanism, layer) {
  context.strokeStyle = layer.color;
  context.globalAlpha = 0.7 * layer.alpha;
  context.lineWidth = 1.4;
  mechanism.joints.forEach((joint) => jointFrames(joint, layer.poses).forEach((frame, side) => {
    const body = joint.body[side];
    if (!frame || body < 0 || mechanism.shapes[mechanism.bodies[body].shape].lines.length > 0) return;
    strokeBetween(context, view, frame.origin, putIn(frame, joint.anchor[side]));
  }));
  context.globalAlpha = 1;
}

function drawJointsInSpace(context, view, mechanism, layer) {
  drawStays(context, view, mechanism, layer);
  if (!layer.joints) return;
  context.strokeStyle = styled('ink');
  context.globalAlpha = layer.alpha;
  mechanism.joints.forEach((joint) => drawJointInSpace(context, view, mechanism, joint, layer.poses));
  context.globalAlpha = 1;
}

// What is under the pointer, within 14 pixels.
function nameUnder(view, mechanism, poses, x, y) {
  const near = (point) => { const [px, py] = view.at(point); return Math.hypot(px - x, py - y); };
  const named = [];
  mechanism.joints.forEach((joint) => jointFrames(joint, poses).forEach((frame, side) => {
    if (frame) named.push({ name: `${joint.name} (${joint.type})`, distance: near(putIn(frame, joint.anchor[side])) });
  }));
  mechanism.bodies.forEach((body, i) => {
    const frame = frameOf(poses, i);
    if (!frame) return;
    const points = mechanism.shapes[body.shape].lines.flat();
    const half = points.reduce((most, point) => Math.max(most, Math.abs(point[0])), 0);
    for (let k = -8; k <= 8; ++k) points.push([half * k / 8, 0, 0]);
    named.push({ name: body.name, distance: 1 + Math.min(...points.map((point) => near(putIn(frame, point)))) });
  });
  return named.reduce((a, b) => (b.distance < a.distance ? b : a), { distance: 14 }).name;
}
