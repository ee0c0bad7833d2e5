// Keeps the changes, and asks before any of them is lost.

/** What is done with the open file, one after the other: the file is read first, and each begins with what the one before has left. */
let last = Promise.resolve();
function inTurn(work) {
  const { original } = open;
  const done = last.then(() => {
    if (original !== open.original) throw new Outdated();
    return work();
  });
  last = done.catch(() => {});
  return done;
}

const state = () => JSON.stringify(kept([...open.earlier, ...(open.about?.changes ?? [])]));
const unsaved = () => state() !== open.saved;
/** What makes a change again. */
const kept = (changes) => changes.map(({ path, was, text }) => ({ path, was, text }));
const inAll = () => (open.about?.changes.length ?? 0) + open.earlier.length;

function showChanges() {
  const count = inAll();
  const { changes } = open.about;
  $('changes').hidden = count === 0 && !unsaved();
  $('changes').textContent = `${plural(count, 'change')}${unsaved() ? ', not saved' : ''}`;
  allow($('undo'), changes.length ? null : 'There is no change to undo');
  allow($('redo'), open.undone.length ? null : 'There is no change to redo');
  $('save').classList.toggle('main', count > 0);
}

/** Changes the value at a path. Returns whether that succeeded. */
function change(path, text) {
  const { options } = open;
  return inTurn(async () => {
    if (options !== open.options) throw new Error('The file is read in another way now: choose the value once more.');
    $('d-error').textContent = '';
    $('d-value').removeAttribute('aria-invalid');
    const before = open.about.changes.length;
    try {
      await ask('setText', path, text);
    } catch (error) {
      if (error instanceof Outdated || error instanceof Stopped) throw error;
      $('d-error').textContent = error.message;
      $('d-value').setAttribute('aria-invalid', 'true');
      return false;
    }
    await again();
    const [made] = open.about.changes.slice(before);
    if (made) open.undone = [];
    showChanges();
    guideChanged();
    say(made ? `${plural(made.length, 'byte')} changed at ${offset(made.offset)}` : 'Nothing has changed.');
    return true;
  });
}

/** Takes back a change; the last one, if no other is named. */
const undo = attempt((number) => inTurn(async () => {
  const { changes } = open.about;
  const at = number ?? changes.length - 1;
  const [taken] = kept(changes.slice(at, at + 1));
  if (isRefused($('undo')) || !taken) return;
  await ask('undo', at);
  open.undone.push(taken);
  await again();
}));

const redo = attempt(() => inTurn(async () => {
  const next = open.undone.at(-1);
  if (isRefused($('redo'))) return;
  await ask('setText', next.path, next.text);
  open.undone.pop();
  await again();
}));

/** Shows changed contents. */
async function again() {
  const [top, [start]] = [rows.top, open.ends];
  const row = open.row;
  show(await ask('about'));
  rows.to(top);
  if (row !== null) await choose(await ask('rowAt', start), { keepTree: true });
}

/** Asks whether changes may be lost, if there are any that were not saved. */
async function mayLeave() {
  if (!unsaved()) return true;
  const dialog = $('leave-dialog');
  if (dialog.open) return false;
  dialog.returnValue = 'cancel';
  $('leave-text').textContent = `${plural(inAll(), 'change')} of ${open.name}`;
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener('close', done, { once: true }));
  if (dialog.returnValue === 'save') return saveFile();
  return dialog.returnValue === 'discard';
}

addEventListener('beforeunload', (event) => {
  if (unsaved()) event.preventDefault();
});

function listChanges() {
  const { changes } = open.about;
  const named = ({ path, was, text }) => [
    element('span', 'mono', visible(pathOf(path)) || 'the value'),
    element('span', 'mono value', visible(`${was} → ${text}`)),
  ];
  const list = open.earlier.map((one) => {
    const made = element('li');
    made.append(...named(one));
    return made;
  });
  if (list.length) {
    const made = element('li');
    made.append(button('Undo these: the file as it was opened', attempt(async () => {
      $('changes-dialog').close();
      await inTurn(() => {
        Object.assign(open, { earlier: [], undone: [], saved: '[]' });
        return load(open.original, open.name, { ...open.options });
      });
    })));
    list.push(made);
  }
  list.push(...changes.map((one, number) => {
    const made = element('li');
    made.append(...named(one), button('Undo', async () => {
      await undo(number);
      listChanges();
    }));
    return made;
  }));
  $('changes-list').replaceChildren(...list);
  if (!list.length) $('changes-dialog').close();
}

$('changes').onclick = () => {
  listChanges();
  if (inAll()) $('changes-dialog').showModal();
};
$('undo').onclick = () => undo();
$('redo').onclick = () => redo();
