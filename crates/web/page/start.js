// Connects the controls and the keys, and starts the page.


$('as').onchange = () => reopen({ format: $('as').value.trim() || undefined });
$('frame').onchange = () => reopen({ frame: $('frame').value || undefined });
$('level').onchange = attempt(async () => {
  const level = $('level').value;
  if (!level) return;
  const visible = await inTurn(() => ask('foldFrom', level === 'all' ? 1 << 20 : Number(level) - 1));
  rowSource.clear();
  rows.setCount(visible);
});
$('more').onclick = () => {
  const shown = $('tools').classList.toggle('shown');
  $('more').setAttribute('aria-expanded', shown);
};

const tabs = ['bytes', 'rows', 'tree'];
/** The view that was chosen, and the one that is shown otherwise. */
let preferred = null;
let view = 'rows';
function front(name) {
  for (const tab of tabs) {
    $(`tab-${tab}`).setAttribute('aria-selected', tab === name);
    $(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    // If there is enough room, the bytes are always visible.
    $(`pane-${tab}`).classList.toggle('front', tab === name);
  }
  if (name === 'tree' && open.about && open.row !== null) attempt(followTree)(open.byte < 0 ? open.ends[0] : open.byte);
}
tabs.forEach((tab) => {
  $(`tab-${tab}`).onclick = () => {
    preferred = tab;
    front(tab);
  };
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
$('paste-go').onclick = attempt(async () => {
  $('paste-text').removeAttribute('aria-invalid');
  let data;
  try {
    await library.ready();
    data = await library.call('pasted', $('paste-text').value);
  } catch (error) {
    $('paste-error').textContent = error.message;
    $('paste-text').setAttribute('aria-invalid', 'true');
    return;
  }
  $('paste-dialog').close();
  await begin(new Blob([data]), 'pasted bytes', packetOptions());
});

/** The options of pasted bytes, which may be a packet. */
function packetOptions() {
  const version = $('packet-version').value;
  if (!version) return {};
  if (version === 'any') return { format: 'minecraft-packet' };
  return { format: `minecraft-${version}/${$('packet-state').value}.${$('packet-side').value}` };
}
const showPacketPlace = () => {
  for (const id of ['packet-state', 'packet-side']) $(id).disabled = ['', 'any'].includes($('packet-version').value);
};
$('packet-version').onchange = showPacketPlace;
showPacketPlace();

const openSample = attempt(async ({ format, name, bytes }) => {
  $('samples-dialog').close();
  view = 'rows';
  const data = Uint8Array.from(bytes.match(/../g) ?? [], (digits) => parseInt(digits, 16));
  await begin(new Blob([data]), `${format}-${name}.bin`.replace(/[^\w.-]+/g, '-'), { format, frame: 'none' });
});
function filterSamples() {
  const wanted = $('samples-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = [];
  const rank = ({ format }) => ['godot4', 'godot3', 'minecraft', 'godot2'].findIndex((name) => format.split(/[/.-]/)[0] === name) >>> 0;
  const known = [...parts.samples].sort((a, b) => rank(a) - rank(b) || a.format.length - b.format.length);
  known.forEach((sample) => {
    const text = `${sample.format} ${sample.name} ${sample.about}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) return;
    const item = element('li');
    const button = element('button');
    button.type = 'button';
    button.append(element('span', 'from', words(sample.format)), element('span', '', sample.name.replace(/_+/g, ' ')), element('span', 'shows', sample.about));
    button.onclick = () => openSample(sample);
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
    converted = await inTurn(() => ask('convert', $('convert-to').value, { lossy: $('convert-lossy').checked }));
    $('convert-report').textContent = converted.report;
    for (const id of ['convert-report', 'convert-open', 'convert-save']) $(id).hidden = false;
  } catch (error) {
    if (!(error instanceof Outdated)) $('convert-error').textContent = error.message;
  }
};
const convertedName = () => open.name.replace(/(\.[^.]*)?$/, `-${$('convert-to').value}$1`);
$('convert-save').onclick = () => save(converted.bytes, convertedName());
$('convert-open').onclick = () => {
  $('convert-dialog').close();
  const { password } = open.options;
  begin(new Blob([converted.bytes]), convertedName(), { format: $('convert-to').value, password });
};

/** The samples that the first screen offers. */
const FIRST = [
  ['godot4', 'dictionary_packet', 'a packet of Godot 4'],
  ['godot3', 'array_nested', 'an Array of Godot 3'],
  ['minecraft/slot', 'with_nbt', 'an item of Minecraft'],
  ['minecraft/nbt', 'hello_world', 'NBT'],
];

// ---- Keys ----

addEventListener('keydown', attempt(async (event) => {
  const isText = event.target.matches?.('input, textarea, select');
  const control = event.ctrlKey || event.metaKey;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (document.querySelector('dialog[open]')) return;
  if (control && !event.altKey) {
    const works = {
      o: () => $('choose').click(),
      s: saveFile,
      f: openFinder,
      z: () => (event.shiftKey ? redo() : undo()),
      y: redo,
    };
    const work = works[pressed];
    // In a text field, the browser handles undo. Without a file, the browser handles all other keys.
    if (!work || (isText && ['z', 'y'].includes(pressed)) || (pressed !== 'o' && $('open').hidden)) return;
    event.preventDefault();
    await work();
  } else if (pressed === 'F3' && !$('open').hidden) {
    event.preventDefault();
    if ($('finder').hidden) openFinder();
    else await findNext(event.shiftKey ? -1 : 1);
  } else if (pressed === 'Escape') {
    if (!$('finder').hidden) closeFinder();
    else if (!$('detail').hidden) $('d-close').click();
  } else if (pressed === '?' && !isText) {
    $('keys').click();
  }
}));
$('keys').onclick = () => $('keys-dialog').showModal();

(async () => {
  try {
    const formats = await library.ready();
    const versions = [...formats.versions].reverse();
    const all = [...formats.dialects, ...formats.types, 'minecraft-packet', ...versions.map((name) => `minecraft-${name}`)];
    const optionOf = (name) => Object.assign(element('option', '', words(name)), { value: name });
    $('formats').replaceChildren(...all.map(optionOf));
    $('packet-version').append(...versions.map(optionOf));
    $('packet-state').append(...formats.states.map(optionOf));
    $('packet-side').append(...formats.sides.map(optionOf));
    $('packet-state').value = 'play';
    $('packet-side').value = 'toClient';
    $('convert-to').append(...formats.dialects.map(optionOf));
    $('convert-to').value = 'godot4';
    for (const [format, name, title] of FIRST) {
      const sample = parts.samples.find((one) => one.format === format && one.name.endsWith(name));
      const button = element('button', '', title);
      button.type = 'button';
      button.onclick = () => openSample(sample);
      $('begin').append(button, ' ');
    }
    document.documentElement.dataset.ready = 'true';
    fromLink();
  } catch (error) {
    say(`This browser cannot run the library: ${error.message}`);
  }
})();

