'use strict';
// The name of the y axis, in as many lines as it takes to stand whole next to the plot.

const LABEL_FONT = '"DejaVu Sans", sans-serif';
const LABEL_SIZE = 13;  // px
const LABEL_LINE = 16;  // px from line to line

// Lines broken at blanks; a word may still be wider than the room.
function labelLines(text, room, widthOf) {
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = `${lines[lines.length - 1]} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer; else lines.push(word);
  }
  return lines;
}

function labelLayout(plot, text) {
  const room = plot.height - 60;  // without the x axis and a margin
  const ratio = devicePixelRatio;
  const widthOf = (line) => plot.ctx.measureText(line).width / ratio;
  plot.ctx.save();
  plot.ctx.font = `${LABEL_SIZE * ratio}px ${LABEL_FONT}`;
  const lines = labelLines(text, room, widthOf);
  const widest = Math.max(...lines.map(widthOf));
  plot.ctx.restore();
  return { lines, size: LABEL_SIZE * Math.min(1, room / widest) };
}

const labelRoom = (plot, text) => (text ? 10 + LABEL_LINE * labelLayout(plot, text).lines.length : 0);

// On the left of the axes, or on their right, where it reads downwards.
function drawLabel(plot, text, isRight = false) {
  if (!text) return;
  const { lines, size } = labelLayout(plot, text);
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.translate(isRight ? ctx.canvas.width : 0, bbox.top + bbox.height / 2);
  ctx.rotate(isRight ? Math.PI / 2 : -Math.PI / 2);
  ctx.font = `${size * devicePixelRatio}px ${LABEL_FONT}`;
  ctx.fillStyle = styled('axis');
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  lines.forEach((line, i) => ctx.fillText(line, 0, (6 + LABEL_LINE * (i + 0.5)) * devicePixelRatio));
  ctx.restore();
}
