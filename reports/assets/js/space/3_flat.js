'use strict';
// Bodies without WebGL: the outline of each as seen, filled, the far ones first.

function cornersAround(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    list.forEach((p) => {
      for (let n = chain.length; n >= 2; n = chain.length) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    });
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function traceLine(context, points) {
  context.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}

class FlatSolids {
  constructor(mechanism) { this.mechanism = mechanism; }

  drawBody(context, view, body, frame, layer) {
    context.fillStyle = context.strokeStyle = bodyColor(body, layer);
    const lines = this.mechanism.shapes[body.shape].lines.map((line) => line.map((point) => view.at(putIn(frame, point))));
    if (lines.length === 0) {
      context.beginPath();
      context.arc(...view.at(frame.origin), LEAST_PIXELS[body.kind], 0, 2 * Math.PI);
      context.fill();
      return;
    }
    const around = cornersAround(lines.flat());
    context.globalAlpha = 0.35 * layer.alpha;
    traceLine(context, around);
    context.closePath();
    context.fill();
    context.globalAlpha = layer.alpha;
    context.lineWidth = 2 * LEAST_THICKNESS;
    context.stroke();
    context.lineWidth = 0.7;
    lines.forEach((line) => { traceLine(context, line); context.stroke(); });
  }

  draw(context, view, layers) {
    context.lineJoin = context.lineCap = 'round';
    layers.forEach((layer) => {
      const placed = this.mechanism.bodies.map((body, i) => ({ body, frame: frameOf(layer.poses, i) }))
        .filter(({ body, frame }) => frame && !isWall(this.mechanism, body));
      placed.sort((a, b) => view.depth(a.frame.origin) - view.depth(b.frame.origin));
      placed.forEach(({ body, frame }) => this.drawBody(context, view, body, frame, layer));
    });
    context.globalAlpha = 1;
  }
}

// With three.js where the browser can, else flat. `onLoss`: the graphics went away later.
function makeSolids(mechanism, onLoss) {
  const canvas = element('canvas');
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
  if (!context) return new FlatSolids(mechanism);
  canvas.addEventListener('webglcontextlost', (event) => { event.preventDefault(); onLoss(); });
  try {
    return new Solids(mechanism, context);
  } catch (error) {
    return new FlatSolids(mechanism);  // a context that three.js cannot use
  }
}
