// Runs the library. A message from the page is [number, name, arguments]; the answer is [number, succeeded,
// result, whether the library has failed].
let session = null;

const isBroken = (error) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

const calls = {
  start(library) {
    wasm_bindgen.initSync({ module: library });
    wasm_bindgen.watch();
    return { formats: JSON.parse(wasm_bindgen.formats()), samples: JSON.parse(wasm_bindgen.samples()) };
  },
  sample: (number) => wasm_bindgen.sample(number),
  pasted: (text) => wasm_bindgen.pasted(text),
  open(bytes, options, changes = '[]') {
    session?.free();
    session = null;
    session = new wasm_bindgen.Session(new Uint8Array(bytes), JSON.stringify(options));
    let lost;
    try {
      if (changes !== '[]') session.replay(changes);
    } catch (error) {
      if (isBroken(error)) throw error;
      lost = String(error?.message ?? error);
    }
    return { ...calls.about(), lost };
  },
  about: () => ({ ...JSON.parse(session.about()), visible: session.visible() }),
  rows: (place, count) => JSON.parse(session.rows(place, count)),
  row: (row) => ({ ...JSON.parse(session.row(row)), place: session.reveal(row), visible: session.visible() }),
  rowAt: (offset) => session.row_at(offset),
  toggle(row) {
    session.toggle(row);
    return session.visible();
  },
  foldFrom(depth) {
    session.fold_from(depth);
    return session.visible();
  },
  bytes: (start, length) => ({ bytes: session.bytes(start, length), marks: session.marks(start, length) }),
  tree: (at, first, count) => JSON.parse(session.tree(new Uint32Array(at), first, count)),
  trail: (offset) => session.trail(offset),
  find: (text) => session.find(text),
  text(row, form) {
    if (!['hex', 'rust', 'gdscript'].includes(form)) return session.text(row, form);
    const { start, end } = JSON.parse(session.row(row));
    const bytes = Array.from(session.bytes(start, end - start));
    if (form === 'gdscript') {
      const { godot, format } = JSON.parse(session.about());
      return `${godot && !format.startsWith('godot4') ? 'Pool' : 'Packed'}ByteArray([${bytes.join(', ')}])`;
    }
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
    return form === 'hex' ? hex.join(' ') : `[${hex.map((byte) => `0x${byte}`).join(', ')}]`;
  },
  set: (row, text) => JSON.parse(session.set(row, text)),
  undo: (number) => session.undo(number),
  replay: (changes) => session.replay(changes),
  save: () => session.save(),
  convert(to, lossy, random) {
    const bytes = session.convert(to, lossy, random);
    return { bytes, report: session.report() };
  },
  fail: () => wasm_bindgen.fail(),
};

/** Why the library has ended. */
function reason(error) {
  let defect = '';
  try {
    defect = wasm_bindgen.defect();
  } catch {
    // The library no longer answers.
  }
  if (defect) return `The library has a defect (${defect}).`;
  if (error instanceof RangeError && /stack/i.test(error.message)) return 'The library has a defect (too deep).';
  return 'This file needs more memory than the browser gives.';
}

onmessage = ({ data: [number, name, args] }) => {
  try {
    postMessage([number, true, calls[name](...args)]);
  } catch (error) {
    // A trap leaves the library in an unknown state.
    const broken = isBroken(error);
    postMessage([number, false, broken ? reason(error) : String(error?.message ?? error), broken]);
  }
};
