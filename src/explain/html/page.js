'use strict';
// Marks a field on both sides and says where it is; moves with the arrow keys. Everything can be read without this.
document.documentElement.classList.add('js');
const status = document.getElementById('status');
const meanings = [...document.querySelectorAll('.tree [data-row]')];
const fields = [...document.querySelectorAll('td a[data-row]')];
let lit = [];

const parts = row => document.querySelectorAll(`[data-row="${row}"]`);
const meaningOf = element => document.getElementById('m' + element.dataset.row);
const fieldOf = element => document.getElementById('b' + element.dataset.row);

function light(element) {
  for (const other of lit) other.classList.remove('lit', 'around');
  const meaning = meaningOf(element);
  lit = [...parts(element.dataset.row)];
  for (const part of lit) part.classList.add('lit');
  const item = meaning.closest('li');
  for (let up = item.parentElement.closest('li'); up; up = up.parentElement.closest('li')) {
    up.classList.add('around');
    lit.push(up);
  }
  const count = Number(meaning.dataset.len);
  const text = meaning.cloneNode(true);
  const says = text.querySelector('small')?.textContent ?? '';
  for (const part of text.querySelectorAll('a, small')) part.remove();
  const offset = meaning.querySelector('a').textContent;
  const path = meaning.closest('[title]').title;
  status.textContent = `${offset}, ${count} ${count === 1 ? 'byte' : 'bytes'} · ${path} · ${text.textContent.trim()}\n${says}`;
}

// Shows what belongs to a field without moving the page: only what scrolls by itself is scrolled.
function reveal(element) {
  for (let up = element.parentElement.closest('details'); up; up = up.parentElement.closest('details')) up.open = true;
  element.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('pointerover', event => {
  const element = event.target.closest('[data-row]');
  if (element) light(element);
});

document.addEventListener('focusin', event => {
  const element = event.target.closest('[data-row]');
  if (!element) return;
  light(element);
  const other = element.closest('.tree') ? fieldOf(element) : meaningOf(element);
  if (other) reveal(other);
});

// One stop of the Tab key on each side; arrow keys move inside it.
function only(elements, element) {
  for (const other of elements) if (other.tabIndex === 0) other.tabIndex = -1;
  element.tabIndex = 0;
}
for (const element of [...meanings, ...fields]) element.tabIndex = -1;
for (const link of document.querySelectorAll('.tree a')) link.tabIndex = -1;
for (const side of [meanings, fields]) if (side.length) side[0].tabIndex = 0;

function go(elements, element) {
  if (!element) return;
  only(elements, element);
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest' });
}

const inSight = element => {
  for (let up = element.parentElement.closest('details'); up; up = up.parentElement.closest('details')) {
    if (!up.open && up.firstElementChild !== element) return false;
  }
  return true;
};

function next(elements, element, step, fits) {
  for (let at = elements.indexOf(element) + step; at >= 0 && at < elements.length; at += step) {
    if (fits(elements[at])) return elements[at];
  }
}

function across(element) {
  const inTree = element.closest('.tree');
  const other = inTree ? fieldOf(element) : meaningOf(element);
  if (!other) return;
  reveal(other);
  go(inTree ? fields : meanings, other);
}

// The field above or below: the one that is nearest to the same column.
function vertical(element, step) {
  const rows = [...document.querySelectorAll('tbody tr')];
  const center = element.getBoundingClientRect().left;
  for (let at = rows.indexOf(element.closest('tr')) + step; at >= 0 && at < rows.length; at += step) {
    const found = [...rows[at].querySelectorAll('a[data-row]')];
    const far = one => Math.abs(one.getBoundingClientRect().left - center);
    if (found.length) return found.reduce((best, one) => (far(one) < far(best) ? one : best));
  }
}

function moveInTree(key, element) {
  const details = element.tagName === 'SUMMARY' ? element.parentElement : null;
  switch (key) {
    case 'ArrowDown': return next(meanings, element, 1, inSight);
    case 'ArrowUp': return next(meanings, element, -1, inSight);
    case 'Home': return meanings[0];
    case 'End': return next([...meanings, null], null, -1, inSight);
    case 'ArrowRight':
      if (details && !details.open) details.open = true;
      else if (details) return details.querySelector(':scope > ul [data-row]');
      return element;
    case 'ArrowLeft':
      if (details && details.open) { details.open = false; return element; }
      return element.closest('ul').closest('details')?.firstElementChild ?? element;
  }
}

function moveInBytes(key, element) {
  switch (key) {
    case 'ArrowRight': return next(fields, element, 1, () => true);
    case 'ArrowLeft': return next(fields, element, -1, () => true);
    case 'ArrowDown': return vertical(element, 1);
    case 'ArrowUp': return vertical(element, -1);
    case 'Home': return fields[0];
    case 'End': return fields[fields.length - 1];
  }
}

document.addEventListener('keydown', event => {
  const element = event.target.closest('[data-row]');
  if (!element || event.ctrlKey || event.altKey || event.metaKey) return;
  const inTree = element.closest('.tree');
  if (event.key === 'Enter' && !(inTree && element.tagName === 'SUMMARY')) {
    event.preventDefault();
    return across(element);
  }
  if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') {
    event.preventDefault();
    const found = inTree ? moveInTree(event.key, element) : moveInBytes(event.key, element);
    go(inTree ? meanings : fields, found);
  }
});

document.addEventListener('click', event => {
  const field = event.target.closest('td [data-row]');
  const link = event.target.closest('.tree a');
  const element = field ?? link?.closest('[data-row]');
  if (!element || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  across(element);
});

// A link to one row of a page: page.html#m12.
function follow() {
  const element = document.getElementById(location.hash.slice(1));
  if (!element?.dataset.row) return;
  light(element);
  reveal(meaningOf(element));
  if (fieldOf(element)) fieldOf(element).scrollIntoView({ block: 'nearest' });
}
window.addEventListener('hashchange', follow);
follow();
