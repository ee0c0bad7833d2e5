// Searches for names, values, bytes, offsets and paths.

/** The library returns about this many matches and no more. */
const MATCHES = 4_000_000;
const finder = { text: null, places: [], at: -1, generation: -1 };

function openFinder() {
  if ($('open').hidden) return;
  $('finder').hidden = false;
  $('find').setAttribute('aria-expanded', 'true');
  $('find-text').focus();
  $('find-text').select();
}

function closeFinder() {
  $('finder').hidden = true;
  $('find').setAttribute('aria-expanded', 'false');
  $('find-count').textContent = '';
  Object.assign(finder, { text: null, places: [], at: -1 });
}

/** Goes to the next place, or to the one before. */
const findNext = attempt((step) => inTurn(async () => {
  const text = $('find-text').value;
  if (text !== finder.text || finder.generation !== generation) {
    let places;
    try {
      places = await ask('search', text);
    } catch (error) {
      if (error instanceof Outdated || error instanceof Stopped) throw error;
      $('find-text').setAttribute('aria-invalid', 'true');
      $('find-count').textContent = error.message;
      return;
    }
    Object.assign(finder, { text, places, at: -1, generation });
  }
  const count = finder.places.length / 2;
  $('find-text').setAttribute('aria-invalid', text !== '' && count === 0);
  if (count === 0) {
    $('find-count').textContent = text ? 'nothing found' : '';
    return;
  }
  if (finder.at < 0) {
    // The search starts at the selected row or byte.
    const from = open.row === null ? 0 : open.byte < 0 ? open.ends[0] : open.byte;
    let at = 0;
    while (at < count && finder.places[2 * at] < from) at += 1;
    finder.at = step < 0 ? at - 1 : at;
  } else {
    finder.at += step;
  }
  finder.at = (finder.at + count) % count;
  $('find-count').textContent = `${(finder.at + 1).toLocaleString('en')} of ${count < MATCHES ? '' : 'the first '}${count.toLocaleString('en')}`;
  await chooseByte(finder.places[2 * finder.at]);
}));

$('find').onclick = () => ($('finder').hidden ? openFinder() : closeFinder());
$('finder').onsubmit = (event) => {
  event.preventDefault();
  findNext(1);
};
$('find-back').onclick = () => findNext(-1);
$('find-text').oninput = () => {
  $('find-text').removeAttribute('aria-invalid');
  $('find-count').textContent = '';
};
