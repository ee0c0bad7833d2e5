// Shows a row with its details, and a form to change its value.

/** The row that the form changes, and the contents that it is a row of. */
const form = { row: null, generation: -1 };

function showDetail(row) {
  $('detail').hidden = false;
  $('d-text').textContent = visible(row.text);
  $('d-text').className = `r${row.role}`;
  $('d-page').hidden = !row.page;
  $('d-page').textContent = row.type ? `the format of ${row.type}` : 'the format';
  linkTo($('d-page'), row.page ?? '');
  $('d-says').textContent = row.says ?? '';
  $('d-path').textContent = visible([row.setting, pathOf(row.path ?? '')].filter(Boolean).join(' ')) || 'the whole value';
  $('d-path').parentElement.hidden = row.path === undefined;
  const last = row.start + row.len;
  const inside = row.inside ? `; with ${plural(row.inside, 'row')} inside to ${offset(row.end)}` : '';
  $('d-bytes').textContent = `${offset(row.start)} to ${offset(last)}, ${plural(row.len, 'byte')}${inside}: ${row.hex}${row.len > 24 ? ' …' : ''}`;
  $('d-form').hidden = row.value === undefined;
  // The typed text is kept if the same row is selected again.
  if (form.row !== row.row || form.generation !== generation) {
    Object.assign(form, { row: row.row, generation });
    $('d-error').textContent = '';
    $('d-value').removeAttribute('aria-invalid');
    $('d-kind').textContent = row.kind ?? '';
    $('d-value').value = row.value ?? '';
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
  form.row = null;
}

$('d-close').onclick = () => {
  closeDetail();
  if ($('rows').offsetParent) $('rows').focus();
};

$('d-form').onsubmit = attempt(async (event) => {
  event.preventDefault();
  await change(form.row, $('d-value').value);
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
