'use strict';
// Tables that a click on a heading sorts: numbers by data-order, rows without one last; once more, the other way round.

function orderOf(row, column) {
  const text = row.cells[column].dataset.order;
  if (text === undefined) return row.cells[column].textContent;
  return text === '' ? null : Number(text);
}

function compareRows(column, sign) {
  return (a, b) => {
    const [x, y] = [orderOf(a, column), orderOf(b, column)];
    if (x === null || y === null) return (x === null) - (y === null);
    return sign * (typeof x === 'string' ? x.localeCompare(y) : x - y);
  };
}

function makeSortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = element('button', 'sorter', '\u2195');
    button.setAttribute('aria-label', `sort by ${head.firstChild.textContent}`);
    button.addEventListener('click', () => {
      const isAscending = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', isAscending ? 'descending' : 'ascending');
      [...body.rows].sort(compareRows(column, isAscending ? -1 : 1)).forEach((row) => body.append(row));
    });
    head.insertBefore(button, head.querySelector('small'));
  });
}

// Rows whose text has every word of the field stay in sight.
function makeFilterable(field, table, note) {
  const rows = [...table.tBodies[0].rows];
  const filter = () => {
    const words = field.value.toLowerCase().split(/[\s,]+/).filter((word) => word !== '');
    rows.forEach((row) => { row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word)); });
    const shown = rows.filter((row) => !row.hidden).length;
    note.textContent = words.length > 0 ? `${shown} of ${rows.length}` : '';
  };
  field.addEventListener('input', filter);
}
