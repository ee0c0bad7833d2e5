'use strict';
// Unpacks the parts of the page and starts it.

/** The parts, as `pack` has put them together: text, except for the example and the library. */
let parts;

/** Bytes of text with seven bits a character. */
function ofText(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let [bits, count, at] = [0, 0, 0];
  for (let place = 0; place < text.length; place++) {
    bits |= (text.charCodeAt(place) & 0x7f) << count;
    count += 7;
    if (count >= 8) {
      bytes[at++] = bits;
      bits >>= 8;
      count -= 8;
    }
  }
  return bytes.subarray(0, at);
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
