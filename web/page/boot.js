'use strict';
// Unpacks the parts of the page and starts it.

/** The parts, as `pack` has put them together: text, except for the example and the library. */
let parts;

/** Bytes of text: seven characters, the digits of a number of base 125, are six bytes. */
function ofText(text) {
  const bytes = new Uint8Array(text.length - Math.ceil(text.length / 7));
  let at = 0;
  for (let from = 0; from < text.length; from += 7) {
    const to = Math.min(from + 7, text.length);
    let number = 0;
    for (let place = to - 1; place >= from; place--) {
      const code = text.charCodeAt(place);
      number = number * 125 + code - 1 - (code > 13) - (code > 60);
    }
    for (let byte = from + 1; byte < to; byte++) {
      bytes[at++] = number % 256;
      number = Math.floor(number / 256);
    }
  }
  return bytes;
}

(async () => {
  const packed = document.getElementById('packed');
  const stream = new Blob([ofText(packed.textContent)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const all = new Uint8Array(await new Response(stream).arrayBuffer());
  let end = 0;
  const part = (size) => all.subarray(end, end += size);
  const [style, script, worker, book, example, library] = JSON.parse(packed.dataset.sizes).map(part);
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
