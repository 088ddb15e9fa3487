'use strict';
// What a motion shows of its joints and contacts: gaps enlarged, points of contact, normals and impulses as arrows.

const SIZE_SHARE = 0.12;  // of the mechanism: the longest arrow
const CONTACT_EXTRAS = 2;  // the two bodies behind the numbers of a contact

const norm = (vector) => Math.hypot(...vector);

// The largest 1, 2 or 5 times a power of ten that is not above it.
function roundedDown(value) {
  const decade = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return decade * [5, 2, 1].find((step) => step * decade <= value * (1 + 1e-9));
}

// "2.73 mm", "14 nm".
function engineering(value, unit) {
  if (value === 0) return `0 ${unit}`;
  const prefixes = [[1, ''], [1e-3, 'm'], [1e-6, '\u00b5'], [1e-9, 'n'], [1e-12, 'p']];
  const [factor, prefix] = value >= 1e-13 ? prefixes.find(([least]) => value >= least * 0.9995) || prefixes[4] : [1, ''];
  return `${numberText(value / factor, 3)} ${prefix}${unit}`;
}

// What arrows are scaled by, over all runs.
class Marks {
  constructor(mechanism, size) {
    this.mechanism = mechanism;
    this.dims = mechanism.shapes ? 3 : 2;
    this.gapFactor = 0;
    this.showsContacts = true;
    const runs = mechanism.runs.filter((run) => run.is_complete);
    const all = runs.length > 0 ? runs : mechanism.runs;
    const largest = (run) => (run.gaps || []).reduce((most, frame) => Math.max(most, this.largestGap(frame).size), 0);
    this.largestGaps = all.map(largest).filter((value) => value > 0 && Number.isFinite(value));
    const impulses = all.flatMap((run) => (run.contacts || []).map((frame) => Math.max(0, ...this.contactsOf(frame).map((contact) => norm(contact.impulse)))));
    const hardest = impulses.reduce((a, b) => Math.max(a, b), 0);
    this.hasContacts = hardest > 0;
    this.impulseLength = hardest > 0 ? SIZE_SHARE * 1.6 * size / hardest : 0;  // [m/(N s)]
    this.size = size;
    if (this.largestGaps.length > 0) this.gapFactor = this.factorFor(Math.max(...this.largestGaps));
  }

  factorFor(gap) { return Math.max(1, roundedDown(Math.min(SIZE_SHARE * this.size / gap, 1e15))); }

  // When there is most to see: the largest gap, or the hardest impulse, of the runs that reached their end; else 0.
  get busiestTime() {
    const found = { size: 0, time: 0 };
    const share = (size, scale) => (scale > 0 ? size / scale : 0);
    const most = this.largestGaps.length > 0 ? Math.max(...this.largestGaps) : 0;
    this.mechanism.runs.filter((run) => run.is_complete).forEach((run) => run.times.forEach((time, frame) => {
      const gap = run.gaps && most > 0 ? share(this.largestGap(run.gaps[frame]).size, most) : 0;
      const hit = most === 0 && run.contacts ? Math.max(0, ...this.contactsOf(run.contacts[frame]).map((contact) => norm(contact.impulse))) * this.impulseLength / this.size : 0;
      if (Math.max(gap, hit) > found.size * 1.000001) Object.assign(found, { size: Math.max(gap, hit), time });
    }));
    return found.time;
  }

  // Factors to choose from: true size, and what shows the largest gap of each method.
  get factors() {
    const own = this.largestGaps.map((gap) => this.factorFor(gap));
    return [0, 1, ...new Set(own.sort((a, b) => a - b))].filter((factor, i, list) => list.indexOf(factor) === i);
  }

  vector(numbers, at) { return numbers.slice(at, at + this.dims).map((value) => value ?? 0); }

  largestGap(frame) {
    let found = { size: 0, joint: -1 };
    for (let joint = 0; joint * this.dims < frame.length; ++joint) {
      const size = norm(this.vector(frame, joint * this.dims));
      if (size > found.size) found = { size, joint };
    }
    return found;
  }

  contactsOf(frame) {
    const stride = 3 * this.dims + CONTACT_EXTRAS;
    const contacts = [];
    for (let at = 0; at + stride <= frame.length; at += stride)
      contacts.push({ point: this.vector(frame, at), normal: this.vector(frame, at + this.dims), impulse: this.vector(frame, at + 2 * this.dims) });
    return contacts;
  }

  frameOf(run, time) {
    const { times } = run;
    let frame = 0;
    while (frame + 1 < times.length && times[frame + 1] <= time * (1 + 1e-9)) ++frame;
    return frame;
  }

  // One line for each panel, and for those who do not see it.
  text(run, time) {
    const frame = this.frameOf(run, time);
    const parts = [];
    if (run.gaps) {
      const { size, joint } = this.largestGap(run.gaps[frame]);
      parts.push(joint < 0 ? 'no gap' : `largest gap ${engineering(size, 'm')} at ${this.mechanism.joints[joint].name}`);
    }
    if (run.contacts) {
      const contacts = this.contactsOf(run.contacts[frame]);
      const hardest = Math.max(0, ...contacts.map((contact) => norm(contact.impulse)));
      parts.push(contacts.length === 0 ? 'no contact' : `${contacts.length} ${contacts.length === 1 ? 'contact' : 'contacts'}, largest impulse ${engineering(hardest, 'N s')}`);
    }
    return parts.join('; ');
  }

  // `at`: from the world to pixels; `anchor`: where a joint holds its second body in the world, or null.
  draw(context, run, time, at, anchor, color) {
    const frame = this.frameOf(run, time);
    context.save();
    context.lineCap = 'round';
    if (run.gaps && this.gapFactor > 0) this.drawGaps(context, run.gaps[frame], at, anchor, color || styled('bad'));
    if (run.contacts && this.showsContacts) this.contactsOf(run.contacts[frame]).forEach((contact) => this.drawContact(context, contact, at, color || styled('impulse')));
    context.restore();
  }

  drawGaps(context, frame, at, anchor, color) {
    context.strokeStyle = context.fillStyle = color;
    this.mechanism.joints.forEach((joint, k) => {
      const gap = this.vector(frame, k * this.dims);
      const from = norm(gap) > 0 ? anchor(joint) : null;
      if (from) drawArrow(context, at(from), at(from.map((value, i) => value + this.gapFactor * gap[i])), 2.2);
    });
  }

  drawContact(context, contact, at, color) {
    const [x, y] = at(contact.point);
    const along = at(contact.point.map((value, i) => value + contact.normal[i] * this.size));
    const length = Math.hypot(along[0] - x, along[1] - y) || 1;
    context.strokeStyle = styled('ink');
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 16 * (along[0] - x) / length, y + 16 * (along[1] - y) / length);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = styled('ink');
    context.beginPath();
    context.arc(x, y, 2.4, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = context.fillStyle = color;
    drawArrow(context, [x, y], at(contact.point.map((value, i) => value + this.impulseLength * contact.impulse[i])), 2.2);
  }
}

// Nothing where it would be shorter than a pixel.
function drawArrow(context, [x0, y0], [x1, y1], width) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (!(length > 1)) return;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const head = Math.min(7, 0.6 * length);
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1 - 0.7 * head * ux, y1 - 0.7 * head * uy);
  context.stroke();
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x1 - head * ux + 0.55 * head * uy, y1 - head * uy - 0.55 * head * ux);
  context.lineTo(x1 - head * ux - 0.55 * head * uy, y1 - head * uy + 0.55 * head * ux);
  context.closePath();
  context.fill();
}
