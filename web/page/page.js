'use strict';
// The page: shows what the library says, a window of it at a time. Text of files reaches the page as text content only.

const $ = (id) => document.getElementById(id);
const DOCUMENTATION = document.querySelector('meta[name=documentation]').content;
/** The height of a row. */
const ROW = 22;
/** The tallest element that every browser lays out. Longer lists scroll by proportion. */
const TALLEST = 8_000_000;
/** A call that takes longer, in milliseconds, is ended. */
const LONGEST = 120_000;
/** The end of the row of an error. */
const HERE = '        <- here';
/** The longest file that a link holds. */
const LINKED = 4096;

// ---- The worker -----------------------------------------------------------------------------------------------------------

class Stopped extends Error {}

/** The library, in a worker that can be stopped. */
const library = {
  worker: null,
  calls: new Map(),
  number: 0,
  module: null,
  known: null,

  async start() {
    if (!this.module) {
      const text = $('library').textContent;
      const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
      this.module = new Uint8Array(await new Response(stream).arrayBuffer());
    }
    const address = URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' }));
    const worker = new Worker(address);
    this.worker = worker;
    worker.onmessage = ({ data: [number, succeeded, result, broken] }) => {
      URL.revokeObjectURL(address);
      const call = this.calls.get(number);
      if (!call) return;
      this.calls.delete(number);
      if (broken) {
        this.stop();
        call.reject(new Stopped('This file needs more memory than the browser gives.'));
      } else if (succeeded) {
        call.resolve(result);
      } else {
        call.reject(new Error(result));
      }
      busy.settle();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
    };
    this.known = await this.call('start', this.module);
    return this.known;
  },

  /** Ends whatever runs. The next call begins with a new worker, in which no file is open. */
  stop(reason = 'Stopped.') {
    this.worker?.terminate();
    this.worker = null;
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const call of calls) call.reject(new Stopped(reason));
    busy.settle();
  },

  call(name, ...args) {
    return new Promise((resolve, reject) => {
      if (!this.worker) {
        reject(new Stopped('Stopped.'));
        return;
      }
      const number = ++this.number;
      this.calls.set(number, { resolve, reject, since: performance.now() });
      this.worker.postMessage([number, name, args]);
      busy.settle();
    });
  },
};

/** Says that something takes its time, with a button that ends it. */
const busy = {
  timer: 0,
  settle() {
    if (library.calls.size === 0) {
      clearInterval(this.timer);
      this.timer = 0;
      $('busy').hidden = true;
    } else if (!this.timer) {
      this.timer = setInterval(() => this.look(), 250);
    }
  },
  look() {
    const since = Math.min(...[...library.calls.values()].map((call) => call.since));
    const waited = performance.now() - since;
    $('busy').hidden = waited < 400;
    $('busy-text').textContent = `Working … ${Math.floor(waited / 1000)} s`;
    if (waited > LONGEST) library.stop('Stopped: it took too long.');
  },
};

// ---- Lists that are drawn as they are scrolled to -----------------------------------------------------------------------------

/** Items that are asked for in blocks, the newest wish first. */
class Source {
  constructor(size, load, arrived) {
    Object.assign(this, { size, load, arrived, blocks: new Map(), wish: null, loading: false, age: 0, waiting: [] });
  }
  clear() {
    this.blocks.clear();
    this.wish = null;
    this.age += 1;
    this.release(false);
  }
  release(arrived) {
    for (const done of this.waiting.splice(0)) done(arrived);
  }
  /** An item, once it is there; nothing if the list has changed meanwhile. */
  async until(at) {
    for (;;) {
      const item = this.get(at);
      if (item) return item;
      if (!(await new Promise((done) => this.waiting.push(done)))) return undefined;
    }
  }
  get(at) {
    const block = Math.floor(at / this.size);
    const items = this.blocks.get(block);
    if (items) return items[at - block * this.size];
    this.wish = block;
    this.next();
    return undefined;
  }
  async next() {
    if (this.loading || this.wish === null) return;
    const [block, age] = [this.wish, this.age];
    this.wish = null;
    if (this.blocks.has(block)) return;
    this.loading = true;
    try {
      const items = await this.load(block * this.size, this.size);
      if (age === this.age) {
        if (this.blocks.size > 200) this.blocks.clear();
        this.blocks.set(block, items);
      }
    } catch (error) {
      if (!(error instanceof Stopped)) say(error.message);
      this.release(false);
      return;
    } finally {
      this.loading = false;
    }
    this.arrived();
    this.release(true);
    this.next();
  }
}

class List {
  constructor(box, fill) {
    this.box = box;
    this.fill = fill;
    this.count = 0;
    this.top = 0;
    this.seen = 0;
    this.spacer = document.createElement('div');
    this.spacer.className = 'spacer';
    this.spacer.setAttribute('role', 'presentation');
    this.view = document.createElement('div');
    this.view.className = 'view';
    this.view.setAttribute('role', 'presentation');
    this.spacer.append(this.view);
    box.append(this.spacer);
    box.addEventListener('scroll', () => this.scrolled());
    box.addEventListener('wheel', (event) => {
      if (this.whole <= TALLEST || event.ctrlKey) return;
      event.preventDefault();
      const unit = [1, ROW, this.room][event.deltaMode];
      this.to(this.top + event.deltaY * unit);
    }, { passive: false });
    new ResizeObserver(() => {
      if (this.room === 0) return;
      // What was to be shown while the list was hidden, or is chosen and was in view, is in view afterwards.
      const { wish, kept, seen } = this;
      const inView = kept !== undefined && kept * ROW >= this.top - ROW && kept * ROW < this.top + seen;
      this.wish = undefined;
      this.seen = this.room;
      this.to(this.top);
      if (wish !== undefined) this.show(wish);
      else if (inView) this.show(kept);
    }).observe(box);
  }
  get room() { return this.box.clientHeight; }
  get whole() { return this.count * ROW; }
  get last() { return Math.max(0, this.whole - this.room); }
  setCount(count) {
    this.count = count;
    this.spacer.style.height = `${Math.min(this.whole, TALLEST)}px`;
    this.to(this.top);
  }
  scrolled() {
    if (this.box.scrollTop === this.set) return;
    this.set = undefined;
    const scale = this.whole > TALLEST ? this.last / Math.max(1, TALLEST - this.room) : 1;
    this.top = Math.min(this.last, this.box.scrollTop * scale);
    this.draw();
  }
  to(top) {
    if (this.room === 0) return;
    this.top = Math.max(0, Math.min(top, this.last));
    const scale = this.whole > TALLEST ? Math.max(1, TALLEST - this.room) / this.last : 1;
    this.box.scrollTop = this.top * scale;
    this.set = this.box.scrollTop;
    this.draw();
  }
  show(at) {
    if (this.room === 0) {
      this.wish = at;
      return;
    }
    const top = at * ROW;
    if (top < this.top || top + ROW > this.top + this.room) this.to(top - this.room / 3);
    else this.draw();
  }
  draw() {
    const first = Math.floor(this.top / ROW);
    const last = Math.min(this.count, first + Math.ceil(this.room / ROW) + 1);
    const items = [];
    for (let at = first; at < last; at++) items.push(this.fill(at));
    this.view.replaceChildren(...items);
    this.view.style.transform = `translateY(${this.box.scrollTop - (this.top - first * ROW)}px)`;
  }
}

// ---- What is open --------------------------------------------------------------------------------------------------------------

const open = { blob: null, name: '', options: {}, about: null, row: null, byte: -1, ends: [0, 0] };

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const offset = (at) => `0x${at.toString(16).padStart((open.about?.contents ?? 0) > 0xffff ? 8 : 4, '0')}`;
const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

let saying = 0;
function say(text) {
  $('said').textContent = text;
  clearTimeout(saying);
  saying = setTimeout(() => { $('said').textContent = ''; }, 4000);
}

/** Reports what went wrong with something that was asked for. */
function failed(error) {
  say(error.message);
  if (!(error instanceof Stopped)) console.warn(error.message);
}

async function begin(blob, name, options = {}) {
  closeDetail();
  for (const list of [rows, bytes]) [list.top, list.wish, list.kept] = [0, undefined, undefined];
  Object.assign(open, { blob, name, options, about: null, row: null, byte: -1 });
  try {
    if (!library.worker) await library.start();
    // Whoever opens a file does not wait for the one before.
    if (library.calls.size > 0) {
      library.stop();
      await library.start();
    }
    const bytes = await blob.arrayBuffer();
    const about = await library.call('open', bytes, options);
    if (open.blob === blob) show(about);
  } catch (error) {
    if (open.blob !== blob) return;
    failed(error);
    show({ title: error.message, rejected: true, errors: [], layers: [], contents: 0, size: blob.size, visible: 0, rows: 0, changes: [] });
  }
}

function show(about) {
  open.about = about;
  document.title = `${open.name}: gamewire`;
  $('start').hidden = true;
  $('open').hidden = false;
  const around = about.layers?.length ? `${about.layers.join(': ')}: ` : '';
  $('title').textContent = `${around}${about.title}`;
  const facts = [`${open.name}: ${plural(about.size, 'byte')}`];
  if (about.layers?.length && about.contents) facts.push(`${plural(about.contents, 'byte')} inside`);
  if (about.values > 1) facts.push(plural(about.values, 'value'));
  $('facts').textContent = facts.join(', ');
  $('why').textContent = [about.why, about.verdict?.text].filter(Boolean).map((text) => text[0].toUpperCase() + text.slice(1).replace(/\.$/, '')).join('. ');
  showProblems(about);
  if (document.activeElement !== $('as')) $('as').value = open.options.as ?? '';
  $('as').placeholder = about.format ? `auto: ${about.format}` : 'auto';
  $('frame').value = open.options.frame ?? 'auto';
  $('level').value = '';
  $('undo').hidden = about.changes.length === 0;
  $('save').classList.toggle('main', about.changes.length > 0);
  $('save').disabled = !about.contents;
  $('convert').disabled = !about.godot;
  $('link').disabled = open.blob.size > LINKED;
  $('link').title = $('link').disabled ? `Links hold files of at most ${LINKED} bytes` : 'A link with the bytes in it';
  refresh(about.visible);
  roots();
}

/** What is wrong, with the way to its place; what can be done about it. */
function showProblems(about) {
  const list = about.errors.slice(0, 20).map(({ offset: at, text }) => {
    const line = element('div', 'problem');
    line.append(element('span', '', text));
    if (at !== undefined) {
      const go = element('button', '', `Go to ${offset(at)}`);
      go.type = 'button';
      go.onclick = () => chooseByte(Math.min(at, Math.max(0, about.contents - 1)));
      line.append(go);
    }
    return line;
  });
  if (about.errors.length > 20) list.push(element('div', 'problem', `and ${about.errors.length - 20} more`));
  if (about.verdict?.offset !== undefined) {
    const go = element('button', 'small', `Go to ${offset(about.verdict.offset)}`);
    go.onclick = () => chooseByte(about.verdict.offset);
    $('why').append(' ', go);
  }
  for (const { key, value, text } of about.choices ?? []) {
    const line = element('div', 'problem');
    const take = element('button', '', `${key === 'as' ? 'Format' : 'Lengths'}: ${value}`);
    take.onclick = () => reopen({ [key]: value });
    line.append(take, element('span', '', text));
    list.push(line);
  }
  if (about.hint) {
    const line = element('div', 'problem');
    const take = element('button', '', `Skip ${plural(about.hint.skip, 'byte')}`);
    take.onclick = () => reopen({ skip: about.hint.skip });
    line.append(element('span', '', `After ${plural(about.hint.skip, 'byte')} there is ${about.hint.text}.`), take);
    list.push(line);
  }
  if (about.encrypted) {
    const form = element('form', 'problem');
    const input = element('input');
    input.type = 'password';
    input.id = 'password';
    input.autocomplete = 'off';
    const label = element('label', '', 'Password ');
    label.append(input);
    form.append(label, element('button', '', 'Open'));
    form.onsubmit = (event) => {
      event.preventDefault();
      reopen({ password: input.value });
    };
    list.push(form);
  }
  $('problems').replaceChildren(...list);
}

function reopen(options) {
  begin(open.blob, open.name, { ...open.options, ...options });
}

/** Shows the lists anew. */
function refresh(visible) {
  rowSource.clear();
  byteSource.clear();
  rows.setCount(visible);
  bytes.setCount(Math.ceil((open.about?.contents ?? 0) / perLine));
}

const isChanged = (start, end) => open.about?.changes.some(([at, length]) => start < at + Math.max(length, 1) && at < end);

// ---- Rows ----------------------------------------------------------------------------------------------------------------------

const rowSource = new Source(100, (first, count) => library.call('rows', first, count), () => rows.draw());
const rows = new List($('rows'), (place) => {
  const row = rowSource.get(place);
  if (!row) return element('div', 'row waiting', '…');
  const line = element('div', 'row');
  line.id = `row-${row.row}`;
  line.setAttribute('role', 'treeitem');
  line.setAttribute('aria-level', row.depth + 1);
  if (row.folds) line.setAttribute('aria-expanded', !row.folded);
  const chosen = open.row === row.row;
  line.setAttribute('aria-selected', chosen);
  if (chosen) line.classList.add('chosen');
  if (isChanged(row.start, row.start + row.len)) line.classList.add('changed');
  const says = element('span', `says r${row.role}`);
  const fold = element('span', 'fold', row.folds ? (row.folded ? '▸' : '▾') : '');
  fold.setAttribute('aria-hidden', 'true');
  if (row.folds) {
    fold.onclick = (event) => {
      event.stopPropagation();
      toggle(row.row);
    };
  }
  const deep = row.depth > 32 ? `(level ${row.depth}) ` : '';
  const indent = element('span', '', ' '.repeat(Math.min(row.depth, 32) * 2));
  // The library ends the row of an error with this. A text of the file cannot: a quote follows it.
  const here = row.text.endsWith(HERE);
  says.append(indent, fold, element('span', '', deep + (here ? row.text.slice(0, -HERE.length) : row.text)));
  const hex = element('span', 'hex', row.len > 8 ? `${row.hex.slice(0, 20)} …` : row.hex);
  line.append(element('span', 'at', offset(row.start)), hex, says);
  if (here) line.append(element('span', 'here', '<- here'));
  if (row.page) {
    const kind = element('span', 'kind');
    const link = element('a', '', '?');
    link.href = DOCUMENTATION + row.page;
    link.target = '_blank';
    link.rel = 'noopener';
    link.tabIndex = -1;
    link.title = `How the format has ${row.type || 'this'}`;
    link.setAttribute('aria-label', link.title);
    kind.append(link);
    line.append(kind);
  }
  line.onclick = (event) => {
    if (event.target.closest('a')) return;
    choose(row.row, { keepRows: true });
  };
  line.ondblclick = () => row.folds && toggle(row.row);
  return line;
});

async function toggle(row) {
  try {
    const visible = await library.call('toggle', row);
    rowSource.clear();
    rows.setCount(visible);
  } catch (error) {
    failed(error);
  }
}

/** Marks a row on all sides and shows what is known of it. */
async function choose(row, { byte = -1, keepRows = false, keepBytes = false } = {}) {
  open.row = row;
  open.wish = row;
  let detail;
  try {
    detail = await library.call('row', row);
  } catch (error) {
    failed(error);
    return;
  }
  if (!detail || open.wish !== row) return;
  open.byte = byte;
  open.ends = [detail.start, detail.start + detail.len];
  if (detail.visible !== rows.count) {
    rowSource.clear();
    rows.setCount(detail.visible);
  }
  open.place = detail.place;
  rows.kept = detail.place;
  bytes.kept = Math.floor((byte < 0 ? detail.start : byte) / perLine);
  $('rows').setAttribute('aria-activedescendant', `row-${row}`);
  if (keepRows) rows.draw();
  else rows.show(detail.place);
  if (keepBytes) bytes.draw();
  else bytes.show(Math.floor((byte < 0 ? detail.start : byte) / perLine));
  showDetail(detail);
}

async function chooseByte(at) {
  if (!open.about?.rows) return;
  open.byte = at;
  bytes.show(Math.floor(at / perLine));
  try {
    await choose(await library.call('rowAt', at), { byte: at, keepBytes: true });
  } catch (error) {
    failed(error);
  }
}

$('rows').addEventListener('keydown', async (event) => {
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
});

// ---- Bytes ---------------------------------------------------------------------------------------------------------------------

let perLine = 16;
const byteSource = new Source(64, async (first, count) => {
  const start = first * perLine;
  const { bytes: all, marks } = await library.call('bytes', start, count * perLine);
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
    const marks = [`r${role}`];
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
  if (to >= 0 && to <= last) chooseByte(to);
  else if (event.key.startsWith('Page')) chooseByte(to < 0 ? 0 : last);
});
new ResizeObserver(() => {
  const wide = $('bytes').clientWidth >= 612 ? 16 : 8;
  if (wide === perLine || !$('bytes').clientWidth) return;
  perLine = wide;
  byteSource.clear();
  bytes.setCount(Math.ceil((open.about?.contents ?? 0) / perLine));
}).observe($('bytes'));

// ---- The value -----------------------------------------------------------------------------------------------------------------

const CHILDREN = 100;

async function roots() {
  const list = $('tree');
  list.replaceChildren();
  if (!open.about.values) {
    list.append(element('li', 'quiet', 'There is no value.'));
    return;
  }
  await more(list, [], 0);
  const first = list.querySelector('li');
  if (first) first.tabIndex = 0;
  if (open.about.values === 1 && first?.getAttribute('aria-expanded') === 'false') await unfold(first);
}

/** Adds children of a value to a list. */
async function more(list, at, first) {
  const blob = open.blob;
  let answer;
  try {
    answer = await library.call('tree', at, first, CHILDREN);
  } catch (error) {
    if (!(error instanceof Stopped)) list.append(element('li', 'error', error.message));
    return;
  }
  if (open.blob !== blob) return;
  answer.nodes.forEach((node, number) => list.append(branch(node, [...at, first + number])));
  if (answer.more) {
    const item = element('li');
    item.setAttribute('role', 'treeitem');
    item.tabIndex = -1;
    const button = element('button', '', 'more');
    button.type = 'button';
    item.onclick = async () => {
      item.remove();
      await more(list, at, first + CHILDREN);
    };
    item.append(button);
    list.append(item);
  }
}

function branch(node, at) {
  const item = element('li');
  item.setAttribute('role', 'treeitem');
  item.setAttribute('aria-level', at.length);
  item.setAttribute('aria-selected', 'false');
  item.tabIndex = -1;
  const line = element('div', 'node');
  const mark = element('span', 'mark', node.count ? '▸' : '');
  mark.setAttribute('aria-hidden', 'true');
  line.append(mark, element('span', 'label', node.label));
  if (node.error) line.append(element('span', 'text error', node.error));
  else if (node.count !== undefined) line.append(element('span', 'count', `${node.class ? `${node.class}: ` : ''}${plural(node.count, 'value')}`));
  else line.append(element('span', 'text', node.text));
  line.append(element('span', 'type', node.type));
  item.append(line);
  item.at = at;
  item.offset = node.at;
  if (node.count) item.setAttribute('aria-expanded', 'false');
  mark.onclick = (event) => {
    event.stopPropagation();
    unfold(item);
  };
  line.ondblclick = () => unfold(item);
  line.onclick = () => chooseNode(item);
  return item;
}

async function unfold(item) {
  const state = item.getAttribute('aria-expanded');
  if (state === null) return;
  const opens = state === 'false';
  item.setAttribute('aria-expanded', opens);
  item.querySelector('.mark').textContent = opens ? '▾' : '▸';
  let list = item.querySelector(':scope > ul');
  if (list) {
    list.hidden = !opens;
  } else if (opens) {
    list = element('ul');
    list.setAttribute('role', 'group');
    item.append(list);
    await more(list, item.at, 0);
  }
}

async function chooseNode(item) {
  for (const other of $('tree').querySelectorAll('[aria-selected=true]')) other.setAttribute('aria-selected', 'false');
  for (const other of $('tree').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
  item.setAttribute('aria-selected', 'true');
  item.tabIndex = 0;
  item.focus({ preventScroll: true });
  item.firstElementChild.scrollIntoView({ block: 'nearest' });
  if (item.offset === undefined) return;
  try {
    await choose(await library.call('rowAt', item.offset));
  } catch (error) {
    failed(error);
  }
}

$('tree').addEventListener('keydown', async (event) => {
  const item = event.target.closest('li');
  if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...$('tree').querySelectorAll('[role=treeitem]')].filter((one) => one.offsetParent !== null);
  const at = all.indexOf(item);
  const state = item.getAttribute('aria-expanded');
  let to;
  if (event.key === 'ArrowDown') to = all[at + 1];
  else if (event.key === 'ArrowUp') to = all[at - 1];
  else if (event.key === 'Home') to = all[0];
  else if (event.key === 'End') to = all[all.length - 1];
  else if (event.key === 'ArrowRight') state === 'false' ? await unfold(item) : (to = item.querySelector(':scope > ul > li'));
  else if (event.key === 'ArrowLeft') state === 'true' ? await unfold(item) : (to = item.parentElement.closest('li'));
  else if (event.key === 'Enter' && !$('d-form').hidden) $('d-value').focus();
  else if (event.key === 'Enter' || event.key === ' ') item.at ? await unfold(item) : item.click();
  else return;
  event.preventDefault();
  if (to) await (to.at ? chooseNode(to) : to.focus());
});

// ---- One row -------------------------------------------------------------------------------------------------------------------

function showDetail(row) {
  $('detail').hidden = false;
  $('d-text').textContent = row.text;
  $('d-text').className = `r${row.role}`;
  $('d-page').hidden = !row.page;
  $('d-page').textContent = row.type ? `the format of ${row.type}` : 'the format';
  $('d-page').href = row.page ? DOCUMENTATION + row.page : '';
  $('d-path').textContent = [row.setting, row.path].filter(Boolean).join(' ');
  const last = row.start + row.len;
  const inside = row.inside ? `; with ${plural(row.inside, 'row')} inside to ${offset(row.end)}` : '';
  $('d-bytes').textContent = `${offset(row.start)} to ${offset(last)}, ${plural(row.len, 'byte')}${inside}: ${row.hex}${row.len > 24 ? ' …' : ''}`;
  $('d-form').hidden = row.value === undefined;
  $('d-error').textContent = '';
  if (row.value !== undefined) {
    $('d-kind').textContent = row.kind;
    $('d-value').value = row.value;
  }
  for (const button of document.querySelectorAll('[data-form]')) {
    const value = ['json', 'text', 'snbt'].includes(button.dataset.form);
    const only = button.dataset.only;
    button.hidden = (value && row.path === undefined)
      || (only === 'godot' && !open.about.godot)
      || (only === 'nbt' && !/\/nbt$/.test(open.about.format ?? ''));
  }
}

function closeDetail() {
  $('detail').hidden = true;
}

$('d-close').onclick = () => {
  closeDetail();
  $('rows').focus();
};

$('d-form').onsubmit = async (event) => {
  event.preventDefault();
  try {
    const changed = await library.call('set', open.row, $('d-value').value);
    $('d-error').textContent = '';
    await again();
    await choose(await library.call('rowAt', open.ends[0]));
    say(changed.len ? `${plural(changed.len, 'byte')} changed at ${offset(changed.start)}` : 'Nothing has changed.');
  } catch (error) {
    $('d-error').textContent = error.message;
  }
};

$('undo').onclick = async () => {
  try {
    await library.call('undo');
    await again();
    if (open.row !== null) await choose(await library.call('rowAt', open.ends[0]));
  } catch (error) {
    failed(error);
  }
};

/** Shows changed contents. */
async function again() {
  const top = rows.top;
  show(await library.call('about'));
  rows.to(top);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page from a disk may not use the clipboard by itself.
    const area = element('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(`${what} copied`);
}

for (const button of document.querySelectorAll('[data-form]')) {
  button.onclick = async () => {
    try {
      await copy(await library.call('text', open.row, button.dataset.form), button.textContent);
    } catch (error) {
      failed(error);
    }
  };
}

// ---- Files ---------------------------------------------------------------------------------------------------------------------

const random = () => crypto.getRandomValues(new Uint8Array(16));

function save(data, name) {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([data], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

$('save').onclick = async () => {
  try {
    save(await library.call('save', random()), open.name);
  } catch (error) {
    failed(error);
  }
};

const toLink = (data) => {
  let text = '';
  for (const byte of data) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
const ofLink = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

$('link').onclick = async () => {
  try {
    const data = await library.call('save', random());
    const link = new URLSearchParams({ bytes: toLink(data) });
    for (const key of ['as', 'frame', 'skip']) if (open.options[key]) link.set(key, open.options[key]);
    await copy(`${location.href.split('#')[0]}#${link}`, 'Link');
  } catch (error) {
    failed(error);
  }
};

/** Opens the bytes that are in the address of the page. */
function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has('bytes')) return false;
  const options = {};
  for (const key of ['as', 'frame']) if (link.has(key)) options[key] = link.get(key);
  if (link.has('skip')) options.skip = Number(link.get('skip'));
  let data;
  try {
    data = ofLink(link.get('bytes'));
  } catch {
    say('The link is damaged.');
    return false;
  }
  begin(new Blob([data]), 'bytes of the link', options);
  return true;
}
addEventListener('hashchange', fromLink);

$('home').onclick = (event) => {
  event.preventDefault();
  history.replaceState(null, '', location.href.split('#')[0]);
  document.title = 'gamewire: what is in this file?';
  $('open').hidden = true;
  $('start').hidden = false;
};

$('choose').onclick = () => $('file').click();
$('file').onchange = () => {
  const [file] = $('file').files;
  if (file) begin(file, file.name);
  $('file').value = '';
};
for (const button of document.querySelectorAll('[data-for]')) button.onclick = () => $(button.dataset.for).click();

addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) document.body.classList.remove('over');
});
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  const [file] = event.dataTransfer.files;
  if (file) begin(file, file.name);
});
addEventListener('paste', (event) => {
  if (event.target.closest('input, textarea, dialog')) return;
  const [file] = event.clipboardData.files;
  if (file) {
    begin(file, file.name);
    return;
  }
  const text = event.clipboardData.getData('text');
  if (!text) return;
  $('paste-text').value = text;
  $('paste').click();
  $('paste-go').click();
});

// ---- Choices -------------------------------------------------------------------------------------------------------------------

$('as').onchange = () => reopen({ as: $('as').value.trim() || 'auto' });
$('frame').onchange = () => reopen({ frame: $('frame').value });
$('level').onchange = async () => {
  const level = $('level').value;
  if (!level) return;
  try {
    const visible = await library.call('foldFrom', level === 'all' ? 1 << 20 : Number(level) - 1);
    rowSource.clear();
    rows.setCount(visible);
  } catch (error) {
    failed(error);
  }
};

const tabs = ['bytes', 'rows', 'tree'];
function front(name) {
  for (const tab of tabs) {
    $(`tab-${tab}`).setAttribute('aria-selected', tab === name);
    $(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    // Where there is room, the bytes are always there.
    $(`pane-${tab}`).classList.toggle('front', tab === name);
  }
}
tabs.forEach((tab) => {
  $(`tab-${tab}`).onclick = () => front(tab);
  $(`tab-${tab}`).onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const shown = tabs.filter((one) => $(`tab-${one}`).offsetParent !== null);
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
    front(next);
    $(`tab-${next}`).focus();
  };
});
front('rows');

$('paste').onclick = () => {
  $('paste-error').textContent = '';
  if (!$('paste-dialog').open) $('paste-dialog').showModal();
};
$('paste-go').onclick = async () => {
  try {
    if (!library.worker) await library.start();
    const data = await library.call('pasted', $('paste-text').value);
    $('paste-dialog').close();
    begin(new Blob([data]), 'pasted bytes');
  } catch (error) {
    $('paste-error').textContent = error.message;
  }
};

async function openSample(number) {
  const sample = library.known.samples[number];
  try {
    if (!library.worker) await library.start();
    const data = await library.call('sample', number);
    $('samples-dialog').close();
    begin(new Blob([data]), `${sample.as}-${sample.name}.bin`.replace(/[^\w.-]+/g, '-'), { as: sample.as, frame: 'none' });
  } catch (error) {
    failed(error);
  }
}
function filterSamples() {
  const words = $('samples-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = [];
  const rank = ({ as }) => ['godot4', 'godot3', 'minecraft', 'godot2'].findIndex((name) => as.split(/[/.-]/)[0] === name.split('.')[0]) >>> 0;
  const known = (library.known?.samples ?? []).map((sample, number) => ({ sample, number }));
  known.sort((a, b) => rank(a.sample) - rank(b.sample) || a.sample.as.length - b.sample.as.length);
  known.forEach(({ sample, number }) => {
    const text = `${sample.as} ${sample.name} ${sample.about}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return;
    const item = element('li');
    const button = element('button');
    button.type = 'button';
    button.append(element('span', 'from', sample.as), element('span', '', sample.name.replace(/_+/g, ' ')), element('span', 'shows', sample.about));
    button.onclick = () => openSample(number);
    item.append(button);
    items.push(item);
  });
  $('samples-list').replaceChildren(...items);
}
$('samples').onclick = () => {
  filterSamples();
  $('samples-dialog').showModal();
};
$('samples-filter').oninput = filterSamples;
$('samples-filter').onkeydown = (event) => {
  if (event.key === 'Enter') {
    event.preventDefault();
    $('samples-list').querySelector('button')?.click();
  }
};

let converted = null;
$('convert').onclick = () => {
  converted = null;
  for (const id of ['convert-report', 'convert-open', 'convert-save']) $(id).hidden = true;
  $('convert-error').textContent = '';
  $('convert-dialog').showModal();
};
$('convert-go').onclick = async () => {
  for (const id of ['convert-report', 'convert-open', 'convert-save']) $(id).hidden = true;
  $('convert-error').textContent = '';
  try {
    converted = await library.call('convert', $('convert-to').value, $('convert-lossy').checked, random());
    $('convert-report').textContent = converted.report;
    for (const id of ['convert-report', 'convert-open', 'convert-save']) $(id).hidden = false;
  } catch (error) {
    $('convert-error').textContent = error.message;
  }
};
const convertedName = () => open.name.replace(/(\.[^.]*)?$/, `-${$('convert-to').value}$1`);
$('convert-save').onclick = () => save(converted.bytes, convertedName());
$('convert-open').onclick = () => {
  $('convert-dialog').close();
  const { password } = open.options;
  begin(new Blob([converted.bytes]), convertedName(), { as: $('convert-to').value, ...(password && { password }) });
};

$('stop').onclick = () => library.stop();

// ---- The beginning -------------------------------------------------------------------------------------------------------------

/** The samples that the first screen offers. */
const FIRST = [
  ['godot4', 'dictionary_packet', 'a packet of Godot 4'],
  ['godot3', 'array_nested', 'an Array of Godot 3'],
  ['minecraft/slot', 'with_nbt', 'an item of Minecraft'],
  ['minecraft/nbt', 'hello_world', 'NBT'],
];

(async () => {
  try {
    const { formats, samples } = await library.start();
    $('formats').replaceChildren(...formats.all.map((name) => {
      const option = element('option');
      option.value = name;
      return option;
    }));
    $('convert-to').replaceChildren(...formats.dialects.map((name) => element('option', '', name)));
    $('convert-to').value = 'godot4';
    for (const [as, name, title] of FIRST) {
      const number = samples.findIndex((sample) => sample.as === as && sample.name.endsWith(name));
      if (number < 0) continue;
      const button = element('button', '', title);
      button.type = 'button';
      button.onclick = () => openSample(number);
      $('begin').append(button, ' ');
    }
    document.documentElement.dataset.ready = 'true';
    fromLink();
  } catch (error) {
    say(`This browser cannot run the library: ${error.message}`);
  }
})();
