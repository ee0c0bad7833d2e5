// Shows a row with its details, and a form to change its value.

/** The row that the form changes, the path of its value, and the contents that it is a row of. */
const form = { row: null, path: undefined, generation: -1 };
/** The sentence about each row of a region. */
const CHUNK = 'Double-click the row of a chunk, or choose the chunk above, to see its values.';

function showDetail(row) {
  $('detail').hidden = false;
  $('d-text').textContent = visible(row.meaning);
  $('d-text').className = `r${row.role}`;
  $('d-page').hidden = !row.page;
  $('d-page').textContent = row.type ? `the format of ${row.type}` : 'the format';
  linkTo($('d-page'), row.page ?? '');
  $('d-says').textContent = open.about.kind === 'region' ? CHUNK : row.sentences;
  $('d-path').textContent = visible(pathOf(row.path ?? '')) || 'the whole value';
  $('d-path').parentElement.hidden = row.path === undefined;
  const last = row.offset + row.length;
  const inside = row.inside ? `; with ${plural(row.inside, 'row')} inside to ${offset(row.end)}` : '';
  $('d-bytes').textContent = `${offset(row.offset)} to ${offset(last)}, ${plural(row.length, 'byte')}${inside}: ${row.hex}${row.length > 24 ? ' …' : ''}`;
  $('d-form').hidden = row.value === undefined;
  // The typed text is kept if the same row is selected again.
  if (form.row !== row.row || form.generation !== generation) {
    Object.assign(form, { row: row.row, path: row.path, generation });
    $('d-error').textContent = '';
    $('d-value').removeAttribute('aria-invalid');
    $('d-kind').textContent = row.kind ?? '';
    $('d-value').value = row.value ?? '';
  }
  for (const button of document.querySelectorAll('[data-form]')) {
    const value = ['json', 'text', 'snbt'].includes(button.dataset.form);
    const only = button.dataset.only;
    button.hidden = (value && row.path === undefined)
      || (only === 'godot' && !isGodot(open.about))
      || (only === 'nbt' && !/\/nbt$/.test(open.about.format ?? ''));
  }
}

function closeDetail() {
  $('detail').hidden = true;
  form.row = null;
}

$('d-close').onclick = () => {
  closeDetail();
  if ($('rows').offsetParent) $('rows').focus();
};

$('d-form').onsubmit = attempt(async (event) => {
  event.preventDefault();
  await change(form.path, $('d-value').value);
});

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page that is opened from a disk may not have access to the clipboard.
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
  button.onclick = attempt(() => inTurn(async () => copy(await ask('text', form.row, button.dataset.form), button.textContent)));
}
