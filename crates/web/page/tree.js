// Shows the value as a tree.

/** The most items of a list. Longer lists are in groups. */
const CHILDREN = 100;
/** The items that are open, by their way from the root: they are opened again after a change. */
let opened = new Set();
let openedIn = null;

async function roots() {
  const { about } = open;
  const list = $('tree');
  if (openedIn !== open.blob) [opened, openedIn] = [new Set(), open.blob];
  if (about.reading || !about.values) {
    list.replaceChildren(element('li', 'quiet', about.reading ? 'Reading …' : 'There is no value.'));
    return;
  }
  const top = list.scrollTop;
  const made = document.createDocumentFragment();
  try {
    await fill(made, [], 0, about.values);
    const first = made.querySelector('li');
    if (about.values === 1 && first?.getAttribute('aria-expanded') === 'false') await unfold(first);
    if (first) first.tabIndex = 0;
    list.replaceChildren(made);
    list.scrollTop = top;
    if (open.row !== null) await followTree(open.byte < 0 ? open.ends[0] : open.byte);
  } catch (error) {
    if (error instanceof Outdated || error instanceof Stopped) return;
    list.replaceChildren(element('li', 'error', error.message));
  }
}

/** Adds children of a value to a list: `count` of them from number `first` on, or groups of them. */
async function fill(list, at, first, count) {
  let size = 1;
  while (count > size * CHILDREN) size *= CHILDREN;
  if (size > 1) {
    for (let from = first; from < first + count; from += size) list.append(group(at, from, Math.min(size, first + count - from), list));
    return;
  }
  const nodes = await ask('tree', at, first, count);
  const items = nodes.map((node, number) => branch(node, [...at, first + number], first + number, count + first));
  list.append(...items);
  for (const item of items) if (opened.has(item.at.join()) && item.getAttribute('aria-expanded') === 'false') await unfold(item);
  // A list with a single item is opened automatically.
  if (items.length === 1 && first === 0 && at.length && items[0].getAttribute('aria-expanded') === 'false') await unfold(items[0]);
}

/** A treeitem with a line. */
function item(level, position, size) {
  const made = element('li');
  made.setAttribute('role', 'treeitem');
  made.setAttribute('aria-level', level);
  made.setAttribute('aria-selected', 'false');
  made.setAttribute('aria-posinset', position + 1);
  made.setAttribute('aria-setsize', size);
  made.tabIndex = -1;
  const line = element('div', 'node');
  made.append(line);
  return [made, line];
}

function marked(made, line, folds) {
  const mark = element('span', 'mark', folds ? '▸' : '');
  mark.setAttribute('aria-hidden', 'true');
  line.append(mark);
  if (!folds) return;
  made.setAttribute('aria-expanded', 'false');
  mark.onclick = (event) => {
    event.stopPropagation();
    attempt(unfold)(made);
  };
}

/** Some of the children of a long list. */
function group(at, first, count) {
  const [made, line] = item(at.length + 1, first, -1);
  marked(made, line, true);
  line.append(element('span', 'count', `${first.toLocaleString('en')} to ${(first + count - 1).toLocaleString('en')}`));
  Object.assign(made, { at, first, count });
  line.onclick = () => attempt(unfold)(made);
  if (opened.has(key(made))) made.wanted = attempt(unfold)(made);
  return made;
}

const key = (made) => (made.count === undefined ? made.at.join() : `${made.at.join()}:${made.first}:${made.count}`);

function branch(node, at, position, size) {
  const [made, line] = item(at.length, position, size);
  marked(made, line, Boolean(node.count));
  line.append(element('span', 'label', node.label === '$' ? 'the value' : visible(node.label)));
  if (node.error) line.append(element('span', 'text error', node.error));
  else if (node.count !== undefined) line.append(element('span', 'count', `${node.class ? `${visible(node.class)}: ` : ''}${plural(node.count, 'value')}`));
  else line.append(element('span', 'text', visible(node.text)));
  line.append(element('span', 'type', node.type));
  if (node.count === undefined && isChanged(node.offset, node.offset + 1)) made.classList.add('changed');
  Object.assign(made, { at, offset: node.offset, size: node.count });
  line.onclick = () => attempt(chooseNode)(made);
  line.ondblclick = attempt(() => (node.count === undefined ? edit(made) : unfold(made)));
  return made;
}

async function unfold(made) {
  const state = made.getAttribute('aria-expanded');
  if (state === null) return;
  const opens = state === 'false';
  made.setAttribute('aria-expanded', opens);
  made.querySelector('.mark').textContent = opens ? '▾' : '▸';
  if (opens) opened.add(key(made));
  else opened.delete(key(made));
  let list = made.querySelector(':scope > ul');
  if (list) {
    list.hidden = !opens;
  } else if (opens) {
    list = element('ul');
    list.setAttribute('role', 'group');
    made.append(list);
    if (made.count === undefined) await fill(list, made.at, 0, made.size);
    else await fill(list, made.at, made.first, made.count);
  }
}

function mark(made) {
  for (const other of $('tree').querySelectorAll('[aria-selected=true]')) other.setAttribute('aria-selected', 'false');
  for (const other of $('tree').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
  made.setAttribute('aria-selected', 'true');
  made.tabIndex = 0;
  made.firstElementChild.scrollIntoView({ block: 'nearest' });
}

async function chooseNode(made) {
  mark(made);
  made.focus({ preventScroll: true });
  if (made.offset !== undefined) await choose(await ask('rowAt', made.offset), { keepTree: true });
}

/** Opens the tree as far as the value of a byte, and marks it. */
async function followTree(byte) {
  const trail = await ask('trail', byte);
  let [list, made] = [$('tree'), null];
  for (const number of trail) {
    if (made?.getAttribute('aria-expanded') === 'false') await unfold(made);
    list = made ? made.querySelector(':scope > ul') : list;
    for (;;) {
      const items = [...(list?.children ?? [])];
      const next = items.find((one) => one.count === undefined ? one.at?.at(-1) === number : number >= one.first && number < one.first + one.count);
      if (!next) return;
      made = next;
      if (made.count === undefined) break;
      if (made.getAttribute('aria-expanded') === 'false') await unfold(made);
      list = made.querySelector(':scope > ul');
    }
  }
  if (made) mark(made);
}

/** Changes a value in its place. */
async function edit(made) {
  await chooseNode(made);
  if ($('d-form').hidden) return;
  const { path } = form;
  const text = made.querySelector('.text');
  const input = element('input', 'mono');
  input.value = $('d-value').value;
  input.setAttribute('aria-label', `New value of ${made.querySelector('.label').textContent}`);
  input.onkeydown = attempt(async (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      input.replaceWith(text);
      made.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (await change(path, input.value)) return;
      input.setAttribute('aria-invalid', 'true');
      say($('d-error').textContent);
    }
  });
  text.replaceWith(input);
  input.focus();
  input.select();
}

$('tree').addEventListener('keydown', attempt(async (event) => {
  const made = event.target.closest('li');
  if (!made || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...$('tree').querySelectorAll('[role=treeitem]')].filter((one) => one.offsetParent !== null);
  const at = all.indexOf(made);
  const state = made.getAttribute('aria-expanded');
  let to;
  if (event.key === 'ArrowDown') to = all[at + 1];
  else if (event.key === 'ArrowUp') to = all[at - 1];
  else if (event.key === 'Home') to = all[0];
  else if (event.key === 'End') to = all[all.length - 1];
  else if (event.key === 'ArrowRight' && state !== 'false') to = made.querySelector(':scope > ul > li');
  else if (event.key === 'ArrowLeft' && state !== 'true') to = made.parentElement.closest('li');
  else if (!['ArrowRight', 'ArrowLeft', 'Enter', ' '].includes(event.key)) return;
  event.preventDefault();
  if (to) await (to.offset === undefined ? (mark(to), to.focus()) : chooseNode(to));
  else if (state !== null && !['Home', 'End'].includes(event.key)) await unfold(made);
  else if (event.key === 'Enter') await edit(made);
}));
