'use strict';
// Unpacks the parts of the page and starts it.

/** The parts, as `pack` has put them together: text, except for the example and the library. */
let parts;

/** Bytes of text: 23 characters, the digits of a number of base 125, are 20 bytes. */
function ofText(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 20 / 23));
  for (let from = 0, at = 0; from < text.length; from += 23, at += 20) {
    const number = bytes.subarray(at, at + 20);
    for (let place = Math.min(from + 23, text.length) - 1; place >= from; place--) {
      const code = text.charCodeAt(place);
      let carry = code - 1 - (code > 13) - (code > 60);
      for (let byte = 0; byte < number.length; byte++) {
        carry += number[byte] * 125;
        number[byte] = carry & 255;
        carry >>= 8;
      }
    }
  }
  return bytes;
}

/**
 * Puts the repetitions, which `pack` has removed, into the first bytes again. The copies follow these bytes: the numbers of
 * bytes before them, their lengths and the changes of their distances, each list with its number of bytes.
 */
function withRepetitions(packed, rest, lists, size) {
  const bytes = new Uint8Array(size);
  let [from, to, distance, at] = [0, 0, 0, rest];
  const add = (length) => {
    bytes.set(packed.subarray(from, from + length), to);
    from += length;
    to += length;
  };
  const number = () => {
    for (let [value, unit] = [0, 1]; ; unit *= 128) {
      const byte = packed[at++];
      value += byte % 128 * unit;
      if (byte < 128) return value;
    }
  };
  const [before, lengths, changes] = lists.map((list) => {
    const numbers = [];
    for (const end = at + list; at < end;) numbers.push(number());
    return numbers;
  });
  for (const [copy, length] of lengths.entries()) {
    add(before[copy]);
    distance += changes[copy] % 2 ? -(changes[copy] + 1) / 2 : changes[copy] / 2;
    bytes.copyWithin(to, to - distance, to - distance + length);
    to += length;
  }
  add(rest - from);
  return bytes;
}

(async () => {
  const packed = document.getElementById('packed');
  const stream = new Blob([ofText(packed.textContent)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const sizes = JSON.parse(packed.dataset.sizes);
  const unpacked = new Uint8Array(await new Response(stream).arrayBuffer());
  const copies = JSON.parse(packed.dataset.copies);
  const all = withRepetitions(unpacked, Number(packed.dataset.rest), copies, sizes.reduce((sum, size) => sum + size));
  let end = 0;
  const [style, script, worker, book, example, library] = sizes.map((size) => all.subarray(end, end += size));
  const text = (bytes) => new TextDecoder().decode(bytes);
  parts = { worker: text(worker), book: text(book), example, library };
  packed.remove();
  for (const [name, contents] of [['style', style], ['script', script]]) {
    const made = document.createElement(name);
    made.textContent = text(contents);
    document.head.append(made);
  }
  document.getElementById('all').hidden = false;
})().catch((error) => document.body.append(`This browser cannot run the page: ${error.message}`));
