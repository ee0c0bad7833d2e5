// Opens files from the disk, by drag and drop, from the clipboard and from links, and saves them.

function save(data, name) {
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([data], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the file with all changes. Returns whether that succeeded. */
function saveFile() {
  return inTurn(async () => {
    if (isRefused($('save'))) return false;
    const saved = state();
    save(await ask('save'), open.name);
    open.saved = saved;
    showChanges();
    return true;
  });
}
$('save').onclick = attempt(saveFile);

const toLink = (data) => {
  let text = '';
  for (const byte of data) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
const ofLink = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** The parts of a link beside the bytes, each with its option. */
const LINKS = [['as', 'format'], ['frame', 'frame'], ['skip', 'skip'], ['chunk', 'chunk']];

$('link').onclick = attempt(() => inTurn(async () => {
  const data = await ask('save');
  const link = new URLSearchParams({ bytes: toLink(data) });
  for (const [name, key] of LINKS) if (open.options[key]) link.set(name, open.options[key]);
  // The path of this page on a disk means nothing on another computer.
  const isLocal = location.protocol === 'file:';
  await copy(isLocal ? `#${link}` : `${location.href.split('#')[0]}#${link}`, isLocal ? 'The end of a link, for after the address of any copy of this page, is' : 'Link');
}));

/** Opens the bytes that are in the address of the page. */
function fromLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has('bytes')) return false;
  const options = {};
  for (const [name, key] of LINKS) if (link.has(name)) options[key] = key === 'skip' ? Number(link.get(name)) : link.get(name);
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

$('home').onclick = attempt(async (event) => {
  event.preventDefault();
  if (!(await mayLeave())) return;
  generation += 1;
  endGuide();
  Object.assign(open, { blob: null, original: null, about: null, row: null, earlier: [], undone: [], saved: '[]' });
  history.replaceState(null, '', location.href.split('#')[0]);
  document.title = 'gamewire: what is in this file?';
  document.body.classList.remove('opened');
  $('open').hidden = true;
  $('start').hidden = false;
});

/** Opens a file. Who has one wants its values; who learns the format begins with a sample, and with the meaning. */
function openFile(file) {
  view = 'tree';
  return begin(file, file.name);
}

$('choose').onclick = () => $('file').click();
$('file').onchange = () => {
  const [file] = $('file').files;
  if (file) openFile(file);
  $('file').value = '';
};
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) document.body.classList.remove('over');
});
addEventListener('drop', attempt(async (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  const { files, items } = event.dataTransfer;
  if (files.length === 0) {
    const text = event.dataTransfer.getData('text');
    if (text) openText(text);
    else say('What was dropped is no file.');
    return;
  }
  if (items[0]?.webkitGetAsEntry?.()?.isDirectory) {
    say('A folder cannot be opened: drop a file that is in it.');
    return;
  }
  const [file] = files;
  await openFile(file);
  if (files.length > 1) say(`Only the first of ${files.length} files is open: one at a time.`);
}));
addEventListener('paste', (event) => {
  if (event.target.closest('input, textarea, dialog')) return;
  const [file] = event.clipboardData.files;
  if (file) {
    openFile(file);
    return;
  }
  const text = event.clipboardData.getData('text');
  if (!text) return;
  openText(text);
});

/** Opens the bytes that a text stands for, or shows why it is none. */
function openText(text) {
  $('paste-text').value = text;
  $('paste').click();
  $('paste-go').click();
}
