// Shows the rows, each of which explains some bytes in one line.

/** The end of the row of an error. */
const HERE = '        <- here';

const rowSource = new Source(100, (first, count) => library.call('rows', first, count), () => rows.draw());

/** The levels whose indentation takes at most a third of the width for text. Deeper ones are a number. */
let levels = 8;
new ResizeObserver(() => {
  const [probe, says, text] = [element('div', 'row'), element('span', 'says'), element('span', '', 'x'.repeat(100))];
  says.append(text);
  probe.append(element('span', 'at', offset(0)), element('span', 'hex'), says, element('span', 'kind', '???'));
  $('rows').append(probe);
  const level = (2 * text.getBoundingClientRect().width) / 100;
  if (level) levels = Math.max(2, Math.floor(says.clientWidth / 3 / level));
  probe.remove();
}).observe($('rows'));

/** The text of a row: a value by its name and type. What else its header says is in the detail. */
function shortly(row, text) {
  if (row.role !== 0) return text;
  const head = text.replace(/  \(type id \d+, [^()]*\)$/, '');
  const label = /^value \d+: /.exec(head);
  const last = /(?:\.([^.[\]]+)|\[("(?:[^"\\]|\\.)*"|[^\]]*)\])$/.exec(row.path ?? '');
  if (!label || !last) return head;
  return `${last[1] ? `"${last[1]}"` : last[2]}: ${head.slice(label[0].length)}`;
}

const rows = new List($('rows'), (place) => {
  const row = rowSource.get(place);
  const line = element('div', row ? 'row' : 'row waiting', row ? '' : '…');
  line.setAttribute('role', 'treeitem');
  if (!row) return line;
  line.id = `row-${row.row}`;
  line.setAttribute('aria-level', row.depth + 1);
  line.setAttribute('aria-setsize', rows.count);
  line.setAttribute('aria-posinset', place + 1);
  if (row.folds) line.setAttribute('aria-expanded', !row.folded);
  const chosen = open.row === row.row;
  line.setAttribute('aria-selected', chosen);
  if (chosen) line.classList.add('chosen');
  if (isChanged(row.offset, row.offset + row.length)) line.classList.add('changed');
  const says = element('span', `says r${row.role}`);
  const fold = element('span', 'fold', row.folds ? (row.folded ? '▸' : '▾') : '');
  fold.setAttribute('aria-hidden', 'true');
  if (row.folds) {
    fold.onclick = (event) => {
      event.stopPropagation();
      toggle(row.row);
    };
  }
  const indent = element('span', '', ' '.repeat(Math.min(row.depth, levels) * 2));
  const deeper = element('span', 'deeper', row.depth > levels ? `+${row.depth - levels} ` : '');
  // The library ends the row of an error with this. Text of the file cannot, because a quote follows it.
  const here = row.meaning.endsWith(HERE);
  says.append(indent, deeper, fold, element('span', '', visible(shortly(row, here ? row.meaning.slice(0, -HERE.length) : row.meaning))));
  const hex = element('span', 'hex', row.length > 8 ? `${row.hex.slice(0, 20)} …` : row.hex);
  line.append(element('span', 'at', offset(row.offset)), hex, says);
  if (here) line.append(element('span', 'here', '<- here'));
  if (row.page) {
    const kind = element('span', 'kind');
    const link = element('a', '', '?');
    linkTo(link, row.page);
    link.tabIndex = -1;
    link.title = `How the format has ${row.type || 'this'}`;
    link.setAttribute('aria-label', link.title);
    kind.append(link);
    line.append(kind);
  }
  line.onclick = (event) => {
    if (event.target.closest('a')) return;
    attempt(choose)(row.row, { keepRows: true });
  };
  line.ondblclick = () => (row.chunk ? reopen({ chunk: row.chunk }) : row.folds && toggle(row.row));
  return line;
});

const toggle = attempt(async (row) => {
  const visible = await ask('toggle', row);
  rowSource.clear();
  rows.setCount(visible);
});

/** Marks a row on all sides and shows what is known of it. The last one that is asked for counts. */
async function choose(row, { byte = -1, keepRows = false, keepBytes = false, keepTree = false } = {}) {
  open.row = row;
  const detail = await ask('row', row);
  if (!detail || open.row !== row) return;
  open.byte = byte;
  open.ends = [detail.offset, detail.offset + detail.length];
  if (detail.visible !== rows.count) {
    rowSource.clear();
    rows.setCount(detail.visible);
  }
  open.place = detail.place;
  if (detail.chunk && $('chunk')) $('chunk').value = detail.chunk;
  const line = Math.floor((byte < 0 ? detail.offset : byte) / perLine);
  rows.kept = detail.place;
  bytes.kept = line;
  if (keepRows) rows.draw();
  else rows.show(detail.place);
  if (keepBytes) bytes.draw();
  else bytes.show(line);
  showDetail(detail);
  if (!keepTree && $('pane-tree').classList.contains('front')) await followTree(byte < 0 ? detail.offset : byte);
}

const chooseByte = attempt(async (at) => {
  if (!open.about?.rows) return;
  open.byte = at;
  bytes.show(Math.floor(at / perLine));
  await choose(await ask('rowAt', at), { byte: at, keepBytes: true });
});

$('rows').addEventListener('keydown', attempt(async (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !open.about) return;
  const page = Math.max(1, Math.floor(rows.room / ROW) - 1);
  const at = open.row === null ? -1 : open.place;
  const here = at < 0 ? undefined : rowSource.get(at);
  const moves = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: rows.count - 1 };
  let to = moves[event.key];
  if (event.key === 'ArrowRight' && here?.folds) {
    if (here.folded) {
      event.preventDefault();
      await toggle(here.row);
      return;
    }
    to = at + 1;
  } else if (event.key === 'ArrowLeft' && here) {
    event.preventDefault();
    if (here.folds && !here.folded) {
      await toggle(here.row);
      return;
    }
    for (to = at - 1; to > 0 && (rowSource.get(to)?.depth ?? 0) >= here.depth; to--);
  } else if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    if (event.key === 'Enter' && !$('d-form').hidden) $('d-value').focus();
    else if (here?.folds) await toggle(here.row);
    return;
  }
  if (to === undefined) return;
  event.preventDefault();
  to = Math.max(0, Math.min(to, rows.count - 1));
  rows.show(to);
  const row = await rowSource.until(to);
  if (row) {
    open.place = to;
    await choose(row.row);
  }
}));
