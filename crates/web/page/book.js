// Shows the pages of the format, which are also in the library's documentation.

/** The places that were read before the one that is shown. */
const read = [];
let book = null;
let reading = '';

/** Where a link leads: of a page, to a page or outside. Pages are addresses of a place that does not exist. */
const BOOK = 'https://book.invalid/';

/** Makes a link to a place of the pages, such as `gamewire/godot/format/text/index.html#String`. A click shows it here. */
function linkTo(link, place) {
  link.href = DOCUMENTATION + place;
  link.dataset.place = place;
}

/** A link that leads out of the page is one only where it can lead somewhere. */
function linkOutside(link, address) {
  if (navigator.onLine || !/^https?:/.test(address)) link.href = address;
  else link.removeAttribute('href');
  [link.target, link.rel] = ['_blank', 'noopener'];
}

/** Shows a place of the pages. */
function showPlace(place) {
  if (!book) {
    book = element('template');
    // `pack` created this from a list of allowed tags, without scripts.
    book.innerHTML = parts.book;
  }
  const [page, section] = place.split('#');
  const article = book.content.getElementById(page).cloneNode(true);
  for (const link of article.querySelectorAll('a[href]')) {
    const { href } = new URL(link.getAttribute('href'), BOOK + page);
    const inside = href.startsWith(BOOK) ? href.slice(BOOK.length) : undefined;
    if (inside && book.content.getElementById(inside.split('#')[0])) linkTo(link, inside);
    else linkOutside(link, inside ? DOCUMENTATION + inside : href);
  }
  // With a tab index, the dumps can be scrolled by the keyboard.
  for (const dump of article.querySelectorAll('pre')) dump.tabIndex = 0;
  reading = place;
  $('book').replaceChildren(article);
  linkOutside($('book-outside'), DOCUMENTATION + place);
  $('book-back').hidden = read.length === 0;
  if (!$('book-dialog').open) $('book-dialog').showModal();
  $('book').focus();
  $('book').scrollTop = 0;
  if (section) article.querySelector(`[id="${CSS.escape(section)}"]`)?.scrollIntoView();
}

$('book-back').onclick = () => showPlace(read.pop());
$('book-dialog').onclose = () => read.splice(0);
addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-place]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.closest('#book')) read.push(reading);
  showPlace(link.dataset.place);
});
