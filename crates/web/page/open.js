// The open file: its format and its errors.

const DOCUMENTATION = document.querySelector('meta[name=documentation]').content;
/** The longest file that a link holds. */
const LINKED = 4096;

/**
 * `blob` is the file as it was opened, with the `options` it is read by. `earlier` are changes that are in it already, since the
 * file was opened again in another way; `original` is the file without them.
 */
const open = {
  blob: null, original: null, name: '', options: {}, about: null, row: null, byte: -1, ends: [0, 0],
  earlier: [], undone: [], saved: '[]', chunks: [],
};

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const offset = (at) => `0x${at.toString(16).padStart((open.about?.contents ?? 0) > 0xffff ? 8 : 4, '0')}`;
const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
/** Text of others with characters that cannot be seen, or turn what is around them, as their numbers. */
const visible = (text) => text.replace(
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
  (character) => `\\u{${character.codePointAt(0).toString(16)}}`,
);
/** The names of formats as people know them. */
const words = (text) => text.replace(/\bgodot(\d(?:\.\d+)*)(-double)?\b/g, (_, release, double) => `Godot ${release}${double ? ' (double)' : ''}`);
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1).replace(/\.$/, '')}`;
const isGodot = (about) => /^godot/.test(about.format);
/** Whether there are only bytes. */
const isClosed = ({ kind }) => kind === 'foreign' || kind === 'encrypted';
/** Reasons and advice for files of these kinds. */
const WHY = {
  region: 'Choose a chunk to see its values. Find lists the chunks that contain a text or a value.',
  text: 'The file is text. The bytes are those that the values would have in a binary file.',
  unknown: 'If you know what these bytes are, choose their format. The format minecraft-packet tries all versions of a packet of Minecraft.',
  packets: 'Each packet follows its length.',
  versions: ' All these versions read the packets, and the first is used. If you know the version, choose it as the format.',
};
function whyOf({ kind, why, format, versions }) {
  if (kind === 'damaged') return `No format reads all of it. The rows are those of ${words(format)}, which reads most.`;
  const said = WHY[kind] ?? words((why ?? '').replace(/^certainly \S+: /i, ''));
  return versions?.length > 1 ? said + WHY.versions : said;
}
/** A path without the root. */
const pathOf = (path) => path.replace(/^\$\.?/, '');

let saying = 0;
function say(text) {
  $('said').textContent = text;
  clearTimeout(saying);
  saying = setTimeout(() => { $('said').textContent = ''; }, 5000);
}

/** Reports what went wrong with something that was asked for. */
function failed(error) {
  if (error instanceof Outdated || error instanceof Stopped) return;
  say(error.message);
  console.warn(error.message);
}

/** Runs what an event asks for, and reports what goes wrong. */
const attempt = (work) => async (...args) => {
  try {
    await work(...args);
  } catch (error) {
    failed(error);
  }
};

/** Says why a button does nothing, or lets it work. */
function allow(button, reason) {
  button.setAttribute('aria-disabled', reason ? 'true' : 'false');
  button.title = reason ?? '';
}
/** Returns whether a button does nothing, and says why. */
function isRefused(button) {
  const refused = button.getAttribute('aria-disabled') === 'true';
  if (refused) say(button.title);
  return refused;
}
addEventListener('click', (event) => {
  const button = event.target.closest?.('[aria-disabled]');
  if (!button || !isRefused(button)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/** Opens another file, unless changes would be lost. */
const begin = attempt(async (blob, name, options = {}) => {
  if (!(await mayLeave())) return;
  endGuide();
  // A new file does not wait for unfinished work on the previous one.
  last = Promise.resolve();
  $('as').value = options.format ?? '';
  Object.assign(open, { original: blob, earlier: [], undone: [], saved: '[]', chunks: options.chunk ? [options.chunk] : [] });
  await inTurn(() => load(blob, visible(name), options));
});

/** Reads a file, in turn, and changes the values that were changed. */
async function load(blob, name, options, changes = []) {
  generation += 1;
  closeDetail();
  closeFinder();
  for (const list of [rows, bytes]) [list.top, list.wish, list.kept] = [0, undefined, undefined];
  Object.assign(open, { blob, name, options, row: null, byte: -1 });
  // The bytes are shown before the file has been read.
  open.about = { title: 'Reading …', reading: true, errors: [], layers: [], contents: blob.size, size: blob.size, visible: 0, rows: 0, values: 0, changes };
  display();
  try {
    await current(library.ready());
    // Opening a file does not wait for the previous one.
    if (library.calls.size > 0) {
      library.worker.terminate();
      library.worker = null;
      for (const call of library.calls.values()) call.reject(new Outdated());
      library.calls.clear();
      await current(library.ready());
    }
    const data = await current(blob.arrayBuffer());
    const about = await ask('open', data, options, changes);
    if (about.lost) say(`Not all changes could be made again: ${about.lost}`);
    // A damaged value has no tree.
    if (about.kind === 'text') front('tree');
    else if (about.values) front(about.values === 1 && about.errors.length ? 'rows' : preferred ?? view);
    else front(isClosed(about) ? 'bytes' : 'rows');
    show(about);
    const [first] = about.errors;
    if (first?.offset !== undefined) await chooseByte(Math.min(first.offset, Math.max(0, about.contents - 1)));
  } catch (error) {
    if (error instanceof Outdated || error instanceof Stopped) return;
    failed(error);
    show({ ...open.about, title: error.message, reading: false, contents: 0 });
  }
}

/** Shows what is known of the file from now on. */
function show(about) {
  generation += 1;
  open.about = about;
  display();
}

function display() {
  const { about } = open;
  document.title = `${open.name}: gamewire`;
  document.body.classList.add('opened');
  $('start').hidden = true;
  $('open').hidden = false;
  $('open').classList.toggle('foreign', isClosed(about));
  $('open').classList.toggle('closed', !about.format);
  $('title').textContent = titleOf(about);
  const facts = [`${open.name}: ${plural(about.size, 'byte')}`];
  if (about.layers.length && about.format) facts.push(`${plural(about.contents, 'byte')} inside`);
  if (about.values > 1) facts.push(plural(about.values, 'value'));
  $('name').textContent = facts.join(', ');
  $('why').textContent = [whyOf(about), about.verdict?.text].filter(Boolean).map(sentence).join('. ');
  $('title').title = $('why').textContent;
  showProblems(about);
  showContainer(about);
  if (document.activeElement !== $('as')) $('as').value = open.options.format ?? '';
  $('as').placeholder = about.format ? `auto: ${words(about.format)}` : 'auto';
  $('frame').value = open.options.frame ?? '';
  $('level').value = '';
  showChanges();
  // Requests wait until the file has been read.
  allow($('save'), about.format || about.reading ? null : 'There is nothing to save: the file could not be read');
  allow($('convert'), isGodot(about) || about.reading ? null : 'Only values of Godot are converted');
  allow($('link'), open.blob.size > LINKED ? `Links hold files of at most ${LINKED} bytes` : null);
  rowSource.clear();
  byteSource.clear();
  rows.setCount(about.visible);
  bytes.setCount(Math.ceil(about.contents / perLine));
  roots();
}

/** What the file is; of a damaged one, where and what is missing. */
function titleOf(about) {
  const around = about.layers.length ? `${about.layers.join(': ')}: ` : '';
  const [first] = about.errors;
  let title = words(`${around}${about.title}`);
  if (first?.offset === undefined || about.kind === 'unknown') return title;
  title = `${title.replace(/^.*; it looks like /, '').replace(/, cut short$/, '')}, damaged at ${offset(first.offset)}`;
  if (first.missing) title += `: ${first.missing > about.contents ? 'most bytes are' : `${plural(first.missing, 'byte is', 'bytes are')}`} missing at the end`;
  return title;
}

function button(text, work, className = 'small') {
  const made = element('button', className, text);
  made.type = 'button';
  made.onclick = work;
  return made;
}

/** A line of the problems: text, and what can be done. */
function line(className, ...parts) {
  const made = element('div', `problem ${className}`);
  made.append(...parts.map((part) => (typeof part === 'string' ? element('span', '', part) : part)));
  return made;
}

const goTo = (at) => button(`Go to ${offset(at)}`, () => chooseByte(Math.min(at, Math.max(0, open.about.contents - 1))));

/** What is wrong, with the way to its place; what can be done about it. */
function showProblems(about) {
  const list = about.errors.slice(0, 20).map(({ offset: at, message }) => line('damage', words(message), ...(at === undefined ? [] : [goTo(at)])));
  if (about.errors.length > 20) list.push(line('damage', `and ${about.errors.length - 20} more`));
  if (about.verdict?.offset !== undefined) $('why').append(' ', goTo(about.verdict.offset));
  for (const { text, ...option } of about.choices ?? []) {
    list.push(line('', button(`${option.format ? 'Format' : 'Length before values'}: ${words(option.format ?? option.frame)}`, () => reopen(option)), words(text)));
  }
  for (const { text, skip } of about.hints ?? []) {
    list.push(line('', `It may be ${text}.`, ...(skip ? [button(`Skip ${plural(skip, 'byte')}`, () => reopen({ skip }))] : [])));
  }
  if (about.chunks?.length) open.chunks = about.chunks;
  if (about.chunks?.length || open.options.chunk) list.push(chunkForm(open.chunks));
  if (about.kind === 'encrypted') list.push(passwordForm());
  $('problems').replaceChildren(...list);
  if (about.kind === 'encrypted') $('password').focus();
}

/** The rows of the container around the contents. */
function showContainer({ container = [], layers }) {
  $('container').hidden = container.length === 0;
  $('container-title').textContent = `${layers[0] ?? 'archive'}: ${plural(container.length, 'row')} of the file around its contents`;
  $('container-rows').replaceChildren(...container.map((row) => {
    const made = element('li', `r${row.role}`);
    made.style.paddingInlineStart = `${row.depth}em`;
    made.title = row.sentences;
    made.append(element('code', 'at', `0x${row.offset.toString(16).padStart(4, '0')}`), ' ', element('code', 'hex', `${row.hex}${row.length > 24 ? ' …' : ''}`), ' ', visible(row.meaning));
    return made;
  }));
}

/** A choice of a chunk of a region. */
function chunkForm(chunks) {
  const form = element('form', 'problem card');
  const label = element('label', '', `One of its ${plural(chunks.length, 'chunk')} `);
  const choice = element('select');
  choice.id = 'chunk';
  choice.append(...chunks.map((chunk) => element('option', '', chunk)));
  choice.value = open.options.chunk ?? chunks[0];
  label.append(choice);
  form.append(label, element('button', 'main', 'Open chunk'));
  form.onsubmit = (event) => {
    event.preventDefault();
    reopen({ chunk: choice.value });
  };
  return form;
}

/** The password of an encrypted file, or its key. */
function passwordForm() {
  const form = element('form', 'problem card');
  const tried = Boolean(open.options.password || open.options.key);
  const field = (id, type, text) => {
    const input = element('input');
    Object.assign(input, { id, type, autocomplete: 'off', spellcheck: false });
    if (tried) input.setAttribute('aria-invalid', 'true');
    const label = element('label', '', `${text} `);
    label.append(input);
    return [input, label];
  };
  const [password, passwordLabel] = field('password', 'password', 'Password');
  const [key, keyLabel] = field('key', 'text', 'or key');
  key.placeholder = '64 hexadecimal digits';
  form.append(passwordLabel, keyLabel, element('button', 'main', 'Open'));
  if (tried) form.append(element('span', 'error', 'The password is wrong, or the file is damaged.'));
  form.onsubmit = attempt(async (event) => {
    event.preventDefault();
    const digits = key.value.replace(/\s+/g, '');
    if (digits && !/^[0-9a-f]{64}$/i.test(digits)) throw new Error('A key has 64 hexadecimal digits.');
    await reopen({ password: password.value || undefined, key: digits || undefined });
  });
  return form;
}

/** Reads the file in another way, with the changes that were made. */
const reopen = attempt((options) => inTurn(async () => {
  let { blob } = open;
  if (open.about?.changes.length) {
    blob = new Blob([await ask('save')]);
    open.earlier.push(...open.about.changes);
    open.undone = [];
  }
  await load(blob, open.name, { ...open.options, ...options });
}));

/** Reads the file once more after the library has ended. */
const openAgain = attempt(() => inTurn(() => load(open.blob, open.name, open.options, open.about.changes)));

/** Says that the library has ended, and that nothing is lost. */
function showStopped(reason) {
  generation += 1;
  const count = open.about.changes.length + open.earlier.length;
  const kept = count ? ` The file and ${plural(count, 'change')} are still here.` : ' The file is still here.';
  $('problems').replaceChildren(line('damage', `${reason}${kept}`, button('Open again', openAgain, 'main')));
  rowSource.clear();
}

const isChanged = (start, end) => open.about?.changes.some(({ offset: at, length }) => start < at + Math.max(length, 1) && at < end);
