// Runs the library. The page sends [number, name, arguments]; the answer is [number, succeeded, result].
let session = null;

const calls = {
  start(library) {
    wasm_bindgen.initSync({ module: library });
    return { formats: JSON.parse(wasm_bindgen.formats()), samples: JSON.parse(wasm_bindgen.samples()) };
  },
  sample: (number) => wasm_bindgen.sample(number),
  pasted: (text) => wasm_bindgen.pasted(text),
  open(bytes, options) {
    session?.free();
    session = null;
    session = new wasm_bindgen.Session(new Uint8Array(bytes), JSON.stringify(options));
    return calls.about();
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
  text: (row, form) => session.text(row, form),
  set: (row, text) => JSON.parse(session.set(row, text)),
  undo: () => session.undo(),
  save: (random) => session.save(random),
  convert(to, lossy, random) {
    const bytes = session.convert(to, lossy, random);
    return { bytes, report: session.report() };
  },
};

onmessage = ({ data: [number, name, args] }) => {
  try {
    postMessage([number, true, calls[name](...args)]);
  } catch (error) {
    // A trap leaves the library in an unknown state.
    const broken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage([number, false, String(error?.message ?? error), broken]);
  }
};
