// Shows the bytes in lines of hexadecimal digits and characters.

let perLine = 16;
/** Bytes, and the rows they belong to once those are known. */
async function bytesAt(start, count) {
  if (!open.about.reading) return library.call('bytes', start, count);
  return { bytes: new Uint8Array(await open.blob.slice(start, start + count).arrayBuffer()), marks: [] };
}
const byteSource = new Source(64, async (first, count) => {
  const start = first * perLine;
  const { bytes: all, marks } = await bytesAt(start, count * perLine);
  const lines = [];
  let mark = 0;
  for (let at = 0; at < all.length; at += perLine) {
    const line = [];
    for (let column = at; column < Math.min(at + perLine, all.length); column++) {
      while (mark + 3 < marks.length && marks[mark + 4] <= start + column) mark += 3;
      line.push({ byte: all[column], row: marks[mark], role: marks[mark + 2] });
    }
    lines.push(line);
  }
  return lines;
}, () => bytes.draw());
const bytes = new List($('bytes'), (number) => {
  const line = byteSource.get(number);
  const start = number * perLine;
  const made = element('div', line ? 'hexline' : 'hexline waiting');
  made.append(element('span', 'at', offset(start)));
  if (!line) return made;
  const [hex, characters] = [element('span'), element('span')];
  line.forEach(({ byte, row, role }, column) => {
    const at = start + column;
    const marks = [`r${role ?? 2}`];
    if (open.row !== null && at >= open.ends[0] && at < open.ends[1]) marks.push('chosen');
    else if (isChanged(at, at + 1)) marks.push('changed');
    if (at === open.byte) marks.push('byte');
    const one = element('span', `b ${marks.join(' ')}${column === 8 ? ' eighth' : ''}`, byte.toString(16).padStart(2, '0'));
    const printed = byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
    const character = element('span', `c ${marks.join(' ')}`, printed);
    one.dataset.at = character.dataset.at = at;
    hex.append(one);
    characters.append(character);
  });
  const missing = perLine - line.length;
  if (missing) hex.append(element('span', '', ' '.repeat(missing * 3 + (line.length <= 8 && perLine === 16 ? 1 : 0))));
  made.append(hex, characters);
  return made;
});
$('bytes').addEventListener('click', (event) => {
  const at = event.target.dataset?.at;
  if (at !== undefined) chooseByte(Number(at));
});
$('bytes').addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !open.about?.contents) return;
  const page = perLine * Math.max(1, Math.floor(bytes.room / ROW) - 1);
  const at = open.byte < 0 ? (open.row === null ? 0 : open.ends[0]) : open.byte;
  const last = open.about.contents - 1;
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + perLine, ArrowUp: at - perLine, PageDown: at + page, PageUp: at - page, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  if (to >= 0 && to <= last) speakByte(to);
  else if (event.key.startsWith('Page')) speakByte(to < 0 ? 0 : last);
});
/** Goes to a byte and says it: a screen reader does not read what is only marked. */
async function speakByte(at) {
  await chooseByte(at);
  const byte = byteSource.get(Math.floor(at / perLine))?.[at % perLine]?.byte;
  if (byte !== undefined) $('spoken').textContent = `${byte.toString(16).padStart(2, '0')} at ${offset(at)}: ${$('d-text').textContent}`;
}
new ResizeObserver(() => {
  const wide = $('bytes').clientWidth >= 612 ? 16 : 8;
  if (wide === perLine || !$('bytes').clientWidth) return;
  perLine = wide;
  byteSource.clear();
  bytes.setCount(Math.ceil((open.about?.contents ?? 0) / perLine));
}).observe($('bytes'));
