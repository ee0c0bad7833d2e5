'use strict';
// Unpacks the parts of the page and starts it.

/** The parts, as `pack` has put them together: text, except for the example and the library. */
let parts;

(async () => {
  const packed = document.getElementById('packed');
  const bytes = Uint8Array.from(atob(packed.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const sizes = JSON.parse(packed.dataset.sizes);
  const all = new Uint8Array(await new Response(stream).arrayBuffer());
  let end = 0;
  const [style, script, worker, book, samples, example, library] = sizes.map((size) => all.subarray(end, end += size));
  const text = (bytes) => new TextDecoder().decode(bytes);
  parts = { worker: text(worker), book: text(book), samples: JSON.parse(text(samples)), example, library };
  packed.remove();
  for (const [name, contents] of [['style', style], ['script', script]]) {
    const made = document.createElement(name);
    made.textContent = text(contents);
    document.head.append(made);
  }
  document.getElementById('all').hidden = false;
})().catch((error) => document.body.append(`This browser cannot run the page: ${error.message}`));
